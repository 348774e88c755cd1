"""Names of the parts of a flat observation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping


class Layout(Mapping[str, slice]):
    """Where each part of a flat observation is: ``observation[layout["scores"]]``.

    The parts follow one another without gaps, in the order in which they were given. Compiled
    rules may take numbers such as ``LAYOUT["scores"].start`` from it as constants.

    Args:
        sizes: number of entries of each part.
    """

    def __init__(self, sizes: Mapping[str, int]) -> None:
        self._slices: dict[str, slice] = {}
        self.size = 0
        """Entries of all parts together."""
        for name, size in sizes.items():
            self._slices[name] = slice(self.size, self.size + size)
            self.size += size

    def __getitem__(self, name: str) -> slice:
        return self._slices[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._slices)

    def __len__(self) -> int:
        return len(self._slices)

    def __repr__(self) -> str:
        parts = ", ".join(f"{n} {s.start}:{s.stop}" for n, s in self._slices.items())
        return f"<layout of {self.size} entries: {parts}>"
