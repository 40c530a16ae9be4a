// Architectures: what is read, what is refused, parameters.
#include "theory/architecture.h"
#include "architectures.h"
#include "nets.h"

static bool has_parameters(const crease_architecture *a, ulong expected)
{
    fmpz_t count;
    fmpz_init(count);
    crease_architecture_parameters(count, a);
    bool same = fmpz_equal_ui(count, expected);
    fmpz_clear(count);
    return same;
}

static void made(void)
{
    crease_architecture *a = architecture_of("2-4-3-1", "leaky:0.10");
    CU_ASSERT_STRING_EQUAL(crease_architecture_text(a), "2-4-3-1, leaky:1/10");
    CU_ASSERT_EQUAL(crease_architecture_inputs(a), 2);
    CU_ASSERT_EQUAL(crease_architecture_units(a), 7);
    CU_ASSERT(has_parameters(a, 12 + 15 + 4));
    crease_architecture_free(a);
    a = architecture_of("2-4-3-2", "maxout:3");
    CU_ASSERT(has_parameters(a, 36 + 45 + 8));
    crease_architecture_free(a);
}

static void check_refused(const size_t *widths, size_t count, const char *name,
                          const char *expected)
{
    crease_architecture *a = NULL;
    crease_error error;
    char text[1024];
    CU_ASSERT_EQUAL(crease_architecture_new(&a, widths, count, name, &error), CREASE_ERROR);
    CU_ASSERT_PTR_NULL(a);
    CU_ASSERT_STRING_EQUAL(crease_error_text(text, sizeof text, &error), expected);
}

static void refuses(void)
{
    static const size_t fine[] = {2, 3, 1}, wide[] = {2, 10001, 1}, zero[] = {2, 0, 1};
    check_refused(fine, 2, "relu",
                  "widths: expected inputs, hidden layers and outputs such as 2-32-32-1, found no "
                  "hidden layer");
    check_refused(zero, 3, "relu", "widths: expected widths of at least 1, found 0");
    check_refused(wide, 3, "relu",
                  "widths: expected hidden layers of at most 10000 units, found 10001");
    size_t many[13];
    for (size_t i = 0; i < 13; i++)
        many[i] = 10000;
    check_refused(many, 13, "relu", "widths: expected at most 100000 hidden units, found more");
    crease_architecture *a = NULL;
    crease_error error;
    CU_ASSERT_EQUAL(crease_architecture_new(&a, fine, 3, "rely", &error), CREASE_ERROR);
    CU_ASSERT_STRING_EQUAL(error.where, "activation");
}

// The architecture of a network, on its own inputs and on a slice.
static void of_net(void)
{
    crease_net *net = net_with_inputs(
        3, RELU("[[1, 2, 3], [2, 4, 6]]", "[0, 1]") "," LAYER(
               "maxout:2", "[[1, 1], [1, 2]]", "[0, 0]") "," LINEAR("[[1], [2]]", "[0, 0]"));
    crease_architecture *a;
    CU_ASSERT_EQUAL_FATAL(crease_architecture_of_net(&a, net, 3, NULL), CREASE_OK);
    CU_ASSERT_STRING_EQUAL(crease_architecture_text(a), "3-2-1-2, relu, maxout:2");
    CU_ASSERT_EQUAL(a->layer[0].weight_rank, 1);
    CU_ASSERT_EQUAL(a->layer[1].weight_rank, 2);
    CU_ASSERT(has_parameters(a, crease_net_parameters(net)));
    crease_architecture_free(a);
    CU_ASSERT_EQUAL_FATAL(crease_architecture_of_net(&a, net, 1, NULL), CREASE_OK);
    CU_ASSERT_STRING_EQUAL(crease_architecture_text(a), "1-2-1-2, relu, maxout:2");
    CU_ASSERT(has_parameters(a, crease_net_parameters(net)));
    crease_architecture_free(a);
    crease_net_free(net);
    // A multiple of the prime of the quick test.
    net = net_with_inputs(1, RELU("[[4611686018427388039]]", "[0]") "," LINEAR("[[1]]", "[0]"));
    CU_ASSERT_EQUAL_FATAL(crease_architecture_of_net(&a, net, 1, NULL), CREASE_OK);
    CU_ASSERT_EQUAL(a->layer[0].weight_rank, 1);
    crease_architecture_free(a);
    crease_net_free(net);
    net = net_of(LINEAR("[[1, 2]]", "[0]"));
    crease_error error;
    CU_ASSERT_EQUAL(crease_architecture_of_net(&a, net, 2, &error), CREASE_ERROR);
    CU_ASSERT_STRING_EQUAL(error.message, "expected a network with a hidden layer, found none");
    crease_net_free(net);
}

UNIT_MAIN("architecture", {"made", made}, {"refuses", refuses}, {"of_net", of_net})
