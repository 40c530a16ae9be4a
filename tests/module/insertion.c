// The neurons of a layer meet a cell: sides, cuts and signs, along random descents.
#include "tree/insertion.h"
#include "position.h"
#include "unit.h"

#include <flint/fmpz_vec.h>
#include <inttypes.h>

enum { COLUMNS = 3, MOST_GENERATORS = 200 };

// ---- The truth, in integers. ----

static int true_sign(walk_position *pos, size_t l, walk_predicate predicate, const fmpz *point)
{
    fmpz *form = _fmpz_vec_init(COLUMNS + 1), *value = form + COLUMNS;
    walk_maps_form(&pos->maps, form, l, predicate.unit, predicate.breakpoint);
    _fmpz_vec_dot(value, form, point, COLUMNS);
    int sign = fmpz_sgn(value);
    _fmpz_vec_clear(form, COLUMNS + 1);
    return sign;
}

static sides true_sides(walk_position *pos, size_t l, walk_predicate predicate,
                        const geom_cell *cell)
{
    sides on = {0, 0, 0};
    for (size_t i = 0; i < cell->count; i++) {
        int sign =
            true_sign(pos, l, predicate, space_point_row(&pos->space, cell->generator[i].point));
        on.below |= sign < 0;
        on.above |= sign > 0;
    }
    fmpz *origin = _fmpz_vec_init(COLUMNS);
    fmpz_one(origin + COLUMNS - 1);
    if (!on.below && !on.above && cell_is_everything(cell, &pos->space)) // a constant
        on.above = true_sign(pos, l, predicate, origin) > 0;
    _fmpz_vec_clear(origin, COLUMNS);
    return on;
}

// ---- Conditions after a survey, and after each cut. ----

// All cuts and only cuts are listed, in order; the pieces of the others are fixed.
static bool survey_is_right(walk_position *pos, size_t l, const geom_cell *cell)
{
    const walk_layer *layer = pos->maps.layer + l;
    const insertion *in = pos->inserts + l;
    size_t k = 0;
    bool good = true;
    for (uint32_t unit = 0; unit < layer->rounded->units; unit++) {
        uint32_t piece = 0, cuts = 0;
        for (uint32_t b = 0; b + 1 < unit_pieces(&layer->rounded->unit, unit); b++) {
            sides on = true_sides(pos, l, (walk_predicate){unit, b}, cell);
            piece += on.above && !on.below;
            if (!on.above || !on.below)
                continue;
            good &= k < in->count && in->kept[k].unit == unit && in->kept[k].breakpoint == b;
            cuts++;
            k++;
        }
        good &= cuts || layer->pattern[unit] == piece;
    }
    return good && k == in->count;
}

static uint64_t decisions(const walk_position *pos)
{
    return pos->judge.decided_float + pos->judge.decided_exact;
}

// The signs at all generators, and their summary; a second request decides nothing.
static bool cut_is_right(walk_position *pos, size_t l, size_t k, const geom_cell *cell,
                         signed char *sign)
{
    walk_predicate predicate = pos->inserts[l].kept[k];
    signed char again[MOST_GENERATORS];
    sides on = insertion_sides(pos, l, k, cell, sign), truth = true_sides(pos, l, predicate, cell);
    bool good = on.below == truth.below && on.above == truth.above;
    for (size_t i = 0; i < cell->count; i++)
        good &= sign[i] == true_sign(pos, l, predicate,
                                     space_point_row(&pos->space, cell->generator[i].point));
    uint64_t before = decisions(pos);
    insertion_sides(pos, l, k, cell, again);
    good &= !memcmp(sign, again, cell->count) && decisions(pos) == before;
    fmpz *form = _fmpz_vec_init(COLUMNS);
    walk_maps_form(&pos->maps, form, l, predicate.unit, predicate.breakpoint);
    good &= _fmpz_vec_equal(form, insertion_row(pos, l, k), COLUMNS);
    _fmpz_vec_clear(form, COLUMNS);
    return good;
}

// ---- A descent: of each split one half, chosen at random. ----

static bool descend_layer(walk_position *pos, size_t l, geom_cell *cell, random_state *random,
                          size_t *cuts)
{
    insertion *in = pos->inserts + l;
    geom_cell own, half[2];
    walk_maps_sync(&pos->maps, l);
    cell_view(&own, &pos->space, cell);
    insertion_survey(pos, l, &own);
    bool good = survey_is_right(pos, l, &own);
    for (size_t k = 0; k < in->count && good; k++) {
        walk_predicate predicate = in->kept[k];
        uint32_t *piece = pos->maps.layer[l].pattern + predicate.unit;
        if (*piece < predicate.breakpoint)
            continue;
        signed char sign[MOST_GENERATORS];
        good &= own.count < MOST_GENERATORS && cut_is_right(pos, l, k, &own, sign);
        sides on = insertion_sides(pos, l, k, &own, sign);
        int up = on.above;
        if (on.above && on.below) {
            up = (int)random_below(random, 2);
            plane_origin origin = {(*cuts)++, (uint32_t)l - 1, predicate.unit,
                                   predicate.breakpoint};
            uint32_t line = space_add_plane(&pos->space, insertion_form(in, k), origin);
            uint32_t slots = in->slots;
            cell_split(half, &pos->space, &own, sign, line, &in->slots);
            insertion_reserve(pos, l, slots);
            own = half[up];
        }
        *piece = predicate.breakpoint + (uint32_t)up;
    }
    *cell = own;
    return good;
}

static bool descent_is_right(walk_position *pos, size_t hidden, random_state *random, size_t *cuts)
{
    geom_cell cell = pos->whole;
    bool good = true;
    for (size_t l = 1; l <= hidden && good; l++)
        good &= descend_layer(pos, l, &cell, random, cuts);
    return good;
}

static void descents(crease_arith arith)
{
    enum { CASES = 1000 };
    static const char *const boxes[] = {NULL, "-1,1", "-1/3,2,0,5/7", "1e-30,2e-30",
                                        "-1e300,1e300"};
    size_t cuts = 0;
    for (uint64_t k = 0; k < CASES; k++) {
        random_state random = unit_random(131 + k);
        test_position t;
        test_position_init(&t, arith, random_net(&random, 2, 6, k % 3 ? 2 : 1000),
                           domain_of(boxes[k % 5]));
        bool good = descent_is_right(&t.pos, t.hidden, &random, &cuts);
        CU_ASSERT(good);
        CU_ASSERT(arith != CREASE_EXACT || t.pos.judge.decided_float == 0);
        test_position_clear(&t);
    }
    CU_ASSERT(cuts > CASES);
}

static void filtered_descents(void)
{
    descents(CREASE_FILTERED);
}

static void exact_descents(void)
{
    descents(CREASE_EXACT);
}

// Signs that doubles decide need no integers.
static void doubles_alone(void)
{
    test_position t;
    test_position_init(&t, CREASE_FILTERED,
                       net_of(LAYER("hardtanh", "[[1, 2], [1, 0], [0, 3]]", "[0.5, 9, 0]")),
                       domain_of("-1,1"));
    walk_maps_sync(&t.pos.maps, 1);
    insertion_survey(&t.pos, 1, &t.pos.whole);
    CU_ASSERT_EQUAL(t.pos.inserts[1].count, 4);
    CU_ASSERT_EQUAL(t.pos.maps.layer[1].pattern[1], 2);
    CU_ASSERT_EQUAL(t.pos.judge.decided_exact, 0);
    CU_ASSERT(t.pos.judge.decided_float > 0);
    test_position_clear(&t);
}

// ---- which hyperplanes are left for the parts of a cell ----

typedef struct {
    test_position t;
    geom_cell cell; // surveyed
} surveyed;

static void surveyed_init(surveyed *s, crease_net *net)
{
    test_position_init(&s->t, CREASE_FILTERED, net, domain_of("-2,2"));
    walk_position *pos = &s->t.pos;
    walk_maps_sync(&pos->maps, 1);
    cell_view(&s->cell, &pos->space, &pos->whole);
    insertion_survey(pos, 1, &s->cell);
}

static uint32_t piece(const surveyed *s, size_t unit)
{
    return s->t.pos.maps.layer[1].pattern[unit];
}

// Halves of a cell by cut k; as the walk does, the unit gets its piece.
static void halve(surveyed *s, geom_cell *half, const geom_cell *cell, uint32_t k)
{
    walk_position *pos = &s->t.pos;
    insertion *in = pos->inserts + 1;
    signed char *sign = arena_take(&pos->space.cells, cell->count);
    sides on = insertion_sides(pos, 1, k, cell, sign);
    CU_ASSERT(on.below && on.above);
    plane_origin origin = {k, 0, in->kept[k].unit, in->kept[k].breakpoint};
    uint32_t slots = in->slots, plane = space_add_plane(&pos->space, insertion_form(in, k), origin);
    cell_split(half, &pos->space, cell, sign, plane, &in->slots);
    insertion_reserve(pos, 1, slots);
}

static hyperplane_list left(surveyed *s, const geom_cell *part, hyperplane_list list, uint32_t unit,
                            uint32_t own_piece)
{
    s->t.pos.maps.layer[1].pattern[unit] = own_piece;
    return hyperplanes_left(&s->t.pos, 1, part, list);
}

static void expect_list(hyperplane_list list, const uint32_t *cuts, size_t count)
{
    CU_ASSERT_EQUAL(list.count, count);
    for (size_t i = 0; i < count && i < list.count; i++)
        CU_ASSERT_EQUAL(list.number[i], cuts[i]);
}

// Units x, y, x + y - 3, x - 5: the last one does not cut.
static void relu(void)
{
    surveyed s;
    geom_cell half[2], quarter[2];
    surveyed_init(&s, net_of(RELU("[[1, 0], [0, 1], [1, 1], [1, 0]]", "[0, 0, -3, -5]")));
    CU_ASSERT_FALSE(insertion_is_maxout(&s.t.pos, 1, 0));
    hyperplane_list all = hyperplanes_all(&s.t.pos, 1), rest = {all.number + 1, all.count - 1};
    expect_list(all, (uint32_t[]){0, 1, 2}, 3);
    CU_ASSERT_EQUAL(piece(&s, 3), 0);
    halve(&s, half, &s.cell, 0);
    expect_list(left(&s, half, rest, 0, 0), (uint32_t[]){1}, 1);
    CU_ASSERT_EQUAL(piece(&s, 2), 0);
    hyperplane_list both = left(&s, half + 1, rest, 0, 1);
    expect_list(both, (uint32_t[]){1, 2}, 2);
    halve(&s, quarter, half + 1, 1);
    hyperplane_list last = {both.number + 1, 1};
    expect_list(left(&s, quarter, last, 1, 0), NULL, 0);
    expect_list(left(&s, quarter + 1, last, 1, 1), (uint32_t[]){2}, 1);
    test_position_clear(&s.t);
}

// Breakpoints -1 and 1 of x, of y, and of x again.
static void hardtanh(void)
{
    surveyed s;
    geom_cell half[2], third[2];
    surveyed_init(&s, net_of(LAYER("hardtanh", "[[1, 0], [0, 1], [1, 0]]", "[0, 0, 0]")));
    hyperplane_list all = hyperplanes_all(&s.t.pos, 1), rest = {all.number + 1, all.count - 1};
    expect_list(all, (uint32_t[]){0, 1, 2, 3, 4, 5}, 6);
    halve(&s, half, &s.cell, 0);
    // x <= -1: below both breakpoints of both units.
    expect_list(left(&s, half, rest, 0, 0), (uint32_t[]){2, 3}, 2);
    CU_ASSERT(piece(&s, 0) == 0 && piece(&s, 2) == 0);
    hyperplane_list above = left(&s, half + 1, rest, 0, 1);
    expect_list(above, (uint32_t[]){1, 2, 3, 5}, 4);
    CU_ASSERT_EQUAL(piece(&s, 2), 2); // the second one still cuts
    halve(&s, third, half + 1, 1);
    hyperplane_list last = {above.number + 1, above.count - 1};
    expect_list(left(&s, third, last, 0, 1), (uint32_t[]){2, 3}, 2);
    CU_ASSERT_EQUAL(piece(&s, 2), 1);
    expect_list(left(&s, third + 1, last, 0, 2), (uint32_t[]){2, 3}, 2);
    CU_ASSERT_EQUAL(piece(&s, 2), 2);
    test_position_clear(&s.t);
}

// Units max(x, 0, -9), max(x, y, -9): one entry for all predicates of each.
static void maxout(void)
{
    surveyed s;
    geom_cell half[2];
    surveyed_init(&s,
                  net_of(LAYER("maxout:3",
                               "[[1, 0], [0, 0], [0, 0], [1, 0], [0, 1], [0, 0], [0, 0], [0, 0], "
                               "[1, 1]]",
                               "[0, 0, -9, 0, 0, -9, 0, 1, 9]")));
    CU_ASSERT(insertion_is_maxout(&s.t.pos, 1, 0));
    CU_ASSERT_EQUAL(piece(&s, 2), 2);
    hyperplane_list all = hyperplanes_all(&s.t.pos, 1);
    expect_list(all, (uint32_t[]){0, 3}, 2);
    // Where x > y no row of the first unit attains the maximum everywhere; the first row of the
    // second does.
    halve(&s, half, &s.cell, 3); // y - x
    expect_list(left(&s, half, all, 1, 0), (uint32_t[]){0}, 1);
    CU_ASSERT_EQUAL(piece(&s, 1), 0);
    expect_list(left(&s, half + 1, all, 1, 0), (uint32_t[]){0}, 1);
    CU_ASSERT_EQUAL(piece(&s, 1), 1);
    halve(&s, half, &s.cell, 0); // -x
    expect_list(left(&s, half, all, 0, 2), (uint32_t[]){3}, 1);
    CU_ASSERT_EQUAL(piece(&s, 0), 0);
    expect_list(left(&s, half + 1, all, 0, 2), (uint32_t[]){3}, 1);
    CU_ASSERT_EQUAL(piece(&s, 0), 1);
    test_position_clear(&s.t);
}

UNIT_MAIN("insertion", {"filtered_descents", filtered_descents}, {"exact_descents", exact_descents},
          {"doubles_alone", doubles_alone}, {"relu", relu}, {"hardtanh", hardtanh},
          {"maxout", maxout})
