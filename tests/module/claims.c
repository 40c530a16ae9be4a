// Claims: what is listed, and how it is told.
#include "make/claims.h"
#include "unit.h"

#include <stdlib.h>

static void check_text(const claims *list, size_t index, const char *expected)
{
    char *text = claims_text(list, index);
    CU_ASSERT_STRING_EQUAL(text, expected);
    free(text);
}

static void lists(void)
{
    claims list = {.source = "a theorem"};
    fmpz_t value;
    fmpz_init_set_ui(value, 22);
    claims_arrangement(&list, value, "0,1");
    fmpz_set_ui(value, 99);
    claims_add(&list, CREASE_LINEAR_REGIONS, CREASE_AT_LEAST, value, NULL);
    claims_refute(&list, "a print");
    fmpz_clear(value);
    CU_ASSERT_EQUAL_FATAL(list.count, 4);
    check_text(&list, 0, "22 activation regions on the box 0,1");
    check_text(&list, 2, "22 affine maps on the box 0,1");
    check_text(&list, 3, "at least 99 linear regions");
    CU_ASSERT_STRING_EQUAL(list.of[2].source, "a theorem");
    CU_ASSERT_FALSE(list.of[2].refuted);
    CU_ASSERT_STRING_EQUAL(list.of[3].source, "a print");
    CU_ASSERT(list.of[3].refuted);
    claims_clear(&list);
}

static void some(void)
{
    claims list = {.source = "a theorem"};
    fmpz_t value;
    fmpz_init_set_ui(value, 7);
    claims_regions(&list, value, 0, NULL);
    CU_ASSERT_EQUAL(list.count, 1);
    claims_regions(&list, value, 1, NULL);
    CU_ASSERT_EQUAL(list.count, 3);
    fmpz_clear(value);
    claims_clear(&list);
}

UNIT_MAIN("claims", {"lists", lists}, {"some", some})
