// The affine maps of the layers on the path of the walk: which arithmetic is used.
#include "tree/maps.h"

#include "base/fatal.h"
#include "exact/kernels.h"
#include "exact/norm.h"
#include "exact/versions.h"
#include <flint/fmpz_vec.h>
#include <math.h>

// ---- doubles and pairs ----

static void use_doubles(walk_layer *layer)
{
    const double_map *map = &layer->doubles;
    layer->view.entry = map->entry;
    layer->view.bound = map->bound;
    layer->view.norm = map->norm;
    layer->view.rounding = map->rounding;
    layer->view.square = map->square;
    layer->view.grade = map->grade;
}

void walk_maps_sync(walk_maps *maps, size_t l)
{
    ASSERT(l < maps->layers);
    ASSERT(maps->layers > 0 && maps->columns > 0);
    walk_layer *layer = maps->layer + l;
    layer->integers.current = layer->pairs.current = 0;
    if (maps->arith == CREASE_EXACT)
        return;
    const bool changed = double_map_follow(&layer->doubles, &layer[-1].view,
                                           maps->arith == CREASE_FILTERED, maps->always_afresh);
    if (changed || layer->view.bound != layer->doubles.bound)
        layer->view.version = ++maps->versions;
    use_doubles(layer);
}

void walk_maps_forget(walk_maps *maps)
{
    ASSERT(maps->layers > 0 && maps->columns > 0);
    for (size_t l = 1; l < maps->layers; l++) {
        double_map_forget(&maps->layer[l].doubles);
        pair_map_forget(&maps->layer[l].pairs);
    }
}

// Up to which layer the errors of pairs are surely small: about what pair_map_follow will find,
// relative to the sums.
static size_t last_of_pairs(const walk_maps *maps)
{
    static const double small = 0x1p-40;
    double share = 0;
    size_t l = 1;
    for (; l < maps->layers; l++) {
        const rounded_layer *net = maps->layer[l].rounded;
        share = net->spectral * net[-1].steepest * share + pair_map_rounding(net) * net->sizes;
        if (!(share <= small))
            break;
    }
    return l - 1;
}

static void make_pairs(walk_maps *maps)
{
    ASSERT(maps->layers > 0 && maps->columns > 0);
    rounded_net_need_rests(maps->rounded);
    maps->has_pairs = 1;
    for (size_t l = 0; l < maps->layers; l++)
        pair_map_init(&maps->layer[l].pairs, &maps->memory, &maps->layer[l].doubles, l == 0,
                      maps->rounded->parametrization != NULL);
}

// The walk does not enter a linear output layer.
void walk_maps_need_pairs(walk_maps *maps, size_t l)
{
    ASSERT(l < maps->layers);
    ASSERT(maps->layers > 0 && maps->columns > 0);
    if (!maps->has_pairs)
        make_pairs(maps);
    for (size_t i = 1; i <= l; i++) {
        walk_layer *layer = maps->layer + i;
        if (!layer->pairs.current || i == maps->layers - 1)
            pair_map_follow(&layer->pairs, &layer[-1].pairs, layer[-1].pattern, &maps->versions);
    }
}

void walk_maps_output_balls(walk_maps *maps, ball *row, size_t l, size_t unit)
{
    ASSERT(l < maps->layers);
    walk_maps_need_pairs(maps, l);
    const walk_layer *layer = maps->layer + l;
    pair_map_output(row, &layer->pairs, unit, layer->pattern[unit]);
}

static void use_pairs(map_view *view, pair_map *pairs)
{
    ASSERT(view->net && view->entry);
    ASSERT(pairs->columns > 0);
    pair_map_round(pairs);
    view->entry = pairs->high;
    view->bound = pairs->rounded_bound;
    view->rounding = NULL;
    view->norm = pairs->norm;
    view->square = NULL;
    view->grade = MAP_FIRM;
}

static error_scratch *errors_of(walk_maps *maps)
{
    if (maps->errors.sum)
        return &maps->errors;
    size_t most = 0;
    for (size_t l = 0; l < maps->layers; l++) {
        walk_layer *layer = maps->layer + l;
        most = layer->rounded->rows > most ? layer->rounded->rows : most;
        layer->followed = arena_new(&maps->memory, 2 * maps->columns, sizeof *layer->followed);
    }
    error_scratch_init(&maps->errors, &maps->memory, most, maps->columns, maps->layers,
                       maps->last_of_pairs);
    return &maps->errors;
}

void walk_maps_tighten(walk_maps *maps, size_t l)
{
    ASSERT(l < maps->layers);
    ASSERT(maps->layers > 0 && maps->columns > 0);
    walk_layer *layer = maps->layer + l;
    if (l <= maps->last_of_pairs) {
        walk_maps_need_pairs(maps, l);
        use_pairs(&layer->view, &layer->pairs);
    } else if (!layer->followed || layer->view.bound != layer->followed) {
        error_scratch *scratch = errors_of(maps);
        map_errors(layer->followed, &layer->view, maps->columns, scratch);
        double *norm = layer->followed + maps->columns;
        for (size_t c = 0; c < maps->columns; c++)
            norm[c] = filter_norm_of_squares(layer->doubles.square[c], layer->rounded->stride);
        layer->view.bound = layer->followed;
        layer->view.norm = norm;
        layer->view.grade = MAP_FIRM;
    }
    layer->view.version = ++maps->versions;
}

// ---- integers ----

// A row of the last layer is the sum of all rows before that are not off, which are made again for
// nearly every cell of the layer before them. If the outputs are few, the product of the last two
// layers is kept instead: it follows the pattern between them, and is applied to the rows before.
static void make_across(walk_maps *maps, size_t last)
{
    ASSERT(maps->layers > 0 && maps->columns > 0);
    const scaled_layer *net = maps->scaled->layer + last;
    if (last < 3 || 2 * net->rows > net[-1].rows)
        return;
    integer_map *across = arena_new(&maps->memory, 2, sizeof *across);
    const size_t words = scaled_words(maps->scaled, last - 1, last + 1);
    for (size_t i = 0; i < 2; i++)
        integer_map_init(across + i, &maps->memory, net - 1 + i, words,
                         maps->layer[last - 1 + i].pattern, i ? across : NULL);
    maps->layer[last].integers.across = across + 1;
    maps->layer[last].integers.weight = arena_new(&maps->memory, across[1].columns, sizeof(fmpz));
}

static bool is_linear(const scaled_layer *layer)
{
    ASSERT(layer->unit.units > 0);
    return layer->unit.piece[layer->unit.units] == layer->unit.units;
}

static void make_integers(walk_maps *maps)
{
    ASSERT(maps->layers > 0 && maps->columns > 0);
    maps->scaled = rounded_net_integers(maps->rounded);
    for (size_t l = 0; l < maps->layers; l++) {
        walk_layer *layer = maps->layer + l;
        integer_map_init(&layer->integers, &maps->memory, maps->scaled->layer + l,
                         maps->scaled->words, layer->pattern, l ? &layer[-1].integers : NULL);
    }
    size_t last = maps->layers - 1; // or the first of the linear layers before it
    while (last > 0 && is_linear(maps->scaled->layer + last - 1))
        last--;
    make_across(maps, last);
}

// After this any row of layers 1 .. l can be computed.
static void follow_integers(walk_maps *maps, size_t l)
{
    ASSERT(l < maps->layers);
    ASSERT(maps->layers > 0 && maps->columns > 0);
    if (!maps->scaled)
        make_integers(maps);
    for (size_t i = 1; i <= l; i++)
        if (!maps->layer[i].integers.current || i == maps->layers - 1)
            integer_map_follow(&maps->layer[i].integers);
}

void walk_maps_need_unit(walk_maps *maps, size_t l, size_t unit)
{
    ASSERT(l < maps->layers);
    ASSERT(maps->layers > 0 && maps->columns > 0);
    const size_t *row = maps->layer[l].rounded->unit.row;
    follow_integers(maps, l);
    for (size_t j = row[unit]; j < row[unit + 1]; j++)
        integer_map_row(&maps->layer[l].integers, j);
}

void walk_maps_output(walk_maps *maps, fmpz *row, size_t l, size_t unit)
{
    ASSERT(l < maps->layers);
    ASSERT(maps->layers > 0 && maps->columns > 0);
    follow_integers(maps, l);
    integer_map_output(row, &maps->layer[l].integers, unit);
}

// ---- forms ----

void walk_maps_form(walk_maps *maps, fmpz *row, size_t l, size_t unit, size_t breakpoint)
{
    ASSERT(l < maps->layers);
    ASSERT(maps->layers > 0 && maps->columns > 0);
    walk_maps_need_unit(maps, l, unit);
    const integer_map *map = &maps->layer[l].integers;
    const unit_table *table = &map->net->unit;
    const size_t first = table->row[unit], last = map->columns - 1, rank = unit_rows(table, unit);
    if (rank > 1) {
        const maxout_rows pair = maxout_pair(breakpoint, rank);
        fmpz_t difference;
        fmpz_init(difference);
        fmpz_sub(difference, rows_at(&map->rows, first + pair.later),
                 rows_at(&map->rows, first + pair.earlier));
        integer_map_unpack(row, map, difference);
        fmpz_clear(difference);
        return;
    }
    integer_map_unpack(row, map, rows_at(&map->rows, first));
    fmpz_sub(row + last, row + last, map->net->breakpoint + table->piece[unit] + breakpoint);
}

// filter.md, 8: later row less earlier row, each entry rounded once. A function of its own, so that
// the usual form needs no registers for it.
static __attribute__((noinline)) void difference_form(double *form, const map_view *map,
                                                      size_t columns, size_t unit, size_t predicate)
{
    static const double root_of_two = 1.4142136;
    const rounded_layer *net = map->net;
    const maxout_rows pair = maxout_pair(predicate, unit_rows(&net->unit, unit));
    const uint32_t *source = net->source + net->unit.piece[unit];
    double *bound = form + columns;
    for (size_t c = 0; c < columns; c++) {
        const double *z = map->entry + c * net->stride;
        form[c] = z[source[pair.later]] - z[source[pair.earlier]];
        bound[c] = (root_of_two * map->bound[c] + 2 * FILTER_UNIT * fabs(form[c])) * FILTER_ENLARGE;
    }
}

// The compiler knows `columns` in the plane.
IN_LINE void entry_form(double *form, const map_view *map, size_t columns, size_t unit,
                        size_t breakpoint)
{
    ASSERT(columns > 0);
    ASSERT(map->net && map->entry);
    const rounded_layer *net = map->net;
    const size_t row = net->source[net->unit.piece[unit]], last = columns - 1;
    double *bound = form + columns;
    UNROLLED
    for (size_t c = 0; c < columns; c++) {
        form[c] = map->entry[c * net->stride + row];
        bound[c] = map->bound[c];
    }
    const double shift = net->breakpoint[breakpoint * net->stride + row];
    form[last] -= shift;
    bound[last] += 2 * FILTER_UNIT * (fabs(shift) + fabs(form[last])) + FILTER_TINY;
}

static void form_of_view(double *form, const map_view *map, size_t columns, size_t unit,
                         size_t breakpoint)
{
    ASSERT(columns > 0);
    ASSERT(map->net && map->entry);
    if (unit_rows(&map->net->unit, unit) > 1)
        difference_form(form, map, columns, unit, breakpoint);
    else if (columns == 3)
        entry_form(form, map, 3, unit, breakpoint);
    else
        entry_form(form, map, columns, unit, breakpoint);
}

void walk_layer_approx(double *form, const walk_layer *layer, size_t unit, size_t breakpoint)
{
    form_of_view(form, &layer->view, layer->columns, unit, breakpoint);
}

void walk_maps_tight_form(walk_maps *maps, double *form, size_t l, size_t unit, size_t breakpoint)
{
    ASSERT(l < maps->layers);
    ASSERT(maps->layers > 0 && maps->columns > 0);
    walk_layer *layer = maps->layer + l;
    map_view tight = layer->view;
    const rounded_layer *net = layer->rounded;
    const uint32_t *source = net->source + net->unit.piece[unit];
    const size_t rank = unit_rows(&net->unit, unit);
    if (l <= maps->last_of_pairs) {
        walk_maps_need_pairs(maps, l);
        use_pairs(&tight, &layer->pairs);
    } else {
        error_scratch *scratch = errors_of(maps);
        const maxout_rows pair = rank > 1 ? maxout_pair(breakpoint, rank) : (maxout_rows){0};
        map_row_errors(layer->followed, &tight, maps->columns, source[pair.later],
                       rank > 1 ? source[pair.earlier] : ERROR_NO_ROW, scratch);
        tight.bound = layer->followed;
    }
    form_of_view(form, &tight, maps->columns, unit, breakpoint);
}

static ball pair_entry(const pair_map *map, size_t column, size_t row)
{
    const size_t index = column * map->net->stride + row;
    return (ball){{map->high[index], map->low[index]}, map->bound[column]};
}

// A weight or a bias of the first layer, known better than sums of them: zeros are exact.
static ball first_layer_entry(const net_layer *layer, size_t column, size_t row)
{
    fmpq_t entry;
    fmpq_init(entry);
    if (column < layer->inputs)
        net_layer_weight(entry, layer, row, column);
    else
        fmpq_set(entry, layer->bias + row);
    const ball known = fmpq_is_zero(entry) ? ball_zero : ball_of_rational(entry);
    fmpq_clear(entry);
    return known;
}

static ball form_entry(const walk_maps *maps, size_t l, size_t column, size_t unit, size_t rank)
{
    const pair_map *map = &maps->layer[l].pairs;
    const unit_table *table = &maps->layer[l].rounded->unit;
    if (l == 1 && !maps->rounded->parametrization)
        return first_layer_entry(maps->net->layer, column, table->row[unit] + rank);
    return pair_entry(map, column, map->net->source[table->piece[unit] + rank]);
}

void walk_maps_form_balls(walk_maps *maps, ball *form, size_t l, size_t unit, size_t breakpoint)
{
    ASSERT(0 < l && l < maps->layers);
    const size_t rank = unit_rows(&maps->layer[l].rounded->unit, unit), last = maps->columns - 1;
    const maxout_rows pair = rank > 1 ? maxout_pair(breakpoint, rank) : (maxout_rows){0};
    if (l > 1 || maps->rounded->parametrization)
        walk_maps_need_pairs(maps, l);
    for (size_t c = 0; c <= last; c++) {
        form[c] = form_entry(maps, l, c, unit, pair.later);
        if (rank > 1)
            form[c] = ball_subtract(form[c], form_entry(maps, l, c, unit, pair.earlier));
    }
    const fmpq *place = net_layer_act(maps->net->layer + l - 1, unit)->breakpoint + breakpoint;
    if (rank == 1 && !fmpq_is_zero(place))
        form[last] = ball_subtract(form[last], ball_of_rational(place));
}

// ---- all of them ----

static bool starts_at_origin(const rounded_net *rounded)
{
    ASSERT(rounded->layers > 0);
    const size_t d = rounded->dimension;
    size_t i = 0, inputs = rounded->parametrization ? crease_net_inputs(rounded->net) : 0;
    while (i < inputs && fmpq_is_zero(rounded->parametrization + i * (d + 1) + d))
        i++;
    return i == inputs;
}

// If more than one in SETTLED_SHARE of the units have changed, to compare all of them costs no
// more.
enum { SETTLED_SHARE = 16 };

static void layer_init(walk_maps *maps, size_t l)
{
    walk_layer *layer = maps->layer + l;
    const rounded_layer *rounded = maps->rounded->layer + l;
    *layer = (walk_layer){.rounded = rounded, .columns = maps->columns};
    layer->pattern = arena_new(&maps->memory, rounded->stride, sizeof *layer->pattern);
    layer->most_settled = rounded->units / SETTLED_SHARE + 1;
    layer->settled = arena_new(&maps->memory, layer->most_settled + 1, sizeof *layer->settled);
    double_map_init(&layer->doubles, &maps->memory, rounded, l ? layer[-1].rounded : NULL,
                    maps->columns, maps->layers);
    layer->view =
        (map_view){.net = rounded,
                   .before = l ? &layer[-1].view : NULL,
                   .pattern = layer->pattern,
                   .inputs_on = layer->doubles.log.by_sets ? &layer->doubles.log.on : NULL,
                   .layer = l};
    use_doubles(layer);
}

void walk_maps_init(walk_maps *maps, rounded_net *rounded, crease_arith arith)
{
    *maps = (walk_maps){.net = rounded->net, .rounded = rounded, .arith = arith, .versions = 1};
    maps->layers = rounded->layers;
    maps->columns = rounded->dimension + 1;
    maps->homogeneous = starts_at_origin(rounded) ? net_homogeneous_layers(rounded->net) : 0;
    arena_init(&maps->memory);
    maps->layer = arena_new(&maps->memory, maps->layers, sizeof *maps->layer);
    for (size_t l = 0; l < maps->layers; l++)
        layer_init(maps, l);
    maps->last_of_pairs = last_of_pairs(maps);
    double_map *first = &maps->layer->doubles;
    if (rounded->parametrization) // the identity is not rounded
        map_bound_first(first->bound, first->entry, first->net, maps->columns, FILTER_UNIT);
    maps->layer->view.version = 1;
}

void walk_maps_clear(walk_maps *maps)
{
    for (size_t c = 0; maps->output && c < maps->columns + 2; c++)
        fmpz_clear(maps->output + c);
    for (size_t l = 0; l < maps->layers; l++)
        integer_map_clear(&maps->layer[l].integers);
    arena_clear(&maps->memory);
}
