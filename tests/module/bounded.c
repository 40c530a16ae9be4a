// Whether a domain is bounded.
#include "geom/domain.h"
#include "unit.h"
#include <string.h>

// An .ine file of rows b a1 .. ad.
static void check(size_t columns, const char *rows, int bounded)
{
    char text[400];
    crease_domain *domain;
    snprintf(text, sizeof text, "begin\n***** %zu rational\n%s\nend\n", columns, rows);
    CU_ASSERT_EQUAL_FATAL(crease_domain_parse_ine(&domain, text, strlen(text), "test", NULL),
                          CREASE_OK);
    for (domain->general = 0; domain->general < 2; domain->general++)
        CU_ASSERT_EQUAL(crease_domain_is_bounded(domain), bounded);
    crease_domain_free(domain);
}

static void polytopes(void)
{
    check(2, "0 1  1 -1", 1);
    check(2, "0 1", 0);
    check(2, "0 -1  7 -1", 0);
    check(3, "0 1 0  0 0 1  1 -1 -1/2", 1);
    check(3, "0 1 0  0 0 1  1 -1 0", 0);           // a strip
    check(3, "0 1 0  1 -1 0", 0);                  // with a line
    check(3, "0 1 0  0 0 1  1e500 -1e-500 -1", 1); // just so
    check(4, "0 1 0 0  0 0 1 0  0 0 0 1  1 -1 -1 -1", 1);
    check(4, "0 1 0 0  0 0 1 0  0 0 0 1  1 -1 -1 0", 0);
    check(4, "0 1 0 0  0 0 1 0  0 0 0 1", 0);
}

// Flat or contradictory: nothing is there to go on for ever.
static void without_interior(void)
{
    check(2, "0 1  0 -1", 1);
    check(3, "-1 1 0  0 -1 0", 1);
    check(4, "0 1 0 0  0 -1 0 0", 1);
}

static void others(void)
{
    crease_domain *box;
    for (size_t dimension = 1; dimension < 5; dimension++) {
        crease_domain *space = crease_domain_new_space(dimension);
        CU_ASSERT(!crease_domain_is_bounded(space));
        crease_domain_free(space);
        CU_ASSERT_EQUAL_FATAL(crease_domain_parse_box(&box, "-1,1", dimension, NULL), CREASE_OK);
        CU_ASSERT(crease_domain_is_bounded(box));
        crease_domain_free(box);
    }
}

UNIT_MAIN("bounded", {"polytopes", polytopes}, {"without interior", without_interior},
          {"others", others})
