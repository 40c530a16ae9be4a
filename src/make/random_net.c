// Random networks: what is drawn, in which order.
#include <crease/make.h>

#include "base/error.h"
#include "base/memory.h"
#include "exact/rational.h"
#include "make/law.h"
#include "make/variate.h"
#include "make/widths.h"
#include "net/net.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

// What the caller's crease_random says.
typedef struct {
    law *weights;
    fmpq_t bias_std, bias_variance;
    fmpq_t alpha; // the probability that a weight is kept
    const char *activation;
    uint64_t seed;
} plan;

// One stream for what is drawn, and one for which weights are kept: so that the others have
// the same values for every alpha.
typedef struct {
    normal_source values;
    random_state kept;
} source;

// Says which field is at fault.
static crease_status blame(crease_error *error, const char *field)
{
    error_locate(error, NULL, 0, 0, field);
    return CREASE_ERROR;
}

// Hidden layers have act.rank rows for each unit, which widths alone do not tell.
static crease_status check_activation(const char *name, const size_t *widths, size_t count,
                                      crease_error *error)
{
    activation act;
    if (activation_parse(&act, name, error))
        return blame(error, "activation");
    size_t parameters = 0;
    for (size_t i = 1; i < count; i++)
        parameters += (widths[i - 1] + 1) * widths[i] * (i + 1 < count ? act.rank : 1);
    activation_clear(&act);
    if (parameters <= WIDTHS_MAX_PARAMETERS)
        return CREASE_OK;
    error_set(error, "expected at most %d weights and biases, found %zu", WIDTHS_MAX_PARAMETERS,
              parameters);
    return blame(error, "widths");
}

// The numbers of made are initialised by the caller.
static crease_status read_plan(plan *made, const size_t *widths, size_t count,
                               const crease_random *how, crease_error *error)
{
    made->activation = how->activation ? how->activation : "relu";
    made->seed = how->seed;
    made->weights = law_read(how->init ? how->init : "he", how->unscaled, error);
    if (!made->weights || law_read_bias_std(made->bias_std, made->weights, how->bias_std, error))
        return CREASE_ERROR;
    fmpq_mul(made->bias_variance, made->bias_std, made->bias_std);
    if (variate_parse_chance(made->alpha, how->alpha, error))
        return blame(error, "alpha");
    return check_activation(made->activation, widths, count, error);
}

static crease_status draw_bias(fmpq_t bias, const plan *made, normal_source *values, size_t inputs,
                               crease_error *error)
{
    if (law_has_biases(made->weights))
        return law_draw_bias(bias, made->weights, values, inputs, error);
    // an overflow can only come from bias_std
    return normal_draw(bias, values, made->bias_variance, error) ? blame(error, "bias_std")
                                                                 : CREASE_OK;
}

static crease_status draw_layer(net_layer *layer, const plan *made, source *from,
                                crease_error *error)
{
    for (size_t i = 0; i < layer->rows * layer->inputs; i++) {
        if (law_draw_weight(layer->weight + i, made->weights, &from->values, layer->inputs,
                            layer->rows, error))
            return CREASE_ERROR;
        if (!variate_chance(&from->kept, made->alpha))
            fmpq_zero(layer->weight + i);
    }
    for (size_t i = 0; i < layer->rows; i++)
        if (draw_bias(layer->bias + i, made, &from->values, layer->inputs, error))
            return CREASE_ERROR;
    return CREASE_OK;
}

// Seeds are the first words of splitmix64 for one stream, the next words for the other.
static void source_init(source *from, uint64_t seed)
{
    normal_source_init(&from->values, seed);
    random_seed(&from->kept, seed + 4 * 0x9e3779b97f4a7c15u);
}

static crease_status draw_layers(crease_net *net, const size_t *widths, const plan *made,
                                 crease_error *error)
{
    source from;
    source_init(&from, made->seed);
    crease_status status = CREASE_OK;
    for (size_t l = 0; l < net->layers && status == CREASE_OK; l++) {
        activation act;
        activation_parse(&act, l + 1 < net->layers ? made->activation : "linear", NULL);
        net_layer_init(net->layer + l, widths[l], widths[l + 1], act);
        status = draw_layer(net->layer + l, made, &from, error);
    }
    normal_source_clear(&from.values);
    return status;
}

static char *biases_text(const plan *made)
{
    if (law_has_biases(made->weights))
        return law_biases_text(made->weights);
    char *text, *bias_std = rational_text(made->bias_std);
    if (asprintf(&text, "normal, standard deviation %s", bias_std) < 0)
        abort();
    flint_free(bias_std);
    return text;
}

static void describe(crease_net *net, const size_t *widths, const plan *made)
{
    char *architecture = widths_text(widths, net->layers + 1);
    char *weights = law_weights_text(made->weights), *biases = biases_text(made);
    char *alpha = rational_text(made->alpha), *text;
    int all = fmpq_is_one(made->alpha);
    if (asprintf(&text, "random network %s: init %s%s%s; biases %s; activation %s; seed %" PRIu64,
                 architecture, weights, all ? "" : ", each kept with probability ",
                 all ? "" : alpha, biases, made->activation, made->seed) < 0)
        abort();
    free(net->about);
    net->about = text;
    flint_free(alpha);
    free(biases);
    free(weights);
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
    fmpq_init(made.alpha);
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
    law_free(made.weights);
    fmpq_clear(made.alpha);
    fmpq_clear(made.bias_variance);
    fmpq_clear(made.bias_std);
    return status;
}
