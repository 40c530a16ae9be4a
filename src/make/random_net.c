// Random networks: one table of families of weights, what is drawn, in which order.
#include "base/error.h"
#include "base/fatal.h"
#include "base/memory.h"
#include "base/text.h"
#include "exact/rational.h"
#include "make/parameters.h"
#include "make/variate.h"
#include "make/widths.h"
#include "net/net.h"
#include <flint/fmpq_vec.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- Families ----

// N(0, 1), U(-1, 1), an integer from -C to C, or one of some values; then multiplied by the
// square root of factor / divisor, the divisor being the inputs or inputs and rows of a layer,
// and by V of gaussian or C of uniform.
typedef enum { OVER_INPUTS, OVER_ALL } divisor;

typedef struct {
    const char *name, *text; // text: of the parameters, "" if there are none
    variate_kind draws;
    ulong factor;
    divisor over;
    const char *law, *unscaled; // of a weight, for the text that the network carries; unscaled
                                // NULL: cannot be had without the divisor
    size_t parameters;
    const parameter_spec *parameter;
} family;

static const parameter_spec variances[] = {
    {.name = "V", .kind = PARAMETER_RATIONAL, .lo = "0"},
    {.name = "B", .kind = PARAMETER_RATIONAL, .lo = "0", .otherwise = "0"}};
static const parameter_spec extent[] = {{.name = "C", .kind = PARAMETER_RATIONAL, .lo = "0"}};
static const parameter_spec greatest[] = {
    {.name = "C", .kind = PARAMETER_INTEGER, .lo = "1", .hi = "1000000000"}};
static const parameter_spec values[] = {
    {.name = "V1,..,Vk", .kind = PARAMETER_RATIONAL, .list = 1}};

#define ROW(...)    \
    {               \
        __VA_ARGS__ \
    }
static const family families[] = {
    ROW("he", "", VARIATE_NORMAL, 2, OVER_INPUTS, "N(0, 2/inputs of the layer)", NULL, 0, NULL),
    ROW("xavier-normal", "", VARIATE_NORMAL, 2, OVER_ALL, "N(0, 2/(inputs + outputs of the layer))",
        NULL, 0, NULL),
    ROW("xavier-uniform", "", VARIATE_UNIFORM, 6, OVER_ALL,
        "U(-1, 1) sqrt(6/(inputs + outputs of the layer))", NULL, 0, NULL),
    ROW("pytorch-default", "", VARIATE_UNIFORM, 1, OVER_INPUTS,
        "U(-1, 1)/sqrt(inputs of the layer)", NULL, 0, NULL),
    ROW("gaussian", ":V[,B]", VARIATE_NORMAL, 1, OVER_INPUTS, "N(0, V/inputs of the layer)",
        "N(0, V)", 2, variances),
    ROW("uniform", ":C", VARIATE_UNIFORM, 1, OVER_INPUTS, "U(-C, C)/sqrt(inputs of the layer)",
        "U(-C, C)", 1, extent),
    ROW("discrete", ":C", VARIATE_INTEGER, 1, OVER_INPUTS,
        "integers from -C to C, over sqrt(inputs of the layer)", "integers from -C to C", 1,
        greatest),
    ROW("values", ":V1,..,Vk", VARIATE_CHOICE, 1, OVER_INPUTS,
        "one of the values, over sqrt(inputs of the layer)", "one of the values", 1, values),
};
enum { FAMILIES = sizeof families / sizeof *families };

// ---- What the caller's crease_random says ----

typedef struct {
    const family *family;
    parameters given;
    bool unscaled;
} distribution;

typedef struct {
    distribution weights, own;
    const distribution *biases; // weights, own, or NULL: normal
    bool has_biases;            // init says how they are drawn
    fmpq *bias_std;             // and after it
    fmpq *alpha;                // the probability that a weight is kept
    const char *activation;
    uint64_t seed;
} plan;

static crease_status find_family(distribution *law, const char *init, crease_error *error)
{
    char known[256] = "", excerpt[EXCERPT_SIZE];
    size_t used = 0, length = strcspn(init, ":");
    for (size_t i = 0; i < FAMILIES; i++) {
        const family *entry = &families[i];
        if (strlen(entry->name) == length && !memcmp(entry->name, init, length) &&
            (entry->parameters || !init[length])) {
            law->family = entry;
            return CREASE_OK;
        }
        used += (size_t)snprintf(known + used, sizeof known - used, "%s%s%s", i ? ", " : "",
                                 entry->name, entry->text);
    }
    return error_set(error, "expected one of %s, found \"%s\"", known, excerpt_of(excerpt, init));
}

// The numbers after the colon; every family with two parameters has its comma between them.
static crease_status read_family(distribution *law, const char *init, crease_error *error)
{
    if (find_family(law, init, error))
        return CREASE_ERROR;
    const family *entry = law->family;
    const char *colon = strchr(init, ':');
    char *copy = memory_copy_text(colon ? colon + 1 : "");
    crease_argument argument[2];
    size_t count = 0;
    char *comma = entry->parameters > 1 ? strchr(copy, ',') : NULL;
    if (colon)
        argument[count++] = (crease_argument){entry->parameter[0].name, copy};
    if (comma) {
        *comma = '\0';
        argument[count++] = (crease_argument){entry->parameter[1].name, comma + 1};
    }
    crease_error inner;
    crease_status status =
        parameters_read(&law->given, entry->parameter, entry->parameters, argument, count, &inner);
    if (status) {
        error_set(error, "%s of %s%s: %s", inner.where, entry->name, entry->text, inner.message);
        law->given = (parameters){0};
    }
    free(copy);
    return status;
}

static crease_status refuse_biases(const char *field, const char *text, crease_error *error)
{
    char excerpt[EXCERPT_SIZE];
    return error_at(error, field, "expected none where biases have a distribution, found \"%s\"",
                    excerpt_of(excerpt, text));
}

// After the weights.
static crease_status read_biases(plan *request, const char *init, const char *bias,
                                 crease_error *error)
{
    const distribution *weights = &request->weights;
    char excerpt[EXCERPT_SIZE];
    if (!strcmp(weights->family->name, "pytorch-default"))
        request->biases = weights;
    request->has_biases = request->biases || (weights->family->parameters > 1 && strchr(init, ','));
    if (!bias)
        return CREASE_OK;
    if (request->has_biases)
        return refuse_biases("bias", bias, error);
    request->biases = &request->own;
    request->has_biases = true;
    request->own.unscaled = 1;
    if (read_family(&request->own, bias, error))
        return error_where(error, "bias");
    if (request->own.family->parameters == 1)
        return CREASE_OK;
    return error_at(error, "bias",
                    "expected uniform:C, discrete:C or values:V1,..,Vk, found \"%s\"",
                    excerpt_of(excerpt, bias));
}

// The rest, once the distributions are read.
static crease_status plan_read_numbers(plan *request, const crease_random *how, crease_error *error)
{
    const char *text = how->bias_std;
    char excerpt[EXCERPT_SIZE];
    if (text && request->has_biases)
        return refuse_biases("bias_std", text, error);
    if (text && rational_parse(request->bias_std, text, strlen(text), error))
        return error_where(error, "bias_std");
    if (fmpq_sgn(request->bias_std) < 0)
        return error_at(error, "bias_std", "expected a number >= 0, found \"%s\"",
                        excerpt_of(excerpt, text));
    text = how->keep_prob;
    if (text && rational_parse(request->alpha, text, strlen(text), error))
        return error_where(error, "keep_prob");
    if (fmpq_sgn(request->alpha) >= 0 && fmpq_cmp_ui(request->alpha, 1) <= 0)
        return CREASE_OK;
    return error_at(error, "keep_prob", "expected a number from 0 to 1, found \"%s\"",
                    excerpt_of(excerpt, text));
}

static void plan_clear(plan *request)
{
    parameters_clear(&request->weights.given);
    parameters_clear(&request->own.given);
    _fmpq_vec_clear(request->bias_std, 2);
}

// Clear after success only.
static crease_status plan_init(plan *request, const crease_random *how, crease_error *error)
{
    static const crease_random defaults;
    how = how ? how : &defaults;
    const char *init = how->init ? how->init : "he";
    *request = (plan){.weights.unscaled = how->unscaled,
                      .bias_std = _fmpq_vec_init(2),
                      .activation = how->activation ? how->activation : "relu",
                      .seed = how->seed};
    request->alpha = request->bias_std + 1;
    fmpq_one(request->alpha);
    crease_status status = read_family(&request->weights, init, error);
    if (status) {
        error_where(error, "init");
    } else if (how->unscaled && !request->weights.family->unscaled) {
        status =
            error_at(error, "unscaled",
                     "expected gaussian, uniform, discrete or values as init, found \"%s\"", init);
    } else {
        status = read_biases(request, init, how->bias, error);
    }
    if (status == CREASE_OK)
        status = plan_read_numbers(request, how, error);
    if (status)
        plan_clear(request);
    return status;
}

// The square of the factor of each number in a layer with these inputs and rows.
static void weight_square(fmpq_t square, const distribution *law, size_t inputs, size_t rows)
{
    const family *entry = law->family;
    ulong over = (ulong)(entry->over == OVER_ALL ? inputs + rows : inputs);
    fmpq_set_si(square, (slong)entry->factor, law->unscaled ? 1 : over);
    if (entry->draws == VARIATE_CHOICE || entry->draws == VARIATE_INTEGER || !entry->parameters)
        return;
    const fmpq *parameter = law->given.value[0].number;
    fmpq_mul(square, square, parameter);
    if (entry->draws == VARIATE_UNIFORM)
        fmpq_mul(square, square, parameter);
}

// The variance of biases that are normal.
static void bias_variance(fmpq_t variance, const plan *request)
{
    if (request->has_biases)
        fmpq_set(variance, request->weights.given.value[1].number);
    else
        fmpq_mul(variance, request->bias_std, request->bias_std);
}

// ---- Drawing ----

// One stream for what is drawn, and one for which weights are kept: so that the others have
// the same values for every alpha.
typedef struct {
    variate_source values;
    random_state kept;
} source;

// Hidden layers have act.rank rows for each unit, which the widths do not determine.
static crease_status check_activation(const char *name, const size_t *widths, size_t count,
                                      crease_error *error)
{
    activation act;
    if (activation_parse(&act, name, error))
        return error_where(error, "activation");
    size_t numbers = 0;
    for (size_t i = 1; i < count; i++)
        numbers += (widths[i - 1] + 1) * widths[i] * (i + 1 < count ? act.rank : 1);
    activation_clear(&act);
    if (numbers <= WIDTHS_MAX_PARAMETERS)
        return CREASE_OK;
    return error_at(error, "widths", "expected at most %d weights and biases, found %zu",
                    WIDTHS_MAX_PARAMETERS, numbers);
}

static crease_status draw_number(fmpq_t number, const distribution *law, variate_source *from,
                                 size_t inputs, size_t rows, crease_error *error)
{
    variate_law variate = {.kind = law->family->draws};
    if (variate.kind == VARIATE_INTEGER)
        variate.most = parameters_integer(&law->given, "C");
    if (variate.kind == VARIATE_CHOICE) {
        variate.values = law->given.value->number;
        variate.count = law->given.value->count;
    }
    fmpq_t square;
    fmpq_init(square);
    weight_square(square, law, inputs, rows);
    crease_status status = variate_draw(number, from, &variate, square, error);
    fmpq_clear(square);
    return status;
}

static crease_status draw_bias(fmpq_t bias, const plan *request, variate_source *from,
                               size_t inputs, crease_error *error)
{
    if (request->biases)
        return draw_number(bias, request->biases, from, inputs, 0, error)
                   ? error_where(error, request->biases == &request->own ? "bias" : "init")
                   : CREASE_OK;
    fmpq_t variance;
    fmpq_init(variance);
    bias_variance(variance, request);
    const variate_law normal = {.kind = VARIATE_NORMAL};
    crease_status status = variate_draw(bias, from, &normal, variance, error);
    fmpq_clear(variance);
    return status ? error_where(error, request->has_biases ? "init" : "bias_std") : CREASE_OK;
}

static crease_status draw_layer(net_layer *layer, const plan *request, source *from,
                                crease_error *error)
{
    for (size_t i = 0; i < layer->rows * layer->inputs; i++) {
        if (draw_number(layer->weight + i, &request->weights, &from->values, layer->inputs,
                        layer->rows, error))
            return error_where(error, "init");
        if (!variate_chance(&from->kept, request->alpha))
            fmpq_zero(layer->weight + i);
    }
    for (size_t i = 0; i < layer->rows; i++)
        if (draw_bias(layer->bias + i, request, &from->values, layer->inputs, error))
            return CREASE_ERROR;
    return CREASE_OK;
}

// Seeds are the first words of splitmix64 for one stream, the next words for the other.
static crease_status draw_layers(crease_net *net, const size_t *widths, const plan *request,
                                 crease_error *error)
{
    source from;
    variate_source_init(&from.values, request->seed);
    random_seed(&from.kept, request->seed + 4 * 0x9e3779b97f4a7c15u);
    crease_status status = CREASE_OK;
    for (size_t l = 0; l < net->layers && status == CREASE_OK; l++) {
        activation act;
        activation_parse(&act, l + 1 < net->layers ? request->activation : "linear", NULL);
        net_layer_init(net->layer + l, widths[l], widths[l + 1], act);
        status = draw_layer(net->layer + l, request, &from, error);
    }
    variate_source_clear(&from.values);
    return status;
}

// ---- What the network says of itself ----

static void random_net_put(FILE *text, const char *before, const fmpq_t number)
{
    fputs(before, text);
    fmpq_fprint(text, number);
}

// "gaussian:2,1/100", or "he"
static void put_family(FILE *text, const distribution *law, size_t shown)
{
    fputs(law->family->name, text);
    for (size_t p = 0; p < shown; p++)
        for (size_t i = 0; i < law->given.value[p].count; i++)
            random_net_put(text, p || i ? "," : ":", law->given.value[p].number + i);
}

// "N(0, V/inputs of the layer) with V = 2"
static void put_law(FILE *text, const distribution *law)
{
    fputs(law->unscaled ? law->family->unscaled : law->family->law, text);
    if (law->family->parameters && law->family->draws != VARIATE_CHOICE) {
        fprintf(text, " with %s =", law->family->parameter->name);
        random_net_put(text, " ", law->given.value->number);
    }
}

static void random_net_about(crease_net *net, const size_t *widths, const plan *request)
{
    char *architecture = widths_text(widths, net->layers + 1);
    free(net->about);
    size_t size;
    FILE *text = memory_stream(&net->about, &size);
    fprintf(text, "random network %s: init ", architecture);
    const bool pair =
        request->weights.family->parameters > 1 && request->has_biases && !request->biases;
    put_family(text, &request->weights, pair ? 2 : request->weights.given.count > 0);
    fputs(", weights ", text);
    put_law(text, &request->weights);
    if (!fmpq_is_one(request->alpha))
        random_net_put(text, ", each kept with probability ", request->alpha);
    if (request->biases) {
        fputs("; biases ", text);
        if (request->biases == &request->own) {
            put_family(text, request->biases, 1);
            fputs(", ", text);
        }
        put_law(text, request->biases);
    } else if (request->has_biases) {
        random_net_put(text, "; biases normal, variance ", request->weights.given.value[1].number);
    } else {
        random_net_put(text, "; biases normal, standard deviation ", request->bias_std);
    }
    fprintf(text, "; activation %s; seed %" PRIu64, request->activation, request->seed);
    if (fclose(text))
        FATAL("a description cannot be written");
    free(architecture);
}

crease_status crease_net_random(crease_net **net, const size_t *widths, size_t count,
                                const crease_random *how, crease_error *error)
{
    plan request;
    if (widths_check(widths, count, error))
        return error_where(error, "widths");
    if (plan_init(&request, how, error))
        return CREASE_ERROR;
    crease_net *drawn = NULL;
    crease_status status = check_activation(request.activation, widths, count, error);
    if (status == CREASE_OK) {
        drawn = net_new(widths[0], count - 1);
        status = draw_layers(drawn, widths, &request, error);
    }
    if (status == CREASE_OK) {
        random_net_about(drawn, widths, &request);
        net_store(drawn, STORE_WHAT_PAYS);
        net_finish(drawn);
        *net = drawn;
    } else {
        crease_net_free(drawn);
    }
    plan_clear(&request);
    return status;
}
