// Whether doubles represent the maps of a network exactly.
#include "net/grain.h"

#include "exact/rational.h"
#include <math.h>
#include <stdlib.h>

// Products of three numbers that are further apart would not be exact.
static const double apart = 0x1p24;

// Returns 0 if doubles do not represent x, or its magnitude and grain are too far apart.
static int take_grain(double *grain, double *size, const fmpq_t x)
{
    if (fmpq_is_zero(x))
        return 1;
    if (!rational_is_word(x))
        return 0;
    const slong num = *fmpq_numref(x), den = *fmpq_denref(x);
    if ((den & (den - 1)) || labs(num) >= (slong)1 << 53)
        return 0;
    const double unit = (double)(num & -num) / (double)den, value = (double)labs(num) / (double)den;
    *grain = unit < *grain ? unit : *grain;
    *size = value > *size ? value : *size;
    return *size <= apart * *grain;
}

static int take_grains(double *grain, double *size, const fmpq *x, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!take_grain(grain, size, x + i))
            return 0;
    return 1;
}

static int take_row_grains(layer_grains *to, const net_layer *layer)
{
    for (size_t j = 0; j < layer->rows; j++) {
        const sparsity_row row = sparsity_row_of(&layer->at, j);
        double largest = 0;
        if (!take_grains(&to->weight, &largest, layer->weight + row.first, row.count))
            return 0;
        largest *= (double)row.count;
        to->row_sum = largest > to->row_sum ? largest : to->row_sum;
    }
    return 1;
}

layer_grains layer_grains_of(const net_layer *layer)
{
    layer_grains to = {.weight = 1, .bias = 1, .breakpoint = 1, .slope = 1, .offset = 1};
    to.exact = take_row_grains(&to, layer) &&
               take_grains(&to.bias, &to.bias_size, layer->bias, layer->rows);
    for (size_t k = 0; k < layer->kinds && to.exact; k++) {
        const activation *act = layer->act + k;
        to.exact = take_grains(&to.slope, &to.slope_size, act->slope, act->pieces) &&
                   take_grains(&to.offset, &to.offset_size, act->offset, act->pieces) &&
                   take_grains(&to.breakpoint, &to.breakpoint_size, act->breakpoint,
                               activation_breakpoints(act));
    }
    return to;
}

double layer_grains_follow(output_grain *outputs, const layer_grains *layer)
{
    const output_grain before = *outputs;
    outputs->grain = 0;
    if (!layer->exact || !(before.grain > 0))
        return 0;
    const double rows = fmin(layer->weight * before.grain, layer->bias);
    const double form = fmin(rows, layer->breakpoint);
    const double size = layer->row_sum * before.size + layer->bias_size;
    // A changed input adds at most twice its contribution; maxout units have differences.
    if (!(form >= 0x1p-128) || 4 * (size + layer->breakpoint_size) > 0x1p52 * form)
        return 0;
    *outputs = (output_grain){.grain = fmin(layer->slope * rows, layer->offset),
                              .size = layer->slope_size * size + layer->offset_size};
    if (!(outputs->grain >= 0x1p-128) || 4 * outputs->size > 0x1p52 * outputs->grain)
        outputs->grain = 0;
    return form;
}
