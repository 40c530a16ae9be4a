// Dichotomies of random networks of small numbers: at places in every arc by evaluation; with
// all points in one network, by the region tree; and the same for any number of threads.
#include "../module/same_dichotomies.h"
#include "../module/unit.h"
#include "../ref/cases.h"
#include "base/memory.h"
#include "base/random.h"
#include "path/turning.h"
#include <crease/crease.h>

#include <flint/fmpq_vec.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

// ---- Networks with many ties ----

typedef struct {
    crease_net *net, *other;
    fmpq *points;
    size_t count;
    crease_sweep how;
} problem;

static void draw(fmpq *x, random_state *random, size_t count, int64_t range)
{
    for (size_t i = 0; i < count; i++) {
        slong p = (slong)random_between(random, -range, range);
        ulong q = (ulong)random_between(random, 1, 2);
        fmpq_set_si(x + i, p, q);
    }
}

static activation named(const char *name)
{
    activation act;
    CU_ASSERT_EQUAL_FATAL(activation_parse(&act, name, NULL), CREASE_OK);
    return act;
}

static crease_net *random_net(random_state *random, const size_t *widths, size_t layers,
                              const char *name, int biases)
{
    crease_net *net = net_new(widths[0], layers);
    for (size_t l = 0; l < layers; l++) {
        net_layer *layer = net->layer + l;
        net_layer_init(layer, widths[l], widths[l + 1], named(l + 1 < layers ? name : "linear"));
        draw(layer->weight, random, layer->rows * layer->inputs, 2);
        if (biases)
            draw(layer->bias, random, layer->rows, 2);
    }
    net_finish(net);
    return net;
}

static problem problem_new(random_state *random)
{
    static const char *const names[] = {
        "relu", "hardtanh", "abs", "leaky:1/2", "pwl:-1,0,1;0,1,-1,2;0", "maxout:2"};
    problem p;
    size_t layers = 1 + random_below(random, 3), widths[5];
    for (size_t l = 0; l <= layers; l++)
        widths[l] = 1 + random_below(random, 3);
    const char *name = names[random_below(random, 6)];
    int biases = (int)random_below(random, 2);
    p.net = random_net(random, widths, layers, name, biases);
    p.other = random_net(random, widths, layers, name, 1);
    p.count = 1 + random_below(random, 4);
    p.points = _fmpq_vec_init((slong)(p.count * widths[0]));
    draw(p.points, random, p.count * widths[0], 2);
    p.how = (crease_sweep){.exact = 1};
    p.how.layer = random_below(random, layers);
    p.how.label = random_below(random, widths[layers]);
    p.how.vertices = 3 + random_below(random, 7);
    return p;
}

static void problem_clear(problem *p)
{
    _fmpq_vec_clear(p->points, (slong)(p->count * p->net->inputs));
    crease_net_free(p->net);
    crease_net_free(p->other);
}

// Vertex i of the polygon: in each quarter ((1 - u^2)/(1 + u^2), 2 u/(1 + u^2)), turned.
static void polygon_vertex(fmpq_t x, fmpq_t y, size_t vertices, size_t i)
{
    size_t quarter = 4 * i / vertices % 4, step = 4 * i % vertices;
    ulong size = vertices * vertices + step * step;
    fmpq_set_si(x, (slong)(vertices * vertices) - (slong)(step * step), size);
    fmpq_set_ui(y, 2 * step * vertices, size);
    for (; quarter; quarter--) {
        fmpq_swap(x, y);
        fmpq_neg(x, x);
    }
}

// The label of each point at t, by the network with the weights x W + y W'; value: the outputs.
static void evaluate(char *labels, fmpq *value, const problem *p, const fmpq_t t)
{
    size_t l = p->how.layer, outputs = crease_net_outputs(p->net);
    fmpq *at = _fmpq_vec_init(6), *y = _fmpq_vec_init((slong)outputs);
    net_layer *layer = p->net->layer + l;
    slong numbers = (slong)(layer->rows * layer->inputs);
    fmpq *kept = _fmpq_vec_init(numbers);
    fmpz_t edge;
    fmpz_init(edge);
    fmpz_fdiv_q(edge, fmpq_numref(t), fmpq_denref(t));
    size_t i = fmpz_get_ui(edge);
    fmpq_sub_fmpz(at + 4, t, edge);
    polygon_vertex(at, at + 1, p->how.vertices, i);
    polygon_vertex(at + 2, at + 3, p->how.vertices, i + 1);
    for (int c = 0; c < 2; c++) {
        fmpq_sub(at + 2 + c, at + 2 + c, at + c);
        fmpq_addmul(at + c, at + 2 + c, at + 4);
    }
    for (slong k = 0; k < numbers; k++) {
        fmpq_set(kept + k, layer->weight + k);
        fmpq_mul(layer->weight + k, layer->weight + k, at);
        fmpq_addmul(layer->weight + k, at + 1, p->other->layer[l].weight + k);
    }
    for (size_t v = 0; v < p->count; v++) {
        crease_net_evaluate(y, p->net, p->points + v * p->net->inputs);
        fmpq_set(value + v, y + p->how.label);
        labels[v] = fmpq_sgn(value + v) > 0 ? '1' : '0';
    }
    for (slong k = 0; k < numbers; k++)
        fmpq_set(layer->weight + k, kept + k);
    fmpz_clear(edge);
    _fmpq_vec_clear(kept, numbers);
    _fmpq_vec_clear(at, 6);
    _fmpq_vec_clear(y, (slong)outputs);
}

// Labels inside an arc are those of its row, at several places unless the output is 0 there;
// at a place where a label changes the output is 0.
static void check_arc(const problem *p, const crease_dichotomies *result, size_t i,
                      random_state *random)
{
    size_t places = result->transitions;
    const char *row = result->labels + i * p->count;
    char labels[4];
    fmpq *value = _fmpq_vec_init(4);
    fmpq_t from, length, t;
    fmpq_init(from);
    fmpq_init(length);
    fmpq_init(t);
    if (places)
        fmpq_set(from, result->exact + i);
    fmpq_set_ui(length, p->how.vertices, 1);
    if (i + 1 == places) // past the end
        fmpq_add(length, length, result->exact);
    else if (places)
        fmpq_set(length, result->exact + i + 1);
    fmpq_sub(length, length, from);
    CU_ASSERT(fmpq_sgn(length) > 0);
    for (int k = 0; k < 5; k++) {
        fmpq_set_ui(t, 1 + random_below(random, 999), 1000);
        fmpq_mul(t, t, length);
        fmpq_add(t, t, from);
        if (fmpq_cmp_ui(t, p->how.vertices) >= 0)
            fmpq_sub_ui(t, t, p->how.vertices);
        evaluate(labels, value, p, t);
        for (size_t v = 0; v < p->count; v++)
            CU_ASSERT(labels[v] == row[v] || fmpq_is_zero(value + v));
    }
    if (places) {
        const char *before = result->labels + (i ? i - 1 : places - 1) * p->count;
        evaluate(labels, value, p, from);
        for (size_t v = 0; v < p->count; v++)
            CU_ASSERT(row[v] == before[v] || fmpq_is_zero(value + v));
        CU_ASSERT(memcmp(row, before, p->count) != 0);
    }
    fmpq_clear(from);
    fmpq_clear(length);
    fmpq_clear(t);
    _fmpq_vec_clear(value, 4);
}

// ---- All points in one network of one input, t: the region tree merges them ----

static void fill_edges(net_layer *layer, size_t vertices)
{
    net_layer_init(layer, 1, vertices, named("relu"));
    for (size_t i = 0; i < vertices; i++) {
        fmpq_one(layer->weight + i);
        fmpq_set_si(layer->bias + i, -(slong)i, 1);
    }
}

// x(t) = x_0 + sum over i of (d_i - d_(i-1)) relu(t - i), d_i = x_(i+1) - x_i and d_(-1) = 0.
static void fill_circle(net_layer *layer, size_t vertices)
{
    net_layer_init(layer, vertices, 2, named("linear"));
    fmpq *generator = _fmpq_vec_init((slong)(2 * (vertices + 1)));
    for (size_t i = 0; i <= vertices; i++)
        polygon_vertex(generator + 2 * i, generator + 2 * i + 1, vertices, i);
    for (size_t c = 0; c < 2; c++) {
        fmpq_set(layer->bias + c, generator + c);
        for (size_t i = 0; i < vertices; i++) {
            fmpq *turn = layer->weight + c * vertices + i;
            fmpq_sub(turn, generator + 2 * (i + 1) + c, generator + 2 * i + c);
            if (i > 0) {
                fmpq_sub(turn, turn, generator + 2 * i + c);
                fmpq_add(turn, turn, generator + 2 * (i - 1) + c);
            }
        }
    }
    _fmpq_vec_clear(generator, (slong)(2 * (vertices + 1)));
}

// Blocks along the diagonal of a layer, one for each point.
static net_layer stack(crease_net *const *nets, size_t count, size_t l)
{
    const net_layer *first = nets[0]->layer + l;
    int shared = l == 0; // x and y are the same for all
    size_t columns = shared ? first->inputs : first->inputs * count;
    net_layer layer;
    net_layer_init(&layer, columns, first->units * count, named(first->act->name));
    for (size_t p = 0; p < count; p++)
        for (size_t r = 0; r < first->rows; r++) {
            const net_layer *from = nets[p]->layer + l;
            size_t row = p * first->rows + r;
            fmpq_set(layer.bias + row, from->bias + r);
            for (size_t c = 0; c < first->inputs; c++)
                fmpq_set(layer.weight + row * columns + (shared ? 0 : p * first->inputs) + c,
                         from->weight + r * first->inputs + c);
        }
    return layer;
}

typedef struct {
    fmpq at; // twice the middle
    char labels[4];
} piece;

typedef struct {
    size_t points, layer, count, capacity;
    piece *piece;
} pieces;

static crease_visit see(void *data, const crease_region *region)
{
    pieces *all = data;
    MEMORY_RESERVE(all->piece, all->capacity, all->count + 1);
    piece *new = all->piece + all->count++;
    fmpq_t end;
    fmpq_init(end);
    fmpq_init(&new->at);
    crease_region_vertex(&new->at, region, 0);
    crease_region_vertex(end, region, 1);
    fmpq_add(&new->at, &new->at, end);
    for (size_t v = 0; v < all->points; v++)
        new->labels[v] = crease_region_pattern(region, all->layer)[v] ? '1' : '0';
    fmpq_clear(end);
    return CREASE_GO;
}

static int compare_pieces(const void *a, const void *b)
{
    return fmpq_cmp(&((const piece *)a)->at, &((const piece *)b)->at);
}

// The rows from t = 0 on: if nothing changes there, the last row comes first.
static void check_rows(const pieces *all, const crease_dichotomies *result)
{
    size_t s = all->points, rows = result->transitions, changes = 0;
    size_t row = rows && !fmpq_is_zero(result->exact) ? rows - 1 : 0;
    for (size_t i = 0; i < all->count; i++) {
        const char *labels = all->piece[i].labels;
        const char *before = all->piece[i ? i - 1 : all->count - 1].labels;
        if (memcmp(labels, before, s) != 0) {
            changes++;
            row = i ? (row + 1) % rows : row;
        }
        CU_ASSERT(!memcmp(labels, result->labels + row * s, s));
    }
    CU_ASSERT_EQUAL(changes, result->transitions);
}

static void check_together(const problem *p, const crease_dichotomies *result)
{
    crease_net *nets[4], *joint;
    turning s = {p->net, p->other, p->how.layer, p->how.label, p->how.vertices, p->how.reach};
    for (size_t v = 0; v < p->count; v++)
        nets[v] = turning_net_new(&s, p->points + v * p->net->inputs);
    joint = net_new(1, 2 + nets[0]->layers);
    fill_edges(joint->layer, p->how.vertices);
    fill_circle(joint->layer + 1, p->how.vertices);
    for (size_t l = 0; l < nets[0]->layers; l++)
        joint->layer[2 + l] = stack(nets, p->count, l);
    pieces all = {.points = p->count, .layer = joint->layers - 1};
    char box[20];
    snprintf(box, sizeof box, "0,%d", (int)p->how.vertices);
    crease_domain *segment;
    crease_counts counts;
    crease_options options = {.arith = CREASE_EXACT};
    crease_visitor visitor = {.data = &all, .region = see};
    crease_domain_parse_box(&segment, box, 1, NULL);
    crease_counts_init(&counts, joint);
    CU_ASSERT_EQUAL(crease_walk(&counts, joint, segment, &options, &visitor, NULL), CREASE_OK);
    qsort(all.piece, all.count, sizeof *all.piece, compare_pieces);
    check_rows(&all, result);
    for (size_t i = 0; i < all.count; i++)
        fmpq_clear(&all.piece[i].at);
    free(all.piece);
    crease_counts_clear(&counts);
    crease_domain_free(segment);
    crease_net_free(joint);
    for (size_t v = 0; v < p->count; v++)
        turning_net_free(nets[v]);
}

static void random_nets(void)
{
    random_state random = unit_random(cases_seed());
    size_t ties = 0, changes = 0;
    CASES(trial, (int)cases_count(250)) {
        problem p = problem_new(&random);
        crease_dichotomies exact, filtered;
        CU_ASSERT_EQUAL_FATAL(
            crease_dichotomies_sweep(&exact, p.net, p.other, p.points, p.count, &p.how, NULL, NULL),
            CREASE_OK);
        for (size_t i = 0; i < (exact.transitions ? exact.transitions : 1); i++)
            check_arc(&p, &exact, i, &random);
        check_together(&p, &exact);
        ties += exact.flips > exact.transitions;
        changes += exact.transitions > 0;
        for (size_t threads = 1; threads < 4; threads++) {
            p.how.exact = threads == 2;
            crease_options options = {.arith = threads == 3 ? CREASE_EXACT : CREASE_FILTERED,
                                      .threads = threads};
            CU_ASSERT_EQUAL(crease_dichotomies_sweep(&filtered, p.net, p.other, p.points, p.count,
                                                     &p.how, &options, NULL),
                            CREASE_OK);
            check_same(&exact, &filtered);
            crease_dichotomies_clear(&filtered);
        }
        crease_dichotomies_clear(&exact);
        problem_clear(&p);
    }
    CU_ASSERT(25 * ties > cases_count(250) && 5 * changes > cases_count(250));
}

UNIT_MAIN("dichotomies", {"random networks", random_nets})
