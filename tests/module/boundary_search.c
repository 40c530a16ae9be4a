// Small searches: creases that change nothing, functions without a boundary, limits; the queue.
#include "distance/boundary_search.h"
#include "base/random.h"
#include "nets.h"
#include "unit.h"

#include <flint/fmpz_vec.h>

typedef struct {
    crease_net *net;
    scaled_net scaled;
    boundary_search search;
    crease_distance found;
    sig_atomic_t stop;
} desk;

static void desk_open(desk *d, crease_net *net)
{
    *d = (desk){.net = net};
    scaled_net_init(&d->scaled, net, NULL, net->inputs);
    boundary_search_init(&d->search, net, &d->scaled, NULL, CREASE_NORM_2);
    crease_distance_init(&d->found, net);
}

static void desk_close(desk *d)
{
    crease_distance_clear(&d->found);
    boundary_search_clear(&d->search);
    scaled_net_clear(&d->scaled);
    crease_net_free(d->net);
}

static int search(desk *d, const char *point, uint64_t max_cells)
{
    fmpq *x = _fmpq_vec_init((slong)d->net->inputs);
    CU_ASSERT_EQUAL_FATAL(crease_point_parse(x, point, d->net->inputs, NULL), CREASE_OK);
    const crease_options options = {.max_regions = max_cells, .interrupt = &d->stop};
    run_limits limits;
    run_limits_init(&limits, &options);
    int done = boundary_search_at(&d->found, &d->search, x, 1, &limits);
    run_limits_end(&limits, CREASE_OK, NULL);
    _fmpq_vec_clear(x, (slong)d->net->inputs);
    return done;
}

static void expect(const crease_nearest *nearest, slong top, ulong bottom, size_t layer,
                   size_t unit)
{
    fmpq_t square;
    fmpq_init(square);
    fmpq_set_si(square, top, bottom);
    CU_ASSERT_EQUAL(nearest->state, CREASE_NEAREST_KNOWN);
    CU_ASSERT(fmpq_equal(nearest->squared, square));
    CU_ASSERT(nearest->layer == layer && nearest->unit == unit);
    fmpq_clear(square);
}

// The function is relu(x - 3) + 0 relu(x - 1) + 0 relu(y): two creases change nothing.
static void idle_units(void)
{
    desk d;
    desk_open(&d, net_of(RELU("[[1, 0], [0, 1], [1, 0]]", "[-1, 0, -3]") "," LINEAR("[[0, 0, 1]]",
                                                                                    "[0]")));
    CU_ASSERT(search(&d, "0,1/2", 0));
    expect(&d.found.activation, 1, 4, 0, 1);
    expect(&d.found.function, 9, 1, 0, 2);
    CU_ASSERT_EQUAL(d.found.cells, 5); // all four on this side, and one beyond
    CU_ASSERT(search(&d, "1,0", 0));   // on both
    expect(&d.found.activation, 0, 1, 0, 0);
    expect(&d.found.function, 4, 1, 0, 2);
    CU_ASSERT(search(&d, "3,-7", 0));
    expect(&d.found.function, 0, 1, 0, 2);
    desk_close(&d);
}

static void nothing(void)
{
    desk d;
    desk_open(&d, net_of(LINEAR("[[1, 2]]", "[3]")));
    CU_ASSERT(search(&d, "5,1", 0));
    CU_ASSERT_EQUAL(d.found.activation.state, CREASE_NEAREST_NONE);
    CU_ASSERT_EQUAL(d.found.function.state, CREASE_NEAREST_NONE);
    desk_close(&d);
    // relu(x) - relu(-x) = x has a crease, but is one function.
    desk_open(&d, net_of(RELU("[[1, 0], [-1, 0]]", "[0, 0]") "," LINEAR("[[1, -1]]", "[0]")));
    CU_ASSERT(search(&d, "5,1", 0));
    expect(&d.found.activation, 25, 1, 0, 0);
    CU_ASSERT_EQUAL(d.found.function.state, CREASE_NEAREST_NONE);
    CU_ASSERT_EQUAL(d.found.cells, 2);
    desk_close(&d);
}

// Ten creases that change nothing before one that does.
static void limits(void)
{
    desk d;
    desk_open(&d,
              net_with_inputs(1, RELU("[[1],[1],[1],[1],[1],[1]]",
                                      "[-1,-2,-3,-4,-5,-6]") "," LINEAR("[[0,0,0,0,0,1]]", "[0]")));
    CU_ASSERT(search(&d, "0", 0));
    expect(&d.found.function, 36, 1, 0, 5);
    CU_ASSERT_EQUAL(d.found.cells, 7);
    for (uint64_t most = 1; most <= 8; most++) {
        CU_ASSERT(search(&d, "0", most));
        CU_ASSERT_EQUAL(d.found.function.state,
                        most < 7 ? CREASE_NEAREST_AT_LEAST : CREASE_NEAREST_KNOWN);
        CU_ASSERT_EQUAL(d.found.cells, most < 7 ? most : 7);
        slong bound = most < 7 ? (slong)most : 6;
        CU_ASSERT_EQUAL(fmpq_cmp_si(d.found.function.squared, bound * bound), 0);
        expect(&d.found.activation, 1, 1, 0, 0);
    }
    d.stop = 1;
    CU_ASSERT_FALSE(search(&d, "0", 0));
    d.stop = 0;
    CU_ASSERT(search(&d, "0", 0)); // may be used again
    expect(&d.found.function, 36, 1, 0, 5);
    desk_close(&d);
}

// A limit is met while it is decided which pieces have an interior at the point, where three lines
// meet: an interior that was not found says nothing.
static void limit_within_a_step(void)
{
    desk d;
    desk_open(
        &d, net_of(RELU("[[1, 0], [0, 1], [1, 1]]", "[0, 0, 0]") "," LINEAR("[[1, 1, 1]]", "[0]")));
    fmpq *x = _fmpq_vec_init(2);
    const crease_options options = {.interrupt = &d.stop};
    run_limits limits;
    run_limits_init(&limits, &options);
    d.stop = 1;
    CU_ASSERT_FATAL(run_poll_now());
    CU_ASSERT_FALSE(boundary_search_at(&d.found, &d.search, x, SEARCH_FUNCTION, &limits));
    CU_ASSERT_EQUAL(d.found.activation.state, CREASE_NEAREST_AT_LEAST);
    CU_ASSERT_EQUAL(d.found.function.state, CREASE_NEAREST_AT_LEAST);
    CU_ASSERT(fmpq_is_zero(d.found.function.squared));
    run_limits_end(&limits, CREASE_OK, NULL);
    _fmpq_vec_clear(x, 2);
    d.stop = 0;
    CU_ASSERT(search(&d, "0,0", 0));
    expect(&d.found.activation, 0, 1, 0, 0);
    expect(&d.found.function, 0, 1, 0, 0);
    desk_close(&d);
}

UNIT_MAIN("boundary_search", {"idle units", idle_units}, {"nothing", nothing}, {"limits", limits},
          {"limit within a step", limit_within_a_step})
