// The maximum of a convolutional layer.
#include "architectures.h"

static void check(crease_convolution shape, const char *expected)
{
    crease_architecture *a;
    CU_ASSERT_EQUAL_FATAL(crease_architecture_new_convolution(&a, &shape, NULL), CREASE_OK);
    char *found = formula_text(bound_convolution, a);
    CU_ASSERT_STRING_EQUAL(found, expected);
    free(found);
    crease_architecture_free(a);
}

// length, channels, kernel, filters, stride. Counted on networks of random integers: 4, 15, 40.
static void small(void)
{
    check((crease_convolution){3, 1, 2, 1, 1}, "4");
    check((crease_convolution){3, 1, 2, 2, 1}, "15");
    check((crease_convolution){3, 1, 2, 3, 1}, "40");
}

// Windows that do not meet multiply; one window of everything is a fully connected layer; a
// kernel of one place with c channels is a product of layers of c inputs.
static void extremes(void)
{
    check((crease_convolution){6, 1, 3, 4, 3}, "225");  // 15^2
    check((crease_convolution){3, 2, 3, 7, 1}, "127");  // zaslavsky(7, 6)
    check((crease_convolution){3, 2, 1, 4, 1}, "1331"); // 11^3
    check((crease_convolution){5, 1, 2, 1, 9}, "2");
}

static void refuses(void)
{
    check_formula(bound_convolution, "3-4-1", "relu", "needs a convolution");
    static const struct {
        crease_convolution shape;
        const char *message;
    } bad[] = {
        {{3, 1, 4, 1, 1}, "expected a kernel of at most 3 places, the length, found 4"},
        {{3, 1, 2, 1, 0}, "expected sizes of a convolution from 1 to 1000000"},
        {{3, 0, 2, 1, 1}, "expected sizes of a convolution from 1 to 1000000"},
        {{2000000, 1, 2, 1, 1}, "expected sizes of a convolution from 1 to 1000000"},
        {{9999, 1, 2, 2, 1}, "expected hidden layers of at most 10000 units, found 19996"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        crease_architecture *a = NULL;
        crease_error error;
        CU_ASSERT_EQUAL(crease_architecture_new_convolution(&a, &bad[i].shape, &error),
                        CREASE_ERROR);
        CU_ASSERT_PTR_NULL(a);
        CU_ASSERT_STRING_EQUAL(error.message, bad[i].message);
    }
}

UNIT_MAIN("bound_convolution", {"small", small}, {"extremes", extremes}, {"refuses", refuses})
