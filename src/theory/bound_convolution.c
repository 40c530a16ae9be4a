// The maximum of one convolutional layer.
#include "theory/bound.h"
#include "theory/combinatorics.h"

const char *bound_convolution(fmpz_t value, const crease_architecture *a)
{
    if (!a->is_convolution)
        return "a convolution";
    const crease_convolution *of = &a->shape;
    sum_windows(value, a->windows, of->kernel * of->channels, of->stride * of->channels,
                of->filters);
    return NULL;
}
