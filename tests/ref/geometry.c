// Whether the data of a region are consistent: generators, facets, maps, inner points.
#include "geometry.h"

#include "base/memory.h"
#include "net/net.h"
#include <flint/fmpq_vec.h>
#include <stdlib.h>

// ---- facets and generators ----

static int sign_at(const fmpq *row, const fmpq *generator, size_t columns)
{
    fmpq_t value;
    fmpq_init(value);
    number_row_dot(value, row, generator, columns);
    int sign = fmpq_sgn(value);
    fmpq_clear(value);
    return sign;
}

// All generators as rows of one list, vertices first.
static void all_generators(number_rows *all, const portrait_region *region)
{
    const number_rows *part[2] = {&region->vertices, &region->rays};
    size_t to = 0, columns = part[0]->columns;
    number_rows_init(all, part[0]->count + part[1]->count, columns);
    for (int p = 0; p < 2; p++)
        for (size_t i = 0; i < part[p]->count * columns; i++)
            fmpq_set(all->entry + to++, part[p]->entry + i);
}

// The sum of some homogeneous generators is a point inside their hull. On a facet of a
// polytope it satisfies every other irredundant inequality strictly.
static void add_rows(fmpq *sum, const number_rows *rows, const size_t *chosen, size_t count)
{
    for (size_t c = 0; c < rows->columns; c++) {
        fmpq_zero(sum + c);
        for (size_t i = 0; i < count; i++)
            fmpq_add(sum + c, sum + c, number_row(rows, chosen[i]) + c);
    }
}

static const char *facet_fault(const portrait_region *region, const number_rows *generators,
                               size_t f, size_t *tight, fmpq *middle)
{
    size_t columns = generators->columns, count = 0;
    const fmpq *row = number_row(&region->facets, f);
    for (size_t i = 0; i < generators->count; i++) {
        int sign = sign_at(row, number_row(generators, i), columns);
        if (sign < 0)
            return "a generator violates a facet";
        if (sign == 0)
            tight[count++] = i;
    }
    if (number_rows_rank(generators, tight, count, columns) != columns - 1)
        return "the generators on a facet do not span it";
    add_rows(middle, generators, tight, count);
    if (fmpq_sgn(middle + columns - 1) <= 0)
        return "a facet has no vertex";
    for (size_t g = 0; g < region->facets.count; g++)
        if (sign_at(number_row(&region->facets, g), middle, columns) != (g != f))
            return "a facet is redundant";
    return NULL;
}

static const char *hull_fault(const portrait *of, const portrait_region *region)
{
    number_rows generators;
    all_generators(&generators, region);
    size_t columns = of->dimension + 1;
    size_t *tight = memory_new(generators.count, sizeof *tight);
    fmpq *middle = _fmpq_vec_init((slong)columns);
    const char *what = NULL;
    if (!region->bounded != (region->rays.count > 0))
        what = "rays and bounded disagree";
    if (number_rows_rank(&generators, NULL, generators.count, columns) != columns)
        what = "the generators do not span the space";
    for (size_t f = 0; f < region->facets.count && !what; f++) {
        what = facet_fault(region, &generators, f, tight, middle);
        if (sign_at(number_row(&region->facets, f), region->interior.entry, columns) <= 0)
            what = "the interior point violates a facet";
    }
    if (!region->bounded != (fmpq_sgn(region->volume) == 0))
        what = "the volume is not positive";
    _fmpq_vec_clear(middle, (slong)columns);
    free(tight);
    number_rows_clear(&generators);
    return what;
}

// ---- maps ----

// The map of the layer's pre-activations, given that of its inputs.
static void apply_weights(number_rows *map, const net_layer *layer, const number_rows *before)
{
    size_t columns = before->columns;
    number_rows_init(map, layer->rows, columns);
    for (size_t j = 0; j < layer->rows; j++) {
        fmpq *row = number_row(map, j);
        for (size_t i = 0; i < layer->inputs; i++)
            for (size_t c = 0; c < columns; c++)
                fmpq_addmul(row + c, layer->weight + j * layer->inputs + i,
                            number_row(before, i) + c);
        fmpq_add(row + columns - 1, row + columns - 1, layer->bias + j);
    }
}

static void apply_pieces(number_rows *map, const net_layer *layer, const uint32_t *piece)
{
    size_t columns = map->columns;
    number_rows outputs;
    number_rows_init(&outputs, layer->units, columns);
    for (size_t j = 0; j < layer->units; j++) {
        const activation *act = net_layer_act(layer, j);
        size_t first = layer->unit.row[j] + (act->rank > 1 ? piece[j] : 0);
        fmpq *row = number_row(&outputs, j);
        for (size_t c = 0; c < columns; c++)
            fmpq_mul(row + c, number_row(map, first) + c, act->slope + piece[j]);
        fmpq_add(row + columns - 1, row + columns - 1, act->offset + piece[j]);
    }
    number_rows_clear(map);
    *map = outputs;
}

// The form of a unit's crease, and whether the piece lies above it (1), below (0), or, as
// third rows of maxout do, on no given side (-1).
static int crease_of(fmpq *row, const number_rows *map, const net_layer *layer, size_t unit,
                     size_t breakpoint, uint32_t piece)
{
    const activation *act = net_layer_act(layer, unit);
    size_t columns = map->columns, first = layer->unit.row[unit];
    if (act->rank == 1) {
        for (size_t c = 0; c < columns; c++)
            fmpq_set(row + c, number_row(map, first) + c);
        fmpq_sub(row + columns - 1, row + columns - 1, act->breakpoint + breakpoint);
        return piece > breakpoint;
    }
    maxout_rows pair = maxout_pair(breakpoint, act->rank);
    for (size_t c = 0; c < columns; c++)
        fmpq_sub(row + c, number_row(map, first + pair.later) + c,
                 number_row(map, first + pair.earlier) + c);
    return piece == pair.later ? 1 : piece == pair.earlier ? 0 : -1;
}

static const char *facet_owner_fault(const fmpq *facet, const number_rows *map,
                                     const net_layer *layer, const uint32_t *piece)
{
    size_t columns = map->columns;
    const fmpq *owner = facet + columns;
    size_t unit = fmpz_get_ui(fmpq_numref(owner + FACET_UNIT));
    size_t breakpoint = fmpz_get_ui(fmpq_numref(owner + FACET_BREAKPOINT));
    bool above = fmpq_sgn(owner + FACET_SIDE) > 0;
    if (unit >= layer->units || breakpoint >= activation_predicates(net_layer_act(layer, unit)))
        return "a facet has an owner that does not exist";
    const char *what = NULL;
    fmpq *row = _fmpq_vec_init((slong)columns);
    if (crease_of(row, map, layer, unit, breakpoint, piece[unit]) != above)
        what = "the side of a facet contradicts the pattern";
    for (size_t c = 0; c < columns && !above; c++)
        fmpq_neg(row + c, row + c);
    number_row_primitive(row, columns);
    if (!number_row_equal(row, facet, columns))
        what = "a facet does not lie on its owner's crease";
    _fmpq_vec_clear(row, (slong)columns);
    return what;
}

// The facets that units of the layer own lie on their creases, on the right side.
static const char *owner_fault(const portrait_region *region, size_t l, const number_rows *map,
                               const net_layer *layer, const uint32_t *piece)
{
    const char *what = NULL;
    for (size_t f = 0; f < region->facets.count && !what; f++) {
        const fmpq *facet = number_row(&region->facets, f), *owner = facet + map->columns;
        if (fmpq_is_zero(owner + FACET_ON_BORDER) &&
            fmpz_get_ui(fmpq_numref(owner + FACET_LAYER)) == l)
            what = facet_owner_fault(facet, map, layer, piece);
    }
    return what;
}

static const char *pattern_fault(const fmpq *interior, const number_rows *map,
                                 const net_layer *layer, const uint32_t *piece)
{
    const char *what = NULL;
    fmpq *z = _fmpq_vec_init((slong)map->count);
    for (size_t j = 0; j < map->count; j++)
        number_row_dot(z + j, number_row(map, j), interior, map->columns);
    for (size_t unit = 0; unit < layer->units; unit++)
        if (activation_piece(net_layer_act(layer, unit), z + layer->unit.row[unit]) != piece[unit])
            what = "the interior point has another pattern";
    _fmpq_vec_clear(z, (slong)map->count);
    return what;
}

static const char *map_fault(const portrait *of, const portrait_region *region)
{
    const crease_net *net = of->net;
    const uint32_t *piece = region->pattern;
    uint32_t *zeros = memory_new(net->layer[net->layers - 1].units, sizeof *zeros);
    const char *what = NULL;
    number_rows map, next;
    number_rows_init(&map, of->dimension, of->dimension + 1);
    for (size_t i = 0; i < of->dimension; i++)
        fmpq_one(number_row(&map, i) + i);
    for (size_t l = 0; l < net->layers; l++) {
        const net_layer *layer = net->layer + l;
        bool shown = l < crease_net_hidden(net);
        apply_weights(&next, layer, &map);
        number_rows_clear(&map);
        map = next;
        if (shown && !what)
            what = owner_fault(region, l, &map, layer, piece);
        if (shown && !what)
            what = pattern_fault(region->interior.entry, &map, layer, piece);
        apply_pieces(&map, layer, shown ? piece : zeros);
        piece += shown ? layer->units : 0;
    }
    if (!what && !number_rows_equal(&map, &region->map))
        what = "the map is another one";
    number_rows_clear(&map);
    free(zeros);
    return what;
}

// The network itself, at the interior point.
static const char *value_fault(const portrait *of, const portrait_region *region)
{
    size_t outputs = crease_net_outputs(of->net);
    fmpq *y = _fmpq_vec_init((slong)outputs);
    const char *what = NULL;
    fmpq_t value;
    fmpq_init(value);
    crease_net_evaluate(y, of->net, region->interior.entry);
    for (size_t i = 0; i < outputs; i++) {
        number_row_dot(value, number_row(&region->map, i), region->interior.entry,
                       of->dimension + 1);
        if (!fmpq_equal(value, y + i))
            what = "the network has another value at the interior point";
    }
    fmpq_clear(value);
    _fmpq_vec_clear(y, (slong)outputs);
    return what;
}

const char *geometry_fault(const portrait *of, const portrait_region *region)
{
    const char *what = hull_fault(of, region);
    what = what ? what : map_fault(of, region);
    return what ? what : value_fault(of, region);
}
