// Errors followed back: their bounds against true errors, in rationals, and against errors made as
// large as allowed.
#include "paths.h"
#include "tree/region.h"
#include "unit.h"

#include <crease/make.h>
#include <crease/walk.h>

typedef struct {
    path p;
    error_scratch scratch;
    arena memory;
} followed;

static crease_net *sparse_net(const char *architecture, const char *act, const char *keep_prob,
                              uint64_t seed)
{
    size_t *widths, count;
    crease_net *net;
    const crease_random how = {
        .bias_std = "0.1", .seed = seed, .activation = act, .keep_prob = keep_prob};
    CU_ASSERT_FATAL(crease_widths_parse(&widths, &count, architecture, NULL) == CREASE_OK);
    CU_ASSERT_FATAL(crease_net_random(&net, widths, count, &how, NULL) == CREASE_OK);
    free(widths);
    return net;
}

static crease_net *deep_net(const char *architecture, const char *act, uint64_t seed)
{
    return sparse_net(architecture, act, NULL, seed);
}

static void followed_init(followed *f, crease_net *net)
{
    size_t most = 0;
    path_init(&f->p, net, CREASE_FILTERED);
    for (size_t l = 0; l < f->p.maps.layers; l++)
        most = f->p.rounded.layer[l].rows > most ? f->p.rounded.layer[l].rows : most;
    arena_init(&f->memory);
    error_scratch_init(&f->scratch, &f->memory, most, PATH_COLUMNS, f->p.maps.layers, 0);
}

static void followed_clear(followed *f)
{
    arena_clear(&f->memory);
    path_clear(&f->p);
}

static double entry_of(const walk_layer *layer, size_t c, size_t row)
{
    return layer->view.entry[c * layer->rounded->stride + row];
}

// ---- true errors ----

// Entry c of row `plus`, less that of row `minus` unless that is ERROR_NO_ROW.
static bool row_holds(const path_forms *truth, const walk_layer *layer, double bound, uint32_t plus,
                      uint32_t minus, size_t c)
{
    fmpq *x = _fmpq_vec_init(3), *limit = x + 1, *other = x + 2;
    exact_double(x, entry_of(layer, c, plus));
    exact_double(limit, bound);
    fmpq_sub(x, x, truth->z + plus * truth->columns + c);
    if (minus != ERROR_NO_ROW) {
        exact_double(other, entry_of(layer, c, minus));
        fmpq_sub(other, other, truth->z + minus * truth->columns + c);
        fmpq_sub(x, x, other);
    }
    fmpq_abs(x, x);
    const bool good = fmpq_cmp(x, limit) <= 0;
    _fmpq_vec_clear(x, 3);
    return good;
}

static void check_layer(followed *f, const path_forms *truth, size_t l)
{
    const walk_layer *layer = f->p.maps.layer + l;
    double bound[PATH_COLUMNS];
    map_errors(bound, &layer->view, PATH_COLUMNS, &f->scratch);
    for (size_t c = 0; c < PATH_COLUMNS; c++)
        CU_ASSERT(path_column_holds(truth + l, layer->view.entry + c * layer->rounded->stride, NULL,
                                    bound[c], c));
    for (uint32_t row = 0; row < layer->rounded->rows; row++) {
        map_row_errors(bound, &layer->view, PATH_COLUMNS, row, ERROR_NO_ROW, &f->scratch);
        for (size_t c = 0; c < PATH_COLUMNS; c++) {
            CU_ASSERT(bound[c] <= layer->view.bound[c] * (1 + 1e-5));
            CU_ASSERT(row_holds(truth + l, layer, bound[c], row, ERROR_NO_ROW, c));
        }
        const uint32_t other = (row + 1) % (uint32_t)layer->rounded->rows;
        map_row_errors(bound, &layer->view, PATH_COLUMNS, row, other, &f->scratch);
        for (size_t c = 0; c < PATH_COLUMNS && other != row; c++)
            CU_ASSERT(row_holds(truth + l, layer, bound[c], row, other, c));
    }
}

static void follow(crease_net *net, uint64_t seed, int steps)
{
    random_state random = unit_random(seed);
    followed f;
    followed_init(&f, net);
    for (int step = 0; step < steps; step++) {
        path_step(&f.p, &random);
        const size_t last = f.p.maps.layers - 1;
        for (size_t l = 1; l <= last; l++)
            walk_maps_sync(&f.p.maps, l);
        path_forms *truth = path_truth(&f.p);
        for (size_t l = 1; l <= last; l += 1 + last / 4)
            check_layer(&f, truth, l);
        check_layer(&f, truth, last);
        path_truth_free(truth, &f.p);
    }
    followed_clear(&f);
}

static void true_errors(void)
{
    follow(deep_net("2-6-6-6-6-6-6-6-6-6-6-6-6-6-6-6-6-6-6-6-6-6-6-6-6", NULL, 41), 42, 6);
    follow(deep_net("2-40-35-3-40-1", NULL, 43), 44, 3);
    follow(deep_net("2-5-5-5-5-5-5-5-5-5-5-5-5", "leaky:1/10", 45), 46, 6);
    follow(deep_net("2-4-4-4-4-4-4-4", "maxout:3", 47), 48, 6);
    follow(deep_net("2-5-5-5-5-5", "hardtanh", 49), 50, 6);
    follow(sparse_net("2-12-12-12-12-12-12-12-12", NULL, "1/5", 54), 55, 4);
    follow(sparse_net("2-9-9-9-9-9-9", "maxout:2", "1/4", 56), 57, 4);
}

// ---- errors that are as large as allowed ----

// One column's errors of all rows, as they would be if the sums of each layer were off by all that
// is allowed, in random directions, the same for all: the greatest norm over some draws.
static double worst_error(const path *p, size_t last, size_t c, random_state *random)
{
    enum { MOST = 64 };
    double error[MOST] = {0}, next[MOST];
    for (size_t l = 1; l <= last; l++) {
        const rounded_layer *net = p->rounded.layer + l, *from = net - 1;
        const uint32_t *pattern = p->maps.layer[l - 1].pattern;
        double norm = 0;
        for (size_t j = 0; j < net->rows; j++) {
            next[j] = (double)random_between(random, -1000, 1000);
            norm = hypot(norm, next[j]);
        }
        for (size_t j = 0; j < net->rows; j++) {
            next[j] *= p->maps.layer[l].doubles.rounding[c] / norm;
            for (size_t i = 0; i < net->inputs; i++) {
                const size_t piece = from->unit.piece[i] + pattern[i];
                next[j] += net->weight[i * net->stride + j] * from->slope[piece] *
                           error[from->source[piece]];
            }
        }
        memcpy(error, next, sizeof error);
    }
    double norm = 0;
    for (size_t j = 0; j < p->rounded.layer[last].rows; j++)
        norm = hypot(norm, error[j]);
    return norm;
}

// In the first layers the bounds exceed what random directions make by little; later by what the
// last step back costs, 256, and by the difference of norms and random directions. Those by the
// norms of W exceed it by much more.
static void large_errors(void)
{
    random_state random = unit_random(51);
    followed f;
    followed_init(
        &f, deep_net("2-16-16-16-16-16-16-16-16-16-16-16-16-16-16-16-16-16-16-16-16", NULL, 52));
    const size_t last = f.p.maps.layers - 1;
    for (size_t l = 1; l <= last; l++) {
        walk_maps_sync(&f.p.maps, l);
        for (size_t j = 0; j < f.p.rounded.layer[l].units; j++)
            f.p.maps.layer[l].pattern[j] = (uint32_t)random_below(&random, 2);
    }
    for (size_t l = 2; l <= last; l++) {
        const map_view *map = &f.p.maps.layer[l].view;
        double bound[PATH_COLUMNS];
        map_errors(bound, map, PATH_COLUMNS, &f.scratch);
        for (size_t c = 0; c < PATH_COLUMNS; c++) {
            double worst = 0;
            for (int draw = 0; draw < 50; draw++)
                worst = fmax(worst, worst_error(&f.p, l, c, &random));
            CU_ASSERT(worst <= bound[c]);
            CU_ASSERT(bound[c] <= (l < 4 ? 2 : 4096) * worst);
        }
        CU_ASSERT(l < last || bound[0] < 0x1p-10 * map->bound[0]);
    }
    followed_clear(&f);
}

// ---- blocks of layers ----

static void error_bounds(double *bound, followed *f, error_scratch *scratch, size_t l)
{
    map_errors(bound, &f->p.maps.layer[l].view, PATH_COLUMNS, scratch);
}

// As if no block could be used.
static void bounds_layer_by_layer(double *bound, followed *f, size_t l)
{
    walk_layer *layer = f->p.maps.layer;
    const uint64_t *on = layer[l].view.inputs_on;
    layer[l].view.inputs_on = NULL;
    for (size_t k = 1; k < l; k++)
        layer[k].view.inputs_on = NULL;
    error_bounds(bound, f, &f->scratch, l);
    for (size_t k = 1; k <= l; k++)
        layer[k].view.inputs_on = &layer[k].doubles.log.on;
    CU_ASSERT(on == layer[l].view.inputs_on);
}

enum { WIDEST = 64 };

// The product of the weights of a layer and of some forms in its errors.
static void product_back(double (*form)[WIDEST], const walk_layer *layer)
{
    const size_t units = layer[-1].rounded->units;
    static double next[WIDEST][WIDEST];
    memset(next, 0, sizeof next);
    for (size_t k = 0; k < units; k++)
        for (size_t i = 0; i < units; i++)
            for (size_t j = 0; j < units && layer[-1].pattern[i]; j++)
                next[k][i] += form[k][j] * layer->rounded->weight[i * layer->rounded->stride + j];
    memcpy(form, next, sizeof next);
}

static double norm_of(double (*form)[WIDEST])
{
    double sum = 0;
    for (size_t k = 0; k < WIDEST; k++)
        for (size_t j = 0; j < WIDEST; j++)
            sum += form[k][j] * form[k][j];
    return sqrt(sum);
}

// The longest block that begins below layer l against products in doubles.
static void check_block(followed *f, size_t l)
{
    const walk_layer *layer = f->p.maps.layer + l;
    const error_block *block = error_blocks_find(
        &f->scratch.blocks, &layer->view, (size_t)__builtin_popcountll(*layer->view.inputs_on));
    if (!block)
        return;
    static double form[WIDEST][WIDEST];
    const size_t units = layer[-1].rounded->units;
    memset(form, 0, sizeof form);
    for (size_t k = 0; k < units; k++)
        form[k][k] = layer[-1].pattern[k];
    for (size_t i = 0; i < block->maps; i++) {
        layer--;
        CU_ASSERT(block->reach[i] >= (i ? norm_of(form) * 0.999999 : 1));
        CU_ASSERT(block->loss[i] >= FILTER_UNIT * block->reach[i]);
        product_back(form, layer);
    }
    CU_ASSERT(block->last == &layer->view);
    CU_ASSERT(block->size >= norm_of(form) * 0.999999);
    CU_ASSERT(block->size <= norm_of(form) * 1.5 + 1e-100);
    for (size_t r = 0; r < block->forms.count; r++)
        for (size_t k = 0, column = 0; k < units; k++) {
            const double *entry = block->forms.entry + r * block->forms.columns;
            if (f->p.maps.layer[l - 1].pattern[k])
                CU_ASSERT(fabs(entry[column++] - form[k][block->forms.listed[r]]) <
                          1e-12 * block->size + 1e-100);
        }
}

static void compare_blocks(followed *f, size_t widest, size_t l, random_state *random, int step)
{
    double bound[PATH_COLUMNS], fresh[PATH_COLUMNS], plain[PATH_COLUMNS];
    arena memory;
    error_scratch scratch;
    arena_init(&memory);
    error_scratch_init(&scratch, &memory, widest, PATH_COLUMNS, f->p.maps.layers, 3);
    error_bounds(bound, f, &f->scratch, l);
    error_bounds(fresh, f, &scratch, l);
    arena_clear(&memory);
    bounds_layer_by_layer(plain, f, l);
    for (size_t c = 0; c < PATH_COLUMNS; c++) {
        double worst = 0;
        for (int draw = 0; draw < 4; draw++)
            worst = fmax(worst, worst_error(&f->p, l, c, random));
        const bool good = bound[c] == fresh[c] && worst <= bound[c] && plain[c] < 64 * bound[c] &&
                          bound[c] < 64 * plain[c];
        if (!good)
            printf("step %d, layer %zu, column %zu: %g, afresh %g, layer by layer %g, worst %g\n",
                   step, l, c, bound[c], fresh[c], plain[c], worst);
        CU_ASSERT_FATAL(good);
    }
    check_block(f, l);
}

// Blocks kept from earlier paths change nothing, and the bounds are about those without blocks. In
// one layer of eight `dense` of 8 units are on.
static void blocks_of(const char *architecture, size_t widest, uint64_t dense, uint64_t seed)
{
    enum { STEPS = 40, APART = 8, DENSE = 5 };
    random_state random = unit_random(seed + 1);
    followed f;
    path_init(&f.p, deep_net(architecture, NULL, seed), CREASE_FILTERED);
    arena_init(&f.memory);
    error_scratch_init(&f.scratch, &f.memory, widest, PATH_COLUMNS, f.p.maps.layers, 3);
    const size_t last = f.p.maps.layers - 1;
    for (size_t l = 1; l <= last; l++)
        for (size_t j = 0; j < f.p.rounded.layer[l].units; j++)
            f.p.maps.layer[l].pattern[j] = random_below(&random, 8) < (l % APART == DENSE ? dense
                                                                       : widest < 10      ? 4
                                                                                          : 3);
    for (int step = 0; step < STEPS; step++) {
        const size_t changed = 1 + random_below(&random, last - 1);
        uint32_t *piece = f.p.maps.layer[changed].pattern +
                          random_below(&random, f.p.rounded.layer[changed].units);
        *piece = 1 - *piece;
        for (size_t l = 1; l <= last; l++)
            walk_maps_sync(&f.p.maps, l);
        compare_blocks(&f, widest, last, &random, step);
        compare_blocks(&f, widest, 2 + random_below(&random, last - 2), &random, step);
    }
    const size_t longest = dense > 4 ? 0 : BLOCK_LEVELS - 1;
    size_t blocks = 0;
    for (size_t i = 0; i <= f.p.maps.layers / ((size_t)BLOCK_LAYERS << longest); i++)
        blocks += f.scratch.blocks.block[longest][i].maps > 0;
    CU_ASSERT(blocks > 0);
    followed_clear(&f);
}

static void blocks(void)
{
    blocks_of("2-9-9-9-9-9-9-9-9-9-9-9-9-9-9-9-9-9-9-9-9-9-9-9-9-9-9-9-9-9-9-9-9-9-9-9-9", 9, 4,
              62);
}

// Where more units are on than a block has columns.
static void wide_blocks(void)
{
    blocks_of("2-64-64-64-64-64-64-64-64-64-64-64-64-64-64-64-64-64-64-64-64-64-64-64", 64, 7, 70);
}

// Bounds that are not finite stay so.
static void infinite(void)
{
    followed f;
    followed_init(&f, deep_net("2-3-3-3-3", NULL, 53));
    const size_t last = f.p.maps.layers - 1;
    double bound[PATH_COLUMNS];
    for (size_t l = 0; l <= last; l++)
        for (size_t c = 0; c < PATH_COLUMNS; c++)
            f.p.maps.layer[l].doubles.bound[c] = l % 2 ? NAN : INFINITY;
    for (size_t l = 1; l <= last; l++)
        memset(f.p.maps.layer[l].pattern, 0, sizeof(uint32_t));
    map_errors(bound, &f.p.maps.layer[last].view, PATH_COLUMNS, &f.scratch);
    for (size_t c = 0; c < PATH_COLUMNS; c++)
        CU_ASSERT(!(bound[c] < INFINITY));
    followed_clear(&f);
}

// ---- another route: the same regions by integers ----

static crease_visit hash_pattern(void *data, const crease_region *region)
{
    uint64_t *hash = data;
    const walk_position *pos = region->pos;
    for (size_t l = 1; l < pos->maps.layers; l++)
        for (size_t unit = 0; unit < pos->maps.layer[l].rounded->units; unit++)
            *hash = (*hash ^ pos->maps.layer[l].pattern[unit]) * UINT64_C(0x100000001b3);
    return CREASE_GO;
}

// The first regions of a network so deep that pairs do not reach its end are those of integers.
static void same_regions(crease_net *net)
{
    path p;
    path_init(&p, net, CREASE_FILTERED);
    CU_ASSERT(p.maps.last_of_pairs + 10 < p.maps.layers);
    crease_domain *domain = domain_of("-1,1");
    uint64_t hash[2] = {1, 1};
    crease_counts counts[2];
    for (int by = 0; by < 2; by++) {
        const crease_options options = {.arith = by ? CREASE_EXACT : CREASE_FILTERED,
                                        .max_regions = 12};
        const crease_visitor visitor = {.data = hash + by, .region = hash_pattern};
        crease_counts_init(counts + by, net);
        crease_walk(counts + by, net, domain, &options, &visitor, NULL);
        crease_counts_clear(counts + by);
    }
    CU_ASSERT(counts[0].activation_regions > 1);
    CU_ASSERT_EQUAL(counts[0].activation_regions, counts[1].activation_regions);
    CU_ASSERT_EQUAL(hash[0], hash[1]);
    crease_domain_free(domain);
    path_clear(&p);
}

static char *architecture_of(int width, int layers)
{
    char *text = memory_copy_text("2");
    while (layers--) {
        char *longer = memory_format("%s-%d", text, width);
        free(text);
        text = longer;
    }
    return text;
}

static void integers(void)
{
    char *narrow = architecture_of(5, 70), *wide = architecture_of(10, 80);
    same_regions(deep_net(narrow, NULL, 58));
    same_regions(deep_net(narrow, "maxout:2", 59));
    same_regions(deep_net(wide, NULL, 64));
    same_regions(sparse_net(wide, NULL, "1/2", 60));
    same_regions(sparse_net(wide, "maxout:2", "1/4", 61));
    free(narrow);
    free(wide);
}

UNIT_MAIN("map_errors", {"true_errors", true_errors}, {"large_errors", large_errors},
          {"blocks", blocks}, {"wide_blocks", wide_blocks}, {"infinite", infinite},
          {"integers", integers})
