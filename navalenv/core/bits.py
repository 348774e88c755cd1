"""Bit tricks that compiled rules use: one machine instruction, or plain Python."""

from __future__ import annotations

from llvmlite import ir

from navalenv.core.jit import as_instructions

_WORD = (1 << 64) - 1


def lowest_bit(mask: int) -> int:
    """Index of the lowest bit that is set; ``mask`` is not 0."""
    return (int(mask) & -int(mask)).bit_length() - 1


def count_bits(mask: int) -> int:
    """How many of the 64 bits of ``mask`` are set."""
    return bin(int(mask) & _WORD).count("1")


_FALSE = ir.Constant(ir.IntType(1), 0)
as_instructions(lowest_bit, lambda builder, mask: builder.cttz(mask, _FALSE))
as_instructions(count_bits, lambda builder, mask: builder.ctpop(mask))
