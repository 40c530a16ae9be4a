// Hanin and Rolnick, figure 6: distances times N, one layer measured again by hand.
#include "figures.h"

#include "base/parallel.h"
#include "exact/sample.h"
#include "nets.h"
#include "tool/figure_nets.h"
#include <math.h>

static void training(void)
{
    made m = made_by("hanin-6", (crease_reproduce){.seed = 0});
    made_check_intervals(&m);
    CU_ASSERT_EQUAL_FATAL(table_rows(&m.found), 14);
    CU_ASSERT_STRING_EQUAL(made_text(&m, 0, "points"), "data points");
    for (size_t row = 0; row < 14; row++) {
        CU_ASSERT_STRING_EQUAL(made_text(&m, row, "least"), "0.4");
        CU_ASSERT_STRING_EQUAL(made_text(&m, row, "most"), "1.5");
    }
    made_clear(&m);
}

// |w . x + b| / |w| of the nearest unit of one layer.
static double nearest(const crease_net *net, const fmpq *x)
{
    const net_layer *layer = &net->layer[0];
    double least = HUGE_VAL;
    for (size_t i = 0; i < layer->rows; i++) {
        double z = fmpq_get_d(layer->bias + i), square = 0;
        for (size_t j = 0; j < layer->inputs; j++) {
            double w = fmpq_get_d(layer->weight + i * layer->inputs + j);
            z += w * fmpq_get_d(x + j);
            square += w * w;
        }
        least = fmin(least, fabs(z) / sqrt(square));
    }
    return least;
}

static void initial(void)
{
    made m = made_by("hanin-6-initial", (crease_reproduce){.seed = 3});
    made_check_intervals(&m);
    sample scaled;
    sample_init(&scaled);
    for (size_t index = 0; index < 4; index++) {
        crease_random how = {.bias_std = "1/1000", .seed = parallel_seed(3, index)};
        crease_net *net;
        fmpq *point = _fmpq_vec_init(5 * 16);
        CU_ASSERT_FATAL(nets_random(&net, 16, 8, 1, &how, NULL) == CREASE_OK);
        crease_points_random(point, 5, 16, parallel_seed(how.seed, 1));
        double sum = 0;
        for (size_t i = 0; i < 5; i++)
            sum += 8 * nearest(net, point + 16 * i) / 5;
        sample_add_double(&scaled, sum);
        _fmpq_vec_clear(point, 5 * 16);
        crease_net_free(net);
    }
    CU_ASSERT_STRING_EQUAL(made_text(&m, 0, "depth"), "1 layers");
    CU_ASSERT_DOUBLE_EQUAL(made_number(&m, 0, "mean"), sample_estimate(&scaled).mean, 1e-8);
    CU_ASSERT_DOUBLE_EQUAL(made_number(&m, 0, "high"), sample_estimate(&scaled).high, 1e-8);
    sample_clear(&scaled);
    made_clear(&m);
}

UNIT_MAIN("hanin_6", {"training", training}, {"initial", initial})
