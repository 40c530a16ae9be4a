// From a graph of single numbers to layers.
#include "format/lower.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/fatal.h"
#include "base/memory.h"
#include "exact/rational.h"
#include <flint/fmpq_vec.h>
#include <stdlib.h>
#include <string.h>

// Limit of the work: products of numbers, weighted by their length in words.
#define MOST_WORK ((uint64_t)1 << 31)
// Limit of the weights of all layers, zeros included: the canonical text has all of them.
#define MOST_PLACES ((uint64_t)1 << 32)
#define ABSENT UINT32_MAX

// The units of a layer from 1 on, or the inputs: nodes of this depth, then nodes of less depth that
// are carried, each by a linear unit.
typedef struct {
    dag_id *member;
    size_t own, count, capacity;
} stage;

// An affine node as a sum over the stage below; its terms have places in that stage as nodes.
typedef struct {
    dag_term *entry; // NULL: not made
    size_t entries;
    fmpq bias;
} stage_row;

typedef struct {
    const dag *g;
    size_t layers;         // without a last linear one that makes the outputs
    unsigned char *live;   // of each node: an output depends on it
    unsigned char *marked; // of each node: the layer that is made reads it
    uint32_t *place;       // of each node in the stage below, or ABSENT
    stage_row *row;        // of each node
    // The row being made: its coefficients, and the places of those that are not zero, some twice.
    fmpq *sum;
    uint32_t *set;
    size_t sets, set_capacity;
    size_t members;        // of all stages
    uint64_t work, places; // so far
} lowering;

static crease_status check_size(const lowering *l, crease_error *error)
{
    const char *what =
        l->work > MOST_WORK       ? "take too long to make, because affine parts are multiplied out"
        : l->members > DAG_MOST   ? "have too many units, because values pass through layers"
        : l->places > MOST_PLACES ? "have too many weights, zeros included"
                                  : NULL;
    return what ? error_set(error, "is too large: its layers would %s", what) : CREASE_OK;
}

// ---- Nodes and their layers ----

// Marks the parts of a node.
static void mark_parts(lowering *l, unsigned char *marked, const dag_node *node)
{
    ASSERT(node->kind != DAG_INPUT || !node->count);
    for (size_t k = 0; k < node->count; k++)
        marked[node->kind == DAG_UNIT ? l->g->row[node->first + k]
                                      : l->g->term[node->first + k].node] = 1;
    l->work += node->count;
}

static void mark_live(lowering *l, const dag_id *output, size_t outputs, bool keeps)
{
    for (size_t id = 0; id < l->g->nodes && keeps; id++)
        l->live[id] =
            l->g->node[id].kind == DAG_UNIT && l->g->node[id].depth <= (uint32_t)l->layers;
    for (size_t i = 0; i < outputs; i++)
        l->live[output[i]] = 1;
    for (size_t id = l->g->nodes; id-- > 0;)
        if (l->live[id])
            mark_parts(l, l->live, l->g->node + id);
}

static void stage_add(stage *s, dag_id id)
{
    MEMORY_RESERVE(s->member, s->capacity, s->count + 1);
    s->member[s->count++] = id;
}

// The live units of a depth, or all inputs.
static stage units_of_depth(const lowering *l, size_t depth)
{
    ASSERT(depth <= l->layers);
    stage s = {0};
    for (size_t id = 0; id < l->g->nodes; id++) {
        const dag_node *node = l->g->node + id;
        if (node->kind == DAG_INPUT ? depth == 0
                                    : node->kind == DAG_UNIT && l->live[id] && node->depth == depth)
            stage_add(&s, (dag_id)id);
    }
    s.own = s.count;
    return s;
}

// The outputs as the units of the last layer, if they are these, once each; otherwise a linear
// layer makes them.
static stage output_stage(const lowering *l, const dag_id *output, size_t outputs)
{
    stage s = l->layers ? units_of_depth(l, l->layers) : (stage){0};
    bool same = s.own == outputs;
    for (size_t i = 0; i < outputs && same; i++) {
        const dag_node *node = l->g->node + output[i];
        same = node->kind == DAG_UNIT && node->depth == l->layers && !l->marked[output[i]]++;
    }
    s.own = same ? outputs : 0;
    s.count = 0;
    for (size_t i = 0; i < outputs; i++)
        stage_add(&s, output[i]);
    return s;
}

// Whether an affine node is multiplied out in a layer that reads this depth. One that is known
// before is carried as it is, such as a sum that a residual connection passes on.
static bool is_multiplied(const dag_node *node, size_t depth)
{
    return node->kind == DAG_AFFINE && (node->depth == depth || node->count == 0);
}

// The stage that another one reads: `own` units read their rows, the members after them are carried
// or are outputs, and read themselves.
static stage stage_below(lowering *l, size_t depth, const stage *reader)
{
    ASSERT(depth <= l->layers);
    ASSERT(reader->own <= reader->count);
    const dag *g = l->g;
    stage s = units_of_depth(l, depth);
    memset(l->marked, 0, g->nodes);
    for (size_t i = 0; i < reader->count; i++)
        if (i < reader->own)
            mark_parts(l, l->marked, g->node + reader->member[i]);
        else
            l->marked[reader->member[i]] = 1;
    for (size_t id = g->nodes; id-- > 0;)
        if (l->marked[id] && is_multiplied(g->node + id, depth))
            mark_parts(l, l->marked, g->node + id);
    for (size_t id = 0; id < g->nodes; id++)
        if (l->marked[id] && !is_multiplied(g->node + id, depth) && g->node[id].depth < depth)
            stage_add(&s, (dag_id)id);
    l->members += depth ? s.count : 0;
    l->work += g->nodes / 64;
    return s;
}

// ---- Weights ----

static void add_to_place(lowering *l, uint32_t place, const fmpq_t factor, const fmpq_t x)
{
    ASSERT(place < l->g->nodes);
    ASSERT(!fmpq_is_zero(factor));
    fmpq *sum = l->sum + place;
    if (fmpq_is_zero(sum)) {
        MEMORY_RESERVE(l->set, l->set_capacity, l->sets + 1);
        l->set[l->sets++] = place;
    }
    fmpq_addmul(sum, factor, x);
    if (!rational_is_word(sum))
        l->work += fmpz_size(fmpq_numref(sum)) + fmpz_size(fmpq_denref(sum));
    l->work++;
}

// Adds a term of an affine node, whose row is made if it is not in the stage below.
static void add_term(lowering *l, fmpq_t bias, const dag_term *term)
{
    ASSERT(l->place[term->node] != ABSENT || l->row[term->node].entry);
    const stage_row *row = l->row + term->node;
    fmpq_t one = {{1, 1}};
    l->work++;
    if (l->place[term->node] != ABSENT) {
        add_to_place(l, l->place[term->node], &term->coefficient, one);
        return;
    }
    fmpq_addmul(bias, &term->coefficient, &row->bias);
    for (size_t i = 0; i < row->entries; i++)
        add_to_place(l, row->entry[i].node, &term->coefficient, &row->entry[i].coefficient);
}

static int compare_places(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

// Writes an affine node as a row in the units of earlier stages, terms of equal units added.
static void multiply_out(lowering *l, size_t id)
{
    ASSERT(l->g->node[id].kind == DAG_AFFINE);
    ASSERT(!l->row[id].entry && !l->sets);
    const dag_node *node = l->g->node + id;
    stage_row *row = l->row + id;
    fmpq_init(&row->bias);
    fmpq_set(&row->bias, l->g->constant + id);
    for (size_t k = 0; k < node->count; k++)
        add_term(l, &row->bias, l->g->term + node->first + k);
    if (l->sets)
        qsort(l->set, l->sets, sizeof *l->set, compare_places);
    row->entry = memory_new(l->sets + 1, sizeof *row->entry);
    for (size_t i = 0; i < l->sets; i++) {
        const uint32_t place = l->set[i];
        if (fmpq_is_zero(l->sum + place))
            continue;
        dag_term *entry = row->entry + row->entries++;
        entry->node = place;
        fmpq_init(&entry->coefficient);
        fmpq_swap(&entry->coefficient, l->sum + place);
    }
    l->sets = 0;
}

static void clear_rows(lowering *l)
{
    for (size_t id = 0; id < l->g->nodes; id++) {
        stage_row *row = l->row + id;
        for (size_t i = 0; i < row->entries; i++)
            fmpq_clear(&row->entry[i].coefficient);
        if (row->entry)
            fmpq_clear(&row->bias);
        free(row->entry);
        *row = (stage_row){0};
    }
}

// ---- Layers ----

// Appends the weights that a node has as a row.
static void put_row(weight_rows *rows, const lowering *l, dag_id id)
{
    ASSERT(l->place[id] == ABSENT || !l->row[id].entries);
    if (l->place[id] != ABSENT)
        fmpq_one(weight_rows_add(rows, l->place[id]));
    for (size_t i = 0; i < l->row[id].entries; i++)
        fmpq_set(weight_rows_add(rows, l->row[id].entry[i].node), &l->row[id].entry[i].coefficient);
    weight_rows_end(rows);
}

// Makes a layer whose units are one stage and whose inputs are the stage below it. Rows of earlier
// nodes are multiplied out first, so each is made once.
static void put_layer(net_layer *layer, lowering *l, size_t depth, const stage *s,
                      const stage *below)
{
    ASSERT(s->own <= s->count && s->count > 0);
    const dag *g = l->g;
    weight_rows rows = {0};
    uint32_t *kind = memory_new(s->count, sizeof *kind);
    activation *act = memory_new(s->count, sizeof *act);
    dag_id *row = NULL; // the node of each row
    size_t kinds = 0, count = 0, capacity = 0;
    for (size_t id = 0; id < g->nodes && l->work <= MOST_WORK; id++)
        if (l->marked[id] && l->place[id] == ABSENT && is_multiplied(g->node + id, depth))
            multiply_out(l, id);
    for (size_t u = 0; u < s->count; u++) {
        const dag_node *node = g->node + s->member[u];
        const bool own = u < s->own;
        const char *name = own ? g->activation[node->activation].name : "linear";
        if (!kinds || strcmp(act[kinds - 1].name, name) != 0)
            activation_parse(act + kinds++, name, NULL);
        kind[u] = (uint32_t)kinds - 1;
        MEMORY_RESERVE(row, capacity, count + (own ? node->count : 1));
        for (size_t k = 0; k < (own ? node->count : 1); k++)
            row[count++] = own ? g->row[node->first + k] : s->member[u];
    }
    for (size_t r = 0; r < count; r++)
        put_row(&rows, l, row[r]);
    net_layer_init_rows(layer, &rows, below->count, s->count, act, kinds, kind);
    for (size_t r = 0; r < count; r++)
        if (l->row[row[r]].entry)
            fmpq_set(layer->bias + r, &l->row[row[r]].bias);
    free(row);
    free(act);
    free(kind);
}

// An affine node of one term is substituted and not live: it counts if no other node of its group
// does.
static void describe_groups(lower_group *groups, const lowering *l, size_t layers)
{
    const dag *g = l->g;
    for (int live = 1; live >= 0; live--)
        for (size_t id = 0; id < g->nodes; id++) {
            const dag_node *node = g->node + id;
            lower_group *group = groups + node->group;
            size_t layer = node->depth + (node->kind == DAG_AFFINE);
            if (l->live[id] != live || node->kind == DAG_INPUT || (!live && group->counted) ||
                (!live && node->kind == DAG_UNIT))
                continue;
            layer = layer > layers ? layers : layer;
            group->counted |= live;
            if (!group->first || layer < group->first)
                group->first = layer;
            if (layer > group->last)
                group->last = layer;
            group->units += node->kind == DAG_UNIT;
        }
}

// Makes the layers from the last one to the first.
static crease_status make_layers(crease_net *net, lowering *l, stage *top, crease_error *error)
{
    crease_status status = CREASE_OK;
    for (size_t depth = net->layers; depth-- > 0 && status == CREASE_OK;) {
        stage below = stage_below(l, depth, top);
        size_t rows = top->count - top->own;
        for (size_t u = 0; u < top->own; u++)
            rows += l->g->node[top->member[u]].count;
        l->places += (uint64_t)rows * below.count;
        for (size_t i = 0; i < below.count; i++)
            l->place[below.member[i]] = (uint32_t)i;
        status = check_size(l, error);
        if (status == CREASE_OK)
            put_layer(net->layer + depth, l, depth, top, &below);
        for (size_t i = 0; i < below.count; i++)
            l->place[below.member[i]] = ABSENT;
        clear_rows(l);
        free(top->member);
        *top = below;
    }
    return status ? status : check_size(l, error);
}

crease_status lower(crease_net **net, const dag *g, const dag_id *output, size_t outputs,
                    bool keeps, lower_group *groups, crease_error *error)
{
    ASSERT(outputs > 0);
    const size_t nodes = g->nodes;
    arena memory;
    arena_init(&memory);
    lowering l = {.g = g,
                  .live = arena_new(&memory, nodes, 1),
                  .marked = arena_new(&memory, nodes, 1),
                  .place = arena_new(&memory, nodes, sizeof *l.place),
                  .row = arena_new(&memory, nodes, sizeof *l.row),
                  .sum = _fmpq_vec_init((slong)nodes)};
    memset(l.place, 0xff, nodes * sizeof *l.place);
    for (size_t i = 0; i < outputs; i++) {
        ASSERT(output[i] < nodes);
        if (g->node[output[i]].depth > l.layers)
            l.layers = g->node[output[i]].depth;
    }
    mark_live(&l, output, outputs, keeps);
    stage top = output_stage(&l, output, outputs);
    crease_net *result = net_new(g->inputs, l.layers + !top.own);
    crease_status status = make_layers(result, &l, &top, error);
    if (status == CREASE_OK && groups)
        describe_groups(groups, &l, result->layers);
    free(top.member);
    _fmpq_vec_clear(l.sum, (slong)nodes);
    free(l.set);
    arena_clear(&memory);
    if (status == CREASE_OK)
        *net = result;
    else
        crease_net_free(result);
    return status;
}
