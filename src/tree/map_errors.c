// The errors of a map in doubles, followed back through the layers on the path. filter.md, 19.
//
// If e are the errors of a column of the map of a layer and e' those of the layer before, then
// e = W D e' + r, where D has the slopes of the present pieces and |r| <= map->rounding. So for any
// linear form g, |g e| <= |g' e'| + |g| |r| with g' = g W D. Unlike the norms of W, these forms
// hardly grow from layer to layer.
#include "tree/map_errors.h"

#include "base/fatal.h"
#include "exact/kernels.h"
#include "exact/norm.h"
#include "exact/versions.h"
#include <math.h>
#include <string.h>

void error_scratch_init(error_scratch *scratch, arena *memory, size_t rows, size_t columns,
                        size_t layers, size_t end)
{
    ASSERT(columns > 0);
    form_pair_init(&scratch->pair, memory, rows);
    error_blocks_init(&scratch->blocks, memory, rows, layers, end);
    scratch->sum = arena_new(memory, 2 * columns, sizeof *scratch->sum);
    scratch->total = scratch->sum + columns;
}

// Adds what the sums of the maps of a block add to the errors, for forms of this size.
static void add_block(double *sum, const error_block *block, const map_view *map, size_t columns,
                      double size)
{
    ASSERT(columns > 0);
    for (size_t i = 0; i < block->maps; i++, map = map->before) {
        const double reach = size * block->reach[i], loss = size * block->loss[i] + FILTER_TINY;
        for (size_t c = 0; c < columns; c++)
            sum[c] += reach * map->rounding[c] + loss * map->before->bound[c];
    }
}

// Bounds the norms of the forms in the errors of each column, given the sum of the squares of the
// forms, which are in the rows of the map before `above`. Ends at layer 0, at a map from pairs, or
// where the bounds that are known cost little beside the errors since.
static void follow_back(double *bound, const map_view *above, const map_view *map, size_t columns,
                        double squares, error_scratch *s)
{
    ASSERT(columns > 0);
    static const double little = 256;
    form_pair *pair = &s->pair;
    for (size_t c = 0; c < columns; c++) {
        bound[c] = INFINITY;
        s->sum[c] = 0;
    }
    for (;;) {
        const double size =
            filter_norm_of_squares(squares, pair->forms.count * pair->forms.columns);
        bool improves = false;
        for (size_t c = 0; c < columns; c++) {
            const double rest = size * map->bound[c], total = (s->sum[c] + rest) * FILTER_ENLARGE;
            bound[c] = total < bound[c] ? total : bound[c];
            improves |= !(rest <= little * s->sum[c]);
        }
        if (!map->before || !map->rounding || !improves)
            return;
        const error_block *block =
            above ? error_blocks_find(&s->blocks, above, pair->forms.count) : NULL;
        if (block) {
            add_block(s->sum, block, map, columns, size);
            squares = forms_multiply(pair, &block->forms);
            above = block->last;
        } else {
            const double error = size * forms_step_error(map) + FILTER_TINY;
            for (size_t c = 0; c < columns; c++)
                s->sum[c] += size * map->rounding[c] + error * map->before->bound[c];
            squares = forms_step_back(pair, map);
            above = map;
        }
        map = above->before;
    }
}

void map_errors(double *bound, const map_view *map, size_t columns, error_scratch *s)
{
    ASSERT(columns > 0);
    const rounded_layer *net = map->net;
    memset(s->total, 0, columns * sizeof *s->total);
    double squares;
    for (size_t from = 0, left = 1; left; from += ERROR_COLUMNS) {
        left = forms_begin_outputs(&squares, &s->pair, map->before, from);
        follow_back(bound, map, map->before, columns, squares, s);
        for (size_t c = 0; c < columns; c++)
            s->total[c] += bound[c] * bound[c];
    }
    for (size_t c = 0; c < columns; c++) {
        const double before = filter_norm_of_squares(s->total[c], net->inputs);
        const double followed = (net->spectral * before + map->rounding[c]) * FILTER_ENLARGE;
        bound[c] = followed < map->bound[c] ? followed : map->bound[c];
    }
}

void map_row_errors(double *bound, const map_view *map, size_t columns, uint32_t plus,
                    uint32_t minus, error_scratch *s)
{
    ASSERT(columns > 0);
    error_forms *forms = &s->pair.forms;
    const size_t count = minus == ERROR_NO_ROW ? 1 : 2;
    forms_begin(forms, count, 1);
    forms->listed[0] = plus;
    forms->entry[0] = 1;
    if (count == 2) {
        forms->listed[1] = minus;
        forms->entry[forms->columns] = -1;
    }
    follow_back(bound, NULL, map, columns, (double)count, s);
}
