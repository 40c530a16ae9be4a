// The map of a layer in integers, with a log of changes.
#include "tree/map_integers.h"

#include "base/limits.h"
#include "exact/kernels.h"
#include <flint/fmpz_vec.h>
#include <string.h>

// One operation on integers takes about as long as PRODUCT operations on doubles. Limits are polled
// after every OFTEN inputs of a row.
enum { PRODUCT = 32, OFTEN = 32 };

void integer_map_output(fmpz *row, const integer_map *map, size_t unit)
{
    const scaled_layer *net = map->net;
    const size_t piece = net->unit.piece[unit] + map->pattern[unit];
    const size_t from = unit_row(&net->unit, unit, map->pattern[unit]), last = map->columns - 1;
    _fmpz_vec_scalar_mul_fmpz(row, rows_at(&map->rows, from), (slong)map->columns,
                              net->slope + piece);
    fmpz_add(row + last, row + last, net->offset + piece);
}

// ---- one row ----

// row += weight * (the output of unit i on a piece), or minus that.
static void add_output_row(fmpz *row, int minus, const fmpz *weight, integer_map *of, size_t i,
                           uint32_t piece)
{
    const scaled_layer *net = of->net;
    const size_t at = net->unit.piece[i] + piece;
    const size_t columns = of->columns;
    if (!fmpz_is_zero(net->slope + at)) {
        const fmpz *term = integer_map_row(of, unit_row(&net->unit, i, piece));
        const int is_one = fmpz_is_one(net->slope + at); // most are
        fmpz_t product;
        fmpz_init(product);
        if (!is_one)
            fmpz_mul(product, weight, net->slope + at);
        for (size_t c = 0; c < columns; c++)
            (minus ? fmpz_submul : fmpz_addmul)(row + c, term + c, is_one ? weight : product);
        fmpz_clear(product);
    }
    if (!fmpz_is_zero(net->offset + at))
        (minus ? fmpz_submul : fmpz_addmul)(row + columns - 1, weight, net->offset + at);
}

static int row_gives_up(const integer_map *map, const fmpz *row)
{
    const size_t words = fmpz_size(row + map->columns - 1);
    return run_poll(OFTEN * map->columns * (PRODUCT + words));
}

static void make_integer_row(integer_map *map, size_t j)
{
    const scaled_layer *net = map->net;
    fmpz *row = rows_at(&map->rows, j);
    _fmpz_vec_zero(row, (slong)map->columns);
    fmpz_set(row + map->columns - 1, net->bias + j);
    const sparsity_row entries = sparsity_row_of(&net->at, j);
    for (size_t k = 0; k < entries.count; k++) {
        const size_t i = row_column(&entries, k);
        if (k % OFTEN == 0 && row_gives_up(map, row))
            break;
        if (!fmpz_is_zero(net->weight + entries.first + k))
            add_output_row(row, 0, net->weight + entries.first + k, map->before, i,
                           map->before->pattern[i]);
    }
}

static void follow_integer_row(integer_map *map, size_t j)
{
    const uint64_t meeting = ++map->meetings;
    fmpz *row = rows_at(&map->rows, j);
    for (size_t k = map->seen[j]; k < map->changes; k++) {
        const uint32_t i = map->change[k].unit, old = map->change[k].old;
        const uint32_t piece = map->before->pattern[i];
        if (map->met[i] == meeting)
            continue; // the row was made when this unit had the first of these pieces
        map->met[i] = meeting;
        if (k % OFTEN == 0 && row_gives_up(map, row))
            break;
        const size_t at = sparsity_find(&map->net->at, j, i);
        if (piece == old || at == SPARSITY_NONE || fmpz_is_zero(map->net->weight + at))
            continue;
        add_output_row(row, 0, map->net->weight + at, map->before, i, piece);
        add_output_row(row, 1, map->net->weight + at, map->before, i, old);
    }
}

// An update costs one product per changed input; making a row again costs one per input that is not
// off, and half of them are off. If the run is cancelled, the unfinished row is not kept.
const fmpz *integer_map_row(integer_map *map, size_t j)
{
    unsigned char *known = map->rows.known + j;
    fmpz *row = rows_at(&map->rows, j);
    if (*known && (!map->before || map->seen[j] == map->changes))
        return row;
    if (*known && 2 * (map->changes - map->seen[j]) <= map->net->inputs)
        follow_integer_row(map, j);
    else
        make_integer_row(map, j);
    map->seen[j] = map->changes;
    *known = !run_is_cancelled();
    return row;
}

// ---- all of it ----

void integer_map_follow(integer_map *map, uint64_t *versions)
{
    map_source *source = &map->source;
    const uint32_t *pattern = map->before->pattern;
    const int moved = source->version_before != map->before->source.version;
    const size_t inputs = map->net->inputs;
    const size_t count =
        moved ? 0 : kernel_list_other(map->listed, source->pattern, pattern, inputs);
    map->current = 1;
    if (!moved && !count)
        return;
    if (moved || map->changes + count > inputs) {
        memset(map->rows.known, 0, map->rows.count);
        map->changes = 0;
    } else {
        for (size_t k = 0; k < count; k++) {
            map->change[map->changes].unit = map->listed[k];
            map->change[map->changes++].old = source->pattern[map->listed[k]];
        }
    }
    memcpy(source->pattern, pattern, inputs * sizeof *source->pattern);
    source->version_before = map->before->source.version;
    source->version = ++*versions;
}

// Layer 0 is the parametrization, which never changes.
static void set_first_rows(integer_map *map)
{
    const scaled_layer *net = map->net;
    for (size_t j = 0; j < net->units; j++) {
        fmpz *row = rows_at(&map->rows, j);
        const sparsity_row entries = sparsity_row_of(&net->at, j);
        for (size_t k = 0; k < entries.count; k++)
            fmpz_set(row + row_column(&entries, k), net->weight + entries.first + k);
        fmpz_set(row + net->inputs, net->bias + j);
        map->rows.known[j] = 1;
    }
    map->source.version = 1;
    map->current = 1;
}

void integer_map_init(integer_map *map, arena *memory, const scaled_layer *net, size_t columns,
                      const uint32_t *pattern, integer_map *before)
{
    *map = (integer_map){.net = net, .columns = columns, .pattern = pattern, .before = before};
    rows_init(&map->rows, columns);
    for (size_t j = 0; j < net->rows; j++)
        rows_push(&map->rows);
    map->source.pattern = arena_new(memory, kernel_stride(net->inputs), sizeof(uint32_t));
    map->change = arena_new(memory, net->inputs, sizeof *map->change);
    map->seen = arena_new(memory, net->rows, sizeof *map->seen);
    map->met = arena_new(memory, net->inputs, sizeof *map->met);
    map->listed = arena_new(memory, net->inputs, sizeof *map->listed);
    if (!before)
        set_first_rows(map);
}

void integer_map_clear(integer_map *map)
{
    if (map->net)
        rows_clear(&map->rows);
}
