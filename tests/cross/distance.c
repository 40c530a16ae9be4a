// Distances to both boundaries against all faces of all regions, on random networks biased to
// degeneracy, in one to three dimensions.
//
// Points are vertices, points on faces, points inside regions, and any small numbers. The reference
// projects a point onto every intersection of facets of every region of the full walk; in the plane
// also onto what every two edges share. The nearest point must be as far, lie on the boundary and
// on the crease that is named; and nothing depends on the arithmetic, on threads, or on other
// points.
#include "../module/unit.h"
#include "../ref/nearest.h"
#include "../ref/random_nets.h"
#include "base/random.h"
#include "distance/boundary_search.h"
#include "net/net.h"

#include <crease/distance.h>
#include <flint/fmpq_vec.h>
#include <inttypes.h>
#include <stdio.h>

// After tests/ref, whose names it would hide.
#include "distance/boundary_search.h"

enum { POINTS = 6, SOME_POINTS = 3, FAR = 64, MOST_REGIONS = 60, MOST_EDGES = 40 };

typedef struct {
    const crease_net *net;
    size_t dimension;
    const portrait *full, *boxed; // boxed: in [-FAR, FAR]^2, NULL unless d = 2
    fmpq *points;
    size_t count; // of points
    crease_norm norm;
    crease_distance *found; // of the points
    const char *what;       // is wrong
} trial;

// ---- one result ----

// The value of the form that the crease is the zero set of, at y.
static void crease_value(fmpq_t value, const trial *t, const crease_nearest *nearest)
{
    fmpq *y = _fmpq_vec_init((slong)t->dimension);
    size_t width = t->dimension;
    for (size_t c = 0; c < width; c++)
        fmpq_set(y + c, nearest->point + c);
    for (size_t l = 0; l < nearest->layer; l++) {
        const net_layer *layer = t->net->layer + l;
        fmpq *above = _fmpq_vec_init((slong)layer->units);
        net_layer_evaluate(above, layer, y);
        _fmpq_vec_clear(y, (slong)width);
        y = above;
        width = layer->units;
    }
    const net_layer *layer = t->net->layer + nearest->layer;
    const activation *act = net_layer_act(layer, nearest->unit);
    maxout_rows pair = {0, 0};
    if (act->rank > 1)
        pair = maxout_pair(nearest->breakpoint, act->rank);
    pair.earlier += layer->unit.row[nearest->unit];
    pair.later += layer->unit.row[nearest->unit];
    number_row_dot(value, layer->weight + pair.later * width, y, width);
    fmpq_add(value, value, layer->bias + pair.later);
    if (act->rank > 1) {
        fmpq_t earlier;
        fmpq_init(earlier);
        number_row_dot(earlier, layer->weight + pair.earlier * width, y, width);
        fmpq_add(earlier, earlier, layer->bias + pair.earlier);
        fmpq_sub(value, value, earlier);
        fmpq_clear(earlier);
    } else {
        fmpq_sub(value, value, act->breakpoint + nearest->breakpoint);
    }
    _fmpq_vec_clear(y, (slong)width);
}

static const char *check_point(const trial *t, const crease_nearest *nearest, const fmpq *x,
                               bool function)
{
    const char *what = NULL;
    fmpq_t value;
    fmpq_init(value);
    nearest_square(value, x, nearest->point, t->dimension, t->norm);
    if (!fmpq_equal(value, nearest->squared))
        what = "the distance of the nearest point";
    crease_value(value, t, nearest);
    if (!what && !fmpq_is_zero(value))
        what = "the owner";
    if (!what && function && !nearest_is_break(t->full, nearest->point))
        what = "a nearest point off the boundary";
    fmpq_clear(value);
    return what;
}

// A square smaller than that of the distance to the box's border must be the same.
static bool agree_within(const fmpq_t a, bool has_a, const fmpq_t b, bool has_b, const fmpq *x)
{
    fmpq_t limit, to;
    fmpq_init(limit);
    fmpq_init(to);
    fmpq_set_si(limit, FAR, 1);
    for (size_t c = 0; c < 2; c++) {
        fmpq_abs(to, x + c);
        fmpq_sub_si(to, to, FAR);
        fmpq_neg(to, to);
        if (fmpq_cmp(to, limit) < 0)
            fmpq_set(limit, to);
    }
    bool outside = fmpq_sgn(limit) <= 0;
    fmpq_mul(limit, limit, limit);
    bool a_counts = has_a && fmpq_cmp(a, limit) < 0, b_counts = has_b && fmpq_cmp(b, limit) < 0;
    bool agrees = a_counts == b_counts && (!a_counts || fmpq_equal(a, b));
    fmpq_clear(limit);
    fmpq_clear(to);
    return outside || agrees;
}

static const char *check_nearest(const trial *t, const crease_nearest *nearest, const fmpq *x,
                                 bool function)
{
    const char *what = NULL;
    bool known = nearest->state == CREASE_NEAREST_KNOWN;
    fmpq_t square;
    fmpq_init(square);
    bool exists = nearest_region(square, t->full, x, function, t->norm);
    if (known != exists || nearest->state == CREASE_NEAREST_AT_LEAST)
        what = "whether there is a boundary";
    else if (known && !fmpq_equal(square, nearest->squared))
        what = "the distance";
    else if (known)
        what = check_point(t, nearest, x, function);
    if (!what && t->norm == CREASE_NORM_2 && t->boxed && t->boxed->regions <= MOST_EDGES) {
        exists = nearest_edge(square, t->boxed, x, function);
        if (!agree_within(nearest->squared, known, square, exists, x))
            what = "the distance to an edge";
    }
    fmpq_clear(square);
    return what;
}

// ---- all points ----

static bool same_nearest(const crease_nearest *a, const crease_nearest *b, size_t d)
{
    return a->state == b->state &&
           (a->state != CREASE_NEAREST_KNOWN ||
            (fmpq_equal(a->squared, b->squared) && number_row_equal(a->point, b->point, d) &&
             a->layer == b->layer && a->unit == b->unit && a->breakpoint == b->breakpoint));
}

static void copy_nearest(crease_nearest *to, const crease_nearest *from, size_t d)
{
    to->state = from->state;
    fmpq_set(to->squared, from->squared);
    for (size_t c = 0; c < d; c++)
        fmpq_set(to->point + c, from->point + c);
    to->layer = from->layer;
    to->unit = from->unit;
    to->breakpoint = from->breakpoint;
}

static crease_visit keep(void *data, size_t index, const crease_distance *distance)
{
    trial *t = data;
    copy_nearest(&t->found[index].activation, &distance->activation, t->dimension);
    copy_nearest(&t->found[index].function, &distance->function, t->dimension);
    t->found[index].cells = distance->cells;
    return CREASE_GO;
}

static crease_visit compare(void *data, size_t index, const crease_distance *distance)
{
    trial *t = data;
    const crease_distance *kept = t->found + index;
    if (!same_nearest(&kept->activation, &distance->activation, t->dimension) ||
        !same_nearest(&kept->function, &distance->function, t->dimension) ||
        kept->cells != distance->cells)
        t->what = "what exact arithmetic or threads change";
    return CREASE_GO;
}

static void try_points(trial *t)
{
    crease_error error;
    crease_options options = {.threads = 1};
    if (crease_distances(t->net, t->points, t->count, 1, t->norm, &options, keep, t, &error) !=
        CREASE_OK)
        t->what = "the status";
    for (size_t k = 0; k < t->count && !t->what; k++) {
        const fmpq *x = t->points + k * t->dimension;
        t->what = check_nearest(t, &t->found[k].activation, x, 0);
        if (!t->what)
            t->what = check_nearest(t, &t->found[k].function, x, 1);
    }
    options.arith = CREASE_EXACT;
    options.threads = 2;
    if (!t->what && crease_distances(t->net, t->points, t->count, 1, t->norm, &options, compare, t,
                                     &error) != CREASE_OK)
        t->what = "the status";
}

// ---- points ----

// The mean of a few vertices, moved along rays or by almost nothing; or any small numbers.
static void choose_point(fmpq *x, const portrait *full, random_state *random)
{
    size_t d = full->dimension, generators = random_below(random, d + 2);
    for (size_t c = 0; c < d; c++) {
        slong top = (slong)random_between(random, -6, 6);
        ulong bottom = generators ? 1 : 1 + random_below(random, 3);
        fmpq_set_si(x + c, generators ? 0 : top, bottom);
    }
    const portrait_region *region = full->region + random_below(random, full->regions);
    for (size_t k = 0; k < generators; k++) {
        size_t v = random_below(random, region->vertices.count);
        for (size_t c = 0; c < d; c++)
            fmpq_add(x + c, x + c, number_row(&region->vertices, v) + c);
        for (size_t c = 0; c < d && region->rays.count && k == 0; c++)
            fmpq_add(x + c, x + c, number_row(&region->rays, 0) + c);
    }
    for (size_t c = 0; c < d && generators; c++) {
        fmpq_t share;
        fmpq_init(share);
        fmpq_set_si(share, 1, generators);
        fmpq_mul(x + c, x + c, share);
        fmpq_clear(share);
    }
    if (random_below(random, 6) == 0) {
        fmpq_t little;
        fmpq_init(little);
        fmpq_one(little);
        fmpq_div_2exp(little, little, 300);
        fmpq_add(x, x, little);
        fmpq_clear(little);
    }
}

// ---- cases ----

static void complain(const trial *t, uint64_t seed)
{
    fprintf(stderr, "seed %" PRIu64 ", norm %s, %s; points", seed, crease_norm_name(t->norm),
            t->what);
    for (size_t k = 0; k < POINTS * t->dimension; k++) {
        fprintf(stderr, k % t->dimension ? ", " : "; ");
        fmpq_fprint(stderr, t->points + k);
    }
    fprintf(stderr, "\n");
    crease_net_write(stderr, t->net);
}

static crease_domain *far_box(void)
{
    crease_domain *box = NULL;
    char text[32];
    snprintf(text, sizeof text, "-%d,%d", FAR, FAR);
    crease_domain_parse_box(&box, text, 2, NULL);
    return box;
}

static bool agree(uint64_t seed, size_t *points)
{
    static const unsigned kinds[] = {0, RANDOM_PWL, RANDOM_MAXOUT, RANDOM_MIXED,
                                     RANDOM_MIXED | RANDOM_PWL | RANDOM_MAXOUT};
    static const size_t dimensions[] = {1, 2, 3, 2, 2, 3, 2};
    random_state random;
    random_seed(&random, seed);
    random_case of;
    random_case_init_with(&of, seed, dimensions[seed % 7], kinds[seed % 5]);
    size_t d = of.dimension;
    crease_domain *space = crease_domain_new_space(d), *box = d == 2 ? far_box() : NULL;
    portrait full, boxed;
    portrait_init(&full, of.net, space, CREASE_FILTERED);
    if (box)
        portrait_init(&boxed, of.net, box, CREASE_FILTERED);
    trial t = {.net = of.net, .dimension = d, .full = &full, .boxed = box ? &boxed : NULL};
    t.points = _fmpq_vec_init((slong)(POINTS * d));
    crease_distance found[POINTS];
    t.found = found;
    for (size_t k = 0; k < POINTS; k++)
        crease_distance_init(found + k, of.net);
    for (size_t k = 0; k < POINTS; k++)
        choose_point(t.points + k * d, &full, &random);
    if (full.regions <= MOST_REGIONS) {
        t.count = POINTS;
        try_points(&t);
        *points += POINTS;
    }
    if (full.regions <= MOST_REGIONS / d && !t.what) { // the reference takes long
        t.norm = seed % 2 ? CREASE_NORM_1 : CREASE_NORM_MAX;
        t.count = SOME_POINTS;
        try_points(&t);
        *points += SOME_POINTS;
    }
    if (t.what)
        complain(&t, seed);
    for (size_t k = 0; k < POINTS; k++)
        crease_distance_clear(found + k);
    _fmpq_vec_clear(t.points, (slong)(POINTS * d));
    portrait_clear(&full);
    if (box)
        portrait_clear(&boxed);
    crease_domain_free(box);
    crease_domain_free(space);
    random_case_clear(&of);
    return !t.what;
}

static void distances_are_those_to_faces(void)
{
    size_t points = 0;
    SEEDS(seed, 120)
        CU_ASSERT(agree(seed, &points));
    CU_ASSERT(points > 0 || cases_count(120) < 6);
}

UNIT_MAIN("distances", {"are those to every face", distances_are_those_to_faces})
