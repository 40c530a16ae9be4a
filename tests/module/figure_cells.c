// Means as cells of a table.
#include "tool/figure_cells.h"
#include "unit.h"

static void texts(void)
{
    cells c;
    sample s;
    sample_init(&s);
    CU_ASSERT_STRING_EQUAL(cells_mean(&c, &s), ",,");
    sample_add_count(&s, 3);
    CU_ASSERT_STRING_EQUAL(cells_mean(&c, &s), "3,,");
    sample_add_count(&s, 3);
    CU_ASSERT_STRING_EQUAL(cells_mean(&c, &s), "3,3,3");
    sample_add_count(&s, 6); // 4 -+ 4.302652729749464
    CU_ASSERT_STRING_EQUAL(cells_mean(&c, &s), "4,-0.30265273,8.30265273");
    sample_clear(&s);
}

UNIT_MAIN("cells", {"texts", texts})
