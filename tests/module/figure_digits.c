// The trained networks are read, or it is said which one cannot be.
#include "tool/figure_digits.h"
#include "figures.h"

static void all(void)
{
    experiment e = {.how = {.data = "data/trained"}};
    digits d;
    CU_ASSERT_FATAL(digits_read(&d, &e, NULL) == CREASE_OK);
    CU_ASSERT_EQUAL(d.epochs, 7);
    CU_ASSERT_EQUAL(d.points, 20);
    CU_ASSERT_EQUAL(d.inputs, 64);
    CU_ASSERT_EQUAL(d.units, 96);
    CU_ASSERT_EQUAL(d.epoch[6], 50);
    CU_ASSERT(strcmp(crease_net_sha256(d.net[0]), crease_net_sha256(d.net[6])) != 0);
    digits_clear(&d);
}

static void missing(void)
{
    experiment e = {.how = {.data = "/nowhere"}};
    crease_error error;
    digits d;
    CU_ASSERT_EQUAL(digits_read(&d, &e, &error), CREASE_ERROR);
    CU_ASSERT_STRING_EQUAL(error.file, "/nowhere");
    CU_ASSERT_STRING_EQUAL(error.message,
                           "expected one file *_points.json, found 0; --data names the folder");
}

UNIT_MAIN("digits", {"all", all}, {"missing", missing})
