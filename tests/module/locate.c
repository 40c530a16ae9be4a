// The regions at a point, by hand; and of a network of 64 inputs.
#include "nets.h"
#include "unit.h"

#include <crease/crease.h>
#include <flint/fmpq_mat.h>

enum { MOST = 64 };

typedef struct {
    const crease_net *net;
    size_t regions, stop_after;
    size_t vertices, rays, facets; // of all regions together
    size_t bounded, borders;       // inequalities of the domain, a bit each
    char pattern[MOST][MOST + 1];  // of the first layer
} finds;

static crease_visit note(void *data, const crease_region *region)
{
    finds *f = data;
    size_t width = crease_net_hidden(f->net) ? crease_net_width(f->net, 0) : 0;
    for (size_t i = 0; i < width && i < MOST && f->regions < MOST; i++)
        f->pattern[f->regions][i] = (char)('0' + crease_region_pattern(region, 0)[i]);
    f->regions++;
    f->vertices += crease_region_vertices(region);
    f->rays += crease_region_rays(region);
    f->facets += crease_region_facets(region);
    f->bounded += (size_t)crease_region_is_bounded(region);
    for (size_t i = 0; i < crease_region_facets(region); i++) {
        crease_facet facet;
        crease_region_facet_owner(&facet, region, i);
        if (facet.on_border && facet.inequality < 64)
            f->borders |= (size_t)1 << facet.inequality;
    }
    return f->regions == f->stop_after ? CREASE_STOP : CREASE_GO;
}

// The status; what was found in *f, whose net and stop_after are set.
static crease_status find_at(finds *f, const crease_domain *domain, const fmpq *x,
                             const crease_options *options, crease_error *error)
{
    *f = (finds){.net = f->net, .stop_after = f->stop_after};
    crease_visitor visitor = {.data = f, .region = note};
    crease_counts counts;
    crease_counts_init(&counts, f->net);
    counts.activation_regions = 17; // of an earlier walk
    crease_status status = crease_locate(&counts, f->net, domain, x, options, &visitor, error);
    CU_ASSERT_EQUAL(counts.activation_regions, f->regions);
    CU_ASSERT_EQUAL(counts.complete, status == CREASE_OK);
    crease_counts_clear(&counts);
    return status;
}

static size_t found(finds *f, const crease_domain *domain, const char *point)
{
    size_t d = crease_domain_dimension(domain);
    fmpq *x = _fmpq_vec_init((slong)d);
    crease_error error;
    if (crease_point_parse(x, point, d, &error) != CREASE_OK ||
        find_at(f, domain, x, NULL, &error) != CREASE_OK) {
        fprintf(stderr, "%s\n", error.message);
        abort();
    }
    _fmpq_vec_clear(x, (slong)d);
    return f->regions;
}

static crease_net *quadrants(void)
{
    return net_of(RELU("[[1, 0], [0, 1]]", "[0, 0]") "," LINEAR("[[1, 1]]", "[0]"));
}

static void cones(void)
{
    crease_net *net = quadrants();
    crease_domain *plane = domain_of(NULL);
    finds f = {.net = net};
    CU_ASSERT_EQUAL(found(&f, plane, "0,0"), 4);
    CU_ASSERT(f.vertices == 4 && f.rays == 8 && f.facets == 8 && f.bounded == 0);
    CU_ASSERT_STRING_EQUAL(f.pattern[0], "00");
    CU_ASSERT_STRING_EQUAL(f.pattern[1], "01");
    CU_ASSERT_STRING_EQUAL(f.pattern[2], "10");
    CU_ASSERT_STRING_EQUAL(f.pattern[3], "11");
    CU_ASSERT_EQUAL(found(&f, plane, "1,0"), 2);
    CU_ASSERT_EQUAL(f.facets, 2);
    CU_ASSERT_STRING_EQUAL(f.pattern[0], "10");
    CU_ASSERT_STRING_EQUAL(f.pattern[1], "11");
    // Inside a region nothing is tight: the cone is the plane.
    CU_ASSERT_EQUAL(found(&f, plane, "-1,1e-400"), 1);
    CU_ASSERT(f.vertices == 1 && f.rays == 4 && f.facets == 0);
    CU_ASSERT_STRING_EQUAL(f.pattern[0], "01");
    crease_domain_free(plane);

    crease_domain *box = domain_of("0,1");
    CU_ASSERT_EQUAL(found(&f, box, "0,0"), 1);
    CU_ASSERT_EQUAL(f.facets, 2);
    CU_ASSERT_STRING_EQUAL(f.pattern[0], "11");
    CU_ASSERT_EQUAL(found(&f, box, "1,1/2"), 1);
    CU_ASSERT_EQUAL(f.facets, 1);
    CU_ASSERT_EQUAL(f.borders, 1 << 1); // x <= 1, by the number that it has in the box
    CU_ASSERT_EQUAL(found(&f, box, "0,1"), 1);
    CU_ASSERT_EQUAL(f.borders, 1 << 0 | 1 << 3);
    crease_domain_free(box);
    crease_net_free(net);
}

// Forms that are zero everywhere, and no hidden layer at all.
static void trivial(void)
{
    crease_net *net = net_of(RELU("[[0, 0], [1, 1]]", "[0, 0]"));
    crease_domain *plane = domain_of(NULL);
    finds f = {.net = net};
    CU_ASSERT_EQUAL(found(&f, plane, "1,-1"), 2);
    CU_ASSERT_STRING_EQUAL(f.pattern[0], "00");
    CU_ASSERT_STRING_EQUAL(f.pattern[1], "01");
    crease_net_free(net);
    f.net = net = net_of(LINEAR("[[1, 2]]", "[3]"));
    CU_ASSERT_EQUAL(found(&f, plane, "0,0"), 1);
    crease_net_free(net);
    crease_domain_free(plane);
}

// A form that is zero at the point on some of its regions only.
static void deep(void)
{
    // relu(relu(x) + relu(y) - 1), at (1, 0): where y < 0 and where y > 0.
    crease_net *net = net_of(RELU("[[1, 0], [0, 1]]", "[0, 0]") "," RELU("[[1, 1]]", "[-1]"));
    crease_domain *plane = domain_of(NULL);
    finds f = {.net = net};
    CU_ASSERT_EQUAL(found(&f, plane, "1,0"), 4);
    CU_ASSERT_EQUAL(found(&f, plane, "1,-5"), 2);
    CU_ASSERT_EQUAL(found(&f, plane, "0,0"), 4);
    crease_domain_free(plane);
    crease_net_free(net);
}

static void maxout(void)
{
    crease_net *net =
        net_of(LAYER("maxout:4", "[[1, 0], [0, 1], [-1, -1], [0, 0]]", "[0, 0, 0, -1]"));
    crease_domain *plane = domain_of(NULL);
    finds f = {.net = net};
    CU_ASSERT_EQUAL(found(&f, plane, "0,0"), 3);
    CU_ASSERT_EQUAL(found(&f, plane, "1,1"), 2);
    CU_ASSERT_STRING_EQUAL(f.pattern[0], "0");
    CU_ASSERT_STRING_EQUAL(f.pattern[1], "1");
    CU_ASSERT_EQUAL(found(&f, plane, "-1,-1"), 1);
    CU_ASSERT_STRING_EQUAL(f.pattern[0], "2");
    crease_domain_free(plane);
    crease_net_free(net);
}

// ---- errors, limits ----

static void expect_error(const crease_net *net, const crease_domain *domain, const char *point,
                         const char *message)
{
    size_t d = crease_domain_dimension(domain);
    fmpq *x = _fmpq_vec_init((slong)d);
    crease_error error = {0};
    finds f = {.net = net};
    CU_ASSERT_EQUAL(crease_point_parse(x, point, d, &error), CREASE_OK);
    CU_ASSERT_EQUAL(find_at(&f, domain, x, NULL, &error), CREASE_ERROR);
    CU_ASSERT_STRING_EQUAL(error.message, message);
    CU_ASSERT_EQUAL(find_at(&f, domain, x, NULL, NULL), CREASE_ERROR);
    CU_ASSERT_EQUAL(f.regions, 0);
    _fmpq_vec_clear(x, (slong)d);
}

static crease_domain *polytope(const int *entries, size_t rows)
{
    crease_domain *domain = NULL;
    fmpq *row = _fmpq_vec_init((slong)(3 * rows));
    for (size_t i = 0; i < 3 * rows; i++)
        fmpq_set_si(row + i, entries[i], 1);
    if (crease_domain_new_polytope(&domain, row, rows, 2, NULL) != CREASE_OK)
        abort();
    _fmpq_vec_clear(row, (slong)(3 * rows));
    return domain;
}

static void errors(void)
{
    crease_net *net = quadrants(), *other = net_with_inputs(3, RELU("[[1, 0, 2]]", "[0]"));
    crease_domain *box = domain_of("-1,1");
    expect_error(net, box, "0,1.0000000000000000000001",
                 "expected a point of the domain, [-1, 1] x [-1, 1]");
    expect_error(other, box, "0,0", "expected a domain in R^3, the network's inputs, found R^2");
    crease_domain_free(box);
    // The square between x = 0 and x = 0.
    crease_domain *flat = polytope((int[]){1, 0, 0, -1, 0, 0}, 2);
    expect_error(net, flat, "0,0",
                 "expected a domain with interior points, but the polytope of 2 inequalities in "
                 "R^2 is flat: name the plane that it lies in with --slice");
    expect_error(net, flat, "1,0",
                 "expected a point of the domain, polytope of 2 inequalities in R^2");
    crease_domain_free(flat);
    crease_net_free(net);
    crease_net_free(other);
}

static void limits(void)
{
    crease_net *net = quadrants();
    crease_domain *plane = domain_of(NULL);
    fmpq *x = _fmpq_vec_init(2);
    finds f = {.net = net};
    crease_options three = {.max_regions = 3}, rough = {.arith = CREASE_FLOAT};
    CU_ASSERT_EQUAL(find_at(&f, plane, x, &three, NULL), CREASE_STOPPED);
    CU_ASSERT_EQUAL(f.regions, 3);
    f.stop_after = 2;
    CU_ASSERT_EQUAL(find_at(&f, plane, x, NULL, NULL), CREASE_STOPPED);
    CU_ASSERT_EQUAL(f.regions, 2);
    f.stop_after = 0;
    CU_ASSERT_EQUAL(find_at(&f, plane, x, &rough, NULL), CREASE_OK);
    CU_ASSERT_EQUAL(f.regions, 4);
    _fmpq_vec_clear(x, 2);
    crease_domain_free(plane);
    crease_net_free(net);
}

// ---- 64 inputs ----

// Moves x[at] so that the pre-activation of a unit of the first layer becomes zero.
static void move_to_crease(fmpq *x, const crease_net *net, size_t unit, size_t at)
{
    const net_layer *layer = net->layer;
    fmpq *z = _fmpq_vec_init((slong)layer->rows);
    net_pre_activation(z, layer, x);
    fmpq_div(z + unit, z + unit, layer->weight + unit * layer->inputs + at);
    fmpq_sub(x + at, x + at, z + unit);
    _fmpq_vec_clear(z, (slong)layer->rows);
}

static void expect_first_layer(const finds *f, const crease_net *net, const fmpq *x)
{
    fmpq *z = _fmpq_vec_init((slong)net->layer->rows);
    net_pre_activation(z, net->layer, x);
    for (size_t i = 0; i < net->layer->units; i++)
        for (size_t k = 0; k < f->regions; k++)
            CU_ASSERT(fmpq_is_zero(z + i) || f->pattern[k][i] == (fmpq_sgn(z + i) > 0 ? '1' : '0'));
    _fmpq_vec_clear(z, (slong)net->layer->rows);
}

static void digits(void)
{
    crease_net *net = net_from_file("data/trained/digits_64-32-32-32-10_epoch50.json");
    crease_domain *space = crease_domain_new_space(64), *box = NULL;
    fmpq *points;
    size_t count, inputs;
    finds f = {.net = net};
    if (crease_points_read(&points, &count, &inputs, "data/trained/digits_line.json", NULL) ||
        crease_domain_parse_box(&box, "0,1", 64, NULL) || inputs != 64)
        abort();
    // An image is inside a region; its pixels of 0 and 1 are on sides of the box.
    CU_ASSERT_EQUAL(find_at(&f, space, points, NULL, NULL), CREASE_OK);
    CU_ASSERT(f.regions == 1 && f.facets == 0);
    expect_first_layer(&f, net, points);
    CU_ASSERT_EQUAL(find_at(&f, box, points, NULL, NULL), CREASE_OK);
    size_t tight = 0;
    for (size_t i = 0; i < 64; i++)
        tight += fmpq_is_zero(points + i) || fmpq_is_one(points + i);
    CU_ASSERT(f.regions == 1 && f.facets == tight && tight > 20);
    // On one crease.
    move_to_crease(points, net, 5, 20);
    CU_ASSERT_EQUAL(find_at(&f, space, points, NULL, NULL), CREASE_OK);
    CU_ASSERT(f.regions == 2 && f.facets == 2);
    CU_ASSERT(f.pattern[0][5] == '0' && f.pattern[1][5] == '1');
    expect_first_layer(&f, net, points);
    // Not quite.
    fmpq_t little;
    fmpq_init(little);
    fmpq_set_si(little, 1, 1);
    fmpq_div_2exp(little, little, 2000);
    fmpq_add(points + 20, points + 20, little);
    CU_ASSERT_EQUAL(find_at(&f, space, points, NULL, NULL), CREASE_OK);
    CU_ASSERT_EQUAL(f.regions, 1);
    expect_first_layer(&f, net, points);
    fmpq_clear(little);
    _fmpq_vec_clear(points, (slong)(count * inputs));
    crease_domain_free(space);
    crease_domain_free(box);
    crease_net_free(net);
}

// Where the first 5 units are zero at once 2^5 regions meet.
static void generator(void)
{
    crease_net *net = net_from_file("data/trained/digits_64-32-32-32-10_epoch50.json");
    crease_domain *space = crease_domain_new_space(64);
    enum { CREASES = 5 };
    fmpq *x = _fmpq_vec_init(64);
    fmpq_mat_t system, constants, solution;
    fmpq_mat_init(system, CREASES, CREASES);
    fmpq_mat_init(constants, CREASES, 1);
    fmpq_mat_init(solution, CREASES, 1);
    for (slong i = 0; i < CREASES; i++) {
        for (slong k = 0; k < CREASES; k++)
            fmpq_set(fmpq_mat_entry(system, i, k), net->layer->weight + 64 * i + 20 + k);
        fmpq_neg(fmpq_mat_entry(constants, i, 0), net->layer->bias + i);
    }
    CU_ASSERT(fmpq_mat_solve(solution, system, constants));
    for (slong k = 0; k < CREASES; k++)
        fmpq_set(x + 20 + k, fmpq_mat_entry(solution, k, 0));
    finds f = {.net = net};
    CU_ASSERT_EQUAL(find_at(&f, space, x, NULL, NULL), CREASE_OK);
    CU_ASSERT(f.regions == 32 && f.facets == 32 * CREASES);
    expect_first_layer(&f, net, x);
    fmpq_mat_clear(system);
    fmpq_mat_clear(constants);
    fmpq_mat_clear(solution);
    _fmpq_vec_clear(x, 64);
    crease_domain_free(space);
    crease_net_free(net);
}

UNIT_MAIN("locate", {"cones", cones}, {"trivial", trivial}, {"deep", deep}, {"maxout", maxout},
          {"errors", errors}, {"limits", limits}, {"digits", digits}, {"generator", generator})
