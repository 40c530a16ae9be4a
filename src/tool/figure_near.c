// Distances, kept as they are heard of.
#include "tool/figure_near.h"

#include "base/error.h"
#include "exact/rational.h"
#include <math.h>

typedef struct {
    fmpq *squared;
    size_t without; // points that have no boundary
} listener;

static crease_visit hear(void *data, size_t index, const crease_distance *distance)
{
    listener *l = data;
    if (distance->function.state == CREASE_NEAREST_KNOWN)
        fmpq_set(l->squared + index, distance->function.squared);
    else
        l->without++;
    return CREASE_GO;
}

crease_status near_measure(fmpq *squared, const experiment *e, const crease_net *net,
                           const fmpq *points, size_t count, crease_error *error)
{
    listener l = {.squared = squared};
    crease_options options = experiment_walk(e);
    crease_status status = crease_distances(net, points, count, 1, &options, hear, &l, error);
    if (status == CREASE_OK && l.without)
        status = error_set(error, "expected a network that bends somewhere, found one that is "
                                  "affine");
    return status;
}

double near_distance(const fmpq_t squared)
{
    return sqrt(rational_double(squared));
}
