// Boundaries of networks where they are known, and input that is refused.
#include <crease/distance.h>

#include "nets.h"
#include "unit.h"

static crease_status measure(crease_boundary *found, const crease_net *net, const char *box,
                             unsigned digits, crease_error *error)
{
    size_t n = crease_net_inputs(net);
    crease_domain *domain = box ? NULL : crease_domain_new_space(n);
    if (box)
        crease_domain_parse_box(&domain, box, n, NULL);
    crease_status status = crease_boundary_measure(found, net, domain, 1, digits, NULL, error);
    crease_domain_free(domain);
    return status;
}

static bool is(const crease_enclosure *e, slong top, ulong bottom)
{
    fmpq_t wanted;
    fmpq_init(wanted);
    fmpq_set_si(wanted, top, bottom);
    bool same = fmpq_equal(e->lo, wanted) && fmpq_equal(e->hi, wanted);
    fmpq_clear(wanted);
    return same;
}

// top / bottom sqrt(root) lies inside, and lo and hi are near.
static bool is_root(const crease_enclosure *e, slong top, ulong bottom, ulong root)
{
    fmpq_t square, lo, hi;
    fmpq_init(square);
    fmpq_init(lo);
    fmpq_init(hi);
    fmpq_set_si(square, top, bottom);
    fmpq_mul(square, square, square);
    fmpq_mul_ui(square, square, root);
    fmpq_mul(lo, e->lo, e->lo);
    fmpq_mul(hi, e->hi, e->hi);
    bool inside = fmpq_cmp(lo, square) <= 0 && fmpq_cmp(square, hi) <= 0;
    fmpq_sub(hi, e->hi, e->lo);
    fmpq_mul_2exp(hi, hi, 39); // 10^-12 < 2^-39
    inside &= fmpq_cmp(hi, e->lo) < 0;
    fmpq_clear(square);
    fmpq_clear(lo);
    fmpq_clear(hi);
    return inside;
}

// Two lines parallel to the axes and the line 3 x = 4 y; x = 1 does not matter.
static void plane(void)
{
    crease_boundary found;
    crease_net *net =
        net_of(RELU("[[1, 0], [0, 2], [3, -4]]", "[-1, -1, 0]") "," LINEAR("[[0, 1, 1]]", "[0]"));
    crease_boundary_init(&found);
    CU_ASSERT_EQUAL_FATAL(measure(&found, net, "0,4,0,3", 0, NULL), CREASE_OK);
    CU_ASSERT(is(&found.activation, 12, 1)); // 3 + 4 + 5
    CU_ASSERT(is(&found.activation_density, 1, 1));
    CU_ASSERT(found.has_function && is(&found.function, 9, 1));
    CU_ASSERT(is(&found.function_density, 3, 4));
    CU_ASSERT_EQUAL(fmpq_cmp_si(found.volume, 12), 0);
    CU_ASSERT_EQUAL(found.regions, 7);
    crease_boundary_clear(&found);
    crease_net_free(net);
}

// relu(relu(x) + relu(y) - 1) is 0 up to a bent crease. In [-2, 2]^2 each of its arms is 2 long,
// its middle sqrt(2). The axes are creases, 4 long each, but only beyond the bent one does the
// function see them: from 1 to 2.
static void bent(void)
{
    crease_boundary found;
    crease_net *net = net_of(
        RELU("[[1, 0], [0, 1]]", "[0, 0]") "," RELU("[[1, 1]]", "[-1]") "," LINEAR("[[1]]", "[0]"));
    crease_boundary_init(&found);
    CU_ASSERT_EQUAL_FATAL(measure(&found, net, "-2,2", 0, NULL), CREASE_OK);
    fmpq_t six;
    fmpq_init(six);
    fmpq_set_si(six, 6, 1);
    fmpq_sub(found.function.lo, found.function.lo, six);
    fmpq_sub(found.function.hi, found.function.hi, six);
    CU_ASSERT(is_root(&found.function, 1, 1, 2));
    fmpq_mul_ui(six, six, 2);
    fmpq_sub(found.activation.lo, found.activation.lo, six);
    fmpq_sub(found.activation.hi, found.activation.hi, six);
    CU_ASSERT(is_root(&found.activation, 1, 1, 2));
    fmpq_clear(six);
    crease_boundary_clear(&found);
    crease_net_free(net);
}

static void solid(void)
{
    crease_boundary found;
    crease_net *net = net_with_inputs(
        3, RELU("[[2, 2, 2], [1, 0, 0]]", "[-3, -0.5]") "," LINEAR("[[1, 0]]", "[0]"));
    crease_boundary_init(&found);
    CU_ASSERT_EQUAL_FATAL(measure(&found, net, "0,1", 0, NULL), CREASE_OK);
    CU_ASSERT(is_root(&found.function, 3, 4, 3)); // the hexagon alone
    fmpq_t one;
    fmpq_init(one);
    fmpq_one(one);
    fmpq_sub(found.activation.lo, found.activation.lo, one);
    fmpq_sub(found.activation.hi, found.activation.hi, one);
    CU_ASSERT(is_root(&found.activation, 3, 4, 3));
    fmpq_clear(one);
    crease_boundary_clear(&found);
    crease_net_free(net);
}

// |x - 1| by two units with one crease, and a unit that is idle.
static void line(void)
{
    crease_boundary found;
    crease_net *net = net_with_inputs(
        1, RELU("[[1], [-1], [1]]", "[-1, 1, -3]") "," LINEAR("[[1, 1, 0]]", "[0]"));
    crease_boundary_init(&found);
    CU_ASSERT_EQUAL_FATAL(measure(&found, net, "0,4", 0, NULL), CREASE_OK);
    CU_ASSERT(is(&found.activation, 2, 1) && is(&found.function, 1, 1));
    CU_ASSERT(is(&found.activation_density, 1, 2) && is(&found.function_density, 1, 4));
    crease_boundary_clear(&found);
    crease_net_free(net);
}

static void refused(void)
{
    crease_boundary found;
    crease_error error = {0};
    crease_net *net = net_of(RELU("[[1, 0]]", "[0]"));
    crease_boundary_init(&found);
    CU_ASSERT_EQUAL(measure(&found, net, NULL, 0, &error), CREASE_ERROR);
    CU_ASSERT_STRING_EQUAL(error.message, "expected a bounded domain, found R^2");
    CU_ASSERT_EQUAL(measure(&found, net, "0,1", 1000001, &error), CREASE_ERROR);
    crease_net *long_one = net_with_inputs(3, RELU("[[1, 0, 0]]", "[0]"));
    crease_domain *slice = domain_of("0,1");
    fmpq *points = _fmpq_vec_init(9);
    fmpq_one(points + 3);
    fmpq_one(points + 7);
    CU_ASSERT_EQUAL_FATAL(crease_domain_set_slice(slice, points, 3, 3, NULL), CREASE_OK);
    CU_ASSERT_EQUAL(crease_boundary_measure(&found, long_one, slice, 1, 0, NULL, &error),
                    CREASE_ERROR);
    crease_options few = {.max_regions = 1};
    crease_domain *box = domain_of("-1,1");
    CU_ASSERT_EQUAL(crease_boundary_measure(&found, net, box, 1, 0, &few, &error), CREASE_STOPPED);
    CU_ASSERT_EQUAL(found.regions, 1);
    crease_domain_free(box);
    crease_domain_free(slice);
    _fmpq_vec_clear(points, 9);
    crease_boundary_clear(&found);
    crease_net_free(long_one);
    crease_net_free(net);
}

UNIT_MAIN("boundary", {"plane", plane}, {"bent", bent}, {"solid", solid}, {"line", line},
          {"refused", refused})
