// Regions as visitors see them: corners, rays, order, facets, maps.
#include "walk/region.h"
#include "atlas.h"
#include "unit.h"

#include <flint/fmpq_vec.h>
#include <flint/fmpz_vec.h>

// ---- Shapes, region by region, spelled out. ----

typedef struct {
    const char *layers, *box;
    // One text per region: "x,y x,y / dx,dy dx,dy", vertices and then rays.
    const char *shapes[6];
} shape_case;

static const shape_case shape_cases[] = {
    // The plane shows the origin, and directions that span it.
    {LINEAR("[[1, 1]]", "[1]"), NULL, {"0,0 / 1,0 0,1 -1,0 0,-1"}},
    {LINEAR("[[1, 1]]", "[1]"), "-1,1/2", {"-1,-1 1/2,-1 1/2,1/2 -1,1/2 /"}},
    // Half-planes show the foot of their border.
    {RELU("[[1, 0]]", "[0]"), NULL, {"0,0 / 0,1 -1,0 0,-1", "0,0 / 0,-1 1,0 0,1"}},
    {RELU("[[1, 1]]", "[-1]"),
     NULL,
     {"1/2,1/2 / -1,1 -1,0 0,-1 1,-1", "1/2,1/2 / 1,-1 1,0 0,1 -1,1"}},
    // A strip between two half-planes.
    {RELU("[[0, 1], [0, 1]]", "[0, -1]"),
     NULL,
     {"0,0 / -1,0 0,-1 1,0", "0,1 0,0 / -1,0 1,0", "0,1 / 1,0 0,1 -1,0"}},
    // Quadrants.
    {RELU("[[1, 0], [0, 1]]", "[-1, -2]"),
     NULL,
     {"1,2 / -1,0 0,-1", "1,2 / 0,1 -1,0", "1,2 / 0,-1 1,0", "1,2 / 1,0 0,1"}},
    // Half-strips.
    {RELU("[[1, 0], [1, 0], [0, 1]]", "[0, -1, 0]"),
     NULL,
     {"0,0 / -1,0 0,-1", "0,0 / 0,1 -1,0", "1,0 0,0 / 0,-1", "0,0 1,0 / 0,1", "1,0 / 0,-1 1,0",
      "1,0 / 1,0 0,1"}},
    // From the least vertex on, whichever crease made it.
    {RELU("[[1, 1]]", "[-1]"), "0,1", {"0,0 1,0 0,1 /", "0,1 1,0 1,1 /"}},
    {RELU("[[1, -1]]", "[0]"), "0,1", {"0,0 1,1 0,1 /", "0,0 1,0 1,1 /"}},
    {RELU("[[2, 2]]", "[-1]"), "0,1", {"0,0 1/2,0 0,1/2 /", "0,1/2 1/2,0 1,0 1,1 0,1 /"}},
};

static void append_points(FILE *stream, const fmpq *point, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char *x = fmpq_get_str(NULL, 10, point + 2 * i),
             *y = fmpq_get_str(NULL, 10, point + 2 * i + 1);
        fprintf(stream, "%s%s,%s", i ? " " : "", x, y);
        flint_free(x);
        flint_free(y);
    }
}

static char *shape_text(const atlas_region *region)
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    append_points(stream, region->vertex, region->vertices);
    fprintf(stream, " /%s", region->rays ? " " : "");
    append_points(stream, region->ray, region->rays);
    fclose(stream);
    return text;
}

// "1,2 / -1,0 0,-1" up to the order of the rays, which is not promised.
static int same_shape(const char *found, const char *expected)
{
    const char *slash = strchr(expected, '/');
    if (strncmp(found, expected, (size_t)(slash - expected)) || strlen(found) != strlen(expected))
        return 0;
    char rays[100];
    snprintf(rays, sizeof rays, "%s", slash + 1);
    for (char *ray = strtok(rays, " "); ray; ray = strtok(NULL, " "))
        if (!strstr(found + (slash - expected), ray))
            return 0;
    return 1;
}

static void check_shapes(const shape_case *cases, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        crease_net *net = net_of(cases[k].layers);
        crease_domain *domain = domain_of(cases[k].box);
        atlas a;
        atlas_init(&a, net, domain);
        CU_ASSERT(a.certain);
        for (size_t i = 0; i < a.count; i++) {
            char *found = shape_text(a.region + i);
            CU_ASSERT_FATAL(i < 6 && cases[k].shapes[i] != NULL);
            if (!same_shape(found, cases[k].shapes[i]))
                printf("\n    %s, region %zu: %s, expected %s", cases[k].layers, i, found,
                       cases[k].shapes[i]);
            CU_ASSERT(same_shape(found, cases[k].shapes[i]));
            free(found);
        }
        CU_ASSERT(a.count == 6 || cases[k].shapes[a.count] == NULL);
        atlas_clear(&a);
        crease_domain_free(domain);
        crease_net_free(net);
    }
}

static void shapes(void)
{
    check_shapes(shape_cases, sizeof shape_cases / sizeof *shape_cases);
}
// ---- Facets: each lies on the crease that it names, on the side that the pattern says. ----

typedef struct {
    const crease_net *net;
    const crease_domain *domain;
    uint64_t open[100]; // splits on the path
    size_t depth;
    fmpq *scale; // of each output: the integer map by the rational one; 0: not yet known
    size_t facets, infinite;
    int good;
} inspection;

static crease_visit on_split(void *data, const crease_split *split)
{
    inspection *in = data;
    if (in->depth == 100)
        abort();
    in->open[in->depth++] = split->id;
    return CREASE_GO;
}

static void on_leave(void *data, const crease_split *split)
{
    (void)split;
    ((inspection *)data)->depth--;
}

// z_unit of a layer at x, by evaluating all layers below it.
static void pre_activation_at(fmpq_t z, const crease_net *net, size_t layer, size_t unit,
                              const fmpq *x)
{
    fmpq *y = _fmpq_vec_init(2);
    fmpq_set(y, x);
    fmpq_set(y + 1, x + 1);
    for (size_t l = 0; l <= layer; l++) {
        const net_layer *of = net->layer + l;
        fmpq *above = _fmpq_vec_init((slong)of->units);
        net_pre_activation(above, of, y);
        if (l == layer)
            fmpq_set(z, above + unit);
        for (size_t j = 0; j < of->units; j++)
            activation_apply(above + j, &of->act, above + j);
        _fmpq_vec_clear(y, (slong)of->inputs);
        y = above;
    }
    _fmpq_vec_clear(y, (slong)net->layer[layer].units);
}

static int lies_on_crease(const inspection *in, const plane_origin *origin, const fmpz *point)
{
    if (fmpz_is_zero(point + 2))
        return 1;
    fmpq *x = _fmpq_vec_init(3);
    fmpq_set_fmpz_frac(x, point, point + 2);
    fmpq_set_fmpz_frac(x + 1, point + 1, point + 2);
    pre_activation_at(x + 2, in->net, origin->layer, origin->unit, x);
    int good = fmpq_equal(x + 2, in->net->layer[origin->layer].act.breakpoint + origin->breakpoint);
    _fmpq_vec_clear(x, 3);
    return good;
}

// Both ends at lo or at hi of one coordinate.
static int lies_on_border(const inspection *in, const region_facet_info *facet)
{
    fmpq *x = _fmpq_vec_init(4);
    for (int c = 0; c < 2; c++) {
        fmpq_set_fmpz_frac(x + c, facet->from + c, facet->from + 2);
        fmpq_set_fmpz_frac(x + 2 + c, facet->to + c, facet->to + 2);
    }
    int good = 0;
    for (int c = 0; c < 2; c++)
        good |= fmpq_equal(x + c, x + 2 + c) &&
                (fmpq_equal(x + c, in->domain->lo + c) || fmpq_equal(x + c, in->domain->hi + c));
    _fmpq_vec_clear(x, 4);
    return good;
}

static int facet_is_right(const inspection *in, const crease_region *region,
                          const region_facet_info *facet)
{
    const plane_origin *origin = &facet->origin;
    int ends_infinite = fmpz_is_zero(facet->from + 2) && fmpz_is_zero(facet->to + 2);
    if (facet->infinite != ends_infinite)
        return 0;
    if (origin->split == NO_SPLIT)
        return facet->infinite ? !in->domain->is_box
                               : in->domain->is_box && lies_on_border(in, facet);
    int is_open = 0;
    for (size_t i = 0; i < in->depth; i++)
        is_open |= in->open[i] == origin->split;
    uint32_t piece = crease_region_pattern(region, origin->layer)[origin->unit];
    return is_open && !facet->infinite && facet->side == (piece > origin->breakpoint ? 1 : -1) &&
           lies_on_crease(in, origin, facet->from) && lies_on_crease(in, origin, facet->to);
}

static int same_point(const fmpz *p, const fmpz *q)
{
    return _fmpz_vec_equal(p, q, 3);
}

// The integer map is the rational one, output by output, times a factor of the network's.
static int integer_map_is_right(const inspection *in, const crease_region *region)
{
    size_t outputs = crease_net_outputs(in->net);
    fmpz *integers = _fmpz_vec_init((slong)(3 * outputs));
    fmpq *row = _fmpq_vec_init(4), *product = row + 3;
    region_integer_map(integers, region);
    int good = 1;
    for (size_t k = 0; k < 3 * outputs; k++) {
        fmpq *scale = in->scale + k / 3;
        if (k % 3 == 0)
            crease_region_map(row, region, k / 3);
        if (fmpq_is_zero(scale) && !fmpq_is_zero(row + k % 3)) {
            fmpq_set_fmpz(scale, integers + k);
            fmpq_div(scale, scale, row + k % 3);
            good &= fmpq_sgn(scale) > 0;
        }
        fmpq_mul(product, scale, row + k % 3);
        good &= fmpz_is_one(fmpq_denref(product)) && fmpz_equal(fmpq_numref(product), integers + k);
    }
    _fmpq_vec_clear(row, 4);
    _fmpz_vec_clear(integers, (slong)(3 * outputs));
    return good;
}

static crease_visit on_region(void *data, const crease_region *region)
{
    inspection *in = data;
    size_t n = region_facets(region);
    in->good &= n >= crease_region_rays(region) && n >= 3;
    for (size_t i = 0; i < n; i++) {
        region_facet_info facet, next;
        region_facet(&facet, region, i);
        region_facet(&next, region, (i + 1) % n);
        in->good &= facet_is_right(in, region, &facet) && same_point(facet.to, next.from);
        in->infinite += (size_t)facet.infinite;
    }
    in->facets += n;
    in->good &= integer_map_is_right(in, region);
    return CREASE_GO;
}

static void facets(void)
{
    enum { SEED = 17 };
    printf("seed %d ", SEED);
    size_t all = 0, infinite = 0;
    for (uint64_t k = 0; k < 150; k++) {
        random_state random;
        random_seed(&random, SEED + k);
        crease_net *net = random_net(&random, 2, 5, 2);
        crease_domain *domain = domain_of(k % 2 ? "-1,3/2,-2,1" : NULL);
        fmpq *scale = _fmpq_vec_init((slong)crease_net_outputs(net));
        inspection in = {.net = net, .domain = domain, .scale = scale, .good = 1};
        crease_visitor visitor = {&in, 1, on_split, on_region, on_leave};
        crease_counts counts;
        crease_counts_init(&counts, net);
        CU_ASSERT_EQUAL(crease_walk(&counts, net, domain, NULL, &visitor, NULL), CREASE_OK);
        CU_ASSERT(in.good);
        all += in.facets;
        infinite += in.infinite;
        _fmpq_vec_clear(scale, (slong)crease_net_outputs(net));
        crease_counts_clear(&counts);
        crease_domain_free(domain);
        crease_net_free(net);
    }
    CU_ASSERT(all > 1000 && infinite > 100);
}

// Rational corners and areas come out in lowest terms, exactly.
static void exact_numbers(void)
{
    crease_net *net = net_of(RELU("[[3, 7]]", "[-1]"));
    crease_domain *domain = domain_of("0,1/2,0,1/5");
    atlas a;
    atlas_init(&a, net, domain);
    CU_ASSERT_EQUAL_FATAL(a.count, 2);
    char *shape = shape_text(a.region);
    CU_ASSERT_STRING_EQUAL(shape, "0,0 1/3,0 0,1/7 /");
    free(shape);
    CU_ASSERT(fmpz_equal_si(fmpq_numref(a.region[0].area), 1));
    CU_ASSERT(fmpz_equal_si(fmpq_denref(a.region[0].area), 42));
    CU_ASSERT(fmpz_equal_si(fmpq_numref(a.region[1].area), 8)); // 1/10 - 1/42
    CU_ASSERT(fmpz_equal_si(fmpq_denref(a.region[1].area), 105));
    atlas_clear(&a);
    crease_domain_free(domain);
    crease_net_free(net);
}

UNIT_MAIN("region", {"shapes", shapes}, {"facets", facets}, {"exact_numbers", exact_numbers})
