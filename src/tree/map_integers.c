// The map of a layer in integers, whose rows lag behind.
//
// A row is packed in one integer, its value at 2^(64 words), the constant first: so a row is added
// to another one by a single product, whatever the dimension. The words suffice for every entry, so
// the entries are the digits of the packed row, from -2^(64 words - 1) to 2^(64 words - 1) - 1.
#include "tree/map_integers.h"

#include "base/fatal.h"
#include "base/limits.h"
#include "exact/kernels.h"
#include <flint/fmpz_poly.h>
#include <string.h>

// One operation on integers takes about as long as PRODUCT operations on doubles. Limits are polled
// after every OFTEN inputs of a row.
enum { PRODUCT = 32, OFTEN = 32 };

void integer_map_unpack(fmpz *row, const integer_map *map, const fmpz_t packed)
{
    ASSERT(map->columns > 0);
    const size_t columns = map->columns, words = map->words;
    ulong *word = map->word, borrowed = 0, borrows;
    fmpz_get_signed_ui_array(word, (slong)(columns * words), packed);
    for (size_t c = 0; c < columns; c++, word += words, borrowed = borrows) {
        borrows = word[words - 1] >> (FLINT_BITS - 1);
        mpn_add_1(word, word, (slong)words, borrowed);
        fmpz_set_signed_ui_array(row + (c ? c - 1 : columns - 1), word, (slong)words);
    }
}

// ---- one row ----

// row += weight * (the output of unit i on a piece), or minus that.
static void add_output_row(fmpz *row, bool minus, const fmpz *weight, integer_map *map, size_t i,
                           uint32_t piece)
{
    ASSERT(map->columns > 0);
    const scaled_layer *net = map->net;
    const fmpz *slope = net->slope + net->unit.piece[i] + piece;
    const fmpz *offset = net->offset + net->unit.piece[i] + piece;
    void (*add)(fmpz_t, const fmpz_t, const fmpz_t) = minus ? fmpz_submul : fmpz_addmul;
    if (fmpz_is_one(slope)) { // most are
        add(row, integer_map_row(map, unit_row(&net->unit, i, piece)), weight);
    } else if (!fmpz_is_zero(slope)) {
        fmpz_t product;
        fmpz_init(product);
        fmpz_mul(product, weight, slope);
        add(row, integer_map_row(map, unit_row(&net->unit, i, piece)), product);
        fmpz_clear(product);
    }
    if (!fmpz_is_zero(offset))
        add(row, weight, offset);
}

void integer_map_output(fmpz *row, integer_map *map, size_t unit)
{
    ASSERT(map->columns > 0);
    const fmpz one = 1;
    fmpz_t packed;
    fmpz_init(packed);
    add_output_row(packed, 0, &one, map, unit, map->pattern[unit]);
    integer_map_unpack(row, map, packed);
    fmpz_clear(packed);
}

static bool row_gives_up(const fmpz *row)
{
    return run_poll(OFTEN * (PRODUCT + (size_t)fmpz_size(row)));
}

static void sum_outputs(fmpz *row, const fmpz *bias, const fmpz *weight,
                        const sparsity_row *entries, integer_map *before)
{
    ASSERT(before->columns > 0);
    fmpz_set(row, bias);
    for (size_t k = 0; k < entries->count; k++) {
        const size_t i = row_column(entries, k);
        if (k % OFTEN == 0 && row_gives_up(row))
            break;
        if (!fmpz_is_zero(weight + k))
            add_output_row(row, 0, weight + k, before, i, before->pattern[i]);
    }
}

// Layer 0 never changes.
static void make_first_row(integer_map *map, size_t j)
{
    ASSERT(map->columns > 0);
    fmpz_poly_t row;
    const sparsity_row entries = sparsity_row_of(&map->net->support, j);
    fmpz_poly_init2(row, (slong)map->columns);
    fmpz_poly_set_coeff_fmpz(row, 0, map->net->bias + j);
    for (size_t k = 0; k < entries.count; k++)
        fmpz_poly_set_coeff_fmpz(row, 1 + (slong)row_column(&entries, k),
                                 map->net->weight + entries.first + k);
    fmpz_poly_bit_pack(rows_at(&map->rows, j), row, map->words * FLINT_BITS);
    fmpz_poly_clear(row);
}

// Row j from the outputs of the layer before, on the first layer from the domain.
static void make_integer_row(integer_map *map, size_t j)
{
    ASSERT(map->columns > 0);
    fmpz *row = rows_at(&map->rows, j);
    if (!map->before) {
        make_first_row(map, j);
    } else if (map->across) {
        const size_t inputs = map->across->columns - 1;
        integer_map_follow(map->across);
        integer_map_unpack(map->weight, map->across, integer_map_row(map->across, j));
        sum_outputs(row, map->weight + inputs, map->weight, &(sparsity_row){.count = inputs},
                    map->before->before);
    } else {
        const sparsity_row entries = sparsity_row_of(&map->net->support, j);
        sum_outputs(row, map->net->bias + j, map->net->weight + entries.first, &entries,
                    map->before);
    }
}

static void follow_integer_row(integer_map *map, size_t j)
{
    ASSERT(map->columns > 0);
    fmpz *row = rows_at(&map->rows, j);
    for (size_t k = map->seen[j]; k < map->log.changes; k++) {
        const map_change *change = map->change + k;
        if (k % OFTEN == 0 && row_gives_up(row))
            break;
        const size_t entry = sparsity_find(&map->net->support, j, change->unit);
        if (entry == SPARSITY_NONE || fmpz_is_zero(map->net->weight + entry))
            continue;
        add_output_row(row, 0, map->net->weight + entry, map->before, change->unit, change->piece);
        add_output_row(row, 1, map->net->weight + entry, map->before, change->unit, change->old);
    }
}

// An update costs one product per changed input; making a row again costs one per input that is not
// off, and half of them are off. If the run is cancelled, the unfinished row is not kept.
const fmpz *integer_map_row(integer_map *map, size_t j)
{
    ASSERT(map->columns > 0);
    unsigned char *known = map->rows.known + j;
    fmpz *row = rows_at(&map->rows, j);
    if (*known && (!map->before || map->seen[j] == map->log.changes))
        return row;
    if (*known && 2 * (map->log.changes - map->seen[j]) <= map->net->inputs)
        follow_integer_row(map, j);
    else
        make_integer_row(map, j);
    map->seen[j] = map->log.changes;
    *known = !run_is_cancelled();
    return row;
}

// ---- all of it ----

void integer_map_follow(integer_map *map)
{
    ASSERT(map->columns > 0);
    map_log *log = &map->log;
    const uint32_t *pattern = map->before->pattern;
    const uint64_t version_before = map->before->log.version;
    const map_step step = map_log_step(log, pattern, version_before);
    map->current = true;
    if (step == MAP_UNCHANGED)
        return;
    if (step != MAP_UPDATE)
        memset(map->rows.known, 0, map->rows.count);
    for (size_t k = 0; k < log->count && step == MAP_UPDATE; k++) {
        const uint32_t i = log->listed[k];
        map->change[log->changes - log->count + k] = (map_change){i, log->pattern[i], pattern[i]};
    }
    map_log_accept(log, pattern, version_before);
    log->version++;
}

void integer_map_init(integer_map *map, arena *memory, const scaled_layer *net, size_t words,
                      const uint32_t *pattern, integer_map *before)
{
    ASSERT(map && net);
    *map = (integer_map){.net = net, .words = words, .pattern = pattern, .before = before};
    map->columns = before ? before->columns : net->inputs + 1;
    map->word = arena_new(memory, map->columns * map->words, sizeof *map->word);
    rows_init(&map->rows, 1);
    for (size_t j = 0; j < net->rows; j++)
        rows_push(&map->rows);
    map_log_init(&map->log, memory, net->inputs, net->inputs, NULL);
    map->change = arena_new(memory, net->inputs, sizeof *map->change);
    map->seen = arena_new(memory, net->rows, sizeof *map->seen);
    map->current = !before;
    map->log.version = !before;
}

void integer_map_clear(integer_map *map)
{
    if (map->net)
        rows_clear(&map->rows);
    if (map->across) {
        for (size_t c = 0; c < map->across->columns; c++)
            fmpz_clear(map->weight + c);
        integer_map_clear(map->across->before);
        integer_map_clear(map->across);
    }
}
