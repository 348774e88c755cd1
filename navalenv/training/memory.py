"""Settings of the C library that training with large arrays wants."""

from __future__ import annotations

import contextlib
import ctypes
import sys

_TRIM_THRESHOLD, _TOP_PAD, _MMAP_THRESHOLD = -1, -2, -3


def keep_freed_memory() -> None:
    """Let glibc keep freed memory instead of giving it back to the system.

    Large arrays that come and go at every step (masks of thousands of actions) otherwise cost a
    page fault for every 4 KiB. Does nothing on systems without glibc.
    """
    if not sys.platform.startswith("linux"):
        return
    with contextlib.suppress(OSError, AttributeError):
        mallopt = ctypes.CDLL("libc.so.6").mallopt
        mallopt(_MMAP_THRESHOLD, 1 << 30)
        mallopt(_TRIM_THRESHOLD, 2**31 - 1)
        mallopt(_TOP_PAD, 64 << 20)
