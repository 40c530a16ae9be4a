// Regions in flat arrays, many at a time.
#include <Python.h>
#include <mpfr.h> // before FLINT 3, which declares what has to do with it only then

#include "batch.h"

#include <flint/fmpq_vec.h>
#include <float.h>
#include <malloc.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

// Fills one batch after the other and passes them to the callback, in the order of the walk.
typedef struct {
    crease_visit (*ready)(void *data, batch *full);
    void *data;
    const crease_net *net;
    const batch_wanted *wanted;
    size_t dimension, units, outputs, hidden;
    batch *now;
    size_t room, largest;          // regions after which this batch, and any, is handed over
    size_t reserved;               // regions for which there is room
    size_t vertices, rays, facets; // for which there is room
    size_t indices, words;
    int32_t *index;       // of vertices that are shared, by their number: from 1 on, 0: a new one
    size_t indices_known; // and its length
    uint64_t *number;     // of the vertices of a region
    size_t numbers;       // for which there is room
    fmpq *row;
    mpfr_t rounded;
} collector;

enum { HUGE_PAGE = 1 << 21, LARGE = 1 << 26 };

// Lists between these sizes lie in pages of 2 MB where the system has them, as those of NumPy do;
// the system moves longer ones without copying.
static void *grown(void *old, size_t entries, size_t size)
{
    const size_t bytes = entries < SIZE_MAX / 2 / size ? entries * size : SIZE_MAX,
                 whole = (bytes / HUGE_PAGE + 1) * HUGE_PAGE;
    const bool is_huge = bytes >= HUGE_PAGE / 2 && bytes < LARGE;
    void *memory = is_huge ? aligned_alloc(HUGE_PAGE, whole) : realloc(old, bytes);
    if (!memory)
        Py_FatalError("crease: no memory for a batch of regions");
    if (!is_huge)
        return memory;
#ifdef MADV_HUGEPAGE
    madvise(memory, whole, MADV_HUGEPAGE); // the system may ignore it
#endif
    const size_t before = old ? malloc_usable_size(old) : 0;
    if (before)
        memcpy(memory, old, before < bytes ? before : bytes);
    free(old);
    return memory;
}

// More than is wanted, so that lists are seldom copied. Pages that nobody uses take no memory.
static size_t room_for(size_t wanted, size_t size)
{
    return wanted > LARGE / size ? wanted + wanted / 4 : 4 * wanted;
}

static fmpq *grown_rationals(fmpq *old, size_t before, size_t entries)
{
    fmpq *memory = grown(old, entries, sizeof *memory);
    for (size_t i = before; i < entries; i++)
        fmpq_init(memory + i);
    return memory;
}

// The nearest double. If numerator and denominator are doubles, this is their quotient, rounded
// once (IEEE 754).
static double batch_nearest(collector *c, const fmpq *x)
{
    enum { LEAST_EXPONENT = DBL_MIN_EXP - DBL_MANT_DIG + 1 };
    const slong whole = (slong)(FLINT_BITS == 64 ? INT64_C(1) << 53 : COEFF_MAX);
    if (!COEFF_IS_MPZ(x->num) && !COEFF_IS_MPZ(x->den) && x->num < whole && x->num > -whole &&
        x->den < whole)
        return (double)x->num / (double)x->den;
    const mpfr_exp_t least = mpfr_get_emin();
    mpfr_set_emin(LEAST_EXPONENT); // subnormals have fewer bits, and are rounded once
    const int direction = fmpq_get_mpfr(c->rounded, x, MPFR_RNDN);
    mpfr_subnormalize(c->rounded, direction, MPFR_RNDN);
    mpfr_set_emin(least);
    return mpfr_get_d(c->rounded, MPFR_RNDN);
}

// ---- Batches ----

// Makes room for this many regions.
static void batch_reserve(collector *c, size_t regions)
{
    batch *b = c->now;
    const size_t width = c->outputs * (c->dimension + 1), before = c->reserved;
    b->pattern = grown(b->pattern, regions * c->units + 1, sizeof *b->pattern);
    b->bounded = grown(b->bounded, regions, sizeof *b->bounded);
    b->vertex_start = grown(b->vertex_start, regions + 1, sizeof *b->vertex_start);
    b->ray_start = grown(b->ray_start, regions + 1, sizeof *b->ray_start);
    b->facet_start = grown(b->facet_start, regions + 1, sizeof *b->facet_start);
    if (c->wanted->map)
        b->map = grown(b->map, regions * width + 1, sizeof *b->map);
    if (c->wanted->map && c->wanted->exact)
        b->exact_map = grown_rationals(b->exact_map, before * width, regions * width);
    if (c->wanted->interior)
        b->interior = grown_rationals(b->interior, before * c->dimension, regions * c->dimension);
    if (c->wanted->volume)
        b->volume = grown(b->volume, regions, sizeof *b->volume);
    if (c->wanted->volume && c->wanted->exact)
        b->exact_volume = grown_rationals(b->exact_volume, before, regions);
    c->reserved = regions;
}

static void batch_open(collector *c, size_t first)
{
    batch *b = c->now = grown(NULL, 1, sizeof *b);
    *b = (batch){
        .dimension = c->dimension, .units = c->units, .outputs = c->outputs, .first = first};
    c->vertices = c->rays = c->facets = c->indices = c->words = c->reserved = 0;
    batch_reserve(c, 1);
    b->vertex_start[0] = b->ray_start[0] = b->facet_start[0] = 0;
}

static void rationals_free(fmpq *list, size_t entries)
{
    for (size_t i = 0; list && i < entries; i++)
        fmpq_clear(list + i);
    free(list);
}

void batch_free(batch *b)
{
    if (!b)
        return;
    const size_t d = b->dimension, regions = b->regions + (size_t)b->cut;
    rationals_free(b->exact_vertex, (b->vertex_index ? b->vertices : b->vertex_start[regions]) * d);
    rationals_free(b->exact_ray, b->ray_start[regions] * d);
    rationals_free(b->facet, b->facet_start[regions] * (d + 1));
    rationals_free(b->interior, regions * d);
    rationals_free(b->exact_map, regions * b->outputs * (d + 1));
    rationals_free(b->exact_volume, regions);
    free(b->pattern);
    free(b->bounded);
    free(b->vertex_start);
    free(b->ray_start);
    free(b->facet_start);
    free(b->vertex_index);
    free(b->vertex);
    free(b->word);
    free(b->word_start);
    free(b->ray);
    free(b->owner);
    free(b->map);
    free(b->volume);
    free(b);
}

// ---- One region ----

typedef void generator(fmpq *x, const crease_region *region, size_t index);

// Makes room for `wanted` points or rays in a list; *room is its capacity.
static void reserve_points(const collector *c, double **rounded, fmpq **exact, size_t *room,
                           size_t wanted)
{
    if (wanted <= *room)
        return;
    // Rationals are initialised, all of them.
    const size_t d = c->dimension,
                 more = c->wanted->exact ? 2 * wanted : room_for(wanted, d * sizeof **rounded);
    *rounded = grown(*rounded, more * d, sizeof **rounded);
    if (c->wanted->exact)
        *exact = grown_rationals(*exact, *room * d, more * d);
    *room = more;
}

static void reserve_facets(collector *c, size_t wanted)
{
    batch *b = c->now;
    const size_t width = c->dimension + 1, more = 2 * wanted;
    if (wanted <= c->facets)
        return;
    b->facet = grown_rationals(b->facet, c->facets * width, more * width);
    b->owner = grown(b->owner, more, sizeof *b->owner);
    c->facets = more;
}

static void set_point(collector *c, double *rounded, fmpq *exact, generator *get,
                      const crease_region *region, size_t index)
{
    fmpq *x = exact ? exact : c->row;
    if (get == crease_region_vertex) {
        if (exact)
            crease_region_vertex(x, region, index);
        crease_region_vertex_doubles(rounded, region, index);
        return;
    }
    get(x, region, index);
    for (size_t k = 0; k < c->dimension; k++)
        rounded[k] = batch_nearest(c, x + k);
}

// Appends `count` points or rays to a list.
static void batch_add_points(collector *c, double **rounded, fmpq **exact, size_t *room,
                             size_t before, size_t count, generator *get,
                             const crease_region *region)
{
    const size_t d = c->dimension;
    reserve_points(c, rounded, exact, room, before + count);
    for (size_t i = 0; i < count; i++)
        set_point(c, *rounded + (before + i) * d, *exact ? *exact + (before + i) * d : NULL, get,
                  region, i);
}

// Where the place of a vertex among those that are shared is kept.
static int32_t *index_of_number(collector *c, uint64_t number)
{
    if (number >= c->indices_known) {
        const size_t wanted = 2 * number + 1;
        c->index = grown(c->index, wanted, sizeof *c->index);
        memset(c->index + c->indices_known, 0, (wanted - c->indices_known) * sizeof *c->index);
        c->indices_known = wanted;
    }
    return c->index + number;
}

// The integers of the next shared vertex.
static void add_words(collector *c, const crease_region *region, size_t index)
{
    batch *b = c->now;
    const mp_limb_t *word;
    if (!b->vertices)
        *b->word_start = 0;
    const size_t before = b->word_start[b->vertices],
                 words = crease_region_vertex_words(&word, region, index) * (c->dimension + 1);
    if (before + words > c->words) {
        c->words = room_for(before + words, sizeof *b->word);
        b->word = grown(b->word, c->words, sizeof *b->word);
    }
    memcpy(b->word + before, word, words * sizeof *word);
    b->word_start[b->vertices + 1] = before + words;
}

static void add_shared_vertex(collector *c, const crease_region *region, size_t index)
{
    batch *b = c->now;
    const size_t d = c->dimension, place = b->vertices * d;
    if (b->vertices == INT32_MAX)
        Py_FatalError("crease: more than 2^31 vertices");
    const size_t room = c->vertices;
    reserve_points(c, &b->vertex, &b->exact_vertex, &c->vertices, b->vertices + 1);
    if (c->wanted->integers && c->vertices > room)
        b->word_start = grown(b->word_start, c->vertices + 1, sizeof *b->word_start);
    if (c->wanted->integers) // they round faster
        add_words(c, region, index);
    set_point(c, b->vertex + place, b->exact_vertex ? b->exact_vertex + place : NULL,
              crease_region_vertex, region, index);
    b->vertices++;
}

static void add_shared_vertices(collector *c, size_t before, size_t count,
                                const crease_region *region)
{
    batch *b = c->now;
    if (before + count > c->indices) {
        c->indices = room_for(before + count, sizeof *b->vertex_index);
        b->vertex_index = grown(b->vertex_index, c->indices, sizeof *b->vertex_index);
    }
    if (count > c->numbers) {
        c->numbers = 2 * count;
        c->number = grown(c->number, c->numbers, sizeof *c->number);
    }
    if (count)
        crease_region_vertex_numbers(c->number, region);
    for (size_t i = 0; i < count; i++) {
        int32_t *index = index_of_number(c, c->number[i]);
        if (!*index) {
            add_shared_vertex(c, region, i);
            *index = (int32_t)b->vertices;
        }
        b->vertex_index[before + i] = *index - 1;
    }
}

static void add_vertices(collector *c, const crease_region *region)
{
    batch *b = c->now;
    const size_t before = b->vertex_start[b->regions], different = b->vertices,
                 count = c->wanted->vertices ? crease_region_vertices(region) : 0;
    if (c->wanted->shared)
        add_shared_vertices(c, before, count, region);
    else
        batch_add_points(c, &b->vertex, &b->exact_vertex, &c->vertices, before, count,
                         crease_region_vertex, region);
    b->vertex_start[b->regions + 1] = before + count;
    if (!crease_region_is_cut(region))
        return;
    for (size_t k = different * c->dimension; b->exact_vertex && k < b->vertices * c->dimension;
         k++)
        fmpq_zero(b->exact_vertex + k);
    b->vertices = different;
}

static void batch_add_facets(collector *c, const crease_region *region)
{
    batch *b = c->now;
    const size_t width = c->dimension + 1, before = b->facet_start[b->regions],
                 count = crease_region_facets(region);
    reserve_facets(c, before + count);
    for (size_t i = 0; i < count; i++)
        crease_region_facet(b->facet + (before + i) * width, b->owner + before + i, region, i);
    b->facet_start[b->regions + 1] = before + count;
}

static void add_map(collector *c, const crease_region *region)
{
    batch *b = c->now;
    const size_t width = c->dimension + 1;
    for (size_t o = 0; o < c->outputs; o++) {
        const size_t offset = (b->regions * c->outputs + o) * width;
        if (!b->exact_map) {
            crease_region_map_doubles(b->map + offset, region, o);
            continue;
        }
        fmpq *row = b->exact_map + offset;
        crease_region_map(row, region, o);
        for (size_t k = 0; k < width; k++)
            b->map[offset + k] = batch_nearest(c, row + k);
    }
}

static void add_volume(collector *c, const crease_region *region)
{
    batch *b = c->now;
    b->volume[b->regions] = NAN;
    if (!crease_region_is_bounded(region))
        return;
    if (!b->exact_volume) {
        b->volume[b->regions] = crease_region_volume_double(region);
        return;
    }
    crease_region_volume(b->exact_volume + b->regions, region);
    b->volume[b->regions] = batch_nearest(c, b->exact_volume + b->regions);
}

static void batch_add_region(collector *c, const crease_region *region)
{
    batch *b = c->now;
    uint32_t *pattern = b->pattern + b->regions * c->units;
    for (size_t l = 0; l < c->hidden; l++) {
        const size_t width = crease_net_width(c->net, l);
        memcpy(pattern, crease_region_pattern(region, l), width * sizeof *pattern);
        pattern += width;
    }
    b->bounded[b->regions] = (uint8_t)crease_region_is_bounded(region);
    add_vertices(c, region);
    const size_t rays = c->wanted->vertices ? crease_region_rays(region) : 0;
    batch_add_points(c, &b->ray, &b->exact_ray, &c->rays, b->ray_start[b->regions], rays,
                     crease_region_ray, region);
    b->ray_start[b->regions + 1] = b->ray_start[b->regions] + rays;
    b->facet_start[b->regions + 1] = 0;
    if (c->wanted->facets)
        batch_add_facets(c, region);
    if (c->wanted->interior)
        crease_region_interior(b->interior + b->regions * c->dimension, region);
    if (c->wanted->map)
        add_map(c, region);
    if (c->wanted->volume)
        add_volume(c, region);
    b->cut = crease_region_is_cut(region);
    b->regions += !b->cut;
}

// ---- In the order of the walk ----

static void collector_init(collector *c, const crease_net *net, const crease_domain *domain,
                           const batch_wanted *wanted)
{
    c->net = net;
    c->wanted = wanted;
    c->dimension = crease_domain_dimension(domain);
    c->outputs = crease_net_outputs(net);
    c->hidden = crease_net_hidden(net);
    for (size_t l = 0; l < c->hidden; l++)
        c->units += crease_net_width(net, l);
    c->row = _fmpq_vec_init((slong)c->dimension + 1);
    mpfr_init2(c->rounded, 53);
    batch_open(c, 0);
}

// Passes the last batch to the callback, unless the walk has failed, and clears.
static void collector_end(collector *c, crease_status status)
{
    if (c->now && c->now->regions && status != CREASE_ERROR)
        c->ready(c->data, c->now);
    else
        batch_free(c->now);
    free(c->index);
    free(c->number);
    mpfr_clear(c->rounded);
    _fmpq_vec_clear(c->row, (slong)c->dimension + 1);
}

static crease_visit hand_over(collector *c)
{
    batch *full = c->now;
    const size_t next = full->first + full->regions;
    c->now = NULL;
    if (c->ready(c->data, full) == CREASE_STOP)
        return CREASE_STOP;
    if (c->room < c->largest)
        c->room *= 2;
    batch_open(c, next);
    return CREASE_GO;
}

static crease_visit batch_collect(void *data, const crease_region *region)
{
    collector *c = data;
    const crease_property *property = c->wanted->property;
    if (property &&
        !crease_property_is_met_on(property, crease_region_pattern(region, c->hidden - 1)))
        return CREASE_GO;
    if (c->now->regions == c->reserved)
        batch_reserve(c, 2 * c->reserved);
    batch_add_region(c, region);
    return c->now->regions == c->room ? hand_over(c) : CREASE_GO;
}

crease_status batch_walk(crease_counts *counts, const crease_net *net, const crease_domain *domain,
                         const crease_options *options, const batch_wanted *wanted, size_t smallest,
                         size_t largest, crease_visit (*ready)(void *data, batch *full), void *data,
                         crease_error *error)
{
    collector c = {.ready = ready, .data = data, .room = smallest, .largest = largest};
    collector_init(&c, net, domain, wanted);
    const crease_visitor visitor = {
        .data = &c, .region = batch_collect, .numbers_vertices = wanted->shared};
    const crease_status status =
        wanted->point ? crease_locate(counts, net, domain, wanted->point, options, &visitor, error)
                      : crease_walk(counts, net, domain, options, &visitor, error);
    collector_end(&c, status);
    return status;
}
