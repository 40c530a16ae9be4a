// Networks for tests: written in a line or two, or random.
#ifndef TESTS_NETS_H
#define TESTS_NETS_H

#include "base/memory.h"
#include "base/random.h"
#include "net/net.h"

#include <crease/crease.h>
#include <flint/fmpq_vec.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// net_of(RELU("[[1, 0], [0, 1]]", "[0, 0]") "," LINEAR("[[1, 1]]", "[0]"))
#define LAYER(activation, weights, bias) \
    "{\"weights\": " weights ", \"bias\": " bias ", \"activation\": \"" activation "\"}"
#define RELU(weights, bias) LAYER("relu", weights, bias)
#define LINEAR(weights, bias) LAYER("linear", weights, bias)

static inline crease_net *net_with_inputs(int inputs, const char *layers)
{
    char *text = NULL;
    crease_net *net = NULL;
    crease_error error;
    int size = asprintf(&text, "{\"inputs\": %d, \"layers\": [%s]}", inputs, layers);
    if (size < 0 || crease_net_parse(&net, text, (size_t)size, "test", NULL, &error) != CREASE_OK) {
        fprintf(stderr, "%s\nin %s\n", error.message, text);
        abort();
    }
    free(text);
    return net;
}

static inline crease_net *net_of(const char *layers)
{
    return net_with_inputs(2, layers);
}

// A network of data/, found from the root of the sources.
static inline crease_net *net_from_file(const char *path)
{
    crease_net *net = NULL;
    crease_error error;
    if (crease_net_read(&net, path, NULL, &error) != CREASE_OK) {
        fprintf(stderr, "%s: %s\n", path, error.message);
        abort();
    }
    return net;
}

// As a file; to be freed by the caller.
static inline char *net_to_text(const crease_net *net)
{
    char *text;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    crease_net_write(to, net);
    fclose(to);
    return text;
}

// The box spelled as on the command line; NULL: the plane.
static inline crease_domain *domain_of(const char *box)
{
    crease_domain *domain = NULL;
    crease_error error;
    if (!box)
        return crease_domain_new_space(2);
    if (crease_domain_parse_box(&domain, box, 2, &error) != CREASE_OK) {
        fprintf(stderr, "%s: %s\n", box, error.message);
        abort();
    }
    return domain;
}

// Shows a visitor the first `most` regions of a network in a domain, or all if that is 0.
static inline crease_status visit_some(const crease_visitor *visitor, uint64_t most,
                                       const crease_net *net, const crease_domain *domain)
{
    const crease_options options = {.max_regions = most};
    crease_counts counts;
    crease_counts_init(&counts, net);
    const crease_status status = crease_walk(&counts, net, domain, &options, visitor, NULL);
    crease_counts_clear(&counts);
    return status;
}

// ---- Random ones. ----

// Two random numbers never occur in one expression: C leaves their order open, and a seed must give
// the same network with every compiler.

static inline void random_rational(fmpq_t x, random_state *random, int range)
{
    slong numerator = (slong)random_between(random, -range, range);
    fmpq_set_si(x, numerator, 1 + random_below(random, 3));
}

// Many zeros, some repeated rows, now and then a row that is far larger than others.
static inline void random_layer(net_layer *layer, random_state *random, int range)
{
    size_t n = layer->inputs;
    for (size_t j = 0; j < layer->rows; j++) {
        fmpq *row = layer->weight + j * n, *bias = layer->bias + j;
        uint64_t kind = random_below(random, 8);
        size_t earlier = j ? random_below(random, j) : 0;
        for (size_t i = 0; i < n && kind != 0; i++) // kind 0: a row of zeros
            random_rational(row + i, random, range);
        if (random_below(random, 2))
            random_rational(bias, random, range);
        if (kind == 1 && j) { // the same crease again
            for (size_t i = 0; i < n; i++)
                fmpq_neg(row + i, layer->weight + earlier * n + i);
            fmpq_neg(bias, layer->bias + earlier);
        }
        if (kind == 2) {
            fmpq_mul_2exp(row, row, 100);
            fmpq_div_2exp(bias, bias, 70);
        }
    }
}

// Any continuous piecewise-linear function of up to four pieces, whether it has a name or not.
static inline activation random_piecewise(random_state *random)
{
    size_t pieces = 1 + random_below(random, 4);
    activation act;
    activation_init(&act, pieces, 1);
    act.name = memory_copy_text("piecewise");
    random_rational(act.offset, random, 2);
    for (size_t p = 0; p < pieces; p++) {
        random_rational(act.slope + p, random, 2);
        if (p == 0)
            continue;
        // The next breakpoint, and the offset that makes both pieces meet there.
        fmpq *at = act.breakpoint + p - 1;
        random_rational(at, random, 2);
        if (p > 1)
            fmpq_add_si(at, act.breakpoint + p - 2, 1 + (slong)random_below(random, 2));
        fmpq_sub(act.offset + p, act.slope + p - 1, act.slope + p);
        fmpq_mul(act.offset + p, act.offset + p, at);
        fmpq_add(act.offset + p, act.offset + p, act.offset + p - 1);
    }
    return act;
}

static inline activation random_activation(random_state *random)
{
    static const char *const names[] = {"relu",       "relu",       "abs",     "hardtanh", "linear",
                                        "leaky:1/10", "leaky:-2/3", "leaky:1", "relu"};
    activation act;
    if (random_below(random, 6) == 0)
        return random_piecewise(random);
    if (activation_parse(&act, names[random_below(random, sizeof names / sizeof *names)], NULL) !=
        CREASE_OK)
        abort();
    return act;
}

static inline activation random_maxout(random_state *random)
{
    static const char *const names[] = {"maxout:2", "maxout:3", "maxout:4", "maxout:5"};
    activation act;
    if (activation_parse(&act, names[random_below(random, 4)], NULL) != CREASE_OK)
        abort();
    return act;
}

static inline crease_net *random_net_of(random_state *random, size_t inputs, size_t widest,
                                        int range, activation (*any)(random_state *))
{
    size_t layers = 1 + random_below(random, 4);
    crease_net *net = net_new(inputs, layers);
    for (size_t l = 0; l < layers; l++) {
        size_t below = l ? net->layer[l - 1].units : inputs;
        size_t units = 1 + random_below(random, widest);
        net_layer_init(net->layer + l, below, units, any(random));
        random_layer(net->layer + l, random, range);
    }
    net_finish(net);
    return net;
}

// A few layers of any activation of one variable, of at most `widest` units each.
static inline crease_net *random_net(random_state *random, size_t inputs, size_t widest, int range)
{
    return random_net_of(random, inputs, widest, range, random_activation);
}

static inline activation random_any_activation(random_state *random)
{
    return random_below(random, 3) ? random_maxout(random) : random_activation(random);
}

// Such as can be written down.
static inline activation random_named_activation(random_state *random)
{
    static const char *const names[] = {
        "relu",    "relu",     "relu",       "abs",      "hardtanh", "linear",
        "leaky:1", "maxout:2", "leaky:-2/3", "maxout:3", "maxout:4", "pwl:-1,1/2,2;0,1,-1,1/3;2/3"};
    activation act;
    if (activation_parse(&act, names[random_below(random, sizeof names / sizeof *names)], NULL) !=
        CREASE_OK)
        abort();
    return act;
}

// The same, most layers maxout. Rows that differ by a sign or not at all are common.
static inline crease_net *random_maxout_net(random_state *random, size_t inputs, size_t widest,
                                            int range)
{
    return random_net_of(random, inputs, widest, range, random_any_activation);
}

// Rows of dimension + 1 entries for each input: among generic ones zeros, constants, the row
// before, and numbers far from 1 that no double holds.
static inline fmpq *random_parametrization(random_state *random, size_t inputs, size_t dimension)
{
    size_t columns = dimension + 1;
    fmpq *parametrization = _fmpq_vec_init((slong)(inputs * columns));
    for (size_t i = 0; i < inputs; i++) {
        fmpq *row = parametrization + i * columns;
        uint64_t kind = random_below(random, 8);
        for (size_t c = 0; c < columns; c++) {
            if (kind > 0 && (kind > 1 || c == dimension))
                random_rational(row + c, random, 5);
            if (kind == 2 && i)
                fmpq_set(row + c, row + c - columns);
            if (kind == 3)
                fmpq_mul_2exp(row + c, row + c, random_below(random, 70));
            if (kind == 4)
                fmpq_div_2exp(row + c, row + c, random_below(random, 70));
        }
    }
    return parametrization;
}

// z = W y + b of one layer, row by row.
static inline void net_pre_activation(fmpq *z, const net_layer *layer, const fmpq *y)
{
    for (size_t j = 0; j < layer->rows; j++) {
        fmpq_set(z + j, layer->bias + j);
        for (size_t i = 0; i < layer->inputs; i++)
            fmpq_addmul(z + j, layer->weight + j * layer->inputs + i, y + i);
    }
}

#endif
