// Sums of binomials against sums term by term: all of J, all of K by Hall's condition.
#include "theory/combinatorics.h"
#include "base/random.h"
#include "unit.h"

#include <stdio.h>

static ulong choose(ulong n, ulong j)
{
    ulong value = 1;
    if (j > n)
        return 0;
    for (ulong i = 0; i < j; i++)
        value = value * (n - i) / (i + 1);
    return value;
}

static ulong least(ulong a, ulong b)
{
    return a < b ? a : b;
}

// The definition: J is enumerated, index by index.
static ulong sum_over_j(const ulong *width, const ulong *most, size_t layers, ulong room)
{
    ulong sum = 0;
    if (!layers)
        return 1;
    for (ulong j = 0; j <= least(room, most[0]); j++)
        sum += choose(width[0], j) *
               sum_over_j(width + 1, most + 1, layers - 1, least(room, width[0] - j));
    return sum;
}

// The same from the printed form of J: every index of a full box, tested against all others.
static ulong sum_over_box(ulong inputs, const ulong *width, const ulong *most, size_t layers)
{
    ulong j[4] = {0}, sum = 0;
    for (;;) {
        int inside = 1;
        ulong product = 1;
        for (size_t l = 0; l < layers; l++) {
            inside = inside && j[l] <= inputs && j[l] <= most[l];
            for (size_t i = 0; i < l; i++)
                inside = inside && j[l] <= width[i] - j[i];
            product *= choose(width[l], j[l]);
        }
        sum += inside ? product : 0;
        size_t l = 0;
        while (l < layers && j[l] == width[l])
            j[l++] = 0;
        if (l == layers)
            return sum;
        j[l]++;
    }
}

static void check_serra(ulong inputs, const ulong *width, const ulong *most, size_t layers)
{
    fmpz_t value;
    fmpz_init(value);
    ulong expected = sum_over_box(inputs, width, most, layers);
    CU_ASSERT_EQUAL(sum_over_j(width, most, layers, inputs), expected);
    sum_serra(value, inputs, width, most, layers);
    CU_ASSERT(fmpz_equal_ui(value, expected));
    sum_serra(value, inputs, width, width, layers);
    expected = sum_over_box(inputs, width, width, layers);
    CU_ASSERT(fmpz_equal_ui(value, expected));
    sum_histograms(value, inputs, width, layers);
    CU_ASSERT(fmpz_equal_ui(value, expected));
    fmpz_clear(value);
}

// Every architecture of up to three layers of up to four units.
static void serra(void)
{
    for (ulong inputs = 0; inputs <= 5; inputs++)
        for (ulong code = 0; code < 4 * 4 * 4; code++)
            for (size_t layers = 1; layers <= 3; layers++) {
                ulong width[] = {1 + code % 4, 1 + code / 4 % 4, 1 + code / 16};
                check_serra(inputs, width, width, layers);
            }
}

static void serra_random(void)
{
    const char *text = getenv("CREASE_SEED");
    uint64_t seed = text ? strtoull(text, NULL, 10) : 1;
    printf("seed %lu ", (unsigned long)seed);
    random_state random;
    random_seed(&random, seed);
    for (int i = 0; i < 300; i++) {
        size_t layers = 1 + random_below(&random, 4);
        ulong inputs = random_below(&random, 9), width[4], most[4];
        for (size_t l = 0; l < layers; l++) {
            width[l] = 1 + random_below(&random, 7);
            most[l] = random_below(&random, width[l] + 1);
        }
        check_serra(inputs, width, most, layers);
    }
}

// Ten layers of a thousand units, by both routes.
static void large(void)
{
    ulong width[10];
    for (size_t l = 0; l < 10; l++)
        width[l] = 1000 - 3 * l;
    fmpz_t one, other;
    fmpz_init(one);
    fmpz_init(other);
    sum_serra(one, 784, width, width, 10);
    sum_histograms(other, 784, width, 10);
    CU_ASSERT(fmpz_equal(one, other) && fmpz_sizeinbase(one, 2) > 2000);
    fmpz_clear(one);
    fmpz_clear(other);
}

// K by Hall's condition, as it is printed: every t against every set J.
static ulong sum_over_k(ulong windows, ulong span, ulong step, ulong members)
{
    ulong sum = 0, t[5] = {0};
    for (;;) {
        int inside = 1;
        ulong product = 1;
        for (ulong set = 1; set < 1ul << windows; set++) {
            ulong reach = 0, wanted = 0;
            for (ulong i = 0; i < windows; i++)
                if (set >> i & 1) {
                    wanted += t[i];
                    reach |= ((1ul << span) - 1) << i * step;
                }
            inside = inside && wanted <= (ulong)__builtin_popcountl(reach);
        }
        for (ulong i = 0; i < windows; i++)
            product *= choose(members, t[i]);
        sum += inside ? product : 0;
        ulong i = 0;
        while (i < windows && t[i] == members)
            t[i++] = 0;
        if (i == windows)
            return sum;
        t[i]++;
    }
}

static void windows(void)
{
    fmpz_t value;
    fmpz_init(value);
    for (ulong count = 1; count <= 4; count++)
        for (ulong span = 1; span <= 5; span++)
            for (ulong step = 1; step <= span + 1; step++)
                for (ulong members = 1; members <= 4; members++) {
                    sum_windows(value, count, span, step, members);
                    CU_ASSERT(fmpz_equal_ui(value, sum_over_k(count, span, step, members)));
                }
    fmpz_clear(value);
}

UNIT_MAIN("combinatorics", {"serra", serra}, {"serra_random", serra_random}, {"large", large},
          {"windows", windows})
