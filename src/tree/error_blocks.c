// Products of the weights of several layers, kept until a pattern between them changes.
#include "tree/error_blocks.h"

#include "base/fatal.h"
#include "exact/kernels.h"
#include "exact/norm.h"
#include <string.h>

void error_blocks_init(error_blocks *blocks, arena *memory, size_t rows, size_t layers, size_t end)
{
    const size_t longest = (size_t)BLOCK_LAYERS << (BLOCK_LEVELS - 1);
    *blocks = (error_blocks){.first = end % longest, .memory = memory};
    blocks->rows = rows < KERNEL_SET ? rows : KERNEL_SET; // of layers that have sets
    form_pair_init(&blocks->pair, memory, blocks->rows);
    for (size_t level = 0, maps = BLOCK_LAYERS; level < BLOCK_LEVELS; level++, maps *= 2)
        blocks->block[level] = arena_new(memory, layers / maps + 1, sizeof(error_block));
}

static void block_init(error_block *block, error_blocks *blocks, size_t maps)
{
    arena *memory = blocks->memory;
    forms_init(&block->forms, memory, blocks->rows);
    block->maps = maps;
    block->reach = arena_new(memory, 2 * maps, sizeof *block->reach);
    block->loss = block->reach + maps;
    block->on = arena_new(memory, maps + 1, sizeof *block->on);
}

static bool are_few(const uint64_t *on)
{
    return on && __builtin_popcountll(*on) <= ERROR_COLUMNS;
}

// Whether each of the `maps` maps below `above` is a sum of doubles over the outputs of few relu
// units. Then the halves of the block can be blocks too.
static bool can_be_block(const map_view *above, size_t maps)
{
    for (size_t i = 0; i < maps; i++) {
        above = above->before;
        if (!above->before || !above->rounding || !are_few(above->inputs_on))
            return false;
    }
    return true;
}

static bool is_current(const error_block *block, const map_view *above)
{
    for (size_t i = 0; i <= block->maps; i++, above = above->before)
        if (block->on[i] != *above->inputs_on)
            return false;
    return true;
}

static void note_patterns(error_block *block, const map_view *above)
{
    for (size_t i = 0; i <= block->maps; i++, above = above->before) {
        block->on[i] = *above->inputs_on;
        block->last = above;
    }
}

static void copy_forms(error_forms *copy, const error_forms *forms)
{
    copy->count = forms->count;
    copy->columns = forms->columns;
    memcpy(copy->listed, forms->listed, forms->count * sizeof *forms->listed);
    memcpy(copy->entry, forms->entry, forms->count * forms->columns * sizeof *forms->entry);
}

// The forms of the pair, of this size, become those of a block.
static void store_forms(error_block *block, const form_pair *pair, double size)
{
    copy_forms(&block->forms, &pair->forms);
    block->size = size;
    // Any forms times these.
    const double most = (double)block->outputs + 8;
    block->loss[block->maps - 1] +=
        (FILTER_UNIT * most * size + FILTER_TINY * most * most) * FILTER_ENLARGE;
}

static double size_of(const form_pair *pair, double squares)
{
    return filter_norm_of_squares(squares, pair->forms.count * pair->forms.columns);
}

// Layer by layer, from the outputs of the layer before.
static void make_from_layers(error_block *block, error_blocks *blocks, const map_view *above)
{
    form_pair *pair = &blocks->pair;
    double squares, size = 1;
    const size_t left = forms_begin_outputs(&squares, pair, above->before, 0);
    ASSERT(!left);
    (void)left;
    block->outputs = pair->forms.count;
    for (size_t i = 0; i < block->maps; i++) {
        above = above->before;
        block->reach[i] = size;
        block->loss[i] = size * forms_step_error(above) + FILTER_TINY;
        squares = forms_step_back(pair, above);
        size = size_of(pair, squares);
    }
    store_forms(block, pair, size);
}

static void make_from_halves(error_block *block, error_blocks *blocks, const error_block *upper,
                             const error_block *lower)
{
    form_pair *pair = &blocks->pair;
    const size_t half = block->maps / 2;
    block->outputs = upper->outputs;
    for (size_t i = 0; i < half; i++) {
        block->reach[i] = upper->reach[i];
        block->loss[i] = upper->loss[i];
        block->reach[half + i] = upper->size * lower->reach[i] * FILTER_ENLARGE;
        block->loss[half + i] = upper->size * lower->loss[i] * FILTER_ENLARGE + FILTER_TINY;
    }
    copy_forms(&pair->forms, &upper->forms);
    const double squares = forms_multiply(pair, &lower->forms);
    store_forms(block, pair, size_of(pair, squares));
}

// The block of a level that begins with the outputs of the layer before `above`, made again if a
// pattern has changed.
static const error_block *block_of(error_blocks *blocks, const map_view *above, size_t level)
{
    const size_t maps = (size_t)BLOCK_LAYERS << level;
    error_block *block = blocks->block[level] + (above->before->layer - blocks->first) / maps;
    if (!block->maps)
        block_init(block, blocks, maps);
    else if (is_current(block, above))
        return block;
    if (level > 0) {
        const error_block *upper = block_of(blocks, above, level - 1);
        const error_block *lower = block_of(blocks, upper->last, level - 1);
        make_from_halves(block, blocks, upper, lower);
    } else {
        make_from_layers(block, blocks, above);
    }
    note_patterns(block, above);
    return block;
}

const error_block *error_blocks_find(error_blocks *blocks, const map_view *above, size_t count)
{
    ASSERT(above->before);
    const size_t layer = above->before->layer;
    if (layer <= blocks->first || !are_few(above->inputs_on) ||
        (size_t)__builtin_popcountll(*above->inputs_on) != count)
        return NULL;
    const size_t maps = layer - blocks->first;
    for (size_t level = BLOCK_LEVELS; level-- > 0;) {
        const size_t size = (size_t)BLOCK_LAYERS << level;
        if (maps % size == 0 && can_be_block(above, size))
            return block_of(blocks, above, level);
    }
    return NULL;
}
