// Facets matched across splits, against comparing all pairs.
#include "regions/facet_matching.h"
#include "base/random.h"
#include "unit.h"

#include <flint/fmpq.h>
#include <flint/fmpz_vec.h>
#include <inttypes.h>
#include <string.h>

enum { FAR = 1000, MOST = 64 }; // FAR: the ends of a line, at infinity

// A facet from place `lo` to place `hi` of a line; a place t is the point p + t d.
typedef struct {
    int lo, hi, high_side;
    uint64_t region, map;
} piece;

// The line through (p[0], p[1]) / 3 in the direction d, and the pieces that were filed.
typedef struct {
    slong p[2], d[2];
    piece pieces[MOST];
    size_t count;
    uint64_t split;
} line;

// Pairs of regions that were joined, each with the number of times.
typedef struct {
    unsigned char times[MOST][MOST];
} joins;

static void join(void *data, uint64_t a, uint64_t b)
{
    joins *done = data;
    CU_ASSERT_FATAL(a < MOST && b < MOST);
    done->times[a < b ? a : b][a < b ? b : a]++;
}

static void join_split(void *data, facet_matching *matching)
{
    facet_joiner joiner = {data, join, NULL};
    facet_matching_join(matching, &joiner);
}

static void measure_split(void *data, facet_matching *matching)
{
    facet_matching_square(data, matching, 2);
    fmpq_canonicalise(data);
}

// In homogeneous integers with a random factor.
static void place(fmpz *point, const line *on, int t, random_state *random)
{
    slong factor = 1 + (slong)random_below(random, 5);
    int end = t == -FAR ? -1 : t == FAR;
    for (int c = 0; c < 2; c++)
        fmpz_set_si(point + c, factor * (end ? end * on->d[c] : on->p[c] + 3 * t * on->d[c]));
    fmpz_set_si(point + 2, end ? 0 : 3 * factor);
    if (random_below(random, 3) == 0)
        _fmpz_vec_scalar_mul_2exp(point, point, 3, random_below(random, 200));
}

static void file_piece(facet_matching *matching, line *on, const piece *one, random_state *random)
{
    fmpz *from = _fmpz_vec_init(3), *to = _fmpz_vec_init(3);
    int backwards = (int)random_below(random, 2);
    place(from, on, backwards ? one->hi : one->lo, random);
    place(to, on, backwards ? one->lo : one->hi, random);
    region_edge edge = {
        .origin.split = on->split, .side = one->high_side ? 1 : -1, .start = from, .end = to};
    facet_matching_add_edge(matching, &edge, one->region, one->map);
    _fmpz_vec_clear(from, 3);
    _fmpz_vec_clear(to, 3);
}

// Cuts the line into random pieces, once for each side; `gaps` leaves some out.
static void subdivide(line *on, bool high_side, bool gaps, uint64_t *regions, random_state *random)
{
    bool is_bounded = random_below(random, 2);
    int at = is_bounded ? 0 : -FAR;
    int end = is_bounded ? 12 : FAR;
    size_t wanted = 1 + random_below(random, 8);
    while (at != end) {
        int inner = at == -FAR ? -5 : at;
        int next = inner + 1 + (int)random_below(random, 4);
        if (next >= 12 || wanted-- == 0)
            next = end;
        if (!gaps || random_below(random, 3))
            on->pieces[on->count++] =
                (piece){at, next, high_side, (*regions)++, random_below(random, 3)};
        at = next;
    }
}

// Every two pieces with the same map that share more than a point are joined once.
static bool joined_as_expected(const line *on, const joins *done)
{
    bool good = true;
    for (size_t i = 0; i < on->count; i++)
        for (size_t k = 0; k < i; k++) {
            const piece *a = on->pieces + k, *b = on->pieces + i;
            int expected =
                a->high_side != b->high_side && a->map == b->map && a->lo < b->hi && b->lo < a->hi;
            bool a_first = a->region < b->region;
            good &= done->times[(a_first ? a : b)->region][(a_first ? b : a)->region] == expected;
        }
    return good;
}

static size_t total(const joins *done)
{
    size_t sum = 0;
    for (size_t i = 0; i < MOST; i++)
        for (size_t k = 0; k < MOST; k++)
            sum += done->times[i][k];
    return sum;
}

static void random_direction(line *on, random_state *random)
{
    static const slong directions[][2] = {{1, 0}, {0, 1},  {0, -1}, {-1, 0},
                                          {2, 1}, {1, -3}, {-1, 5}, {-2, -2}};
    const slong *d = directions[random_below(random, 8)];
    for (int c = 0; c < 2; c++) {
        on->d[c] = d[c];
        on->p[c] = (slong)random_between(random, -7, 7);
    }
}

static void file_in_random_order(facet_matching *matching, line *on, random_state *random)
{
    for (size_t i = on->count; i > 1; i--) {
        size_t k = random_below(random, i);
        piece last = on->pieces[i - 1];
        on->pieces[i - 1] = on->pieces[k];
        on->pieces[k] = last;
    }
    for (size_t i = 0; i < on->count; i++)
        file_piece(matching, on, on->pieces + i, random);
}

// Sides that are cut at different places: every end of a piece on one side may lie in
// the middle of a piece on the other.
static void one_split(void)
{
    random_state random = unit_random(20);
    facet_matching matching = {0};
    size_t joined = 0;
    CASES(k, 1000) {
        line on = {.split = (uint64_t)k};
        joins done = {0};
        uint64_t regions = 0;
        random_direction(&on, &random);
        bool gaps = random_below(&random, 4) == 0; // as after a walk that was stopped
        subdivide(&on, 0, gaps, &regions, &random);
        subdivide(&on, 1, gaps, &regions, &random);
        facet_matching_open(&matching, on.split, (facet_crease){0});
        file_in_random_order(&matching, &on, &random);
        facet_matching_close(&matching, join_split, &done);
        CU_ASSERT(joined_as_expected(&on, &done));
        joined += total(&done);
    }
    CU_ASSERT(joined > 1000);
    CU_ASSERT_EQUAL(matching.count, 0);
    facet_matching_clear(&matching);
}

// Unit stretches of both sides with their maps say what differs.
static void measured(void)
{
    enum { LENGTH = 20 };
    static const slong directions[][2] = {{3, 4}, {0, 2}, {1, 0}, {-1, 1}, {2, -5}};
    random_state random = unit_random(13);
    CASES(k, 300) {
        const slong *d = directions[k % 5];
        line on = {.p = {k % 7, 1 - k % 3}, .d = {d[0], d[1]}, .split = 3};
        uint64_t map[2][LENGTH];
        facet_matching matching = {0};
        facet_matching_open(&matching, on.split, (facet_crease){0});
        for (int high = 0; high < 2; high++)
            for (int lo = 0, hi; lo < LENGTH; lo = hi) {
                hi = lo + 1 + (int)random_below(&random, 9);
                hi = hi < LENGTH ? hi : LENGTH;
                piece one = {lo, hi, high, 0, random_below(&random, 3)};
                for (int t = lo; t < hi; t++)
                    map[high][t] = one.map;
                file_piece(&matching, &on, &one, &random);
            }
        slong differ = 0;
        for (int t = 0; t < LENGTH; t++)
            differ += map[0][t] != map[1][t];
        fmpq_t square;
        fmpq_init(square);
        facet_matching_close(&matching, measure_split, square);
        CU_ASSERT_EQUAL(fmpq_cmp_si(square, differ * differ * (d[0] * d[0] + d[1] * d[1])), 0);
        fmpq_clear(square);
        facet_matching_clear(&matching);
    }
}

static void measured_points(void)
{
    filed_facet low = {.map = 4}, high = {.map = 4};
    split_facets innermost = {.side = {{&low, 1, 1}, {&high, 1, 1}}};
    facet_matching matching = {.open = &innermost, .count = 1};
    fmpq_t square;
    fmpq_init(square);
    facet_matching_square(square, &matching, 1);
    CU_ASSERT(fmpq_is_zero(square));
    high.map = 5;
    facet_matching_square(square, &matching, 1);
    CU_ASSERT(fmpq_is_one(square));
    innermost.side[1].count = 0;
    facet_matching_square(square, &matching, 1);
    CU_ASSERT(fmpq_is_zero(square));
    fmpq_clear(square);
}

UNIT_MAIN("facet_matching", {"one_split", one_split}, {"measured", measured},
          {"measured_points", measured_points})
