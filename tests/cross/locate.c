// The regions that touch a point against the regions of the full walk that contain it, on random
// networks biased to degeneracy, in one to four dimensions.
//
// Points are vertices, points on faces, points inside regions, and any small numbers; some lie
// outside. A region of the full walk touches a point iff all its inequalities hold there, in
// rationals; the regions found must be these, in order, with the same maps, and with the
// inequalities that are equations there.
#include "../module/unit.h"
#include "../ref/portrait.h"
#include "../ref/random_nets.h"
#include "base/memory.h"
#include "base/random.h"
#include "domain/domain.h"

#include <flint/fmpq_vec.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS = 12 };

typedef struct {
    const crease_net *net;
    const crease_domain *domain;
    const portrait *full;
    const fmpq *x;
    crease_arith arith;
    size_t next;      // region of the full walk
    uint64_t found;   // so far
    const char *what; // is wrong
} search;

// ---- the full walk ----

// The sign of row . (x, 1).
static int side_of(const fmpq *row, const fmpq *x, size_t d)
{
    fmpq_t value;
    fmpq_init(value);
    number_row_dot(value, row, x, d);
    fmpq_add(value, value, row + d);
    int sign = fmpq_sgn(value);
    fmpq_clear(value);
    return sign;
}

static bool touches(const portrait_region *region, const fmpq *x, size_t d)
{
    for (size_t f = 0; f < region->facets.count; f++)
        if (side_of(number_row(&region->facets, f), x, d) < 0)
            return false;
    return true;
}

static size_t next_touching(const search *s, size_t from)
{
    while (from < s->full->regions && !touches(s->full->region + from, s->x, s->full->dimension))
        from++;
    return from;
}

// ---- what is found ----

static bool same_pattern(const search *s, const crease_region *region, const uint32_t *pattern)
{
    for (size_t l = 0; l < crease_net_hidden(s->net); l++) {
        size_t width = crease_net_width(s->net, l);
        if (memcmp(pattern, crease_region_pattern(region, l), width * sizeof *pattern) != 0)
            return false;
        pattern += width;
    }
    return true;
}

static bool same_map(const crease_region *region, const number_rows *map)
{
    fmpq *row = _fmpq_vec_init((slong)map->columns);
    bool same = true;
    for (size_t i = 0; i < map->count && same; i++) {
        crease_region_map(row, region, i);
        same = number_row_equal(row, number_row(map, i), map->columns);
    }
    _fmpq_vec_clear(row, (slong)map->columns);
    return same;
}

// The inequalities of the cone: those of the region that are equations at the point.
static bool same_cone(const search *s, const crease_region *region, const number_rows *facets)
{
    size_t d = s->full->dimension, tight = 0;
    number_rows cone, wanted;
    number_rows_init(&cone, crease_region_facets(region), d + 1);
    for (size_t f = 0; f < cone.count; f++) {
        crease_facet facet;
        crease_region_facet(number_row(&cone, f), &facet, region, f);
    }
    for (size_t f = 0; f < facets->count; f++)
        tight += side_of(number_row(facets, f), s->x, d) == 0;
    number_rows_init(&wanted, tight, d + 1);
    for (size_t f = 0, to = 0; f < facets->count; f++)
        if (side_of(number_row(facets, f), s->x, d) == 0) {
            for (size_t c = 0; c <= d; c++)
                fmpq_set(number_row(&wanted, to) + c, number_row(facets, f) + c);
            to++;
        }
    number_rows_sort(&cone);
    number_rows_sort(&wanted);
    bool same = number_rows_equal(&cone, &wanted);
    number_rows_clear(&cone);
    number_rows_clear(&wanted);
    return same;
}

static crease_visit on_region(void *data, const crease_region *region)
{
    search *s = data;
    s->next = next_touching(s, s->next);
    if (crease_region_id(region) != s->found++) {
        s->what = "the number of a region";
    } else if (s->next == s->full->regions) {
        s->what = "a region too many";
    } else {
        const portrait_region *wanted = s->full->region + s->next++;
        if (!same_pattern(s, region, wanted->pattern))
            s->what = "a pattern";
        else if (!same_map(region, &wanted->map))
            s->what = "a map";
        else if (!same_cone(s, region, &wanted->facets))
            s->what = "a cone";
    }
    return s->what ? CREASE_STOP : CREASE_GO;
}

// ---- one point ----

// Without a visitor, by any number of threads.
static const char *recount(const search *s)
{
    const char *what = NULL;
    crease_counts counts;
    crease_counts_init(&counts, s->net);
    for (size_t threads = 1; threads <= 3 && !what; threads++) {
        crease_options options = {.arith = s->arith, .threads = threads};
        crease_error error;
        if (crease_locate(&counts, s->net, s->domain, s->x, &options, NULL, &error) != CREASE_OK ||
            counts.activation_regions != s->found || !counts.complete)
            what = "the number of regions without a visitor";
    }
    crease_counts_clear(&counts);
    return what;
}

static const char *try_point(search *s)
{
    crease_options options = {.arith = s->arith};
    crease_visitor visitor = {.data = s, .region = on_region};
    crease_counts counts;
    crease_error error = {0};
    s->next = 0;
    s->found = 0;
    s->what = NULL;
    size_t first = next_touching(s, 0);
    crease_counts_init(&counts, s->net);
    crease_status status =
        crease_locate(&counts, s->net, s->domain, s->x, &options, &visitor, &error);
    crease_status expected = first < s->full->regions ? CREASE_OK : CREASE_ERROR;
    if (!s->what && status != expected)
        s->what = "the status";
    if (!s->what && status == CREASE_ERROR && (!error.message[0] || s->found))
        s->what = "an error";
    if (!s->what && next_touching(s, s->next) < s->full->regions)
        s->what = "a region is missing";
    if (!s->what && status == CREASE_OK && counts.activation_regions != s->found)
        s->what = "the number of regions";
    crease_counts_clear(&counts);
    if (!s->what && status == CREASE_OK)
        s->what = recount(s);
    return s->what;
}

// ---- points ----

// A generator of a region: a vertex, or one moved along a ray.
static void add_generator(fmpq *x, const portrait_region *region, random_state *random, size_t d)
{
    const number_rows *vertices = &region->vertices, *rays = &region->rays;
    const fmpq *vertex = number_row(vertices, random_below(random, vertices->count));
    for (size_t c = 0; c < d; c++)
        fmpq_add(x + c, x + c, vertex + c);
    if (!rays->count || random_below(random, 2))
        return;
    const fmpq *ray = number_row(rays, random_below(random, rays->count));
    for (size_t c = 0; c < d; c++)
        fmpq_add(x + c, x + c, ray + c);
}

// The mean of a few generators: a vertex, a point of some face, a point inside.
static void choose_point(fmpq *x, const portrait *full, random_state *random)
{
    size_t d = full->dimension, generators = random_below(random, d + 2);
    for (size_t c = 0; c < d; c++)
        fmpq_zero(x + c);
    if (generators == 0 || full->regions == 0) {
        for (size_t c = 0; c < d; c++) {
            slong top = (slong)random_between(random, -6, 6);
            fmpq_set_si(x + c, top, 1 + random_below(random, 3));
        }
        return;
    }
    const portrait_region *region = full->region + random_below(random, full->regions);
    for (size_t k = 0; k < generators; k++)
        add_generator(x, region, random, d);
    fmpz_t many;
    fmpz_init_set_ui(many, generators);
    for (size_t c = 0; c < d; c++)
        fmpq_div_fmpz(x + c, x + c, many);
    fmpz_clear(many);
    // Nearer than doubles can resolve.
    if (random_below(random, 6) == 0) {
        fmpq_t little;
        fmpq_init(little);
        fmpq_set_si(little, random_below(random, 2) ? 1 : -1, 1);
        fmpq_div_2exp(little, little, 300);
        fmpq_add(x, x, little);
        fmpq_clear(little);
    }
}

// ---- domains ----

static void must(crease_status status, const crease_error *error)
{
    if (status == CREASE_OK)
        return;
    fprintf(stderr, "%s\n", error->message);
    exit(EXIT_FAILURE);
}

// Few half-spaces that contain the origin, perhaps on their border: now and then there is no
// interior.
static crease_domain *polytope(random_state *random, size_t d)
{
    crease_domain *domain = NULL;
    crease_error error;
    size_t rows = 1 + random_below(random, 2 * d);
    fmpq *row = _fmpq_vec_init((slong)(rows * (d + 1)));
    for (size_t i = 0; i < rows * (d + 1); i++) {
        bool constant = i % (d + 1) == d;
        fmpq_set_si(row + i, (slong)random_between(random, constant ? 0 : -2, 3), 1);
    }
    must(crease_domain_new_polytope(&domain, row, rows, d, &error), &error);
    _fmpq_vec_clear(row, (slong)(rows * (d + 1)));
    return domain;
}

// A random slice of the inputs, if the points span one.
static void slice(crease_domain *domain, random_state *random, size_t inputs)
{
    size_t d = crease_domain_dimension(domain), entries = (d + 1) * inputs;
    fmpq *points = _fmpq_vec_init((slong)entries);
    crease_status status;
    do {
        for (size_t i = 0; i < entries; i++)
            fmpq_set_si(points + i, (slong)random_between(random, -2, 2), 1);
        status = crease_domain_set_slice(domain, points, d + 1, inputs, NULL);
    } while (status != CREASE_OK);
    _fmpq_vec_clear(points, (slong)entries);
}

// The box of the case or none, a polytope; of all inputs or of a slice.
static crease_domain *choose_domain(const random_case *of, random_state *random)
{
    crease_domain *domain = NULL;
    crease_error error;
    size_t d = of->dimension;
    if (d > 1 && random_below(random, 4) == 0)
        d -= 1;
    uint64_t kind = random_below(random, 3);
    if (kind == 0)
        domain = polytope(random, d);
    else if (of->lo)
        must(crease_domain_new_box(&domain, of->lo, of->hi, d, &error), &error);
    else
        domain = crease_domain_new_space(d);
    if (d < of->dimension)
        slice(domain, random, of->dimension);
    return domain;
}

// ---- cases ----

static bool agree(uint64_t seed)
{
    static const unsigned kinds[] = {0, RANDOM_PWL, RANDOM_MAXOUT, RANDOM_MIXED,
                                     RANDOM_MIXED | RANDOM_PWL | RANDOM_MAXOUT};
    static const size_t dimensions[] = {1, 2, 3, 2, 4, 3, 2};
    random_state random;
    random_seed(&random, seed);
    random_case of;
    random_case_init_with(&of, seed, dimensions[seed % 7], kinds[seed % 5]);
    crease_domain *domain = choose_domain(&of, &random);
    portrait full;
    portrait_init(&full, of.net, domain, CREASE_FILTERED);
    fmpq *x = _fmpq_vec_init((slong)full.dimension);
    search s = {.net = of.net, .domain = domain, .full = &full, .x = x};
    const char *what = NULL;
    for (size_t k = 0; k < POINTS && !what; k++) {
        s.arith = k % 2 ? CREASE_EXACT : CREASE_FILTERED;
        choose_point(x, &full, &random);
        what = try_point(&s);
    }
    if (what) {
        fprintf(stderr, "seed %" PRIu64 ", %s, %s at (", seed, crease_domain_text(domain), what);
        for (size_t c = 0; c < full.dimension; c++) {
            fprintf(stderr, c ? ", " : "");
            fmpq_fprint(stderr, x + c);
        }
        fprintf(stderr, ")\n");
        crease_net_write(stderr, of.net);
    }
    _fmpq_vec_clear(x, (slong)full.dimension);
    portrait_clear(&full);
    crease_domain_free(domain);
    random_case_clear(&of);
    return !what;
}

static void points_lie_in_their_regions(void)
{
    SEEDS(seed, 250)
        CU_ASSERT(agree(seed));
}

UNIT_MAIN("locate", {"finds the regions at a point", points_lie_in_their_regions})
