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

// Removes a number; those after it decrease by one.
static inline void bits_drop(uint64_t *set, size_t number, size_t words)
{
    size_t first = number / BITS_WORD;
    uint64_t below = ((uint64_t)1 << number % BITS_WORD) - 1;
    set[first] = (set[first] & below) | (set[first] >> 1 & ~below);
    for (size_t w = first + 1; w < words; w++) {
        set[w - 1] |= set[w] << (BITS_WORD - 1);
        set[w] >>= 1;
    }
}

// The number of the lowest bit of a word that is not 0.
static inline size_t bits_lowest(uint64_t set)
{
    return (size_t)__builtin_ctzll(set);
}

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

// The least number of a set that is not empty.
static inline size_t bits_first(const uint64_t *set)
{
    size_t i = 0;
    while (!set[i])
        i++;
    return i * BITS_WORD + (size_t)__builtin_ctzll(set[i]);
}
