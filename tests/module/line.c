// What is kept of a line: by hand.
#include "path/line.h"
#include "lines.h"
#include "unit.h"

#include <math.h>

static void accessors(void)
{
    crease_net *net = net_of(RELU("[[1, 0], [0, 1]]", "[0, 0]") "," LAYER(
        "hardtanh", "[[1, 1]]", "[0]") "," LINEAR("[[1]]", "[0]"));
    fmpq *points = points_of("-1,0;1,3", 2, 2);
    crease_line *line = line_new(net, points, points + 2, 2);
    CU_ASSERT(crease_line_breakpoints(line) == 0 && crease_line_all_transitions(line) == 0);
    for (slong k = 0; k < 40; k++) {
        line_add(line);
        fmpq_set_si(line->at + k, k, 40);
        if (k % 4 == 0)
            line_turn(line, (crease_transition){0, 1, 0, 1});
        line_turn(line, (crease_transition){1, 0, 0, 1});
        line->bends[k] = k % 2;
    }
    line->counts.activation_regions = 41;
    line->linear = 1;
    CU_ASSERT(crease_line_regions(line) == 41 && crease_line_breakpoints(line) == 40);
    CU_ASSERT(crease_line_all_transitions(line) == 50);
    CU_ASSERT(crease_line_layer_transitions(line, 0) == 10);
    CU_ASSERT(crease_line_layer_transitions(line, 1) == 40);
    CU_ASSERT(crease_line_neuron_transitions(line, 0, 0) == 0);
    CU_ASSERT(crease_line_neuron_transitions(line, 0, 1) == 10);
    CU_ASSERT(crease_line_neuron_transitions(line, 1, 0) == 40);
    CU_ASSERT(crease_line_linear_regions(line) == 21);
    CU_ASSERT(crease_line_bends(line, 3) && !crease_line_bends(line, 4));
    const crease_transition *list;
    CU_ASSERT(crease_line_transitions(&list, line, 7) == 1 && list->layer == 1);
    CU_ASSERT(crease_line_transitions(&list, line, 8) == 2 && list->layer == 0);
    fmpq *x = _fmpq_vec_init(2);
    crease_line_point(x, line, 10); // t = 1/4
    fmpq *expected = points_of("-1/2,3/4", 2, 1);
    CU_ASSERT(fmpq_equal(x, expected) && fmpq_equal(x + 1, expected + 1));
    _fmpq_vec_clear(expected, 2);
    _fmpq_vec_clear(x, 2);
    _fmpq_vec_clear(points, 4);
    crease_line_free(line);
    crease_line_free(NULL);
    crease_net_free(net);
}

// The nearest doubles on either side.
static void enclosures(void)
{
    fmpq_t x;
    double low, high;
    fmpq_init(x);
    fmpq_set_si(x, 3, 4);
    line_enclose(&low, &high, x);
    CU_ASSERT(low == 0.75 && high == 0.75);
    fmpq_set_si(x, 1, 3);
    line_enclose(&low, &high, x);
    CU_ASSERT(low < high && nextafter(low, 1) == high && low == 1. / 3);
    fmpq_neg(x, x);
    line_enclose(&low, &high, x);
    CU_ASSERT(high == -1. / 3 && nextafter(low, 1) == high);
    fmpq_one(x);
    fmpq_div_2exp(x, x, 1080);
    line_enclose(&low, &high, x);
    CU_ASSERT(low == 0 && high > 0 && high < 1e-300);
    fmpq_inv(x, x);
    line_enclose(&low, &high, x);
    CU_ASSERT(isfinite(low) && low > 1e300 && high == HUGE_VAL);
    fmpq_clear(x);
}

UNIT_MAIN("line", {"accessors", accessors}, {"enclosures", enclosures})
