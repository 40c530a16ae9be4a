// How steep the network is: the greatest operator norm of a Jacobian.
#include "base/error.h"
#include "base/limits.h"
#include "base/memory.h"
#include "exact/interval.h"
#include "exact/singular.h"
#include "geom/domain.h"
#include "tree/region.h"
#include "walk/observer.h"
#include "walk/tasks.h"
#include <crease/function.h>
#include <flint/fmpq_vec.h>
#include <stdlib.h>

enum { DIGITS = 15, MOST_DIGITS = 10000 };

const char *crease_norm_name(crease_norm norm)
{
    static const char *const names[] = {"2", "1", "inf"};
    return names[norm];
}

static size_t entries_of(const crease_slope *slope)
{
    return slope->outputs * (slope->dimension + 1);
}

static void slope_init(crease_slope *slope, size_t dimension, size_t outputs)
{
    *slope = (crease_slope){.dimension = dimension, .outputs = outputs};
    slope->point = _fmpq_vec_init((slong)slope->dimension);
    slope->map = _fmpq_vec_init((slong)entries_of(slope));
    fmpq_init(slope->value.lo);
    fmpq_init(slope->value.hi);
    fmpq_init(slope->squared.lo);
    fmpq_init(slope->squared.hi);
}

void crease_slope_init(crease_slope *slope, const crease_net *net, const crease_domain *domain)
{
    slope_init(slope, domain->dimension, crease_net_outputs(net));
}

void crease_slope_clear(crease_slope *slope)
{
    _fmpq_vec_clear(slope->point, (slong)slope->dimension);
    _fmpq_vec_clear(slope->map, (slong)entries_of(slope));
    fmpq_clear(slope->value.lo);
    fmpq_clear(slope->value.hi);
    fmpq_clear(slope->squared.lo);
    fmpq_clear(slope->squared.hi);
}

typedef struct {
    crease_slope *slope;
    const crease_net *net;
    const crease_domain *domain;
    crease_norm norm;
    unsigned bits;
} slope_search;

// A stretch of the walk, whose regions are numbered by themselves.
typedef struct {
    const slope_search *search;
    crease_slope slope;
    int improved;      // by this stretch; what others have is known too
    fmpq *map, *point; // of the present region, and inside it
    singular_square singular;
    crease_enclosure squared;
    fmpq_t largest, sum;
} climber;

static void *climber_new(void *data)
{
    const slope_search *search = data;
    climber *c = memory_new(1, sizeof *c);
    c->search = search;
    crease_slope_init(&c->slope, search->net, search->domain);
    c->map = _fmpq_vec_init((slong)entries_of(&c->slope));
    c->point = _fmpq_vec_init((slong)c->slope.dimension);
    singular_square_init(&c->singular);
    fmpq_init(c->squared.lo);
    fmpq_init(c->squared.hi);
    fmpq_init(c->largest);
    fmpq_init(c->sum);
    return c;
}

static void climber_free(void *data, void *portion)
{
    climber *c = portion;
    (void)data;
    _fmpq_vec_clear(c->map, (slong)entries_of(&c->slope));
    _fmpq_vec_clear(c->point, (slong)c->slope.dimension);
    crease_slope_clear(&c->slope);
    singular_square_clear(&c->singular);
    fmpq_clear(c->squared.lo);
    fmpq_clear(c->squared.hi);
    fmpq_clear(c->largest);
    fmpq_clear(c->sum);
    free(c);
}

static size_t climber_size(const void *portion)
{
    const climber *c = portion;
    return sizeof *c + entries_of(&c->slope) * 2 * sizeof *c->map;
}

static void absolute_sum(fmpq_t sum, const fmpq *a, size_t count, size_t step)
{
    fmpq_zero(sum);
    for (size_t i = 0; i < count; i++, a += step)
        fmpq_sgn(a) < 0 ? fmpq_sub(sum, sum, a) : fmpq_add(sum, sum, a);
}

// largest = the greatest sum of absolute values over a row of the Jacobian, or over a column.
static void greatest_sum(climber *c, int of_rows)
{
    const size_t d = c->slope.dimension, m = c->slope.outputs;
    const size_t sums = of_rows ? m : d, terms = of_rows ? d : m;
    const size_t next = of_rows ? d + 1 : 1, step = of_rows ? 1 : d + 1;
    absolute_sum(c->largest, c->map, terms, step);
    for (size_t i = 1; i < sums; i++) {
        absolute_sum(c->sum, c->map + i * next, terms, step);
        if (fmpq_cmp(c->sum, c->largest) > 0)
            fmpq_set(c->largest, c->sum);
    }
}

static void keep(climber *c, const crease_region *region)
{
    crease_slope *slope = &c->slope;
    slope->known = c->improved = 1;
    slope->region = crease_region_id(region);
    for (size_t i = 0; i < slope->dimension; i++)
        fmpq_swap(slope->point + i, c->point + i);
    for (size_t i = 0; i < entries_of(slope); i++)
        fmpq_set(slope->map + i, c->map + i);
}

static void climb_sums(climber *c, const crease_region *region)
{
    crease_slope *slope = &c->slope;
    greatest_sum(c, c->search->norm == CREASE_NORM_MAX);
    if (slope->known && fmpq_cmp(c->largest, slope->value.lo) <= 0)
        return;
    crease_region_interior(c->point, region);
    if (run_has_given_up())
        return;
    fmpq_set(slope->value.lo, c->largest);
    fmpq_set(slope->value.hi, c->largest);
    keep(c, region);
}

// A norm that is not above the upper end of what is known may lie between its ends: then that
// encloses the greater of the two as well.
static void climb_euclidean(climber *c, const crease_region *region)
{
    crease_slope *slope = &c->slope;
    singular_square_set(&c->singular, c->map, slope->outputs, slope->dimension,
                        slope->dimension + 1);
    if (run_has_given_up())
        return;
    if (slope->known && !singular_square_exceeds(&c->singular, slope->squared.hi))
        return;
    crease_region_interior(c->point, region);
    singular_square_enclose(&c->squared, &c->singular, c->search->bits);
    if (run_has_given_up())
        return;
    fmpq_swap(slope->squared.lo, c->squared.lo);
    fmpq_swap(slope->squared.hi, c->squared.hi);
    keep(c, region);
}

static crease_visit visit_region(void *data, const crease_region *region)
{
    climber *c = data;
    const size_t columns = c->slope.dimension + 1;
    for (size_t o = 0; o < c->slope.outputs; o++)
        crease_region_map(c->map + o * columns, region, o);
    if (c->search->norm == CREASE_NORM_2)
        climb_euclidean(c, region);
    else
        climb_sums(c, region);
    return CREASE_GO;
}

// ---- One stretch after the other ----

// Of a norm an enclosure depends on nothing else, and its upper end grows with it: so the region
// that is kept, the first of the greatest upper end, does not depend on where stretches end.
static int is_steeper(const crease_slope *of, const crease_slope *than, crease_norm norm)
{
    return !than->known || (norm == CREASE_NORM_2 ? fmpq_cmp(of->squared.hi, than->squared.hi) > 0
                                                  : fmpq_cmp(of->value.lo, than->value.lo) > 0);
}

static void copy_enclosure(crease_enclosure *to, const crease_enclosure *from)
{
    fmpq_set(to->lo, from->lo);
    fmpq_set(to->hi, from->hi);
}

static void slope_append(crease_slope *all, crease_slope *next, crease_norm norm, uint64_t first)
{
    if (!next->known || !is_steeper(next, all, norm))
        return;
    const crease_slope old = *all;
    *all = *next;
    *next = old;
    all->region += first;
}

// The stretch goes on with what is known then.
static crease_visit tell(void *data, void *portion, uint64_t first, uint64_t regions)
{
    const slope_search *search = data;
    climber *c = portion;
    crease_slope *all = search->slope;
    (void)regions; // one that was given up has changed nothing
    if (c->improved)
        slope_append(all, &c->slope, search->norm, first);
    c->improved = 0;
    c->slope.known = all->known;
    copy_enclosure(&c->slope.value, &all->value);
    copy_enclosure(&c->slope.squared, &all->squared);
    return CREASE_GO;
}

// ---- By tasks ----

static void pack_enclosure(crease_enclosure *of, pack *p)
{
    pack_rationals(p, of->lo, 1);
    pack_rationals(p, of->hi, 1);
}

static void pack_climber(void *data, void *portion, pack *p)
{
    climber *c = portion;
    crease_slope *slope = &c->slope;
    (void)data;
    c->improved = (int)pack_word(p, (uint64_t)c->improved);
    slope->known = (int)pack_word(p, (uint64_t)slope->known);
    slope->region = pack_word(p, slope->region);
    pack_enclosure(&slope->value, p);
    pack_enclosure(&slope->squared, p);
    pack_rationals(p, slope->point, slope->dimension);
    pack_rationals(p, slope->map, entries_of(slope));
}

static void join_climbers(void *data, void *all, void *next, uint64_t first)
{
    const slope_search *search = data;
    climber *c = all, *d = next;
    if (d->improved) {
        slope_append(&c->slope, &d->slope, search->norm, first);
        c->improved = 1;
    }
    d->improved = d->slope.known = 0;
}

// ---- All of it ----

// Encloses the root of what is enclosed.
static void root_of(crease_enclosure *root, const crease_enclosure *squared, unsigned digits)
{
    const fmpq *square[] = {squared->lo, squared->hi};
    crease_enclosure end[2];
    fmpq_t one;
    fmpq_init(one);
    fmpq_one(one);
    for (size_t i = 0; i < 2; i++) {
        root_sum sum;
        root_sum_init(&sum, digits);
        root_sum_add(&sum, square[i]);
        fmpq_init(end[i].lo);
        fmpq_init(end[i].hi);
        root_sum_enclose(end + i, &sum, one);
        root_sum_clear(&sum);
    }
    fmpq_set(root->lo, end[0].lo);
    fmpq_set(root->hi, end[1].hi);
    for (size_t i = 0; i < 2; i++) {
        fmpq_clear(end[i].lo);
        fmpq_clear(end[i].hi);
    }
    fmpq_clear(one);
}

static unsigned digits_or_usual(unsigned digits)
{
    return digits ? digits : DIGITS;
}

static void slope_finish(crease_slope *slope, crease_norm norm, unsigned digits)
{
    if (norm == CREASE_NORM_2 && slope->known)
        root_of(&slope->value, &slope->squared, digits_or_usual(digits) + 2);
}

static crease_status slope_walk(crease_slope *slope, crease_counts *counts, const crease_net *net,
                                const crease_domain *domain, crease_norm norm, unsigned digits,
                                const crease_options *options, crease_error *error)
{
    if (options && options->arith == CREASE_FLOAT)
        return error_set(error, "a slope is exact: arithmetic \"float\" has none");
    if (digits > MOST_DIGITS)
        return error_set(error, "at most %d digits can be asked for, and these are %u", MOST_DIGITS,
                         digits);
    // Both roundings together stay below 10^-digits.
    slope_search search = {.slope = slope,
                           .net = net,
                           .domain = domain,
                           .norm = norm,
                           .bits = digits_or_usual(digits) * 10 / 3 + 4};
    const walk_observer observer = {.data = &search,
                                    .visitor = {.wants_maps = 1, .region = visit_region},
                                    .open = climber_new,
                                    .close = climber_free,
                                    .size = climber_size,
                                    .deliver = tell,
                                    .pack = pack_climber,
                                    .join = join_climbers};
    return walk_observe(counts, net, domain, options, &observer, error);
}

crease_status crease_slope_find(crease_slope *slope, crease_counts *counts, const crease_net *net,
                                const crease_domain *domain, crease_norm norm, unsigned digits,
                                const crease_options *options, crease_error *error)
{
    const crease_status status =
        slope_walk(slope, counts, net, domain, norm, digits, options, error);
    slope_finish(slope, norm, digits);
    return status;
}
