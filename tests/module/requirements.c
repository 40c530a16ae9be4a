// What theorems ask of an architecture.
#include "architectures.h"

static void kinds(void)
{
    static const struct {
        const char *activation;
        int relu, scalar, maxout;
        ulong pieces;
    } cases[] = {{"relu", 1, 1, 0, 2},         {"leaky:1/10", 0, 1, 0, 2}, {"abs", 0, 1, 0, 2},
                 {"hardtanh", 0, 1, 0, 3},     {"linear", 0, 1, 0, 1},     {"maxout:3", 0, 0, 1, 0},
                 {"pwl:0,1;0,1,0", 0, 1, 0, 3}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        crease_architecture *a = architecture_of("2-3-4-1", cases[i].activation);
        CU_ASSERT_EQUAL(architecture_is_relu(a), cases[i].relu);
        CU_ASSERT_EQUAL(architecture_is_scalar(a), cases[i].scalar);
        CU_ASSERT_EQUAL(architecture_is_maxout(a), cases[i].maxout);
        for (ulong pieces = 1; pieces <= 4; pieces++)
            CU_ASSERT_EQUAL(architecture_has_pieces(a, pieces), pieces == cases[i].pieces);
        crease_architecture_free(a);
    }
}

static void widths(void)
{
    crease_architecture *a = architecture_of("5-6-4-2-9-1", "relu");
    CU_ASSERT(architecture_has_width(a, 2, 0) && !architecture_has_width(a, 3, 0));
    CU_ASSERT(architecture_has_multiples(a, 2, 1) && !architecture_has_multiples(a, 2, 0));
    static const ulong reach[] = {5, 5, 4, 2, 2};
    for (size_t l = 0; l <= 4; l++)
        CU_ASSERT_EQUAL(architecture_reach(a, l), reach[l]);
    crease_architecture_free(a);
    // Of a single layer, all but the last is nothing, and may be anything.
    a = architecture_of("5-1-1", "relu");
    CU_ASSERT(architecture_has_width(a, 100, 1) && architecture_has_multiples(a, 100, 1));
    crease_architecture_free(a);
}

UNIT_MAIN("requirements", {"kinds", kinds}, {"widths", widths})
