// Random networks: one table of families.
#include <crease/make.h>

#include "base/error.h"
#include "base/excerpt.h"
#include "base/memory.h"
#include "exact/rational.h"
#include "make/normal.h"
#include "make/widths.h"
#include "net/net.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *name;
    const char *law; // of a weight, for the text that the network carries
    crease_status (*draw)(fmpq_t weight, normal_source *source, size_t inputs, crease_error *error);
} family;

static crease_status draw_he(fmpq_t weight, normal_source *source, size_t inputs,
                             crease_error *error)
{
    fmpq_t variance;
    fmpq_init(variance);
    fmpq_set_si(variance, 2, (ulong)inputs);
    crease_status status = normal_draw(weight, source, variance, error);
    fmpq_clear(variance);
    return status;
}

static const family families[] = {{"he", "N(0, 2/inputs of the layer)", draw_he}};
enum { FAMILIES = sizeof families / sizeof *families };

// What the caller's crease_random says.
typedef struct {
    const family *weights;
    fmpq_t bias_std, bias_variance;
    const char *activation;
    uint64_t seed;
} plan;

// Says which field is at fault.
static crease_status blame(crease_error *error, const char *field)
{
    error_locate(error, NULL, 0, 0, field);
    return CREASE_ERROR;
}

static crease_status find_family(const family **found, const char *name, crease_error *error)
{
    char known[256] = "", excerpt[EXCERPT_SIZE];
    size_t used = 0;
    for (size_t i = 0; i < FAMILIES; i++) {
        if (!strcmp(families[i].name, name)) {
            *found = &families[i];
            return CREASE_OK;
        }
        used += (size_t)snprintf(known + used, sizeof known - used, "%s%s", i ? ", " : "",
                                 families[i].name);
    }
    error_set(error, "expected one of %s, found \"%s\"", known,
              excerpt_text(excerpt, name, strlen(name)));
    return blame(error, "init");
}

static crease_status read_bias_std(plan *made, const char *text, crease_error *error)
{
    if (rational_parse(made->bias_std, text, strlen(text), error))
        return blame(error, "bias_std");
    if (fmpq_sgn(made->bias_std) < 0) {
        char found[EXCERPT_SIZE];
        error_set(error, "expected a number >= 0, found \"%s\"",
                  excerpt_text(found, text, strlen(text)));
        return blame(error, "bias_std");
    }
    fmpq_mul(made->bias_variance, made->bias_std, made->bias_std);
    return CREASE_OK;
}

// Hidden layers have act.fan rows for each unit, which widths alone do not tell.
static crease_status check_activation(const char *name, const size_t *widths, size_t count,
                                      crease_error *error)
{
    activation act;
    if (activation_parse(&act, name, error))
        return blame(error, "activation");
    size_t parameters = 0;
    for (size_t i = 1; i < count; i++)
        parameters += (widths[i - 1] + 1) * widths[i] * (i + 1 < count ? act.fan : 1);
    activation_clear(&act);
    if (parameters <= WIDTHS_MAX_PARAMETERS)
        return CREASE_OK;
    error_set(error, "expected at most %d weights and biases, found %zu", WIDTHS_MAX_PARAMETERS,
              parameters);
    return blame(error, "widths");
}

// made->bias_std and made->bias_variance are initialised by the caller.
static crease_status read_plan(plan *made, const size_t *widths, size_t count,
                               const crease_random *how, crease_error *error)
{
    made->activation = how->activation ? how->activation : "relu";
    made->seed = how->seed;
    crease_status status = find_family(&made->weights, how->init ? how->init : "he", error);
    if (status == CREASE_OK)
        status = read_bias_std(made, how->bias_std ? how->bias_std : "0", error);
    return status == CREASE_OK ? check_activation(made->activation, widths, count, error) : status;
}

// An overflow can only come from the biases.
static crease_status draw_layer(net_layer *layer, const plan *made, normal_source *source,
                                crease_error *error)
{
    for (size_t i = 0; i < layer->rows * layer->inputs; i++)
        if (made->weights->draw(layer->weight + i, source, layer->inputs, error))
            return CREASE_ERROR;
    for (size_t i = 0; i < layer->rows; i++)
        if (normal_draw(layer->bias + i, source, made->bias_variance, error))
            return blame(error, "bias_std");
    return CREASE_OK;
}

static crease_status draw_layers(crease_net *net, const size_t *widths, const plan *made,
                                 crease_error *error)
{
    normal_source source;
    normal_source_init(&source, made->seed);
    crease_status status = CREASE_OK;
    for (size_t l = 0; l < net->layers && status == CREASE_OK; l++) {
        activation act;
        activation_parse(&act, l + 1 < net->layers ? made->activation : "linear", NULL);
        net_layer_init(net->layer + l, widths[l], widths[l + 1], act);
        status = draw_layer(net->layer + l, made, &source, error);
    }
    normal_source_clear(&source);
    return status;
}

static void describe(crease_net *net, const size_t *widths, const plan *made)
{
    char *architecture = widths_text(widths, net->layers + 1);
    char *bias_std = rational_text(made->bias_std);
    char *text;
    if (asprintf(&text,
                 "random network %s: init %s, weights %s; biases normal, standard deviation %s; "
                 "activation %s; seed %" PRIu64,
                 architecture, made->weights->name, made->weights->law, bias_std, made->activation,
                 made->seed) < 0)
        abort();
    free(net->about);
    net->about = text;
    flint_free(bias_std);
    free(architecture);
}

crease_status crease_net_random(crease_net **net, const size_t *widths, size_t count,
                                const crease_random *how, crease_error *error)
{
    if (widths_check(widths, count, error))
        return blame(error, "widths");
    plan made;
    fmpq_init(made.bias_std);
    fmpq_init(made.bias_variance);
    crease_net *drawn = NULL;
    static const crease_random defaults = {0};
    crease_status status = read_plan(&made, widths, count, how ? how : &defaults, error);
    if (status == CREASE_OK) {
        drawn = net_new(widths[0], count - 1);
        status = draw_layers(drawn, widths, &made, error);
    }
    if (status == CREASE_OK) {
        describe(drawn, widths, &made);
        net_finish(drawn);
        *net = drawn;
    } else {
        crease_net_free(drawn);
    }
    fmpq_clear(made.bias_variance);
    fmpq_clear(made.bias_std);
    return status;
}
