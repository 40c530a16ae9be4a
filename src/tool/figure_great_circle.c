// One layer's weights turn from those of a random network to those of another.
#include "tool/figure_great_circle.h"

#include "tool/figure_nets.h"
#include <crease/path.h>
#include <flint/fmpq_vec.h>

static crease_status sweep(crease_dichotomies *result, const experiment *e, const great_circle *of,
                           const crease_net *net, const crease_net *other, uint64_t seed,
                           crease_error *error)
{
    fmpq *point = _fmpq_vec_init((slong)(GREAT_CIRCLE_POINTS * of->width));
    crease_points_random(point, GREAT_CIRCLE_POINTS, of->width, seed);
    crease_sweep wanted = {.layer = of->layer};
    crease_options options = experiment_walk(e);
    crease_status status = crease_dichotomies_sweep(result, net, other, point, GREAT_CIRCLE_POINTS,
                                                    &wanted, &options, error);
    _fmpq_vec_clear(point, (slong)(GREAT_CIRCLE_POINTS * of->width));
    return status;
}

crease_status great_circle_sweep(crease_dichotomies *result, const experiment *e,
                                 const great_circle *of, size_t repeat, crease_error *error)
{
    char init[32];
    snprintf(init, sizeof init, "gaussian:%d", of->variance);
    uint64_t seed = parallel_seed(e->how.seed, repeat);
    crease_random how = {.init = init, .activation = "hardtanh", .seed = seed};
    crease_net *net, *other;
    *result = (crease_dichotomies){.points = 0};
    if (nets_random(&net, of->width, of->width, of->depth, &how, error))
        return CREASE_ERROR;
    how.seed = parallel_seed(seed, 1);
    crease_status status = nets_random(&other, of->width, of->width, of->depth, &how, error);
    if (status == CREASE_OK) {
        status = sweep(result, e, of, net, other, parallel_seed(seed, 2), error);
        crease_net_free(other);
    }
    crease_net_free(net);
    return status;
}
