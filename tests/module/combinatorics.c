// Sums of binomials against sums term by term: all of J, all of K by Hall's condition.
#include "theory/combinatorics.h"
#include "../ref/cases.h"
#include "base/random.h"
#include "unit.h"

#include <stdbool.h>
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
static ulong sum_over_j(const combinatorics_layer *layer, const ulong *most, size_t layers,
                        ulong room)
{
    ulong sum = 0;
    if (!layers)
        return 1;
    for (ulong j = 0; j <= least(room, most[0]); j++)
        sum += choose(layer->creased, j) *
               sum_over_j(layer + 1, most + 1, layers - 1, least(room, layer->units - j));
    return sum;
}

// The same from the printed form of J: every index of a full box, tested against all others.
static ulong sum_over_box(ulong inputs, const combinatorics_layer *layer, const ulong *most,
                          size_t layers)
{
    ulong j[4] = {0}, sum = 0;
    for (;;) {
        bool inside = true;
        ulong product = 1;
        for (size_t l = 0; l < layers; l++) {
            inside = inside && j[l] <= inputs && j[l] <= most[l];
            for (size_t i = 0; i < l; i++)
                inside = inside && j[l] <= layer[i].units - j[i];
            product *= choose(layer[l].creased, j[l]);
        }
        sum += inside ? product : 0;
        size_t l = 0;
        while (l < layers && j[l] == layer[l].units)
            j[l++] = 0;
        if (l == layers)
            return sum;
        j[l]++;
    }
}

static void check_serra(ulong inputs, const combinatorics_layer *layer, const ulong *most,
                        size_t layers)
{
    fmpz_t value;
    fmpz_init(value);
    ulong expected = sum_over_box(inputs, layer, most, layers), any[4];
    CU_ASSERT_EQUAL(sum_over_j(layer, most, layers, inputs), expected);
    sum_serra(value, inputs, layer, most, layers);
    CU_ASSERT(fmpz_equal_ui(value, expected));
    for (size_t l = 0; l < layers; l++)
        any[l] = layer[l].units;
    sum_serra(value, inputs, layer, NULL, layers);
    expected = sum_over_box(inputs, layer, any, layers);
    CU_ASSERT(fmpz_equal_ui(value, expected));
    fmpz_clear(value);
}

// Every architecture of up to three layers of up to four units, all of which make creases.
static void serra(void)
{
    for (ulong inputs = 0; inputs <= 5; inputs++)
        for (ulong code = 0; code < 4 * 4 * 4; code++)
            for (size_t layers = 1; layers <= 3; layers++) {
                ulong width[] = {1 + code % 4, 1 + code / 4 % 4, 1 + code / 16};
                combinatorics_layer layer[3];
                for (size_t l = 0; l < 3; l++)
                    layer[l] = (combinatorics_layer){width[l], width[l]};
                check_serra(inputs, layer, width, layers);
            }
}

static void seed_from_environment(random_state *random)
{
    random_seed(random, cases_seed());
}

static void serra_random(void)
{
    random_state random;
    seed_from_environment(&random);
    CASES(i, 600) {
        size_t layers = 1 + random_below(&random, 4);
        ulong inputs = random_below(&random, 9), most[4];
        combinatorics_layer layer[4];
        for (size_t l = 0; l < layers; l++) {
            ulong units = 1 + random_below(&random, 7);
            ulong linear = i % 2 ? random_below(&random, units + 1) : 0;
            layer[l] = (combinatorics_layer){units, units - linear};
            most[l] = random_below(&random, units + 1);
        }
        check_serra(inputs, layer, most, layers);
    }
}

// The subsets of at most d units, the product of their bundles for each.
static ulong sum_over_subsets(const ulong *bundle, size_t units, ulong d)
{
    if (!units)
        return 1;
    ulong with = d ? bundle[0] * sum_over_subsets(bundle + 1, units - 1, d - 1) : 0;
    return sum_over_subsets(bundle + 1, units - 1, d) + with;
}

static void bundles(void)
{
    random_state random;
    seed_from_environment(&random);
    fmpz_t value;
    fmpz_init(value);
    CASES(i, 300) {
        ulong units[3], bundle[3], every[12];
        size_t kinds = 1 + random_below(&random, 3), total = 0;
        for (size_t k = 0; k < kinds; k++) {
            units[k] = random_below(&random, 5);
            bundle[k] = random_below(&random, 4);
            for (ulong u = 0; u < units[k]; u++)
                every[total++] = bundle[k];
        }
        ulong d = random_below(&random, 14);
        sum_bundles(value, units, bundle, kinds, d);
        CU_ASSERT(fmpz_equal_ui(value, sum_over_subsets(every, total, d)));
    }
    fmpz_clear(value);
}

// K by Hall's condition, as it is printed: every t against every set J.
static ulong sum_over_k(ulong windows, ulong span, ulong step, ulong members)
{
    ulong sum = 0, t[5] = {0};
    for (;;) {
        bool inside = true;
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

UNIT_MAIN("combinatorics", {"serra", serra}, {"serra_random", serra_random}, {"windows", windows},
          {"bundles", bundles})
