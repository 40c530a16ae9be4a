// Trajectories through random networks, in parallel.
#include "reproduce/lengths.h"

#include "base/memory.h"
#include "exact/rational.h"
#include "reproduce/nets.h"
#include <crease/trajectory.h>
#include <flint/fmpq_vec.h>
#include <math.h>
#include <stdlib.h>

// The middle of an interval that is narrower than doubles tell apart, nearly.
static double middle(const crease_enclosure *length)
{
    fmpq_t sum;
    fmpq_init(sum);
    fmpq_add(sum, length->lo, length->hi);
    fmpq_div_2exp(sum, sum, 1);
    double x = rational_double(sum);
    fmpq_clear(sum);
    return x;
}

static crease_status make_path(crease_path *path, const lengths_case *of, uint64_t seed,
                               crease_error *error)
{
    size_t n = of->width;
    fmpq *point = _fmpq_vec_init((slong)(2 * n));
    crease_points_random(point, 2, n, seed);
    crease_status status = of->path == LENGTHS_ARC
                               ? crease_path_arc(path, point, point + n, n, of->vertices, error)
                               : crease_path_polyline(path, point, 2, n, error);
    _fmpq_vec_clear(point, (slong)(2 * n));
    return status;
}

static crease_status measure_path(const lengths *l, size_t index, const crease_net *net,
                                  const crease_path *path, crease_error *error)
{
    const lengths_case *of = &l->of[index / l->repeats];
    crease_measure how = {.threads = 1, .interrupt = l->e->how.interrupt};
    crease_trajectory found;
    crease_trajectory_init(&found, net);
    crease_status status = crease_trajectory_measure(&found, net, path, 1, &how, error);
    for (size_t layer = 0; layer <= of->depth && status == CREASE_OK; layer++) {
        l->length[index * l->stride + layer] = middle(&found.length[layer]);
        l->transitions[index * l->stride + layer] = found.transitions[layer];
    }
    crease_trajectory_clear(&found);
    return status;
}

static crease_status measure(void *data, size_t index, crease_error *error)
{
    const lengths *l = data;
    const lengths_case *of = &l->of[index / l->repeats];
    crease_random how = of->how;
    how.seed = parallel_seed(l->e->how.seed, index % l->repeats);
    crease_net *net;
    crease_path path;
    if (nets_random(&net, of->width, of->width, of->depth, &how, error))
        return CREASE_ERROR;
    crease_status status = make_path(&path, of, parallel_seed(how.seed, 1), error);
    if (status == CREASE_OK) {
        status = measure_path(l, index, net, &path, error);
        crease_path_clear(&path);
    }
    crease_net_free(net);
    return status;
}

crease_status lengths_measure(lengths *l, const experiment *e, const lengths_case *of, size_t cases,
                              size_t repeats, crease_error *error)
{
    *l = (lengths){.e = e, .of = of, .cases = cases, .repeats = repeats};
    for (size_t i = 0; i < cases; i++)
        l->stride = of[i].depth + 1 > l->stride ? of[i].depth + 1 : l->stride;
    l->length = memory_new(cases * repeats * l->stride, sizeof *l->length);
    l->transitions = memory_new(cases * repeats * l->stride, sizeof *l->transitions);
    return experiment_run(e, cases * repeats, measure, l, error);
}

void lengths_clear(lengths *l)
{
    free(l->length);
    free(l->transitions);
}

const double *lengths_of(const lengths *l, size_t which, size_t repeat)
{
    return l->length + (which * l->repeats + repeat) * l->stride;
}

const uint64_t *lengths_transitions(const lengths *l, size_t which, size_t repeat)
{
    return l->transitions + (which * l->repeats + repeat) * l->stride;
}

double lengths_growth(const lengths *l, size_t which, size_t repeat, size_t first)
{
    const double *length = lengths_of(l, which, repeat);
    size_t depth = l->of[which].depth;
    double sum = 0;
    for (size_t layer = first; layer <= depth; layer++) {
        if (!(length[layer - 1] > 0))
            return NAN;
        sum += length[layer] / length[layer - 1];
    }
    return sum / (double)(depth - first + 1);
}

size_t lengths_growths(sample *growth, const lengths *l, size_t which, size_t first)
{
    size_t without = 0;
    for (size_t i = 0; i < l->repeats; i++) {
        double x = lengths_growth(l, which, i, first);
        if (isnan(x))
            without++;
        else
            sample_add_double(growth, x);
    }
    return without;
}
