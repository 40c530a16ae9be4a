// Bounds of the later layers of a network on a cell, by linear relaxation.
#include "tree/relax.h"

#include "base/fatal.h"
#include "base/limits.h"
#include "exact/kernels.h"
#include "exact/versions.h"
#include <math.h>
#include <string.h>

static const double MOST_VALUE = 1e200;

static double *relax_array(relaxation *r, size_t count)
{
    ASSERT(r->first < r->net->layers);
    r->bytes += count * sizeof(double);
    return arena_new(&r->memory, count, sizeof(double));
}

void relaxation_init(relaxation *r, const rounded_net *net)
{
    ASSERT(r && net);
    size_t widest = 0;
    *r = (relaxation){.net = net};
    arena_init(&r->memory);
    r->layer = arena_new(&r->memory, net->layers, sizeof *r->layer);
    for (size_t l = 0; l < net->layers; l++) {
        const rounded_layer *rounded = net->layer + l;
        relaxed_layer *layer = r->layer + l;
        const size_t width = rounded->stride > rounded->units ? rounded->stride : rounded->units;
        double **all[] = {&layer->low,    &layer->high,  &layer->slope, &layer->middle,
                          &layer->radius, &layer->least, &layer->most};
        for (size_t i = 0; i < sizeof all / sizeof *all; i++)
            *all[i] = relax_array(r, width);
        layer->row = arena_new(&r->memory, width, sizeof *layer->row);
        widest = width > widest ? width : widest;
    }
    r->of_unit = relax_array(r, widest);
    r->of_row = relax_array(r, widest);
    r->size = relax_array(r, widest);
    r->form = relax_array(r, 2 * (net->dimension + 1));
    r->box = box_approx_in(relax_array(r, BOX_DOUBLES(net->dimension)), net->dimension);
}

void relaxation_clear(relaxation *r)
{
    arena_clear(&r->memory);
}

// ---- Back from layer to layer ----

// sum[i] = row . weights of input i, and size[i] that of the absolute values, for all weights.
VERSIONS
static void relax_products(double *restrict sum, double *restrict size, const double *restrict row,
                           const double *restrict weight, size_t inputs, size_t stride)
{
    ASSERT(inputs > 0);
    for (size_t i = 0; i < inputs; i++) {
        quad total[2] = {{0}}, absolute[2] = {{0}};
        const double *column = weight + i * stride;
        for (size_t j = 0; j < stride; j += LANES)
            for (int h = 0; h < 2; h++) {
                const size_t k = j + (size_t)h * QUAD;
                const quad term = *(const quad *)(row + k) * *(const quad *)(column + k);
                total[h] += term;
                absolute[h] += (quad)((quad_bits)term & INT64_MAX);
            }
        sum[i] = size[i] = 0;
        for (int k = 0; k < QUAD; k++) {
            sum[i] += total[0][k] + total[1][k];
            size[i] += absolute[0][k] + absolute[1][k];
        }
    }
}

static void relax_products_sparse(double *sum, double *size, const double *row,
                                  const rounded_layer *net)
{
    ASSERT(net->stride >= net->rows);
    for (size_t i = 0; i < net->inputs; i++) {
        sum[i] = size[i] = 0;
        for (size_t k = net->support.start[i]; k < net->support.start[i + 1]; k++) {
            const double term = row[net->support.column[k]] * net->weight[k];
            sum[i] += term;
            size[i] += fabs(term);
        }
    }
}

static void relax_add(relaxation *r, double term)
{
    r->constant += term;
    r->added += fabs(term);
    r->terms++;
}

// From the units of a layer to its rows; a row belongs to one unit. A coefficient is off by r->slip
// at most if it, its factor or the slope underflows.
static void relax_to_rows(relaxation *r, size_t l)
{
    ASSERT(r->first < r->net->layers);
    const rounded_layer *net = r->net->layer + l;
    const relaxed_layer *layer = r->layer + l;
    r->slip = 0;
    memset(r->of_row, 0, net->stride * sizeof *r->of_row);
    for (size_t unit = 0; unit < net->units; unit++) {
        const double factor = fabs(r->of_unit[unit]),
                     rest = fabs(layer->middle[unit]) + layer->radius[unit];
        r->of_row[layer->row[unit]] += r->of_unit[unit] * layer->slope[unit];
        relax_add(r, r->of_unit[unit] * layer->middle[unit]);
        r->error += factor * layer->radius[unit] + FILTER_TINY * (factor + rest);
        r->slip += FILTER_TINY * (1 + factor + fabs(layer->slope[unit]));
    }
}

// From the rows of a layer to the units of the layer before. Slopes and weights are rounded, and a
// sum of n products is: (n + 6) u of the sum of the absolute values, times those of the units.
static void relax_to_units(relaxation *r, size_t l)
{
    ASSERT(r->first < r->net->layers);
    const rounded_layer *net = r->net->layer + l;
    const relaxed_layer *before = r->layer + l - 1;
    const double rounding = FILTER_UNIT * ((double)net->rows + 6);
    const relaxed_layer *layer = r->layer + l;
    double taken = (double)net->rows, far = 0; // what numbers that underflow are multiplied by
    for (size_t j = 0; j < net->rows; j++) {
        relax_add(r, r->of_row[j] * net->bias[j]);
        taken += fabs(r->of_row[j]);
        far += fmax(fabs(layer->low[j]), fabs(layer->high[j]));
    }
    r->error += FILTER_TINY * taken + r->slip * far;
    if (rounded_is_sparse(net))
        relax_products_sparse(r->of_unit, r->size, r->of_row, net);
    else
        relax_products(r->of_unit, r->size, r->of_row, net->weight, net->inputs, net->stride);
    for (size_t i = 0; i < net->inputs; i++)
        r->error += (rounding * r->size[i] + FILTER_TINY * taken) *
                    fmax(fabs(before->least[i]), fabs(before->most[i]));
}

// From the rows of layer l to the coordinates.
static void relax_to_form(double *form, relaxation *r, size_t l)
{
    ASSERT(r->first < r->net->layers);
    const size_t d = r->net->dimension;
    const rounded_layer *first = r->net->layer + r->first;
    const double rounding = FILTER_UNIT * ((double)first->rows + 6);
    size_t operations = first->rows * (d + 1);
    for (; l > r->first; l--) {
        relax_to_units(r, l);
        relax_to_rows(r, l - 1);
        operations += r->net->layer[l].inputs * r->net->layer[l].rows;
    }
    run_poll(operations);
    double taken = 0;
    for (size_t j = 0; j < first->rows; j++)
        taken += fabs(r->of_row[j]);
    for (size_t c = 0; c <= d; c++) {
        double sum = 0, size = 0, far = (double)first->rows * r->map->bound[c];
        for (size_t j = 0; j < first->rows; j++) {
            const double entry = r->map->entry[c * first->stride + j], term = r->of_row[j] * entry;
            sum += term;
            size += fabs(term);
            far += fabs(entry);
        }
        form[c] = sum;
        form[d + 1 + c] =
            (taken * r->map->bound[c] + rounding * size + r->slip * far) * FILTER_ENLARGE +
            FILTER_TINY * (double)first->rows;
    }
    form[d] += r->constant;
    const double rounding_of_sum = (r->terms + 4) * FILTER_UNIT * (r->added + fabs(form[d]));
    form[2 * d + 1] += (r->error + rounding_of_sum + FILTER_TINY * r->terms) * FILTER_ENLARGE;
}

static void relax_begin(relaxation *r)
{
    r->constant = r->added = r->terms = r->error = r->slip = 0;
}

// ---- Ranges ----

// Bounds of a form on the cell: at its vertices, or on its box.
static void relax_on_cell(double range[2], const relaxation *r, const double *form)
{
    ASSERT(r->first < r->net->layers);
    const size_t d = r->net->dimension, vertices = r->cell ? r->cell->count : 0;
    const double *bound = form + d + 1;
    double error = bound[d], size = fabs(form[d]), half = 0, center = form[d];
    for (size_t c = 0; c < d; c++) {
        error += bound[c] * r->box.reach[c] + fabs(form[c]) * r->box.radius;
        size += fabs(form[c]) * r->box.reach[c];
        half += fabs(form[c]) * r->box.half[c];
        center += form[c] * r->box.center[c];
    }
    double least = center - half, most = center + half;
    for (size_t v = 0; v < vertices; v++) {
        const double *place = space_place(r->space, r->cell->generator[v].point);
        double value = form[d];
        for (size_t c = 0; c < d; c++)
            value += form[c] * place[c];
        least = v == 0 || value < least ? value : least;
        most = v == 0 || value > most ? value : most;
    }
    error = (error + 2 * FILTER_DOT(d) * (size + half)) * FILTER_ENLARGE +
            FILTER_TINY * (double)(d + 2);
    range[0] = least - error;
    range[1] = most + error;
}

// Adds the contribution of an input to the middles and widths of all rows.
VERSIONS
static void relax_spread(double *restrict middle, double *restrict width,
                         const double *restrict weight, size_t stride, double center, double half)
{
    for (size_t j = 0; j < stride; j++) {
        middle[j] += weight[j] * center;
        width[j] += fabs(weight[j]) * half;
    }
}

// The range of each row, from those of the units before.
static void relax_guess_rows(relaxation *r, size_t l)
{
    ASSERT(r->first < r->net->layers);
    const rounded_layer *net = r->net->layer + l;
    const relaxed_layer *before = r->layer + l - 1;
    const double rounding = FILTER_UNIT * ((double)net->inputs + 6);
    double *middle = r->layer[l].low, *width = r->layer[l].high;
    double taken = (double)(net->inputs + 1); // what weights that underflow are multiplied by
    memcpy(middle, net->bias, net->stride * sizeof *middle);
    for (size_t j = 0; j < net->rows; j++)
        width[j] = rounding * fabs(net->bias[j]);
    for (size_t i = 0; i < net->inputs; i++) {
        const double center = 0.5 * before->least[i] + 0.5 * before->most[i];
        double half = 0.5 * before->most[i] - 0.5 * before->least[i];
        half += rounding * (fabs(center) + half);
        taken += fabs(center) + half;
        if (!rounded_is_sparse(net)) {
            relax_spread(middle, width, net->weight + i * net->stride, net->stride, center, half);
            continue;
        }
        for (size_t k = net->support.start[i]; k < net->support.start[i + 1]; k++) {
            middle[net->support.column[k]] += net->weight[k] * center;
            width[net->support.column[k]] += fabs(net->weight[k]) * half;
        }
    }
    for (size_t j = 0; j < net->rows; j++) {
        const double center = middle[j], half = (width[j] + FILTER_TINY * taken) * FILTER_ENLARGE;
        r->layer[l].low[j] = center - half;
        r->layer[l].high[j] = center + half;
    }
}

static void relax_find_row(relaxation *r, size_t l, size_t row)
{
    ASSERT(r->first < r->net->layers);
    double range[2];
    relax_begin(r);
    memset(r->of_row, 0, r->net->layer[l].stride * sizeof *r->of_row);
    r->of_row[row] = 1;
    relax_to_form(r->form, r, l);
    relax_on_cell(range, r, r->form);
    r->layer[l].low[row] = fmax(r->layer[l].low[row], range[0]);
    r->layer[l].high[row] = fmin(r->layer[l].high[row], range[1]);
}

// ---- Activations ----

// slope z + middle, within radius, for low <= z <= high, which lie on several pieces.
static void relax_by_chord(relaxed_layer *layer, const rounded_layer *net, size_t unit,
                           uint32_t first, uint32_t last)
{
    ASSERT(net->stride >= net->rows);
    const size_t piece = net->unit.piece[unit], row = layer->row[unit];
    const double low = layer->low[row], high = layer->high[row];
    const double low_value = net->slope[piece + first] * low + net->offset[piece + first];
    const double high_value = net->slope[piece + last] * high + net->offset[piece + last];
    const double slope =
        high > low ? (high_value - low_value) / (high - low) : 0; // any slope will do
    double below = HUGE_VAL, above = -HUGE_VAL, size = 0;
    layer->least[unit] = HUGE_VAL;
    layer->most[unit] = -HUGE_VAL;
    // A piecewise-linear function less a linear one is extreme at breakpoints or ends: all of them
    // on both pieces that meet there, since breakpoints are rounded.
    for (uint32_t p = first; p <= last; p++)
        for (int end = 0; end < 2; end++) {
            const uint32_t b = p + (uint32_t)end;
            const double place = b == first ? low
                                 : b > last ? high
                                            : net->breakpoint[(b - 1) * net->stride + row];
            const double value = net->slope[piece + p] * place + net->offset[piece + p];
            below = fmin(below, value - slope * place);
            above = fmax(above, value - slope * place);
            layer->least[unit] = fmin(layer->least[unit], value);
            layer->most[unit] = fmax(layer->most[unit], value);
            size = fmax(size, (fabs(net->slope[piece + p]) + fabs(slope)) * fabs(place) +
                                  fabs(net->offset[piece + p]));
        }
    const double far = 1 + fmax(fabs(low), fabs(high)); // a slope may underflow
    const double rounding = 16 * FILTER_UNIT * size + FILTER_TINY * far;
    layer->slope[unit] = slope;
    layer->middle[unit] = 0.5 * (below + above);
    layer->radius[unit] = 0.5 * (above - below) + rounding;
    layer->least[unit] -= rounding;
    layer->most[unit] += rounding;
}

static void relax_on_piece(relaxed_layer *layer, const rounded_layer *net, size_t unit,
                           size_t piece)
{
    ASSERT(net->stride >= net->rows);
    piece += net->unit.piece[unit];
    layer->row[unit] = net->source[piece];
    const double slope = net->slope[piece], offset = net->offset[piece];
    const double ends[2] = {layer->low[layer->row[unit]], layer->high[layer->row[unit]]};
    const double far = fmax(fabs(ends[0]), fabs(ends[1])), size = fabs(slope) * far + fabs(offset);
    const double rounding = 4 * FILTER_UNIT * size + FILTER_TINY * (1 + far);
    layer->slope[unit] = slope;
    layer->middle[unit] = offset;
    layer->radius[unit] = 0;
    layer->least[unit] = slope * ends[slope < 0] + offset - rounding;
    layer->most[unit] = slope * ends[slope >= 0] + offset + rounding;
}

// The pieces that a unit may be on, by its range. Breakpoints are off by FILTER_UNIT of their
// absolute value.
static void relax_find_pieces(uint32_t piece[2], const relaxed_layer *layer,
                              const rounded_layer *net, size_t unit)
{
    ASSERT(net->stride >= net->rows);
    const size_t pieces = unit_pieces(&net->unit, unit);
    const size_t row = net->source[net->unit.piece[unit]];
    piece[0] = piece[1] = 0;
    for (uint32_t b = 0; b + 1 < pieces; b++) {
        const double place = net->breakpoint[b * net->stride + row];
        const double near = 2 * FILTER_UNIT * fabs(place);
        piece[0] += layer->low[row] > place + near;
        piece[1] += !(layer->high[row] < place - near);
    }
}

// The maximum of several rows lies between the maxima of their lower and of their upper ends.
static void relax_maxout(relaxation *r, size_t l, size_t unit, bool tighten)
{
    ASSERT(r->first < r->net->layers);
    const rounded_layer *net = r->net->layer + l;
    relaxed_layer *layer = r->layer + l;
    double low = -HUGE_VAL, high = -HUGE_VAL;
    for (size_t p = 0; p < unit_pieces(&net->unit, unit); p++) {
        const size_t row = net->source[net->unit.piece[unit] + p];
        if (tighten)
            relax_find_row(r, l, row);
        low = fmax(low, layer->low[row]);
        high = fmax(high, layer->high[row]);
    }
    layer->row[unit] = net->source[net->unit.piece[unit]];
    layer->slope[unit] = 0;
    layer->middle[unit] = 0.5 * low + 0.5 * high;
    layer->radius[unit] =
        0.5 * (high - low) + 4 * FILTER_UNIT * (fabs(low) + fabs(high)) + FILTER_TINY;
    layer->least[unit] = low;
    layer->most[unit] = high;
}

static void relax_unit(relaxation *r, size_t l, size_t unit)
{
    ASSERT(r->first < r->net->layers);
    const rounded_layer *net = r->net->layer + l;
    relaxed_layer *layer = r->layer + l;
    uint32_t piece[2];
    const bool tighten = l > r->first;
    if (unit_rows(&net->unit, unit) > 1) {
        relax_maxout(r, l, unit, tighten);
        return;
    }
    layer->row[unit] = net->source[net->unit.piece[unit]];
    relax_find_pieces(piece, layer, net, unit);
    if (tighten && piece[0] < piece[1]) {
        relax_find_row(r, l, layer->row[unit]);
        relax_find_pieces(piece, layer, net, unit);
    }
    if (piece[0] < piece[1])
        relax_by_chord(layer, net, unit, piece[0], piece[1]);
    else
        relax_on_piece(layer, net, unit, piece[0]);
}

// ---- All of it ----

static void relax_first_rows(relaxation *r)
{
    ASSERT(r->first < r->net->layers);
    const size_t columns = r->net->dimension + 1, stride = r->map->net->stride;
    for (size_t j = 0; j < r->map->net->rows; j++) {
        double range[2];
        for (size_t c = 0; c < columns; c++) {
            r->form[c] = r->map->entry[c * stride + j];
            r->form[columns + c] = r->map->bound[c];
        }
        relax_on_cell(range, r, r->form);
        r->layer[r->first].low[j] = range[0];
        r->layer[r->first].high[j] = range[1];
    }
}

static bool relax_is_finite(const relaxation *r, size_t l)
{
    ASSERT(r->first < r->net->layers);
    const relaxed_layer *layer = r->layer + l;
    size_t j = 0;
    while (j < r->net->layer[l].rows && layer->low[j] > -MOST_VALUE && layer->high[j] < MOST_VALUE)
        j++;
    return j == r->net->layer[l].rows;
}

bool relaxation_enter(relaxation *r, size_t l, const map_view *map, const unsigned char *open,
                      geom_space *space, const geom_cell *cell)
{
    ASSERT(map->net && map->entry);
    r->space = space;
    r->cell = cell;
    if (cell && (!cell_is_bounded(cell, space) || !cell_box(&r->box, cell, space)))
        return false;
    r->first = l;
    r->map = map;
    relax_first_rows(r);
    for (;; l++) {
        if (run_is_cancelled() || !relax_is_finite(r, l))
            return false;
        for (size_t unit = 0; unit < r->net->layer[l].units && !run_is_cancelled(); unit++)
            if (l == r->first && open && !open[unit])
                relax_on_piece(r->layer + l, r->net->layer + l, unit, map->pattern[unit]);
            else
                relax_unit(r, l, unit);
        if (l + 1 == r->net->layers)
            return !run_is_cancelled();
        relax_guess_rows(r, l + 1);
    }
}

bool relaxation_rests(relaxation *r)
{
    ASSERT(r->first < r->net->layers);
    r->wait -= r->wait > 0;
    return r->wait > 0;
}

void relaxation_note(relaxation *r, bool has_left_out)
{
    ASSERT(r->first < r->net->layers);
    enum { LONGEST = 255 };
    r->pause = has_left_out ? r->pause / 2 : r->pause < LONGEST ? 2 * r->pause + 1 : LONGEST;
    r->wait = has_left_out ? 0 : r->pause + 1;
}

void relaxation_enter_last(relaxation *r, const map_view *map)
{
    ASSERT(r->first < r->net->layers);
    ASSERT(map->net && map->entry);
    r->first = r->net->layers - 1;
    r->map = map;
    for (size_t unit = 0; unit < map->net->units; unit++)
        relax_on_piece(r->layer + r->first, map->net, unit, map->pattern[unit]);
}

// ---- Forms of the outputs ----

// For a form without inputs: uses the bounds of each output alone.
static void relax_from_outputs(double range[2], const relaxation *r, const output_form *objective)
{
    ASSERT(r->first < r->net->layers);
    const relaxed_layer *last = r->layer + r->net->layers - 1;
    double size = fabs(objective->constant), end[2] = {objective->constant, objective->constant};
    double taken = 1; // what factors that underflow are multiplied by
    for (size_t i = 0; i < objective->count; i++) {
        const double least = objective->factor[i] * last->least[objective->output[i]];
        const double most = objective->factor[i] * last->most[objective->output[i]];
        end[0] += fmin(least, most);
        end[1] += fmax(least, most);
        size += fmax(fabs(least), fabs(most));
        taken +=
            fmax(fabs(last->least[objective->output[i]]), fabs(last->most[objective->output[i]]));
    }
    const double rounding =
        4 * ((double)objective->count + 4) * (FILTER_UNIT * size + FILTER_TINY * taken);
    range[0] = end[0] - rounding;
    range[1] = end[1] + rounding;
}

void relaxation_form(double *form, relaxation *r, const output_form *objective)
{
    ASSERT(form && objective);
    ASSERT(r->first < r->net->layers);
    const size_t last = r->net->layers - 1, d = r->net->dimension;
    relax_begin(r);
    memset(r->of_unit, 0, r->net->layer[last].units * sizeof *r->of_unit);
    for (size_t i = 0; i < objective->count; i++)
        r->of_unit[objective->output[i]] = objective->factor[i];
    relax_add(r, objective->constant);
    if (objective->count) {
        relax_to_rows(r, last);
        relax_to_form(form, r, last);
    } else {
        memset(form, 0, 2 * (d + 1) * sizeof *form);
        form[d] = objective->constant;
        form[2 * d + 1] = 2 * FILTER_UNIT * fabs(objective->constant) + FILTER_TINY;
    }
    for (size_t c = 0; c < d && objective->input; c++) {
        form[c] += objective->input[c];
        form[d + 1 + c] +=
            2 * FILTER_UNIT * (fabs(form[c]) + fabs(objective->input[c])) + FILTER_TINY;
    }
}

void relaxation_bounds(double range[2], relaxation *r, const output_form *objective)
{
    ASSERT(r->first < r->net->layers);
    if (!objective->input) {
        relax_from_outputs(range, r, objective);
        if (range[0] >= 0 || range[1] < 0)
            return;
    }
    relaxation_form(r->form, r, objective);
    relax_on_cell(range, r, r->form);
}
