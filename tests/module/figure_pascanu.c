// Pascanu et al.: known numbers of regions and parameters.
#include "figures.h"

static void check(const made *m, const char *shape, const char *bound, const char *layers,
                  const char *parameters, const char *regions)
{
    for (size_t row = 0; row < table_rows(&m->found); row++)
        if (!strcmp(made_text(m, row, "shape"), shape) &&
            !strcmp(made_text(m, row, "bound"), bound) &&
            !strcmp(made_text(m, row, "layers"), layers) &&
            !strcmp(made_text(m, row, "parameters"), parameters)) {
            CU_ASSERT_STRING_EQUAL(made_text(m, row, "regions"), regions);
            CU_ASSERT_DOUBLE_EQUAL(made_number(m, row, "per_parameter"),
                                   strtod(regions, NULL) / strtod(parameters, NULL), 1e-6);
            return;
        }
    CU_FAIL("a row that is not there");
}

static void numbers(void)
{
    made m = made_by("pascanu", (crease_reproduce){.seed = 0});
    check(&m, "2 inputs; width 4", "pascanu", "2", "37", "22");
    check(&m, "2 inputs; width 4", "montufar-2014", "2", "37", "44");
    check(&m, "2 inputs; width 4", "montufar-2014", "3", "57", "176");
    check(&m, "2 inputs; width 4", "zaslavsky", "2", "33", "37"); // eight units
    check(&m, "2 inputs; width 8", "zaslavsky", "1", "33", "37");
    check(&m, "4 inputs; width 8", "zaslavsky", "1", "49", "163"); // 1 + 8 + 28 + 56 + 70
    made_clear(&m);
}

// What is counted is what the theorem says: 11 regions in each of the copies.
static void folds(void)
{
    made m = made_by("pascanu-8", (crease_reproduce){.seed = 0});
    CU_ASSERT_EQUAL_FATAL(table_rows(&m.found), 3);
    for (size_t row = 0; row < 3; row++) {
        CU_ASSERT_EQUAL(made_number(&m, row, "regions"), 11 << 2 * row);
        CU_ASSERT_STRING_EQUAL(made_text(&m, row, "regions"), made_text(&m, row, "claimed"));
        CU_ASSERT_STRING_EQUAL(made_text(&m, row, "of_one_copy"), "11");
    }
    made_clear(&m);
}

UNIT_MAIN("pascanu", {"numbers", numbers}, {"folds", folds})
