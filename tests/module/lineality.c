// The lines that every region contains, and sections across them.
#include "walk/lineality.h"
#include "geom/domain.h"
#include "nets.h"
#include "unit.h"

#include <inttypes.h>

// ---- by hand ----

static void expect_rank(size_t inputs, const char *layers, crease_domain *domain, size_t rank)
{
    crease_net *net = net_with_inputs((int)inputs, layers);
    crease_domain *section, *where = domain ? domain : crease_domain_new_space(inputs);
    CU_ASSERT_EQUAL(walk_section(&section, net, where), rank);
    if (rank == crease_domain_dimension(where)) {
        CU_ASSERT_PTR_NULL(section);
    } else {
        CU_ASSERT_PTR_NOT_NULL_FATAL(section);
        CU_ASSERT_EQUAL(crease_domain_dimension(section), rank ? rank : 1);
        CU_ASSERT_EQUAL(crease_domain_inputs(section), inputs);
        CU_ASSERT_STRING_EQUAL(crease_domain_text(section), crease_domain_text(where));
    }
    crease_domain_free(section);
    crease_domain_free(where);
    crease_net_free(net);
}

static void networks(void)
{
    expect_rank(2, RELU("[[1, 0], [0, 1]]", "[0, 0]"), NULL, 2);
    expect_rank(2, RELU("[[1, 2], [-2, -4]]", "[0, 1]") "," LINEAR("[[1, 3]]", "[0]"), NULL, 1);
    expect_rank(3, RELU("[[0, 1, -1]]", "[7]"), NULL, 1);
    expect_rank(2, RELU("[[0, 0]]", "[1]"), NULL, 0);
    expect_rank(2, LINEAR("[[1, 0], [0, 1]]", "[1, 2]"), NULL, 0);
    // What a layer with breakpoints does not see the next one does not see either.
    expect_rank(2, RELU("[[1, 1]]", "[0]") "," RELU("[[1], [2]]", "[-1, -3]"), NULL, 1);
    // A linear layer sees nothing, and may forget.
    expect_rank(2, LINEAR("[[1, 0], [0, 1]]", "[0, 0]") "," RELU("[[1, -1]]", "[0]"), NULL, 1);
    expect_rank(2, LINEAR("[[1, 2]]", "[0]") "," RELU("[[1], [-1]]", "[0, 1]"), NULL, 1);
    // Slopes do not matter where there is a breakpoint.
    expect_rank(2, LAYER("pwl:0;0,0;0", "[[1, 0]]", "[0]") "," RELU("[[1]]", "[1]"), NULL, 1);
}

static void maxout(void)
{
    expect_rank(2, LAYER("maxout:2", "[[1, 0], [0, 1]]", "[0, 0]"), NULL, 1);
    // Along (1, 1) both rows grow by 1, whichever has won: the next layer sees it,
    expect_rank(2, LAYER("maxout:2", "[[1, 0], [0, 1]]", "[0, 0]") "," RELU("[[1]]", "[3]"), NULL,
                2);
    // unless two units cancel, or nothing is left of it.
    expect_rank(2,
                LAYER("maxout:2", "[[1, 0], [0, 1], [2, 0], [0, 2]]",
                      "[0, 0, 1, 0]") "," RELU("[[2, -1]]", "[3]"),
                NULL, 1);
    expect_rank(3, LAYER("maxout:3", "[[1, 1, 1], [1, 1, 1], [1, 1, 1]]", "[0, 1, 2]"), NULL, 0);
    expect_rank(3,
                LAYER("maxout:2", "[[1, 1, 1], [1, 1, 1]]",
                      "[0, 1]") "," LAYER("maxout:2", "[[1], [2]]", "[0, 1]"),
                NULL, 1);
}

static crease_domain *polytope(const char *rows, size_t dimension)
{
    crease_domain *domain;
    crease_error error;
    char *text;
    size_t count = 0;
    for (const char *c = rows; *c; c++)
        count += *c == '\n';
    int size = asprintf(&text, "begin\n%zu %zu rational\n%send\n", count, dimension + 1, rows);
    if (size < 0 ||
        crease_domain_parse_ine(&domain, text, (size_t)size, "test", &error) != CREASE_OK)
        abort();
    free(text);
    return domain;
}

static crease_domain *plane_in_space(crease_domain *domain)
{
    fmpq *points = _fmpq_vec_init(9); // 0, (1, 1, 0), (1, 0, 1)
    fmpq_one(points + 3);
    fmpq_one(points + 4);
    fmpq_one(points + 6);
    fmpq_one(points + 8);
    if (crease_domain_set_slice(domain, points, 3, 3, NULL) != CREASE_OK)
        abort();
    _fmpq_vec_clear(points, 9);
    return domain;
}

static void domains(void)
{
    const char *first = RELU("[[1, 0]]", "[0]"), *none = RELU("[[0, 0]]", "[0]");
    crease_domain *box;
    CU_ASSERT_FATAL(crease_domain_parse_box(&box, "0,1", 2, NULL) == CREASE_OK);
    expect_rank(2, none, box, 2); // bounded
    expect_rank(2, first, polytope("1 0 1\n", 2), 2);
    expect_rank(2, first, polytope("1 1 0\n1 -2 0\n", 2), 1);
    expect_rank(2, none, polytope("1 1 1\n", 2), 1);
    // u + v, u and v of the plane.
    const char *seen[] = {RELU("[[1, 0, 0]]", "[0]"), RELU("[[0, 1, 0]]", "[0]"),
                          RELU("[[0, 0, 1]]", "[0]")};
    for (int i = 0; i < 3; i++)
        expect_rank(3, seen[i], plane_in_space(crease_domain_new_space(2)), 1);
    expect_rank(3, RELU("[[1, -1, -1]]", "[0]"), plane_in_space(crease_domain_new_space(2)), 0);
    expect_rank(3, RELU("[[1, 0, 0]]", "[0]"), plane_in_space(polytope("1 1 -1\n", 2)), 2);
}

// The walk says what does not fit.
static void misfit(void)
{
    crease_net *net = net_of(RELU("[[1, 0]]", "[0]"));
    crease_domain *section, *space = crease_domain_new_space(5);
    CU_ASSERT_EQUAL(walk_section(&section, net, space), 5);
    CU_ASSERT_PTR_NULL(section);
    crease_domain_free(space);
    crease_net_free(net);
}

// ---- against the walk of the whole ----

typedef struct {
    const crease_net *net;
    char *text;
    size_t size;
    FILE *stream;
    uint64_t pointed, all; // regions that contain no line
} listing;

static int by_owner(const void *a, const void *b)
{
    const crease_facet *f = a, *g = b;
    const size_t x[] = {f->inequality, f->layer, f->unit, f->breakpoint};
    const size_t y[] = {g->inequality, g->layer, g->unit, g->breakpoint};
    if (f->on_border != g->on_border)
        return f->on_border - g->on_border;
    for (size_t i = 0; i < 4; i++)
        if (x[i] != y[i])
            return x[i] < y[i] ? -1 : 1;
    return 0;
}

// Pattern and facets.
static crease_visit list_region(void *data, const crease_region *region)
{
    listing *of = data;
    for (size_t l = 0; l < crease_net_hidden(of->net); l++)
        for (size_t i = 0; i < crease_net_width(of->net, l); i++)
            fprintf(of->stream, "%" PRIu32, crease_region_pattern(region, l)[i]);
    // In which order they come depends on how cells are kept.
    size_t facets = crease_region_facets(region);
    crease_facet *facet = memory_new(facets, sizeof *facet);
    for (size_t i = 0; i < facets; i++)
        crease_region_facet_owner(facet + i, region, i);
    qsort(facet, facets, sizeof *facet, by_owner);
    for (size_t i = 0; i < facets; i++)
        fprintf(of->stream, " %d,%zu,%zu,%zu,%zu,%d", facet[i].on_border, facet[i].inequality,
                facet[i].layer, facet[i].unit, facet[i].breakpoint, facet[i].side);
    free(facet);
    putc('\n', of->stream);
    of->pointed += crease_region_generators(region) > 0;
    of->all++;
    return CREASE_GO;
}

static listing list(const crease_net *net, const crease_domain *domain)
{
    listing of = {.net = net};
    of.stream = open_memstream(&of.text, &of.size);
    crease_visitor visitor = {.data = &of, .region = list_region};
    crease_counts counts;
    crease_counts_init(&counts, net);
    CU_ASSERT_EQUAL(crease_walk(&counts, net, domain, NULL, &visitor, NULL), CREASE_OK);
    crease_counts_clear(&counts);
    fclose(of.stream);
    return of;
}

// Few units, so that lines are common; half of the domains bounded in some directions.
static void check_random(uint64_t seed, size_t *with_lines)
{
    random_state random;
    random_seed(&random, seed);
    size_t d = 2 + random_below(&random, 3);
    uint64_t kind = random_below(&random, 2);
    crease_net *net = (kind ? random_net : random_maxout_net)(&random, d, 2, 2);
    crease_domain *section, *domain = crease_domain_new_space(d);
    if (random_below(&random, 2)) {
        fmpq *row = _fmpq_vec_init((slong)d + 1);
        for (size_t i = 0; i < d; i++)
            fmpq_set_si(row + i, (slong)random_between(&random, -1, 1), 1);
        fmpq_one(row + d);
        crease_domain_free(domain);
        CU_ASSERT_FATAL(crease_domain_new_polytope(&domain, row, 1, d, NULL) == CREASE_OK);
        _fmpq_vec_clear(row, (slong)d + 1);
    }
    size_t rank = walk_section(&section, net, domain);
    listing whole = list(net, domain);
    CU_ASSERT_EQUAL(section != NULL, whole.pointed == 0);
    CU_ASSERT(whole.pointed == 0 || whole.pointed == whole.all);
    if (section) {
        listing part = list(net, section);
        CU_ASSERT_STRING_EQUAL(part.text, whole.text);
        CU_ASSERT_EQUAL(part.pointed, rank ? part.all : 0);
        free(part.text);
    }
    *with_lines += section != NULL;
    free(whole.text);
    crease_domain_free(section);
    crease_domain_free(domain);
    crease_net_free(net);
}

static void random_networks(void)
{
    enum { SEED = 31, CASES = 400 };
    printf("seed %d ", SEED);
    size_t with_lines = 0;
    for (uint64_t k = 0; k < CASES; k++)
        check_random(SEED + k, &with_lines);
    CU_ASSERT(with_lines > CASES / 4 && with_lines < CASES * 3 / 4);
}

UNIT_MAIN("lineality", {"networks", networks}, {"maxout", maxout}, {"domains", domains},
          {"misfit", misfit}, {"random networks", random_networks})
