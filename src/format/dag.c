// A piecewise-linear function as a graph of single numbers.
#include "format/dag.h"

#include "base/fatal.h"
#include "base/memory.h"
#include "exact/rational.h"
#include <flint/fmpq_vec.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- Nodes ----

static dag_id dag_add_node(dag *g, dag_node node)
{
    ASSERT(node.kind != DAG_INPUT || g->nodes == g->inputs);
    if (g->nodes == DAG_MOST) {
        g->full = true;
        return 0;
    }
    MEMORY_RESERVE(g->node, g->node_capacity, g->nodes + 1);
    MEMORY_RESERVE(g->constant, g->constant_capacity, g->nodes + 1);
    node.group = g->group;
    g->node[g->nodes] = node;
    fmpq_init(g->constant + g->nodes);
    return (dag_id)g->nodes++;
}

// Adds a constant without looking for an equal one.
static dag_id dag_new_constant(dag *g, const fmpq_t value)
{
    if (g->values >= DAG_NONE - DAG_CONSTANT) {
        g->full = true;
        return DAG_ZERO;
    }
    MEMORY_RESERVE(g->value, g->value_capacity, g->values + 1);
    fmpq_init(g->value + g->values);
    fmpq_set(g->value + g->values, value);
    return DAG_CONSTANT + (dag_id)g->values++;
}

dag_id dag_constant(dag *g, const fmpq_t value)
{
    const dag_id last = DAG_CONSTANT + (dag_id)g->values - 1;
    return fmpq_is_zero(value)                     ? DAG_ZERO
           : fmpq_is_one(value)                    ? DAG_ONE
           : fmpq_equal(value, dag_value(g, last)) ? last
                                                   : dag_new_constant(g, value);
}

dag_id dag_double(dag *g, double value)
{
    ASSERT(isfinite(value));
    fmpq_t x;
    fmpq_init(x);
    rational_set_double(x, value);
    const dag_id id = dag_constant(g, x);
    fmpq_clear(x);
    return id;
}

void dag_init(dag *g)
{
    *g = (dag){0};
    fmpq_init(g->sum_constant);
    row_table_init(&g->names);
    row_table_init(&g->units);
    dag_new_constant(g, g->sum_constant);
    fmpq_one(g->sum_constant);
    dag_new_constant(g, g->sum_constant);
    fmpq_neg(g->sum_constant, g->sum_constant);
    dag_new_constant(g, g->sum_constant);
}

void dag_add_inputs(dag *g, size_t inputs)
{
    ASSERT(g->nodes == 0);
    for (g->inputs = 0; g->inputs < inputs; g->inputs++)
        dag_add_node(g, (dag_node){.kind = DAG_INPUT});
}

static void dag_clear_terms(dag_term *term, size_t count)
{
    ASSERT(!count || term);
    for (size_t i = 0; i < count; i++)
        fmpq_clear(&term[i].coefficient);
}

void dag_clear(dag *g)
{
    _fmpq_vec_clear(g->constant, (slong)g->nodes);
    _fmpq_vec_clear(g->value, (slong)g->values);
    dag_clear_terms(g->term, g->terms);
    dag_clear_terms(g->sum, g->sum_terms);
    for (size_t a = 0; a < g->activations; a++)
        activation_clear(g->activation + a);
    fmpq_clear(g->sum_constant);
    row_table_clear(&g->names);
    row_table_clear(&g->units);
    free(g->node);
    free(g->term);
    free(g->sum);
    free(g->row);
    free(g->activation);
    free(g->unit);
}

// ---- Sums ----

void dag_begin(dag *g)
{
    dag_clear_terms(g->sum, g->sum_terms);
    g->sum_terms = 0;
    fmpq_zero(g->sum_constant);
}

static void dag_add_constant(dag *g, const fmpq_t coefficient, const fmpq_t constant)
{
    if (fmpq_is_one(coefficient))
        fmpq_add(g->sum_constant, g->sum_constant, constant);
    else
        fmpq_addmul(g->sum_constant, coefficient, constant);
}

static bool is_single(const dag_node *node)
{
    return node->kind == DAG_AFFINE && node->count <= 1;
}

void dag_add(dag *g, const fmpq_t coefficient, dag_id id)
{
    if (fmpq_is_zero(coefficient) || g->full)
        return;
    if (dag_is_constant(id)) {
        dag_add_constant(g, coefficient, dag_value(g, id));
        return;
    }
    ASSERT(id < g->nodes);
    const dag_node *node = g->node + id;
    if (is_single(node)) {
        dag_add_constant(g, coefficient, g->constant + id);
        if (node->count == 0)
            return;
    }
    MEMORY_RESERVE(g->sum, g->sum_capacity, g->sum_terms + 1);
    dag_term *term = g->sum + g->sum_terms++;
    term->node = id;
    fmpq_init(&term->coefficient);
    fmpq_set(&term->coefficient, coefficient);
    if (is_single(node)) {
        const dag_term *only = g->term + node->first;
        term->node = only->node;
        if (!fmpq_is_one(&only->coefficient))
            fmpq_mul(&term->coefficient, coefficient, &only->coefficient);
    }
}

bool dag_add_product(dag *g, dag_id x, dag_id y)
{
    const bool swap = !dag_is_constant(x);
    if (swap && !dag_is_constant(y))
        return false;
    dag_add(g, dag_value(g, swap ? y : x), swap ? x : y);
    return true;
}

static int compare_terms(const void *a, const void *b)
{
    const dag_id left = ((const dag_term *)a)->node, right = ((const dag_term *)b)->node;
    return (left > right) - (left < right);
}

// Sorts the terms of the sum, adds those of the same node, and drops those that cancel.
static void merge_terms(dag *g)
{
    size_t merged = 0, kept = 0, sorted = 1;
    for (size_t i = 1; i < g->sum_terms && sorted; i++)
        sorted = g->sum[i - 1].node < g->sum[i].node;
    if (sorted)
        return;
    qsort(g->sum, g->sum_terms, sizeof *g->sum, compare_terms);
    for (size_t i = 1; i < g->sum_terms; i++) {
        dag_term *last = g->sum + merged, *term = g->sum + i;
        if (last->node == term->node) {
            fmpq_add(&last->coefficient, &last->coefficient, &term->coefficient);
            fmpq_clear(&term->coefficient);
        } else {
            g->sum[++merged] = *term;
        }
    }
    for (size_t i = 0; i <= merged; i++)
        if (fmpq_is_zero(&g->sum[i].coefficient))
            fmpq_clear(&g->sum[i].coefficient);
        else
            g->sum[kept++] = g->sum[i];
    g->sum_terms = kept;
}

dag_id dag_end(dag *g)
{
    merge_terms(g);
    if (g->terms + g->sum_terms > DAG_MOST)
        g->full = true;
    if (g->full)
        return DAG_ZERO;
    if (g->sum_terms == 0)
        return dag_constant(g, g->sum_constant);
    if (g->sum_terms == 1 && fmpq_is_one(&g->sum->coefficient) && fmpq_is_zero(g->sum_constant))
        return g->sum->node;
    dag_node node = {.kind = DAG_AFFINE, .first = g->terms, .count = g->sum_terms};
    MEMORY_RESERVE(g->term, g->term_capacity, g->terms + g->sum_terms);
    for (size_t i = 0; i < g->sum_terms; i++) {
        uint32_t depth = g->node[g->sum[i].node].depth;
        node.depth = depth > node.depth ? depth : node.depth;
        g->term[g->terms + i] = g->sum[i];
    }
    g->terms += g->sum_terms;
    g->sum_terms = 0; // their numbers have moved
    dag_id id = dag_add_node(g, node);
    if (!g->full)
        fmpq_swap(g->constant + id, g->sum_constant);
    return id;
}

dag_id dag_affine(dag *g, dag_id factor, dag_id x, dag_id shift)
{
    dag_begin(g);
    if (!dag_add_product(g, factor, x))
        return DAG_NONE;
    dag_add(g, dag_value(g, DAG_ONE), shift);
    return dag_end(g);
}

dag_id dag_node_of(dag *g, dag_id x)
{
    ASSERT(x != DAG_NONE);
    ASSERT(dag_is_constant(x) || x < g->nodes);
    if (!dag_is_constant(x))
        return x;
    const dag_id id = dag_add_node(g, (dag_node){.kind = DAG_AFFINE});
    if (!g->full)
        fmpq_set(g->constant + id, dag_value(g, x));
    return id;
}

// ---- Units ----

uint32_t dag_activation(dag *g, const char *name)
{
    ASSERT(name && *name);
    uint64_t index = row_table_enter_bytes(&g->names, name, strlen(name));
    if (index == g->activations) {
        MEMORY_RESERVE(g->activation, g->activation_capacity, g->activations + 1);
        if (activation_parse(g->activation + g->activations++, name, NULL))
            FATAL("no activation %s", name);
    }
    return (uint32_t)index;
}

static dag_id dag_constant_unit(dag *g, uint32_t index, const dag_id *row)
{
    ASSERT(index < g->activations);
    const activation *act = g->activation + index;
    fmpq *z = _fmpq_vec_init((slong)act->rank);
    for (size_t r = 0; r < act->rank; r++)
        fmpq_set(z + r, dag_value(g, row[r]));
    activation_apply(z, act, z);
    dag_id id = dag_constant(g, z);
    _fmpq_vec_clear(z, (slong)act->rank);
    return id;
}

// Equal units are found by the bytes of activation and rows, which are appended to all rows.
dag_id dag_unit(dag *g, uint32_t index, const dag_id *row)
{
    ASSERT(index < g->activations);
    size_t rank = g->activation[index].rank, constants = 0;
    dag_node node = {.kind = DAG_UNIT,
                     .activation = index,
                     .first = g->rows + 1,
                     .count = rank,
                     .depth = g->keeps ? g->floor : 0};
    for (size_t r = 0; r < rank; r++) {
        ASSERT(row[r] != DAG_NONE);
        constants += (size_t)dag_is_constant(row[r]);
    }
    if (constants == rank && !g->keeps)
        return dag_constant_unit(g, index, row);
    if (g->full || g->rows + rank >= DAG_MOST) {
        g->full = true;
        return DAG_ZERO;
    }
    MEMORY_RESERVE(g->row, g->row_capacity, g->rows + rank + 1);
    g->row[g->rows] = index;
    for (size_t r = 0; r < rank; r++) {
        const dag_id id = dag_node_of(g, row[r]);
        const uint32_t depth = g->node[id].depth;
        node.depth = depth > node.depth ? depth : node.depth;
        g->row[g->rows + 1 + r] = id;
    }
    node.depth++;
    if (g->keeps) {
        g->rows += rank + 1;
        return dag_add_node(g, node);
    }
    uint64_t before = g->units.count;
    uint64_t number =
        row_table_enter_bytes(&g->units, g->row + g->rows, (rank + 1) * sizeof *g->row);
    if (number < before)
        return g->unit[number];
    MEMORY_RESERVE(g->unit, g->unit_capacity, number + 1);
    g->rows += rank + 1;
    return g->unit[number] = dag_add_node(g, node);
}
