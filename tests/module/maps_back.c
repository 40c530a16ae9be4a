// Error bounds that are followed back through the layers: against the truth, in rationals, and
// recomputed, since true errors are far smaller than their bounds.
#include "paths.h"
#include "unit.h"

static const double nearly = 1 - 1e-5; // the bounds are compared in doubles

// ---- Deep networks on random patterns ----

static crease_net *random_deep(const char *units, size_t width, const char *kept, uint64_t seed)
{
    enum { LAYERS = 26 };
    size_t widths[LAYERS];
    crease_net *net;
    const crease_random how = {
        .bias_std = "1/10", .activation = units, .seed = seed, .alpha = kept};
    for (size_t l = 0; l < LAYERS; l++)
        widths[l] = l ? width : PATH_INPUTS;
    CU_ASSERT_FATAL(crease_net_random(&net, widths, LAYERS, &how, NULL) == CREASE_OK);
    return net;
}

// Those in the middle are steep.
static uint32_t any_piece(random_state *random, size_t pieces)
{
    const size_t piece = random_below(random, pieces);
    return (uint32_t)(pieces > 2 && random_below(random, 2) ? pieces / 2 : piece);
}

// Patterns by chance, so that hardly any outputs vanish; then some more with few changes.
static void go_down(path *p, random_state *random, int afresh)
{
    for (size_t l = 1; l < p->maps.layers; l++) {
        walk_layer *layer = p->maps.layer + l;
        walk_maps_sync(&p->maps, l);
        for (size_t j = 0; j < layer->rounded->units; j++)
            if (afresh || random_below(random, 40) == 0)
                layer->pattern[j] = any_piece(random, unit_pieces(&layer->rounded->unit, j));
    }
}

// ---- Counting anew: a row of the product of all matrices, and what it makes of errors ----

// g, on the rows of layer m, times what leads there from those of the layer before.
static void multiply(double *g, const path *p, size_t m)
{
    double next[64] = {0};
    const walk_layer *layer = p->maps.layer + m;
    const rounded_layer *from = layer[-1].rounded;
    fmpq_t weight;
    fmpq_init(weight);
    for (size_t i = 0; i < layer->rounded->inputs; i++) {
        const size_t piece = from->unit.piece[i] + layer[-1].pattern[i];
        for (size_t j = 0; j < layer->rounded->rows; j++) {
            net_layer_weight(weight, p->net->layer + m - 1, layer->rounded->order[j], i);
            next[from->source[piece]] += g[j] * fmpq_get_d(weight) * from->slope[piece];
        }
    }
    fmpq_clear(weight);
    memcpy(g, next, sizeof next);
}

// The row's errors if they are followed back to layer k: the sum over m > k of |g_m| share_m, where
// g_m is that row of the product of the matrices from layer m on, and |g_k| times the bound of the
// map of layer k. Whether the found ones are these, for some k.
static int is_followed(const double *found, const path *p, size_t l, size_t row)
{
    const walk_layer *layer = p->maps.layer;
    double g[64] = {0}, sum[PATH_COLUMNS] = {0};
    int followed = 0;
    g[row] = 1;
    for (size_t m = l + 1; m-- > 0;) {
        double norm = 0;
        int good = 1;
        for (size_t j = 0; j < layer[m].rounded->rows; j++)
            norm = hypot(norm, g[j]);
        for (size_t c = 0; c < PATH_COLUMNS; c++)
            good &= found[c] >= nearly * (sum[c] + norm * layer[m].bound[c]);
        good &= found[0] <= 1.1 * (sum[0] + norm * layer[m].bound[0]);
        followed |= good;
        for (size_t c = 0; c < PATH_COLUMNS; c++)
            sum[c] += norm * (m ? layer[m].own_share : layer[m].bound)[c];
        if (m)
            multiply(g, p, m);
    }
    return followed;
}

// ---- One form ----

static int encloses(const line_approx *form, const fmpq *truth)
{
    int good = 1;
    fmpq *x = _fmpq_vec_init(2), *limit = x + 1;
    for (size_t c = 0; c < PATH_COLUMNS && form->bound[c] < INFINITY; c++) {
        exact_double(x, form->a[c]);
        exact_double(limit, form->bound[c]);
        fmpq_sub(x, x, truth + c);
        fmpq_abs(x, x);
        good &= fmpq_cmp(x, limit) <= 0;
    }
    _fmpq_vec_clear(x, 2);
    return good;
}

typedef struct {
    size_t forms, smaller; // than the map's bound
    size_t sooner;         // fewer layers were enough for the sign on a triangle
} tally;

// The same for a triangle: a bound for the form all the same, and one that tells its sign there, or
// the one that is found without.
static void check_on_triangle(path *p, const fmpq *truth, const line_approx *without, size_t l,
                              size_t unit, size_t predicate, tally *of)
{
    double x[] = {0.25, 0.5, 0.25}, y[] = {0.25, 0.25, 0.5};
    const corners_approx corners = {3, x, y, 0, {0.5, 0.5}};
    const double *a = without->a;
    line_approx form;
    walk_maps_steady_form(&p->maps, (double *)&form, l, unit, predicate, &corners);
    CU_ASSERT(encloses(&form, truth));
    const double off = (form.bound[0] + form.bound[1]) / 2 + form.bound[2];
    double least = INFINITY;
    for (int i = 0; i < 3; i++)
        least = fmin(least, fabs(a[0] * x[i] + a[1] * y[i] + a[2]));
    const int is_same = memcmp(&form, without, sizeof form) == 0;
    CU_ASSERT(is_same || off < least);
    of->sooner += !is_same;
}

static void check_form(path *p, const path_forms *truth, size_t l, size_t unit, tally *of)
{
    const walk_layer *layer = p->maps.layer + l;
    const net_layer *net = p->net->layer + l - 1;
    fmpq *exact = _fmpq_vec_init(PATH_COLUMNS);
    for (size_t q = 0; q < unit_predicates(&layer->rounded->unit, unit); q++) {
        line_approx form, rough;
        walk_layer_approx((double *)&rough, layer, unit, q);
        walk_maps_steady_form(&p->maps, (double *)&form, l, unit, q, NULL);
        path_predicate(exact, truth + l, net_layer_act(net, unit), unit, q);
        CU_ASSERT(encloses(&form, exact));
        CU_ASSERT(form.bound[0] <= rough.bound[0]);
        check_on_triangle(p, exact, &form, l, unit, q, of);
        of->forms++;
        of->smaller += form.bound[0] < rough.bound[0] / 4;
        if (unit_rank(&layer->rounded->unit, unit) > 1)
            continue;
        const size_t row = layer->rounded->source[layer->rounded->unit.piece[unit]];
        CU_ASSERT(is_followed(form.bound, p, l, row));
    }
    _fmpq_vec_clear(exact, PATH_COLUMNS);
}

static void follow(const char *units, size_t width, const char *kept, uint64_t seed)
{
    random_state random;
    random_seed(&random, seed);
    tally of = {0};
    path p;
    path_init(&p, random_deep(units, width, kept, seed), CREASE_FILTERED);
    for (int step = 0; step < 3; step++) {
        go_down(&p, &random, step == 0);
        for (size_t l = 1; l < p.maps.layers; l++)
            walk_maps_sync(&p.maps, l);
        path_forms *truth = path_truth(&p);
        const size_t last = p.maps.layers - 2;
        for (size_t l = last; l > last - 4; l--)
            check_form(&p, truth, l, random_below(&random, width), &of);
        path_truth_free(truth, &p);
    }
    path_clear(&p);
    CU_ASSERT(of.sooner > 0 || strcmp(units, "relu") != 0);
    // Of |z| the maps grow nearly as their bounds do.
    CU_ASSERT(2 * of.smaller > of.forms || strcmp(units, "abs") == 0);
}

static void relu(void)
{
    follow("relu", 12, NULL, 301);
    follow("relu", 23, NULL, 302);
}

static void others(void)
{
    follow("abs", 8, NULL, 303);
    follow("leaky:1/3", 10, NULL, 304);
    follow("hardtanh", 12, NULL, 305);
}

static void maxout(void)
{
    follow("maxout:3", 8, NULL, 306);
}

// So many zeros that weights are stored by entries.
static void few_entries(void)
{
    follow("relu", 64, "1/8", 307);
    follow("abs", 64, "1/8", 308);
}

UNIT_MAIN("maps_back", {"relu", relu}, {"others", others}, {"maxout", maxout},
          {"few_entries", few_entries})
