// The neurons of a layer meet a cell: sides, cuts and signs, along random descents.
#include "unit.h"
#include "walker.h"

#include <flint/fmpz_vec.h>
#include <inttypes.h>

enum { COLUMNS = 3, MOST_GENERATORS = 200 };

// ---- The truth, in integers. ----

static int true_sign(walker *w, size_t l, cut predicate, const fmpz *point)
{
    fmpz *form = _fmpz_vec_init(COLUMNS + 1), *value = form + COLUMNS;
    walk_maps_form(&w->maps, form, l, predicate.unit, predicate.breakpoint);
    _fmpz_vec_dot(value, form, point, COLUMNS);
    int sign = fmpz_sgn(value);
    _fmpz_vec_clear(form, COLUMNS + 1);
    return sign;
}

static sides true_sides(walker *w, size_t l, cut predicate, const geom_cell *cell)
{
    sides on = {0, 0};
    for (size_t i = 0; i < cell->count; i++) {
        int sign = true_sign(w, l, predicate, space_point_row(&w->space, cell->generator[i].point));
        on.below |= sign < 0;
        on.above |= sign > 0;
    }
    fmpz *origin = _fmpz_vec_init(COLUMNS);
    fmpz_one(origin + COLUMNS - 1);
    if (!on.below && !on.above && cell_is_everything(cell, &w->space)) // a constant
        on.above = true_sign(w, l, predicate, origin) > 0;
    _fmpz_vec_clear(origin, COLUMNS);
    return on;
}

// ---- What must hold after a survey, and after each cut. ----

// All cuts and only cuts are listed, in order; the pieces of the others are fixed.
static int survey_is_right(walker *w, size_t l, const geom_cell *cell)
{
    const walk_layer *layer = w->maps.layer + l;
    const insertion *in = w->inserts + l;
    size_t k = 0;
    int good = 1;
    for (uint32_t unit = 0; unit < layer->rounded->units; unit++) {
        uint32_t piece = 0, cuts = 0;
        for (uint32_t b = 0; b + 1 < layer->rounded->pieces; b++) {
            sides on = true_sides(w, l, (cut){unit, b}, cell);
            piece += on.above && !on.below;
            if (!on.above || !on.below)
                continue;
            good &= k < in->count && in->cuts[k].unit == unit && in->cuts[k].breakpoint == b;
            cuts++;
            k++;
        }
        good &= cuts || layer->pattern[unit] == piece;
    }
    return good && k == in->count;
}

static uint64_t decisions(const walker *w)
{
    return w->judge.decided_float + w->judge.decided_exact;
}

// The signs at all generators, and their summary; asked again, nothing is decided anew.
static int cut_is_right(walker *w, size_t l, size_t k, const geom_cell *cell, signed char *sign)
{
    cut predicate = w->inserts[l].cuts[k];
    signed char again[MOST_GENERATORS];
    sides on = insertion_sides(w, l, k, cell, sign), truth = true_sides(w, l, predicate, cell);
    int good = on.below == truth.below && on.above == truth.above;
    for (size_t i = 0; i < cell->count; i++)
        good &= sign[i] ==
                true_sign(w, l, predicate, space_point_row(&w->space, cell->generator[i].point));
    uint64_t before = decisions(w);
    insertion_sides(w, l, k, cell, again);
    good &= !memcmp(sign, again, cell->count) && decisions(w) == before;
    fmpz *form = _fmpz_vec_init(COLUMNS);
    walk_maps_form(&w->maps, form, l, predicate.unit, predicate.breakpoint);
    good &= _fmpz_vec_equal(form, insertion_row(w, l, k), COLUMNS);
    _fmpz_vec_clear(form, COLUMNS);
    return good;
}

// ---- A descent: of each split one half, chosen at random. ----

static int descend_layer(walker *w, size_t l, geom_cell *cell, random_state *random, size_t *cuts)
{
    insertion *in = w->inserts + l;
    geom_cell own, half[2];
    walk_maps_sync(&w->maps, l);
    cell_copy(&own, &w->space, cell);
    insertion_survey(w, l, &own);
    int good = survey_is_right(w, l, &own);
    for (size_t k = 0; k < in->count && good; k++) {
        cut predicate = in->cuts[k];
        uint32_t *piece = w->maps.layer[l].pattern + predicate.unit;
        if (*piece < predicate.breakpoint)
            continue;
        signed char sign[MOST_GENERATORS];
        good &= own.count < MOST_GENERATORS && cut_is_right(w, l, k, &own, sign);
        sides on = insertion_sides(w, l, k, &own, sign);
        int up = on.above;
        if (on.above && on.below) {
            up = (int)random_below(random, 2);
            plane_origin origin = {(*cuts)++, (uint32_t)l - 1, predicate.unit,
                                   predicate.breakpoint};
            uint32_t line = space_add_plane(&w->space, insertion_form(in, k), origin);
            uint32_t slots = in->slots;
            cell2_split(half, half + 1, &w->space, &own, sign, line, &in->slots);
            insertion_reserve(in, slots);
            own = half[up];
        }
        *piece = predicate.breakpoint + (uint32_t)up;
    }
    *cell = own;
    return good;
}

static int descent_is_right(walker *w, random_state *random, size_t *cuts)
{
    geom_cell cell = w->whole;
    int good = 1;
    for (size_t l = 1; l <= w->hidden && good; l++)
        good &= descend_layer(w, l, &cell, random, cuts);
    return good;
}

static void descents(crease_arith arith)
{
    enum { SEED = 131, CASES = 1000 };
    printf("seed %d ", SEED);
    static const char *const boxes[] = {NULL, "-1,1", "-1/3,2,0,5/7", "1e-30,2e-30",
                                        "-1e300,1e300"};
    size_t cuts = 0;
    for (uint64_t k = 0; k < CASES; k++) {
        random_state random;
        random_seed(&random, SEED + k);
        test_walker t;
        test_walker_init(&t, arith, random_net(&random, 2, 6, k % 3 ? 2 : 1000),
                         domain_of(boxes[k % 5]));
        int good = descent_is_right(&t.w, &random, &cuts);
        if (!good)
            printf("(seed %" PRIu64 ") ", SEED + k);
        CU_ASSERT(good);
        CU_ASSERT(arith != CREASE_EXACT || t.w.judge.decided_float == 0);
        test_walker_clear(&t);
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

// What doubles see at once they decide alone: no integers are even made.
static void doubles_alone(void)
{
    test_walker t;
    test_walker_init(&t, CREASE_FILTERED,
                     net_of(LAYER("hardtanh", "[[1, 2], [1, 0], [0, 3]]", "[0.5, 9, 0]")),
                     domain_of("-1,1"));
    walk_maps_sync(&t.w.maps, 1);
    insertion_survey(&t.w, 1, &t.w.whole);
    CU_ASSERT_EQUAL(t.w.inserts[1].count, 4);
    CU_ASSERT_EQUAL(t.w.maps.layer[1].pattern[1], 2);
    CU_ASSERT_EQUAL(t.w.judge.decided_exact, 0);
    CU_ASSERT(t.w.judge.decided_float > 0);
    test_walker_clear(&t);
}

UNIT_MAIN("insertion", {"filtered_descents", filtered_descents}, {"exact_descents", exact_descents},
          {"doubles_alone", doubles_alone})
