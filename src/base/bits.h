// Sets of small numbers, one bit each, in words.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { BITS_WORD = 64 };

// Words for numbers below count.
static inline size_t bits_words(size_t count)
{
    return count / BITS_WORD + (count % BITS_WORD != 0);
}

static inline int bits_have(const uint64_t *set, size_t number)
{
    return (int)(set[number / BITS_WORD] >> number % BITS_WORD & 1);
}

static inline void bits_add(uint64_t *set, size_t number)
{
    set[number / BITS_WORD] |= (uint64_t)1 << number % BITS_WORD;
}

// Removes from a set of some words the numbers of another one. Each number that stays decreases by
// the number of smaller ones that go. `out` has words enough for it, and may be the set or stand
// before it in memory.
static inline void bits_drop(uint64_t *out, const uint64_t *set, const uint64_t *gone, size_t words)
{
    size_t end = 0;
    for (size_t w = 0; w < words; w++) {
        uint64_t kept = set[w];
        size_t width = BITS_WORD;
        for (uint64_t rest = gone[w]; rest; width--) {
            const uint64_t last = (uint64_t)1 << (BITS_WORD - 1) >> __builtin_clzll(rest);
            kept = (kept & (last - 1)) | (kept >> 1 & ~(last - 1));
            rest ^= last;
        }
        const size_t place = end / BITS_WORD, shift = end % BITS_WORD;
        if (width && !shift)
            out[place] = kept;
        else if (width)
            out[place] |= kept << shift;
        if (shift + width > BITS_WORD)
            out[place + 1] = kept >> (BITS_WORD - shift);
        end += width;
    }
}

// The number of the lowest bit of a word that is not 0.
static inline size_t bits_lowest(uint64_t set)
{
    return (size_t)__builtin_ctzll(set);
}

// For each number of a set of some words, ascending: BITS_EACH (number, set, words) statement. A
// `break` would end its word alone.
#define BITS_EACH(number, set, words)                                                    \
    for (size_t number##_word = 0, number = 0; number##_word < (words); number##_word++) \
        for (uint64_t number##_rest = (set)[number##_word];                              \
             number##_rest &&                                                            \
             (number = number##_word * BITS_WORD + bits_lowest(number##_rest), true);    \
             number##_rest &= number##_rest - 1)

static inline bool bits_within(const uint64_t *part, const uint64_t *whole, size_t words)
{
    uint64_t missing = 0;
    for (size_t i = 0; i < words; i++)
        missing |= part[i] & ~whole[i];
    return missing == 0;
}

static inline void bits_common(uint64_t *both, const uint64_t *a, const uint64_t *b, size_t words)
{
    for (size_t i = 0; i < words; i++)
        both[i] = a[i] & b[i];
}

static inline size_t bits_count(const uint64_t *set, size_t words)
{
    size_t count = 0;
    for (size_t i = 0; i < words; i++)
        count += (size_t)__builtin_popcountll(set[i]);
    return count;
}

static inline size_t bits_count_common(const uint64_t *a, const uint64_t *b, size_t words)
{
    size_t count = 0;
    for (size_t i = 0; i < words; i++)
        count += (size_t)__builtin_popcountll(a[i] & b[i]);
    return count;
}

// Of 64 columns those that have a 1 in at least `least` of `count` rows; a row is one word,
// `stride` words after the one before. All columns are counted at once, each bit of the sums in a
// word; they begin at minus `least`, so that the last bit overflows as soon as there are enough.
static inline uint64_t bits_columns(const uint64_t *row, size_t stride, size_t count, size_t least)
{
    enum { FEW = 8, SUMS = 32 };
    uint64_t sum[SUMS], enough = least ? 0 : ~(uint64_t)0;
    size_t bits = 3;
    while (least > FEW && least >> bits)
        bits++;
    for (size_t b = 0; b < bits; b++)
        sum[b] = -(-(uint64_t)least >> b & 1);
    if (bits == 3) { // in registers
        uint64_t one = sum[0], two = sum[1], four = sum[2];
        for (size_t i = 0; i < count; i++) {
            const uint64_t ones = row[i * stride], twos = one & ones, fours = two & twos;
            enough |= four & fours;
            one ^= ones;
            two ^= twos;
            four ^= fours;
        }
        return enough;
    }
    for (size_t i = 0; i < count; i++) {
        uint64_t carry = row[i * stride];
        for (size_t b = 0; b < bits; b++) {
            const uint64_t more = sum[b] & carry;
            sum[b] ^= carry;
            carry = more;
        }
        enough |= carry;
    }
    return enough;
}

// A bijection of 64-bit words without visible structure: the end of splitmix64 (Steele, Lea and
// Flood 2014).
static inline uint64_t bits_scramble(uint64_t x)
{
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

// The least number of a set that is not empty.
static inline size_t bits_first(const uint64_t *set)
{
    size_t i = 0;
    while (!set[i])
        i++;
    return i * BITS_WORD + (size_t)__builtin_ctzll(set[i]);
}
