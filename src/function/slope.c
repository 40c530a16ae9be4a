// How steep the network is: the greatest operator norm of a Jacobian.
#include "base/error.h"
#include "base/fatal.h"
#include "base/limits.h"
#include "base/memory.h"
#include "domain/domain.h"
#include "exact/enclosed_sum.h"
#include "exact/rational.h"
#include "exact/singular.h"
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

static size_t entries_of(const crease_lipschitz *slope)
{
    return slope->outputs * (slope->dimension + 1);
}

static void enclosure_init(crease_enclosure *enclosure)
{
    fmpq_init(enclosure->lo);
    fmpq_init(enclosure->hi);
}

static void enclosure_clear(crease_enclosure *enclosure)
{
    fmpq_clear(enclosure->lo);
    fmpq_clear(enclosure->hi);
}

void crease_lipschitz_init(crease_lipschitz *slope, const crease_net *net,
                           const crease_domain *domain)
{
    *slope = (crease_lipschitz){.dimension = domain->dimension, .outputs = crease_net_outputs(net)};
    slope->point = _fmpq_vec_init((slong)slope->dimension);
    slope->map = _fmpq_vec_init((slong)entries_of(slope));
    enclosure_init(&slope->value);
    enclosure_init(&slope->squared);
}

void crease_lipschitz_clear(crease_lipschitz *slope)
{
    _fmpq_vec_clear(slope->point, (slong)slope->dimension);
    _fmpq_vec_clear(slope->map, (slong)entries_of(slope));
    enclosure_clear(&slope->value);
    enclosure_clear(&slope->squared);
}

typedef struct {
    crease_lipschitz *slope;
    const crease_net *net;
    const crease_domain *domain;
    crease_norm norm;
    unsigned bits;
} slope_search;

// A buffer, whose regions are numbered by themselves.
typedef struct {
    const slope_search *search;
    crease_lipschitz slope;
    bool improved;     // by this buffer; what others have is known too
    fmpq *map, *point; // of the present region, and inside it
    singular_square singular;
    crease_enclosure enclosure; // for the present region, as norm_known has it
    fmpq_t sum;
} climber;

// The norm, or the square of CREASE_NORM_2.
static crease_enclosure *norm_known(crease_lipschitz *slope, crease_norm norm)
{
    return norm == CREASE_NORM_2 ? &slope->squared : &slope->value;
}

static void *climber_new(void *data)
{
    const slope_search *search = data;
    climber *c = memory_new(1, sizeof *c);
    c->search = search;
    crease_lipschitz_init(&c->slope, search->net, search->domain);
    c->map = _fmpq_vec_init((slong)entries_of(&c->slope));
    c->point = _fmpq_vec_init((slong)c->slope.dimension);
    singular_square_init(&c->singular);
    enclosure_init(&c->enclosure);
    fmpq_init(c->sum);
    return c;
}

static void climber_free(void *data, void *buffer)
{
    climber *c = buffer;
    (void)data;
    _fmpq_vec_clear(c->map, (slong)entries_of(&c->slope));
    _fmpq_vec_clear(c->point, (slong)c->slope.dimension);
    crease_lipschitz_clear(&c->slope);
    singular_square_clear(&c->singular);
    enclosure_clear(&c->enclosure);
    fmpq_clear(c->sum);
    free(c);
}

static size_t climber_size(const void *buffer)
{
    const climber *c = buffer;
    return sizeof *c + entries_of(&c->slope) * 2 * sizeof *c->map;
}

static void absolute_sum(fmpq_t sum, const fmpq *a, size_t count, size_t step)
{
    ASSERT(step > 0);
    fmpq_zero(sum);
    for (size_t i = 0; i < count; i++, a += step)
        fmpq_sgn(a) < 0 ? fmpq_sub(sum, sum, a) : fmpq_add(sum, sum, a);
}

// The greatest sum of absolute values over a row of the Jacobian, or over a column.
static void greatest_sum(climber *c, bool over_rows)
{
    const size_t d = c->slope.dimension, m = c->slope.outputs;
    const size_t sums = over_rows ? m : d, terms = over_rows ? d : m;
    const size_t next = over_rows ? d + 1 : 1, step = over_rows ? 1 : d + 1;
    fmpq *largest = c->enclosure.lo;
    fmpq_zero(largest);
    for (size_t i = 0; i < sums; i++) {
        absolute_sum(c->sum, c->map + i * next, terms, step);
        if (fmpq_cmp(c->sum, largest) > 0)
            fmpq_set(largest, c->sum);
    }
    fmpq_set(c->enclosure.hi, largest);
}

static void keep_slope(climber *c, const crease_region *region)
{
    crease_lipschitz *slope = &c->slope;
    crease_enclosure *known = norm_known(slope, c->search->norm);
    slope->known = 1;
    c->improved = true;
    slope->region = crease_region_id(region);
    fmpq_swap(known->lo, c->enclosure.lo);
    fmpq_swap(known->hi, c->enclosure.hi);
    for (size_t i = 0; i < slope->dimension; i++)
        fmpq_swap(slope->point + i, c->point + i);
    rational_copy(slope->map, c->map, entries_of(slope));
}

// A Euclidean norm that is not above the upper end of what is known may lie between its ends: then
// that encloses the greater of the two as well.
static crease_visit slope_region(void *data, const crease_region *region)
{
    climber *c = data;
    crease_lipschitz *slope = &c->slope;
    const bool euclidean = c->search->norm == CREASE_NORM_2;
    const size_t columns = slope->dimension + 1;
    const fmpq *most = norm_known(slope, c->search->norm)->hi, *upper = c->enclosure.hi;
    for (size_t o = 0; o < slope->outputs; o++)
        crease_region_map(c->map + o * columns, region, o);
    if (euclidean)
        singular_square_set(&c->singular, c->map, slope->outputs, slope->dimension, columns);
    else
        greatest_sum(c, c->search->norm == CREASE_NORM_MAX);
    if (run_is_cancelled() ||
        (slope->known &&
         !(euclidean ? singular_square_exceeds(&c->singular, most) : fmpq_cmp(upper, most) > 0)))
        return CREASE_GO;
    crease_region_interior(c->point, region);
    if (euclidean)
        singular_square_enclose(&c->enclosure, &c->singular, c->search->bits);
    if (!run_is_cancelled())
        keep_slope(c, region);
    return CREASE_GO;
}

// ---- One buffer after the other ----

// The enclosure of a norm depends on nothing else, and its upper end grows with it: so the region
// that is kept, the first of the greatest upper end, does not depend on where buffers end.
static void slope_append(crease_lipschitz *all, crease_lipschitz *next, crease_norm norm,
                         uint64_t first)
{
    if (!next->known ||
        (all->known && fmpq_cmp(norm_known(next, norm)->hi, norm_known(all, norm)->hi) <= 0))
        return;
    const crease_lipschitz old = *all;
    *all = *next;
    *next = old;
    all->region += first;
}

// The buffer goes on with what is known then.
static crease_visit deliver_slope(void *data, void *buffer, uint64_t first, uint64_t regions)
{
    const slope_search *search = data;
    climber *c = buffer;
    const crease_enclosure *known = norm_known(search->slope, search->norm);
    crease_enclosure *own = norm_known(&c->slope, search->norm);
    (void)regions; // a cancelled one has changed nothing
    if (c->improved)
        slope_append(search->slope, &c->slope, search->norm, first);
    c->improved = false;
    c->slope.known = search->slope->known;
    fmpq_set(own->lo, known->lo);
    fmpq_set(own->hi, known->hi);
    return CREASE_GO;
}

// ---- By tasks ----

static void pack_climber(void *data, void *buffer, pack *p)
{
    const slope_search *search = data;
    climber *c = buffer;
    crease_lipschitz *slope = &c->slope;
    crease_enclosure *known = norm_known(slope, search->norm);
    c->improved = pack_word(p, (uint64_t)c->improved) != 0;
    slope->known = (int)pack_word(p, (uint64_t)slope->known);
    slope->region = pack_word(p, slope->region);
    pack_rationals(p, known->lo, 1);
    pack_rationals(p, known->hi, 1);
    pack_rationals(p, slope->point, slope->dimension);
    pack_rationals(p, slope->map, entries_of(slope));
}

static void join_climbers(void *data, void *all, void *next, uint64_t first)
{
    const slope_search *search = data;
    climber *c = all, *d = next;
    if (d->improved) {
        slope_append(&c->slope, &d->slope, search->norm, first);
        c->improved = true;
    }
    d->improved = false;
    d->slope.known = 0;
}

// ---- All of it ----

static void enclose_root(crease_enclosure *root, const fmpq_t square, unsigned digits)
{
    enclosed_sum sum;
    fmpq_t one;
    fmpq_init(one);
    fmpq_one(one);
    enclosed_sum_init(&sum, digits);
    enclosed_sum_add_root(&sum, square);
    enclosed_sum_get(root, &sum, one);
    enclosed_sum_clear(&sum);
    fmpq_clear(one);
}

// The norm from its square.
static void finish_slope(crease_lipschitz *slope, unsigned digits)
{
    crease_enclosure upper;
    enclosure_init(&upper);
    enclose_root(&slope->value, slope->squared.lo, digits);
    enclose_root(&upper, slope->squared.hi, digits);
    fmpq_swap(slope->value.hi, upper.hi);
    enclosure_clear(&upper);
}

crease_status crease_lipschitz_compute(crease_lipschitz *slope, crease_counts *counts,
                                       const crease_net *net, const crease_domain *domain,
                                       crease_norm norm, unsigned digits,
                                       const crease_options *options, crease_error *error)
{
    if (options && options->arith == CREASE_FLOAT)
        return error_set(error, "a slope is exact: arithmetic \"float\" has none");
    if (digits > MOST_DIGITS)
        return error_set(error, "expected at most %d digits, found %u", MOST_DIGITS, digits);
    digits = digits ? digits : DIGITS;
    // Both roundings together stay below 10^-digits.
    slope_search search = {
        .slope = slope, .net = net, .domain = domain, .norm = norm, .bits = digits * 10 / 3 + 4};
    const walk_observer observer = {.data = &search,
                                    .any_cells = true,
                                    .visitor = {.region = slope_region},
                                    .open = climber_new,
                                    .close = climber_free,
                                    .size = climber_size,
                                    .deliver = deliver_slope,
                                    .pack = pack_climber,
                                    .join = join_climbers};
    const crease_status status = walk_observe(counts, net, domain, options, &observer, error);
    if (norm == CREASE_NORM_2 && slope->known)
        finish_slope(slope, digits + 2);
    return status;
}
