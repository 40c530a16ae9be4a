// Numbers of 64 bits beside FLINT, whose words have 64 bits or, on i386 and in WebAssembly, 32.
// fmpz_set_ui and its like take a word: a longer number would lose its upper half without a
// warning.
#pragma once

#include <flint/fmpz.h>
#include <float.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

// What exact results rely on. A platform without it is refused here.
_Static_assert(CHAR_BIT == 8, "bytes have 8 bits");
_Static_assert(FLINT_BITS == 64 || FLINT_BITS == 32, "words of FLINT have 64 or 32 bits");
_Static_assert(sizeof(slong) * CHAR_BIT == FLINT_BITS, "slong is a word of FLINT");
_Static_assert((-1) >> 1 == -1, "a negative integer is shifted with its sign");
_Static_assert(FLT_RADIX == 2 && DBL_MANT_DIG == 53 && DBL_MAX_EXP == 1024,
               "double is binary64 of IEEE 754");
_Static_assert(FLT_EVAL_METHOD == 0, "a double is not computed in a longer format: on i386 compile "
                                     "with -msse2 -mfpmath=sse");
#ifdef __FAST_MATH__
#error "error bounds need IEEE 754 arithmetic without -ffast-math"
#endif
#if defined __wasm_simd128__ || defined __wasm64__
#error "of WebAssembly, only 32-bit without SIMD has been tested"
#endif

// The largest word up to which all integers are doubles: no small fmpz of 32 bits is beyond.
#define WORD_MOST_EXACT ((slong)(FLINT_BITS == 64 ? INT64_C(1) << DBL_MANT_DIG : COEFF_MAX))

// Holds the sum of 7 products of two small fmpz.
#if FLINT_BITS == 64
typedef __int128 word_sum;
#else
typedef int64_t word_sum;
#endif

static inline void fmpz_set_u64(fmpz_t x, uint64_t value)
{
#if FLINT_BITS == 64
    fmpz_set_ui(x, value);
#else
    fmpz_set_uiui(x, (ulong)(value >> 32), (ulong)value);
#endif
}

static inline void fmpz_set_i64(fmpz_t x, int64_t value)
{
#if FLINT_BITS == 64
    fmpz_set_si(x, value);
#else
    fmpz_set_signed_uiui(x, (ulong)(value >> 32), (ulong)value);
#endif
}

// sum += x times value.
static inline void fmpz_addmul_u64(fmpz_t sum, const fmpz_t x, uint64_t value)
{
#if FLINT_BITS == 64
    fmpz_addmul_ui(sum, x, value);
#else
    fmpz_t factor;
    fmpz_init(factor);
    fmpz_set_u64(factor, value);
    fmpz_addmul(sum, x, factor);
    fmpz_clear(factor);
#endif
}

// Whether |x| < 2^62. With words of 64 bits FLINT stores no other integers in place.
static inline bool fmpz_is_short(const fmpz_t x)
{
#if FLINT_BITS == 64
    return !COEFF_IS_MPZ(*x);
#else
    return fmpz_bits(x) <= 62;
#endif
}

static inline int fmpz_cmp_u64(const fmpz_t x, uint64_t value)
{
#if FLINT_BITS == 64
    return fmpz_cmp_ui(x, value);
#else
    fmpz_t other;
    fmpz_init(other);
    fmpz_set_u64(other, value);
    const int order = fmpz_cmp(x, other);
    fmpz_clear(other);
    return order;
#endif
}

// x, of at most 63 bits.
static inline int64_t fmpz_get_i64(const fmpz_t x)
{
#if FLINT_BITS == 64
    return fmpz_get_si(x);
#else
    if (!COEFF_IS_MPZ(*x))
        return *x;
    ulong part[2];
    fmpz_get_signed_ui_array(part, 2, x);
    return (int64_t)((uint64_t)part[1] << 32 | part[0]);
#endif
}

// x, from 0 to 2^64 - 1.
static inline uint64_t fmpz_get_u64(const fmpz_t x)
{
#if FLINT_BITS == 64
    return fmpz_get_ui(x);
#else
    ulong part[2];
    fmpz_get_ui_array(part, 2, x);
    return (uint64_t)part[1] << 32 | part[0];
#endif
}

// The words that fmpz_write_u64 writes.
static inline size_t fmpz_words_u64(const fmpz_t x)
{
    return 2 + (size_t)fmpz_bits(x) / 64;
}

// Writes the number of digits of x to the base 2^64 and these in two's complement. Returns the end.
static inline uint64_t *fmpz_write_u64(uint64_t *out, const fmpz_t x)
{
    const size_t digits = fmpz_words_u64(x) - 1;
    *out++ = digits;
    fmpz_get_signed_ui_array((ulong *)(void *)out, (slong)(digits * (64 / FLINT_BITS)), x);
    return out + digits;
}
