// Lowering: random graphs against their own values, values passed on, and the layers of known
// graphs.
#include "format/lower.h"
#include "base/random.h"
#include "unit.h"

#include <flint/fmpq_vec.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_OUTPUTS = 6 };

// ---- Random graphs ----

static void small_number(fmpq_t x, random_state *random)
{
    fmpq_set_si(x, random_between(random, -3, 3), random_below(random, 3) + 1);
}

// A node that is there already: late ones often, so that graphs become deep.
static dag_id some_node(const dag *g, random_state *random)
{
    size_t span = random_below(random, 2) && g->nodes > 6 ? 6 : g->nodes;
    return (dag_id)(g->nodes - 1 - random_below(random, span));
}

static void add_sum(dag *g, random_state *random)
{
    fmpq_t factor;
    fmpq_init(factor);
    dag_begin(g);
    for (uint64_t terms = random_below(random, 5); terms-- > 0;) {
        small_number(factor, random);
        dag_add(g, factor, some_node(g, random));
    }
    small_number(factor, random);
    dag_add_product(g, dag_constant(g, factor), random_below(random, 2) ? DAG_ONE : DAG_ZERO);
    dag_node_of(g, dag_end(g));
    fmpq_clear(factor);
}

static void add_unit(dag *g, random_state *random)
{
    static const char *const names[] = {"relu",          "leaky:1/10", "abs",     "hardtanh",
                                        "pwl:0,1;0,1,0", "maxout:2",   "maxout:3"};
    const size_t which = random_below(random, sizeof names / sizeof *names);
    dag_id row[3];
    for (size_t k = 0; k < 3; k++)
        row[k] = some_node(g, random);
    dag_unit(g, dag_activation(g, names[which]), row);
}

static void make_graph(dag *g, random_state *random)
{
    dag_init(g);
    dag_add_inputs(g, 1 + random_below(random, 3));
    for (uint64_t nodes = random_below(random, 40); nodes-- > 0;) {
        g->group = (uint32_t)random_below(random, 6);
        if (random_below(random, 3))
            add_sum(g, random);
        else
            add_unit(g, random);
    }
}

// The values of all nodes.
static void evaluate(fmpq *value, const dag *g, const fmpq *x)
{
    for (size_t id = 0; id < g->nodes; id++) {
        const dag_node *node = g->node + id;
        const activation *act = g->activation + node->activation;
        fmpq *z = _fmpq_vec_init((slong)node->count + 1);
        fmpq_set(value + id, node->kind == DAG_INPUT ? x + id : g->constant + id);
        for (size_t k = 0; k < node->count; k++)
            if (node->kind == DAG_UNIT)
                fmpq_set(z + k, value + g->row[node->first + k]);
            else
                fmpq_addmul(value + id, &g->term[node->first + k].coefficient,
                            value + g->term[node->first + k].node);
        if (node->kind == DAG_UNIT)
            activation_apply(value + id, act, z);
        _fmpq_vec_clear(z, (slong)node->count + 1);
    }
}

static bool agrees(const dag *g, const crease_net *net, const dag_id *output, size_t outputs,
                   random_state *random)
{
    fmpq *x = _fmpq_vec_init((slong)g->inputs), *value = _fmpq_vec_init((slong)g->nodes),
         *y = _fmpq_vec_init((slong)outputs);
    bool good = crease_net_inputs(net) == g->inputs && crease_net_outputs(net) == outputs;
    for (int point = 0; point < 4 && good; point++) {
        for (size_t i = 0; i < g->inputs; i++)
            small_number(x + i, random);
        evaluate(value, g, x);
        crease_net_evaluate(y, net, x);
        for (size_t i = 0; i < outputs; i++)
            good = good && fmpq_equal(y + i, value + output[i]);
    }
    _fmpq_vec_clear(x, (slong)g->inputs);
    _fmpq_vec_clear(value, (slong)g->nodes);
    _fmpq_vec_clear(y, (slong)outputs);
    return good;
}

// The units that are not linear are those of the graph that an output depends on, each once.
static size_t live_units(const dag *g, const dag_id *output, size_t outputs)
{
    unsigned char *live = calloc(g->nodes, 1);
    size_t units = 0;
    for (size_t i = 0; i < outputs; i++)
        live[output[i]] = 1;
    for (size_t id = g->nodes; id-- > 0;) {
        const dag_node *node = g->node + id;
        units += live[id] && node->kind == DAG_UNIT;
        for (size_t k = 0; k < node->count && live[id]; k++)
            live[node->kind == DAG_UNIT ? g->row[node->first + k] : g->term[node->first + k].node] =
                1;
    }
    free(live);
    return units;
}

static size_t bent_units(const crease_net *net)
{
    size_t units = 0;
    for (size_t l = 0; l < crease_net_layers(net); l++)
        for (size_t u = 0; u < crease_net_width(net, l); u++)
            units += strcmp(crease_net_unit_activation(net, l, u), "linear") != 0;
    return units;
}

static void random_graphs(void)
{
    random_state random = unit_random(13);
    CASES(round, 3000) {
        dag g;
        dag_id output[MOST_OUTPUTS];
        crease_net *net;
        crease_error error;
        lower_group groups[6] = {{0}};
        make_graph(&g, &random);
        const size_t outputs = 1 + random_below(&random, MOST_OUTPUTS);
        for (size_t i = 0; i < outputs; i++)
            output[i] = some_node(&g, &random);
        CU_ASSERT_EQUAL_FATAL(lower(&net, &g, output, outputs, 0, groups, &error), CREASE_OK);
        CU_ASSERT(agrees(&g, net, output, outputs, &random));
        const size_t units = live_units(&g, output, outputs);
        CU_ASSERT_EQUAL(bent_units(net), units);
        size_t told = 0;
        for (size_t k = 0; k < 6; k++)
            told += groups[k].units;
        CU_ASSERT_EQUAL(told, units);
        crease_net_free(net);
        dag_clear(&g);
    }
}

// ---- Known graphs ----

// sum of c_i times nodes first + i
static dag_id sum_of(dag *g, const int *c, const dag_id *node, size_t count)
{
    fmpq_t factor;
    fmpq_init(factor);
    dag_begin(g);
    for (size_t i = 0; i < count; i++) {
        fmpq_set_si(factor, c[i], 1);
        dag_add(g, factor, node[i]);
    }
    fmpq_clear(factor);
    return dag_end(g);
}

static dag_id relu_of(dag *g, dag_id row)
{
    return dag_unit(g, dag_activation(g, "relu"), &row);
}

static crease_net *lowered(const dag *g, const dag_id *output, size_t outputs)
{
    crease_net *net;
    CU_ASSERT_EQUAL_FATAL(lower(&net, g, output, outputs, 0, NULL, NULL), CREASE_OK);
    return net;
}

static void check_widths(const crease_net *net, const char *expected)
{
    char text[256] = "";
    for (size_t l = 0, used = 0; l < crease_net_layers(net); l++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", l ? "; " : "",
                                 crease_net_activation(net, l));
    CU_ASSERT_STRING_EQUAL(text, expected);
}

// h <- h + W relu(V h), four times with two numbers: only h is passed on, by two linear units per
// layer, however many units h consists of.
static void residual(void)
{
    dag g;
    dag_init(&g);
    dag_add_inputs(&g, 2);
    dag_id h[2] = {0, 1};
    for (int block = 0; block < 4; block++) {
        static const int v[][2] = {{1, 2}, {-1, 1}, {3, -1}};
        dag_id r[3], next[2];
        g.group = (uint32_t)(3 * block);
        for (int k = 0; k < 3; k++)
            r[k] = relu_of(&g, sum_of(&g, v[k], h, 2));
        g.group++;
        for (int k = 0; k < 2; k++)
            next[k] = sum_of(&g, (int[]){1, 1 + k, 2, -1}, (dag_id[]){h[k], r[0], r[1], r[2]}, 4);
        memcpy(h, next, sizeof h);
    }
    crease_net *net = lowered(&g, h, 2);
    check_widths(net, "3 relu, 2 linear; 3 relu, 2 linear; 3 relu, 2 linear; 3 relu, 2 linear; "
                      "linear");
    random_state random = unit_random(1);
    CU_ASSERT(agrees(&g, net, h, 2, &random));
    crease_net_free(net);
    dag_clear(&g);
}

// The units of the last layer, in another order: no read-out, and the order is that of the outputs.
static void units_as_outputs(void)
{
    dag g;
    dag_init(&g);
    dag_add_inputs(&g, 2);
    dag_id a = relu_of(&g, 0), b = relu_of(&g, 1);
    crease_net *net = lowered(&g, (dag_id[]){b, a}, 2);
    check_widths(net, "relu");
    fmpq *x = _fmpq_vec_init(4);
    fmpq_one(x);
    fmpq_set_si(x + 1, 2, 1);
    crease_net_evaluate(x + 2, net, x);
    CU_ASSERT_EQUAL(fmpq_cmp_si(x + 2, 2), 0);
    CU_ASSERT_EQUAL(fmpq_cmp_si(x + 3, 1), 0);
    _fmpq_vec_clear(x, 4);
    crease_net_free(net);
    net = lowered(&g, (dag_id[]){a, a}, 2); // once each, or not at all
    check_widths(net, "relu; linear");
    CU_ASSERT_EQUAL(crease_net_width(net, 0), 1);
    crease_net_free(net);
    net = lowered(&g, (dag_id[]){a, 0}, 2);
    check_widths(net, "1 relu, 1 linear; linear");
    crease_net_free(net);
    dag_clear(&g);
}

// Constants have no units; an affine function of the inputs is one linear layer.
static void without_units(void)
{
    dag g;
    dag_init(&g);
    dag_add_inputs(&g, 2);
    CU_ASSERT_EQUAL(relu_of(&g, DAG_ONE), DAG_ONE);
    crease_net *net = lowered(&g, (dag_id[]){1, dag_node_of(&g, DAG_ONE)}, 2);
    check_widths(net, "linear");
    CU_ASSERT_EQUAL(crease_net_nonzero(net, 0), 1);
    crease_net_free(net);
    // Affine parts of affine parts.
    dag_id s = sum_of(&g, (int[]){1, 1}, (dag_id[]){0, 1}, 2);
    dag_id d = sum_of(&g, (int[]){1, -1}, (dag_id[]){0, 1}, 2);
    net = lowered(&g, (dag_id[]){sum_of(&g, (int[]){1, 1}, (dag_id[]){s, d}, 2)}, 1);
    check_widths(net, "linear");
    CU_ASSERT_EQUAL(crease_net_nonzero(net, 0), 1); // 2 x_0
    crease_net_free(net);
    dag_clear(&g);
}

UNIT_MAIN("lower", {"random graphs", random_graphs}, {"residual", residual},
          {"units as outputs", units_as_outputs}, {"without units", without_units})
