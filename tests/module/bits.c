// Sets of small numbers, against arrays of truths.
#include "base/bits.h"
#include "base/random.h"
#include "unit.h"

#include <stdbool.h>
#include <stdint.h>

enum { WORDS = 3, MOST = WORDS * BITS_WORD, ROWS = 40 };

static void random_set(uint64_t *set, bool *has, size_t count, random_state *random)
{
    const uint64_t odds = 1 + random_below(random, 8);
    memset(set, 0, WORDS * sizeof *set);
    for (size_t i = 0; i < count; i++) {
        has[i] = random_below(random, 8) < odds;
        if (has[i])
            bits_add(set, i);
    }
}

static void each(void)
{
    random_state random = unit_random(210);
    CASES(round, 300) {
        const size_t count = 1 + random_below(&random, MOST);
        uint64_t set[WORDS];
        bool has[MOST];
        size_t next = 0;
        random_set(set, has, count, &random);
        BITS_EACH(i, set, bits_words(count)) {
            for (; next < i; next++)
                CU_ASSERT(!has[next]);
            CU_ASSERT(next == i && i < count && has[i]);
            next++;
        }
        for (; next < count; next++)
            CU_ASSERT(!has[next]);
    }
}

// Into another place and into its own.
static void drop(void)
{
    random_state random = unit_random(211);
    CASES(round, 300) {
        const size_t count = 1 + random_below(&random, MOST), words = bits_words(count);
        uint64_t set[WORDS], gone[WORDS], out[WORDS] = {0};
        bool has[MOST], goes[MOST];
        random_set(set, has, count, &random);
        random_set(gone, goes, count, &random);
        bits_drop(out, set, gone, words);
        bits_drop(set, set, gone, words);
        size_t kept = 0;
        for (size_t i = 0; i < count; i++) {
            if (goes[i])
                continue;
            CU_ASSERT_EQUAL(bits_have(out, kept), has[i]);
            CU_ASSERT_EQUAL(bits_have(set, kept), has[i]);
            kept++;
        }
        for (size_t i = kept; i < bits_words(kept) * BITS_WORD; i++)
            CU_ASSERT(!bits_have(out, i) && !bits_have(set, i));
    }
}

static void columns(void)
{
    random_state random = unit_random(212);
    CASES(round, 300) {
        const size_t stride = 1 + random_below(&random, 2), rows = random_below(&random, ROWS);
        const size_t least = random_below(&random, rows + 3);
        const uint64_t likely = random_below(&random, 3);
        uint64_t row[2 * ROWS];
        for (size_t i = 0; i < 2 * ROWS; i++) {
            const uint64_t a = random_bits(&random), b = random_bits(&random);
            row[i] = likely == 0 ? a & b : likely == 1 ? a | b : a;
        }
        const uint64_t enough = bits_columns(row, stride, rows, least);
        for (size_t c = 0; c < BITS_WORD; c++) {
            size_t sum = 0;
            for (size_t i = 0; i < rows; i++)
                sum += row[i * stride] >> c & 1;
            CU_ASSERT_EQUAL(enough >> c & 1, sum >= least);
        }
    }
}

UNIT_MAIN("bits", {"each", each}, {"drop", drop}, {"columns", columns})
