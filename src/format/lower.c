// From a graph of single numbers to layers.
#include "format/lower.h"

#include "base/error.h"
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

typedef struct {
    const dag *g;
    unsigned char *live; // of each node: an output depends on it
    stage *stages;       // 0: inputs .. layers
    size_t layers;
    int has_read_out; // the last layer is linear, and makes the outputs

    size_t members; // of all stages
    uint64_t work;
} lowering;

static crease_status lower_refuse(crease_error *error, const char *what)
{
    return error_set(error, "is too large: its layers would %s", what);
}

// Refuses a network beyond the limits.
static crease_status check_size(const lowering *l, crease_error *error)
{
    if (l->work > MOST_WORK)
        return lower_refuse(error, "take too long to make, for affine parts are multiplied out");
    if (l->members > DAG_MOST)
        return lower_refuse(error, "have too many units, for values are carried past layers");
    return CREASE_OK;
}

static const dag_node *node_of(const lowering *l, dag_id id)
{
    return l->g->node + id;
}

// ---- Nodes and their layers ----

static int compare_node_ids(const void *a, const void *b)
{
    const dag_id x = *(const dag_id *)a, y = *(const dag_id *)b;
    return (x > y) - (x < y);
}

// Marks the parts of a node.
static void mark_parts(lowering *l, unsigned char *marked, const dag_node *node)
{
    for (size_t k = 0; k < node->count; k++)
        marked[node->kind == DAG_UNIT ? l->g->row[node->first + k]
                                      : l->g->term[node->first + k].node] = 1;
    l->work += node->count;
}

static void mark_live(lowering *l, const dag_id *output, size_t outputs)
{
    for (size_t i = 0; i < outputs; i++)
        l->live[output[i]] = 1;
    for (size_t id = l->g->nodes; id-- > 0;)
        if (l->live[id])
            mark_parts(l, l->live, node_of(l, (dag_id)id));
}

static void stage_add(stage *s, dag_id id)
{
    MEMORY_RESERVE(s->member, s->capacity, s->count + 1);
    s->member[s->count++] = id;
}

// Each stage gets the live units of its depth; all inputs are inputs.
static void place_units(lowering *l)
{
    for (size_t id = 0; id < l->g->nodes; id++) {
        const dag_node *node = l->g->node + id;
        if (node->kind == DAG_INPUT || (node->kind == DAG_UNIT && l->live[id]))
            stage_add(l->stages + node->depth, (dag_id)id);
    }
    for (size_t k = 0; k <= l->layers; k++)
        l->stages[k].own = l->stages[k].count;
}

// Returns whether the outputs are the units of the last layer, once each, and sorts these so.
static int outputs_are_units(const lowering *l, const dag_id *output, size_t outputs)
{
    stage *last = l->stages + l->layers;
    int all = l->layers > 0 && outputs == last->own;
    for (size_t i = 0; i < outputs && all; i++)
        all = node_of(l, output[i])->kind == DAG_UNIT && node_of(l, output[i])->depth == l->layers;
    if (!all)
        return 0;
    dag_id *sorted = memory_new(outputs, sizeof *sorted);
    memcpy(sorted, output, outputs * sizeof *sorted);
    qsort(sorted, outputs, sizeof *sorted, compare_node_ids);
    all = !memcmp(sorted, last->member, outputs * sizeof *sorted);
    free(sorted);
    if (all)
        memcpy(last->member, output, outputs * sizeof *output);
    return all;
}

// ---- What is carried ----

// What nodes read of stages below this one is carried in it: `own` units read their rows, the nodes
// after them are carried or are outputs, and read themselves. A node that is known before the stage
// is carried as it is, such as a sum that a residual connection passes on; others are read by
// parts.
static void carry_stage(lowering *l, size_t depth, const dag_id *reader, size_t own, size_t readers,
                        unsigned char *marked)
{
    stage *s = l->stages + depth;
    memset(marked, 0, l->g->nodes);
    for (size_t i = 0; i < readers; i++)
        if (i < own)
            mark_parts(l, marked, node_of(l, reader[i]));
        else
            marked[reader[i]] = 1;
    for (size_t id = l->g->nodes; id-- > 0;) {
        const dag_node *node = node_of(l, (dag_id)id);
        if (!marked[id])
            continue;
        if (node->kind == DAG_AFFINE && (node->depth == depth || node->count == 0))
            mark_parts(l, marked, node);
        else if (node->depth < depth)
            stage_add(s, (dag_id)id);
    }
    if (s->count > s->own)
        qsort(s->member + s->own, s->count - s->own, sizeof *s->member, compare_node_ids);
    l->members += s->count;
    l->work += l->g->nodes / 64;
}

static size_t rows_of(const lowering *l, const stage *s)
{
    size_t rows = s->count - s->own;
    for (size_t i = 0; i < s->own; i++)
        rows += node_of(l, s->member[i])->count;
    return rows;
}

static crease_status check_places(const lowering *l, size_t outputs, crease_error *error)
{
    uint64_t places = l->has_read_out ? (uint64_t)outputs * l->stages[l->layers].count : 0;
    for (size_t k = 1; k <= l->layers; k++)
        places += (uint64_t)rows_of(l, l->stages + k) * l->stages[k - 1].count;
    return places > MOST_PLACES ? lower_refuse(error, "have too many weights, zeros included")
                                : CREASE_OK;
}

static crease_status carry_all(lowering *l, const dag_id *output, size_t outputs,
                               crease_error *error)
{
    unsigned char *marked = memory_new(l->g->nodes + 1, 1);
    if (l->has_read_out && l->layers)
        carry_stage(l, l->layers, output, 0, outputs, marked);
    for (size_t depth = l->layers; depth-- > 1 && check_size(l, error) == CREASE_OK;) {
        const stage *above = l->stages + depth + 1;
        carry_stage(l, depth, above->member, above->own, above->count, marked);
    }
    free(marked);
    return check_size(l, error);
}

// ---- Weights ----

// An affine node as a sum over the stage below; its terms have places in that stage as nodes.
typedef struct {
    dag_term *entry; // NULL: not made
    size_t entries;
    fmpq bias;
} stage_row;

typedef struct {
    lowering *l;
    uint32_t *place; // of each node in the stage below, or ABSENT
    stage_row *row;  // of each node
    // The row being made: its coefficients, and the places of those that were set.
    fmpq *sum;
    unsigned char *is_set;
    uint32_t *set;
    size_t sets;
} expansion;

static void add_to_place(expansion *e, uint32_t place, const fmpq_t factor, const fmpq_t x)
{
    fmpq *sum = e->sum + place;
    if (!e->is_set[place]) {
        e->is_set[place] = 1;
        e->set[e->sets++] = place;
    }
    fmpq_addmul(sum, factor, x);
    if (!rational_is_word(sum))
        e->l->work += fmpz_size(fmpq_numref(sum)) + fmpz_size(fmpq_denref(sum));
    e->l->work++;
}

// Adds a term of an affine node, whose row is made if it is not in the stage below.
static void add_term(expansion *e, fmpq_t bias, const dag_term *term)
{
    const stage_row *row = e->row + term->node;
    fmpq_t one = {{1, 1}};
    e->l->work++;
    if (e->place[term->node] != ABSENT) {
        add_to_place(e, e->place[term->node], &term->coefficient, one);
        return;
    }
    fmpq_addmul(bias, &term->coefficient, &row->bias);
    for (size_t i = 0; i < row->entries; i++)
        add_to_place(e, row->entry[i].node, &term->coefficient, &row->entry[i].coefficient);
}

static void expand_node(expansion *e, dag_id id)
{
    const dag *g = e->l->g;
    const dag_node *node = g->node + id;
    stage_row *row = e->row + id;
    fmpq_init(&row->bias);
    fmpq_set(&row->bias, g->constant + id);
    for (size_t k = 0; k < node->count; k++)
        add_term(e, &row->bias, g->term + node->first + k);
    qsort(e->set, e->sets, sizeof *e->set, compare_node_ids);
    row->entry = memory_new(e->sets + 1, sizeof *row->entry);
    for (size_t i = 0; i < e->sets; i++) {
        const uint32_t place = e->set[i];
        e->is_set[place] = 0;
        if (fmpq_is_zero(e->sum + place))
            continue;
        dag_term *entry = row->entry + row->entries++;
        entry->node = place;
        fmpq_init(&entry->coefficient);
        fmpq_swap(&entry->coefficient, e->sum + place);
    }
    e->sets = 0;
}

// Makes the rows of the affine nodes of a depth. Earlier nodes come first, so each is made once.
static void expand_stage(expansion *e, size_t depth)
{
    const dag *g = e->l->g;
    for (size_t id = 0; id < g->nodes && e->l->work <= MOST_WORK; id++)
        if (e->l->live[id] && g->node[id].kind == DAG_AFFINE && e->place[id] == ABSENT &&
            (g->node[id].depth == depth || g->node[id].count == 0))
            expand_node(e, (dag_id)id);
}

static void clear_rows(expansion *e)
{
    for (size_t id = 0; id < e->l->g->nodes; id++) {
        stage_row *row = e->row + id;
        for (size_t i = 0; i < row->entries; i++)
            fmpq_clear(&row->entry[i].coefficient);
        if (row->entry)
            fmpq_clear(&row->bias);
        free(row->entry);
        *row = (stage_row){0};
    }
}

// ---- Layers ----

// A layer while its rows are collected.
typedef struct {
    expansion *e;
    weight_rows rows;
    fmpq *bias; // of each row
    size_t bias_capacity;
    activation *act;
    size_t kinds, kind_capacity;
    uint32_t *kind; // of each unit
} draft;

static void put_draft_row(draft *d, dag_id id)
{
    const expansion *e = d->e;
    const stage_row *row = e->row + id;
    MEMORY_RESERVE(d->bias, d->bias_capacity, d->rows.rows + 1);
    fmpq_init(d->bias + d->rows.rows);
    if (e->place[id] != ABSENT)
        fmpq_one(weight_rows_add(&d->rows, e->place[id]));
    else if (row->entry)
        fmpq_set(d->bias + d->rows.rows, &row->bias);
    for (size_t i = 0; i < row->entries; i++)
        fmpq_set(weight_rows_add(&d->rows, row->entry[i].node), &row->entry[i].coefficient);
    weight_rows_end(&d->rows);
}

static uint32_t add_kind(draft *d, const char *name)
{
    MEMORY_RESERVE(d->act, d->kind_capacity, d->kinds + 1);
    activation_parse(d->act + d->kinds, name, NULL);
    return (uint32_t)d->kinds++;
}

// Puts the activations and rows of units: `own` units of the graph, then linear ones.
static void put_units(draft *d, const dag_id *unit, size_t own, size_t units)
{
    const dag *g = d->e->l->g;
    uint32_t *known = memory_new(g->activations + 1, sizeof *known), linear = 0;
    for (size_t u = 0; u < own; u++) {
        const dag_node *node = g->node + unit[u];
        if (!known[node->activation]) // otherwise its kind plus 1
            known[node->activation] = 1 + add_kind(d, g->activation[node->activation].name);
        d->kind[u] = known[node->activation] - 1;
        for (size_t k = 0; k < node->count; k++)
            put_draft_row(d, g->row[node->first + k]);
    }
    if (own < units)
        linear = add_kind(d, "linear");
    for (size_t u = own; u < units; u++) {
        d->kind[u] = linear;
        put_draft_row(d, unit[u]);
    }
    free(known);
}

// Makes a layer that reads the stage of a depth.
static void put_layer(net_layer *layer, expansion *e, size_t depth, const dag_id *unit, size_t own,
                      size_t units)
{
    const stage *below = e->l->stages + depth;
    draft d = {.e = e, .kind = memory_new(units, sizeof *d.kind)};
    for (size_t i = 0; i < below->count; i++)
        e->place[below->member[i]] = (uint32_t)i;
    expand_stage(e, depth);
    put_units(&d, unit, own, units);
    clear_rows(e);
    for (size_t i = 0; i < below->count; i++)
        e->place[below->member[i]] = ABSENT;
    net_layer_init_rows(layer, &d.rows, below->count, units, d.act, d.kinds, d.kind);
    for (size_t row = 0; row < layer->rows; row++) {
        fmpq_swap(layer->bias + row, d.bias + row);
        fmpq_clear(d.bias + row);
    }
    free(d.bias);
    free(d.act);
    free(d.kind);
}

static crease_status make_layers(crease_net *net, lowering *l, const dag_id *output, size_t outputs,
                                 crease_error *error)
{
    const size_t nodes = l->g->nodes;
    expansion e = {.l = l,
                   .place = memory_new(nodes, sizeof *e.place),
                   .row = memory_new(nodes, sizeof *e.row),
                   .sum = _fmpq_vec_init((slong)nodes),
                   .is_set = memory_new(nodes, 1),
                   .set = memory_new(nodes, sizeof *e.set)};
    memset(e.place, 0xff, nodes * sizeof *e.place);
    for (size_t k = 1; k <= l->layers && check_size(l, error) == CREASE_OK; k++) {
        const stage *s = l->stages + k;
        put_layer(net->layer + k - 1, &e, k - 1, s->member, s->own, s->count);
    }
    if (l->has_read_out && check_size(l, error) == CREASE_OK)
        put_layer(net->layer + l->layers, &e, l->layers, output, 0, outputs);
    _fmpq_vec_clear(e.sum, (slong)nodes);
    free(e.place);
    free(e.row);
    free(e.is_set);
    free(e.set);
    return check_size(l, error);
}

// An affine node of one term is substituted and not live: it counts if no other node of its group
// does.
static void describe_groups(lower_group *groups, const lowering *l)
{
    const dag *g = l->g;
    const size_t layers = l->layers + (size_t)l->has_read_out;
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

crease_status lower(crease_net **net, const dag *g, const dag_id *output, size_t outputs,
                    lower_group *groups, crease_error *error)
{
    lowering l = {.g = g, .live = memory_new(g->nodes + 1, 1)};
    for (size_t i = 0; i < outputs; i++)
        if (node_of(&l, output[i])->depth > l.layers)
            l.layers = node_of(&l, output[i])->depth;
    l.stages = memory_new(l.layers + 1, sizeof *l.stages);
    mark_live(&l, output, outputs);
    place_units(&l);
    l.has_read_out = !outputs_are_units(&l, output, outputs);
    crease_net *made = net_new(g->inputs, l.layers + (size_t)l.has_read_out);
    crease_status status = carry_all(&l, output, outputs, error);
    if (status == CREASE_OK)
        status = check_places(&l, outputs, error);
    if (status == CREASE_OK)
        status = make_layers(made, &l, output, outputs, error);
    if (status == CREASE_OK && groups)
        describe_groups(groups, &l);
    for (size_t k = 0; k <= l.layers; k++)
        free(l.stages[k].member);
    free(l.stages);
    free(l.live);
    if (status == CREASE_OK)
        *net = made;
    else
        crease_net_free(made);
    return status;
}
