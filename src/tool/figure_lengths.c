// Trajectories through random networks, in parallel.
#include "tool/figure_lengths.h"

#include "base/memory.h"
#include "exact/rational.h"
#include "tool/figure_nets.h"
#include <crease/path.h>
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

static size_t paths_of(const lengths_case *of)
{
    return of->paths ? of->paths : 1;
}

// path: paths_of of them, zeroed; to be cleared in any case.
static crease_status make_paths(crease_path *path, const lengths_case *of, uint64_t seed,
                                crease_error *error)
{
    size_t n = of->width, count = paths_of(of);
    fmpq *points = _fmpq_vec_init((slong)(2 * count * n));
    crease_points_random(points, 2 * count, n, seed);
    crease_status status = CREASE_OK;
    for (size_t i = 0; i < count && status == CREASE_OK; i++) {
        const fmpq *p = points + 2 * i * n;
        status = of->path == LENGTHS_ARC
                     ? crease_path_arc(path + i, p, p + n, n, of->vertices, error)
                     : crease_path_polyline(path + i, p, 2, n, error);
    }
    _fmpq_vec_clear(points, (slong)(2 * count * n));
    return status;
}

// Adds what one path shows of every layer, divided by how many paths there are.
static void add_path(const lengths *l, size_t index, const crease_trajectory *found)
{
    const lengths_case *of = &l->of[index / l->repeats];
    double part = 1 / (double)paths_of(of), before = 0;
    for (size_t layer = 0; layer <= of->depth; layer++) {
        size_t at = index * l->stride + layer;
        double length = middle(&found->length[layer]);
        l->length[at] += part * length;
        l->growth[at] += layer && before > 0 ? part * length / before : NAN;
        l->transitions[at] += part * (double)found->transitions[layer];
        before = length;
    }
}

static crease_status measure_paths(const lengths *l, size_t index, const crease_net *net,
                                   const crease_path *path, crease_error *error)
{
    size_t count = paths_of(&l->of[index / l->repeats]);
    crease_options options = experiment_walk(l->e);
    crease_trajectory *found = memory_new(count, sizeof *found);
    for (size_t i = 0; i < count; i++)
        crease_trajectory_init(found + i, net);
    crease_status status =
        crease_trajectory_measure(found, net, path, count, NULL, &options, error);
    for (size_t i = 0; i < count; i++) {
        if (status == CREASE_OK)
            add_path(l, index, found + i);
        crease_trajectory_clear(found + i);
    }
    free(found);
    return status;
}

static crease_status measure(void *data, size_t index, crease_error *error)
{
    const lengths *l = data;
    const lengths_case *of = &l->of[index / l->repeats];
    crease_random how = of->how;
    how.seed = parallel_seed(l->e->how.seed, index % l->repeats);
    crease_net *net;
    if (nets_random(&net, of->width, of->width, of->depth, &how, error))
        return CREASE_ERROR;
    crease_path *path = memory_new(paths_of(of), sizeof *path);
    crease_status status = make_paths(path, of, parallel_seed(how.seed, 1), error);
    if (status == CREASE_OK)
        status = measure_paths(l, index, net, path, error);
    for (size_t i = 0; i < paths_of(of); i++)
        crease_path_clear(path + i);
    free(path);
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
    l->growth = memory_new(cases * repeats * l->stride, sizeof *l->growth);
    l->transitions = memory_new(cases * repeats * l->stride, sizeof *l->transitions);
    return experiment_run(e, cases * repeats, measure, l, error);
}

void lengths_clear(lengths *l)
{
    free(l->length);
    free(l->growth);
    free(l->transitions);
}

const double *lengths_of(const lengths *l, size_t which, size_t repeat)
{
    return l->length + (which * l->repeats + repeat) * l->stride;
}

const double *lengths_transitions(const lengths *l, size_t which, size_t repeat)
{
    return l->transitions + (which * l->repeats + repeat) * l->stride;
}

double lengths_growth(const lengths *l, size_t which, size_t repeat, size_t first)
{
    const double *growth = l->growth + (which * l->repeats + repeat) * l->stride;
    size_t depth = l->of[which].depth;
    double sum = 0;
    for (size_t layer = first; layer <= depth; layer++)
        sum += growth[layer];
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
