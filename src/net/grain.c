// Whether doubles represent the maps of a network exactly.
#include "net/grain.h"

#include "base/fatal.h"
#include "exact/rational.h"
#include <math.h>
#include <stdlib.h>

// Products of three numbers that are further apart would not be exact.
static const double apart = 0x1p24;

// Returns 0 if doubles do not represent x, or its magnitude and grain are too far apart.
static bool take_grain(number_grain *all, const fmpq_t x)
{
    if (fmpq_is_zero(x))
        return true;
    if (!rational_is_word(x))
        return false;
    const slong num = *fmpq_numref(x), den = *fmpq_denref(x);
    if ((den & (den - 1)) || labs(num) >= WORD_MOST_EXACT)
        return false;
    all->grain = fmin(all->grain, (double)(num & -num) / (double)den);
    all->size = fmax(all->size, (double)labs(num) / (double)den);
    return all->size <= apart * all->grain;
}

static bool take_grains(number_grain *all, const fmpq *x, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!take_grain(all, x + i))
            return false;
    return true;
}

static bool take_row_grains(number_grain *all, const net_layer *layer)
{
    ASSERT(layer->rows >= layer->units);
    for (size_t j = 0; j < layer->rows; j++) {
        const sparsity_row row = sparsity_row_of(&layer->support, j);
        number_grain own = {all->grain, 0};
        if (!take_grains(&own, layer->weight + row.first, row.count))
            return false;
        *all = (number_grain){own.grain, fmax(all->size, own.size * (double)row.count)};
    }
    return true;
}

layer_grains layer_grains_of(const net_layer *layer)
{
    ASSERT(layer->rows >= layer->units);
    const number_grain none = {1, 0};
    layer_grains grains = {0, none, none, none, none, none};
    grains.exact = take_row_grains(&grains.weight, layer) &&
                   take_grains(&grains.bias, layer->bias, layer->rows);
    for (size_t k = 0; k < layer->kinds && grains.exact; k++) {
        const activation *act = layer->act + k;
        grains.exact =
            take_grains(&grains.slope, act->slope, act->pieces) &&
            take_grains(&grains.offset, act->offset, act->pieces) &&
            take_grains(&grains.breakpoint, act->breakpoint, activation_breakpoints(act));
    }
    return grains;
}

double layer_grains_follow(number_grain *outputs, const layer_grains *layer)
{
    ASSERT(outputs && layer);
    const number_grain before = *outputs;
    outputs->grain = 0;
    if (!layer->exact || !(before.grain > 0))
        return 0;
    const double rows = fmin(layer->weight.grain * before.grain, layer->bias.grain);
    const double form = fmin(rows, layer->breakpoint.grain);
    const double size = layer->weight.size * before.size + layer->bias.size;
    // A changed input adds at most twice its contribution; maxout units have differences.
    if (!(form >= 0x1p-128) || 4 * (size + layer->breakpoint.size) > 0x1p52 * form)
        return 0;
    *outputs = (number_grain){.grain = fmin(layer->slope.grain * rows, layer->offset.grain),
                              .size = layer->slope.size * size + layer->offset.size};
    if (!(outputs->grain >= 0x1p-128) || 4 * outputs->size > 0x1p52 * outputs->grain)
        outputs->grain = 0;
    return form;
}
