"""Bit tricks that compiled rules use: one machine instruction, or plain Python."""

from __future__ import annotations

from navalenv.core.jit import JIT_DISABLED, compiled

if JIT_DISABLED:

    def lowest_bit(mask):  # type: ignore[no-untyped-def]
        """Index of the lowest bit that is set; ``mask`` is not 0."""
        return (int(mask) & -int(mask)).bit_length() - 1

    def count_bits(mask):  # type: ignore[no-untyped-def]
        """How many bits of ``mask`` are set."""
        return int(mask).bit_count()

else:
    from numba.core import types
    from numba.extending import intrinsic

    @intrinsic
    def _trailing_zeros(typing_context, mask):  # type: ignore[no-untyped-def]
        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            undefined_at_zero = context.get_constant(types.boolean, False)
            return builder.cttz(arguments[0], undefined_at_zero)

        return types.int64(types.int64), generate

    @intrinsic
    def _population(typing_context, mask):  # type: ignore[no-untyped-def]
        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            return builder.ctpop(arguments[0])

        return types.int64(types.int64), generate

    @compiled
    def lowest_bit(mask):  # type: ignore[no-untyped-def]
        """Index of the lowest bit that is set; ``mask`` is not 0."""
        return _trailing_zeros(mask)

    @compiled
    def count_bits(mask):  # type: ignore[no-untyped-def]
        """How many bits of ``mask`` are set."""
        return _population(mask)
