// Tests of net/draft.
#include "net/draft.h"
#include "unit.h"
#include <flint/fmpq_vec.h>
#include <stdio.h>
#include <string.h>

// Three places that numbers and rows are said to stand at.
static const document_text document = {"1e39\n[0]\n\"1/3\"", 14};
enum { FIRST = 0, SECOND = 5, THIRD = 9 };

static void add(literal_list *list, const char *text, size_t offset)
{
    fmpq_t value;
    fmpq_init(value);
    CU_ASSERT_EQUAL_FATAL(rational_parse(value, text, strlen(text), NULL), CREASE_OK);
    literals_add(list, value, offset);
    fmpq_clear(value);
}

static void add_layer(draft *plan, size_t rows, size_t columns, const char *weight,
                      const char *bias)
{
    draft_layer *layer = draft_add_layer(plan);
    layer->rows = rows;
    layer->columns = columns;
    layer->first_row = SECOND;
    for (size_t i = 0; i < rows * columns; i++)
        add(&layer->weight, weight, i + 1 < rows * columns ? SECOND : FIRST);
    for (size_t i = 0; i < rows; i++)
        add(&layer->bias, bias, THIRD);
    CU_ASSERT_EQUAL_FATAL(activation_parse(&layer->act, "abs", NULL), CREASE_OK);
}

static void clearing(void)
{
    draft plan = {0};
    draft_clear(&plan);
    add_layer(&plan, 2, 3, "1/7", "1e30");
    draft_add_layer(&plan); // not filled
    draft_clear(&plan);
    CU_ASSERT_EQUAL(plan.layers, 0);
}

static void finishing(void)
{
    draft plan = {.inputs = 3, .rounding = RATIONAL_BINARY32};
    add_layer(&plan, 2, 3, "16777217", "1/3");
    add_layer(&plan, 4, 2, "-7", "0");
    crease_net *net;
    CU_ASSERT_EQUAL_FATAL(draft_finish(&net, &plan, document, NULL), CREASE_OK);
    draft_clear(&plan);
    CU_ASSERT_EQUAL(crease_net_inputs(net), 3);
    CU_ASSERT_EQUAL(crease_net_outputs(net), 4);
    CU_ASSERT_STRING_EQUAL(crease_net_about(net), "");
    CU_ASSERT_EQUAL(strlen(crease_net_sha256(net)), 64);
    fmpq *x = _fmpq_vec_init(3), *y = _fmpq_vec_init(4);
    fmpq_one(x);
    crease_net_evaluate(y, net, x); // 2^24 and a third, twice, times -7
    char *text = rational_text(y);
    CU_ASSERT_STRING_EQUAL(text, "3940649752242861/16777216");
    flint_free(text);
    _fmpq_vec_clear(x, 3);
    _fmpq_vec_clear(y, 4);
    crease_net_free(net);
}

// The units of a layer are its rows, or as many times fewer as the activation takes.
static void rows_of_units(void)
{
    draft plan = {.inputs = 3};
    add_layer(&plan, 6, 3, "1", "1");
    activation_clear(&plan.layer->act);
    CU_ASSERT_EQUAL_FATAL(activation_parse(&plan.layer->act, "maxout:3", NULL), CREASE_OK);
    add_layer(&plan, 4, 2, "1", "1");
    crease_net *net;
    CU_ASSERT_EQUAL_FATAL(draft_finish(&net, &plan, document, NULL), CREASE_OK);
    draft_clear(&plan);
    CU_ASSERT_EQUAL(crease_net_width(net, 0), 2);
    CU_ASSERT_EQUAL(crease_net_width(net, 1), 4);
    CU_ASSERT_EQUAL(crease_net_parameters(net), 6 * 4 + 4 * 3);
    crease_net_free(net);
}

static void check_refusal(draft *plan, const char *expected)
{
    crease_net *net;
    crease_error error;
    char line[1000];
    CU_ASSERT_EQUAL(draft_finish(&net, plan, document, &error), CREASE_ERROR);
    CU_ASSERT_STRING_EQUAL(crease_error_text(line, sizeof line, &error), expected);
    if (strcmp(line, expected) != 0)
        printf("\n  found    %s\n  expected %s\n", line, expected);
    draft_clear(plan);
}

static void misfits(void)
{
    draft plan = {.inputs = 2};
    add_layer(&plan, 2, 3, "1", "1");
    check_refusal(&plan, "2:1: layers[0].weights[0]: expected 2 numbers, one for each input, "
                         "found 3");
    plan.inputs = 3;
    add_layer(&plan, 1, 3, "1", "1");
    add_layer(&plan, 2, 2, "1", "1");
    check_refusal(&plan, "2:1: layers[1].weights[0]: expected 1 number, one for each unit of "
                         "layers[0], found 2");
}

static void overflow(void)
{
    draft plan = {.inputs = 3, .rounding = RATIONAL_BINARY32};
    add_layer(&plan, 1, 3, "1", "1");
    add_layer(&plan, 2, 1, "1", "1");
    add_layer(&plan, 3, 2, "1", "1");
    fmpq *last = &plan.layer[2].weight.number[5].value;
    CU_ASSERT_EQUAL(rational_parse(last, "1e39", 4, NULL), CREASE_OK);
    check_refusal(&plan, "1:1: layers[2].weights[2][1]: expected a number in the range of "
                         "binary32, found 1e39");
    plan.inputs = 1;
    plan.rounding = RATIONAL_BINARY64;
    add_layer(&plan, 3, 1, "1", "-1e309");
    check_refusal(&plan, "3:1: layers[0].bias[0]: expected a number in the range of binary64, "
                         "found \"1/3\"");
}

UNIT_MAIN("draft", {"clearing", clearing}, {"finishing", finishing},
          {"rows of units", rows_of_units}, {"misfits", misfits}, {"overflow", overflow})
