// Pieces of unbounded cells that are counted but not made: against those that are made, those in a
// box that holds all vertices, and formulas.
#include "arrangement.h"
#include "atlas.h"
#include "exact/rational.h"
#include "lined.h"
#include "unit.h"
#include "walk_threads.h"

#include <flint/fmpq_vec.h>
#include <inttypes.h>

// Where a x + b y + c >= 0 for all borders.
enum { MOST_BORDERS = 3 };
typedef struct {
    int_line border[MOST_BORDERS];
    size_t borders;
} polygon;

// With the box [-size, size]^2, unless size is 0.
static crease_domain *domain_of_polygon(const polygon *p, slong size)
{
    const int_line box[] = {{1, 0, size}, {-1, 0, size}, {0, 1, size}, {0, -1, size}};
    size_t rows = p->borders + (size ? 4 : 0);
    crease_domain *domain = NULL;
    fmpq *row = _fmpq_vec_init((slong)(3 * rows + 1));
    for (size_t i = 0; i < rows; i++) {
        int_line l = i < p->borders ? p->border[i] : box[i - p->borders];
        fmpq_set_si(row + 3 * i, l.a, 1);
        fmpq_set_si(row + 3 * i + 1, l.b, 1);
        fmpq_set_si(row + 3 * i + 2, l.c, 1);
    }
    if (crease_domain_new_polytope(&domain, row, rows, 2, NULL) != CREASE_OK)
        abort();
    _fmpq_vec_clear(row, (slong)(3 * rows + 1));
    return domain;
}

// Half-planes, strips, half-strips, wedges, and more: of three borders two may be one.
static polygon random_polygon(random_state *random)
{
    polygon p = {.borders = (size_t)random_below(random, MOST_BORDERS + 1)};
    for (size_t i = 0; i < p.borders; i++) {
        p.border[i] = random_line(random);
        int_line old = p.border[random_below(random, i + 1)];
        if (random_below(random, 2)) {
            slong turn = random_below(random, 2) ? 1 : -1;
            p.border[i] = (int_line){turn * old.a, turn * old.b, turn * old.c + small(random)};
        }
    }
    return p;
}

// As next_line, and along borders or parallel to them, and through where two of them meet.
static int_line line_across(random_state *random, const polygon *p, const int_line *line, size_t n)
{
    const int_domain plane = {.is_plane = 1};
    if (!p->borders || random_below(random, 3))
        return next_line(random, line, n, &plane);
    int_line of = p->border[random_below(random, p->borders)];
    int_point v;
    if (random_below(random, 2) && intersect(&v, of, p->border[0]))
        return line_through(random, v);
    return (int_line){of.a, of.b, of.c - (slong)random_below(random, 4)};
}

static uint64_t regions_of(const crease_net *net, const crease_domain *domain)
{
    crease_counts counts;
    crease_counts_init(&counts, net);
    if (crease_walk(&counts, net, domain, NULL, NULL, NULL) != CREASE_OK)
        abort();
    uint64_t regions = counts.activation_regions;
    crease_counts_clear(&counts);
    return regions;
}

// atlas_init counts in each arithmetic, by one thread and several, and compares with what is made.
static bool counts_agree(const crease_net *net, const polygon *p, crease_counts *counts)
{
    enum { FAR = 100000 };
    crease_domain *domain = domain_of_polygon(p, 0), *near = domain_of_polygon(p, FAR);
    atlas a;
    atlas_init(&a, net, domain);
    bool good = a.certain;
    if (a.counts.activation_regions)
        good &= regions_of(net, near) == a.counts.activation_regions;
    *counts = (crease_counts){.activation_regions = a.counts.activation_regions,
                              .bounded_regions = a.counts.bounded_regions};
    atlas_clear(&a);
    crease_domain_free(domain);
    crease_domain_free(near);
    return good;
}

enum { SOME_LINES = 12 };

static void random_lines(void)
{
    const uint64_t cases = cases_count(1500);
    size_t unbounded = 0;
    for (uint64_t k = 0; k < cases; k++) {
        random_state random = unit_random(151 + k);
        polygon p = random_polygon(&random);
        int_line line[SOME_LINES];
        size_t n = (size_t)random_below(&random, SOME_LINES) + 1;
        for (size_t i = 0; i < n; i++)
            line[i] = line_across(&random, &p, line, i);
        crease_net *net = net_of_lines(line, n, k % 4 ? "relu" : "hardtanh");
        crease_counts counts;
        bool good = counts_agree(net, &p, &counts);
        if (!p.borders && k % 4) {
            const int_domain plane = {.is_plane = 1};
            size_t regions = expected_cells(line, n, &plane);
            good &= counts.activation_regions == regions;
            good &= counts.bounded_regions == regions - expected_unbounded(line, n);
        }
        CU_ASSERT(good);
        unbounded += counts.activation_regions > counts.bounded_regions;
        crease_net_free(net);
    }
    CU_ASSERT(unbounded > cases / 2);
}

static void relu_layer(net_layer *layer, size_t inputs, size_t units)
{
    activation relu;
    if (activation_parse(&relu, "relu", NULL) != CREASE_OK)
        abort();
    net_layer_init(layer, inputs, units, relu);
}

// Two layers: cells of the second one's creases have corners that are not integers.
static crease_net *random_layers_net(random_state *random, const polygon *p, int biases)
{
    enum { FIRST = 4, SECOND = 5 };
    crease_net *net = net_new(2, 2);
    int_line line[FIRST];
    relu_layer(net->layer, 2, FIRST);
    for (size_t i = 0; i < FIRST; i++) {
        line[i] = line_across(random, p, line, i);
        fmpq_set_si(net->layer->weight + 2 * i, line[i].a, 1);
        fmpq_set_si(net->layer->weight + 2 * i + 1, line[i].b, 1);
        fmpq_set_si(net->layer->bias + i, biases ? line[i].c : 0, 1);
    }
    relu_layer(net->layer + 1, FIRST, SECOND);
    for (size_t i = 0; i < FIRST * SECOND; i++)
        fmpq_set_si(net->layer[1].weight + i, small(random), 1);
    for (size_t i = 0; i < SECOND; i++)
        fmpq_set_si(net->layer[1].bias + i, biases ? small(random) : 0, 1);
    net_finish(net);
    return net;
}

static void random_layers(void)
{
    const uint64_t cases = cases_count(200);
    for (uint64_t k = 0; k < cases; k++) {
        random_state random = unit_random(152 + k);
        polygon p = random_polygon(&random);
        crease_net *net = random_layers_net(&random, &p, k % 3);
        crease_counts counts;
        bool good = counts_agree(net, &p, &counts);
        CU_ASSERT(good);
        crease_net_free(net);
    }
}

// ---- Known arrangements. ----

// A limit may fall into the pieces of a cell: then it is walked.
static void limits(void)
{
    crease_net *net = he_net("2-9-1", "relu", 3);
    crease_domain *plane = crease_domain_new_space(2);
    crease_counts all, some;
    crease_counts_init(&all, net);
    CU_ASSERT_EQUAL(crease_walk(&all, net, plane, NULL, NULL, NULL), CREASE_OK);
    uint64_t before = 0, unbounded = all.activation_regions - all.bounded_regions;
    for (uint64_t most = 1; most <= all.activation_regions; most++) {
        const crease_options limited = {.max_regions = most, .threads = 1};
        crease_counts_init(&some, net);
        crease_walk(&some, net, plane, &limited, NULL, NULL);
        CU_ASSERT_EQUAL(some.activation_regions, most);
        CU_ASSERT_EQUAL(some.complete, most == all.activation_regions);
        // Each limit allows one more region.
        CU_ASSERT(some.bounded_regions == before || some.bounded_regions == before + 1);
        CU_ASSERT(most - some.bounded_regions <= unbounded);
        before = some.bounded_regions;
        crease_counts_clear(&some);
    }
    crease_counts_clear(&all);
    crease_domain_free(plane);
    crease_net_free(net);
}

UNIT_MAIN("pieces_unbounded", {"random_lines", random_lines}, {"random_layers", random_layers},
          {"limits", limits})
