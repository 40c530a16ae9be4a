// How the weights of a random network are distributed: one table of families.
#include "make/law.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "exact/rational.h"
#include "make/parameters.h"
#include "make/variate.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum { OVER_INPUTS, OVER_INPUTS_AND_OUTPUTS } divisor;

// What is drawn is multiplied by the square root of factor / divisor, and of gaussian's V.
typedef struct {
    const char *name, *spelling; // spelling: of the parameters, "" if there are none
    size_t needed, parameters;
    crease_parameter parameter[2];
    law_kind kind;
    ulong factor;
    divisor over;
    int may_be_unscaled;
    const char *law, *unscaled; // of a weight, for the text that the network carries
} family;

static const family families[] = {
    {.name = "he",
     .spelling = "",
     .kind = LAW_NORMAL,
     .factor = 2,
     .law = "N(0, 2/inputs of the layer)"},
    {.name = "xavier-normal",
     .spelling = "",
     .kind = LAW_NORMAL,
     .factor = 2,
     .over = OVER_INPUTS_AND_OUTPUTS,
     .law = "N(0, 2/(inputs + outputs of the layer))"},
    {.name = "xavier-uniform",
     .spelling = "",
     .kind = LAW_UNIFORM,
     .factor = 6,
     .over = OVER_INPUTS_AND_OUTPUTS,
     .law = "U(-1, 1) sqrt(6/(inputs + outputs of the layer))"},
    {.name = "pytorch-default",
     .spelling = "",
     .kind = LAW_UNIFORM,
     .factor = 1,
     .law = "U(-1, 1)/sqrt(inputs of the layer)"},
    {.name = "gaussian",
     .spelling = ":V[,B]",
     .needed = 1,
     .parameters = 2,
     .parameter = {{.name = "V", .kind = CREASE_RATIONAL, .lo = "0"},
                   {.name = "B", .kind = CREASE_RATIONAL, .lo = "0", .otherwise = "0"}},
     .kind = LAW_NORMAL,
     .factor = 1,
     .may_be_unscaled = 1,
     .law = "N(0, V/inputs of the layer)",
     .unscaled = "N(0, V)"},
    {.name = "uniform",
     .spelling = ":C",
     .needed = 1,
     .parameters = 1,
     .parameter = {{.name = "C", .kind = CREASE_RATIONAL, .lo = "0"}},
     .kind = LAW_UNIFORM,
     .factor = 1,
     .may_be_unscaled = 1,
     .law = "U(-C, C)/sqrt(inputs of the layer)",
     .unscaled = "U(-C, C)"},
    {.name = "discrete",
     .spelling = ":C",
     .needed = 1,
     .parameters = 1,
     .parameter = {{.name = "C", .kind = CREASE_INTEGER, .lo = "1", .hi = "1000000000"}},
     .kind = LAW_INTEGER,
     .factor = 1,
     .may_be_unscaled = 1,
     .law = "integers from -C to C, over sqrt(inputs of the layer)",
     .unscaled = "integers from -C to C"},
    {.name = "values",
     .spelling = ":V1,..,Vk",
     .needed = 1,
     .parameters = 1,
     .parameter = {{.name = "V1,..,Vk", .kind = CREASE_RATIONAL, .list = 1}},
     .kind = LAW_CHOICE,
     .factor = 1,
     .may_be_unscaled = 1,
     .law = "one of the values, over sqrt(inputs of the layer)",
     .unscaled = "one of the values"},
};
enum { FAMILIES = sizeof families / sizeof *families };

struct law {
    const family *of;
    parameters given;
    int unscaled, has_biases;
};

static crease_status blame(crease_error *error, const char *field)
{
    error_locate(error, NULL, 0, 0, field);
    return CREASE_ERROR;
}

// The numbers behind the colon; every family with two parameters has its comma between them.
static crease_status read_parameters(law *weights, const char *text, crease_error *error)
{
    const family *of = weights->of;
    char *copy = memory_copy_text(text ? text : "");
    crease_argument argument[2] = {{.name = of->parameter[0].name, .value = copy},
                                   {.name = of->parameter[1].name}};
    size_t count = text ? 1 : 0;
    char *comma = of->parameters > 1 ? strchr(copy, ',') : NULL;
    if (comma) {
        *comma = '\0';
        argument[count++].value = comma + 1;
    }
    crease_error inner;
    crease_status status =
        parameters_read(&weights->given, of->parameter, of->parameters, argument, count, &inner);
    if (status)
        error_set(error, "%s of %s%s: %s", inner.where, of->name, of->spelling, inner.message);
    weights->has_biases = comma || !strcmp(of->name, "pytorch-default");
    free(copy);
    return status;
}

static crease_status find_family(law *weights, const char *init, crease_error *error)
{
    char known[256] = "", excerpt[EXCERPT_SIZE];
    size_t used = 0, length = strcspn(init, ":");
    for (size_t i = 0; i < FAMILIES; i++) {
        const family *of = &families[i];
        if (strlen(of->name) == length && !memcmp(of->name, init, length) &&
            (of->parameters || !init[length])) {
            weights->of = of;
            return CREASE_OK;
        }
        used += (size_t)snprintf(known + used, sizeof known - used, "%s%s%s", i ? ", " : "",
                                 of->name, of->spelling);
    }
    return error_set(error, "expected one of %s, found \"%s\"", known,
                     excerpt_text(excerpt, init, strlen(init)));
}

law *law_read(const char *init, int unscaled, crease_error *error)
{
    law *weights = memory_new(1, sizeof *weights);
    weights->unscaled = unscaled;
    const char *colon = strchr(init, ':');
    if (find_family(weights, init, error) ||
        read_parameters(weights, colon ? colon + 1 : NULL, error)) {
        blame(error, "init");
    } else if (unscaled && !weights->of->may_be_unscaled) {
        error_set(error, "expected gaussian, uniform, discrete or values as init, found \"%s\"",
                  init);
        blame(error, "unscaled");
        parameters_clear(&weights->given);
    } else {
        return weights;
    }
    free(weights);
    return NULL;
}

void law_free(law *weights)
{
    if (weights)
        parameters_clear(&weights->given);
    free(weights);
}

// ---- Drawing ----

law_kind law_draws(const law *weights)
{
    return weights->of->kind;
}

const fmpq *law_values(size_t *count, const law *weights)
{
    *count = weights->given.value->count;
    return weights->given.value->number;
}

void law_square(fmpq_t square, const law *weights, size_t inputs, size_t rows)
{
    const family *of = weights->of;
    ulong over = (ulong)(of->over == OVER_INPUTS_AND_OUTPUTS ? inputs + rows : inputs);
    fmpq_set_si(square, (slong)of->factor, weights->unscaled ? 1 : over);
    if (of->kind == LAW_CHOICE || of->kind == LAW_INTEGER || !of->parameters)
        return;
    const fmpq *parameter = weights->given.value[0].number;
    fmpq_mul(square, square, parameter);
    if (of->kind == LAW_UNIFORM)
        fmpq_mul(square, square, parameter);
}

crease_status law_draw_weight(fmpq_t weight, const law *weights, normal_source *source,
                              size_t inputs, size_t rows, crease_error *error)
{
    const parameter_value *value = weights->given.value;
    random_state *random = &source->random;
    crease_status status = CREASE_ERROR;
    fmpq_t square;
    fmpq_init(square);
    law_square(square, weights, inputs, rows);
    switch (weights->of->kind) {
    case LAW_NORMAL:
        status = normal_draw(weight, source, square, error);
        break;
    case LAW_UNIFORM:
        status = variate_uniform(weight, random, square, error);
        break;
    case LAW_INTEGER: {
        uint32_t most = (uint32_t)parameters_integer(&weights->given, "C");
        status = variate_integer(weight, random, most, square, error);
        break;
    }
    case LAW_CHOICE:
        status = variate_choice(weight, random, value->number, value->count, square, error);
        break;
    }
    fmpq_clear(square);
    return status ? blame(error, "init") : CREASE_OK;
}

int law_has_biases(const law *weights)
{
    return weights->has_biases;
}

crease_status law_read_bias_std(fmpq_t bias_std, const law *weights, const char *text,
                                crease_error *error)
{
    const char *expected = NULL;
    char found[EXCERPT_SIZE];
    fmpq_zero(bias_std);
    if (text && law_has_biases(weights))
        expected = "none with an init that says how biases are drawn";
    else if (text && rational_parse(bias_std, text, strlen(text), error))
        return blame(error, "bias_std");
    else if (fmpq_sgn(bias_std) < 0)
        expected = "a number >= 0";
    if (!expected)
        return CREASE_OK;
    error_set(error, "expected %s, found \"%s\"", expected,
              excerpt_text(found, text, strlen(text)));
    return blame(error, "bias_std");
}

void law_bias_variance(fmpq_t variance, const law *weights, size_t inputs, const fmpq_t bias_std)
{
    fmpq_mul(variance, bias_std, bias_std);
    if (!weights->has_biases)
        return;
    if (weights->of->kind == LAW_UNIFORM) {
        law_square(variance, weights, inputs, 0);
        fmpz_t three = {3};
        fmpq_div_fmpz(variance, variance, three);
    } else {
        fmpq_set(variance, weights->given.value[1].number);
    }
}

crease_status law_draw_bias(fmpq_t bias, const law *weights, normal_source *source, size_t inputs,
                            crease_error *error)
{
    if (weights->of->kind == LAW_UNIFORM)
        return law_draw_weight(bias, weights, source, inputs, 0, error);
    crease_status status = normal_draw(bias, source, weights->given.value[1].number, error);
    return status ? blame(error, "init") : CREASE_OK;
}

// ---- Texts ----

static void put_number(FILE *text, const char *before, const fmpq_t number)
{
    char *digits = rational_text(number);
    fprintf(text, "%s%s", before, digits);
    flint_free(digits);
}

static FILE *text_begin(char **text, size_t *size)
{
    FILE *stream = open_memstream(text, size);
    if (!stream)
        abort(); // memory
    return stream;
}

char *law_weights_text(const law *weights)
{
    const family *of = weights->of;
    const parameter_value *value = weights->given.value;
    char *text;
    size_t size;
    FILE *stream = text_begin(&text, &size);
    fputs(of->name, stream);
    for (size_t i = 0; of->parameters && i < value->count; i++)
        put_number(stream, i ? "," : ":", value->number + i);
    if (of->parameters > 1 && weights->has_biases)
        put_number(stream, ",", value[1].number);
    fprintf(stream, ", weights %s", weights->unscaled ? of->unscaled : of->law);
    if (of->parameters && of->kind != LAW_CHOICE) {
        fprintf(stream, " with %s =", of->parameter->name);
        put_number(stream, " ", value->number);
    }
    fclose(stream);
    return text;
}

char *law_biases_text(const law *weights)
{
    if (weights->of->kind == LAW_UNIFORM)
        return memory_copy_text(weights->of->law);
    char *text;
    size_t size;
    FILE *stream = text_begin(&text, &size);
    put_number(stream, "normal, variance ", weights->given.value[1].number);
    fclose(stream);
    return text;
}
