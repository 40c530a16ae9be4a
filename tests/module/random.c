// Random numbers: the published sequences, and no bias.
#include "base/random.h"
#include "unit.h"
#include <stdbool.h>

// The test vectors that other implementations use.
static void published(void)
{
    static const uint64_t bits[] = {11520,
                                    0,
                                    1509978240,
                                    UINT64_C(1215971899390074240),
                                    UINT64_C(1216172134540287360),
                                    UINT64_C(607988272756665600),
                                    UINT64_C(16172922978634559625),
                                    UINT64_C(8476171486693032832),
                                    UINT64_C(10595114339597558777),
                                    UINT64_C(2904607092377533576)};
    random_state random = {{1, 2, 3, 4}};
    for (size_t i = 0; i < sizeof bits / sizeof *bits; i++)
        CU_ASSERT_EQUAL(random_bits(&random), bits[i]);

    static const uint64_t state[] = {UINT64_C(6457827717110365317), UINT64_C(3203168211198807973),
                                     UINT64_C(9817491932198370423), UINT64_C(4593380528125082431)};
    random_seed(&random, 1234567);
    for (size_t i = 0; i < 4; i++)
        CU_ASSERT_EQUAL(random.state[i], state[i]);
}

// Every value of every small range comes, and no other.
static void between(void)
{
    random_state random = unit_random(7);
    for (int lo = -4; lo <= 4; lo++)
        for (int hi = lo; hi <= 4; hi++) {
            size_t seen[9] = {0};
            bool inside = true;
            CASES(i, 300) {
                int64_t x = random_between(&random, lo, hi);
                inside &= lo <= x && x <= hi;
                if (inside)
                    seen[x + 4]++;
            }
            CU_ASSERT(inside);
            for (int x = lo; x <= hi; x++)
                CU_ASSERT(seen[x + 4] > 0);
        }
}

// Ranges wider than the largest int64_t: differences must not overflow.
static void between_extremes(void)
{
    random_state random = unit_random(8);
    int negative = 0;
    CASES(i, 1000) {
        CU_ASSERT(random_between(&random, INT64_MIN, INT64_MAX - 1) < INT64_MAX);
        CU_ASSERT(random_between(&random, INT64_MIN + 1, INT64_MAX) > INT64_MIN);
        CU_ASSERT_EQUAL(random_between(&random, INT64_MAX, INT64_MAX), INT64_MAX);
        CU_ASSERT_EQUAL(random_between(&random, INT64_MIN, INT64_MIN), INT64_MIN);
        negative += random_between(&random, INT64_MIN, INT64_MAX - 1) < 0;
    }
    CU_ASSERT(negative > 400 && negative < 600);
}

UNIT_MAIN("random", {"published", published}, {"between", between},
          {"between_extremes", between_extremes})
