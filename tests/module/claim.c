// The names of quantities and relations.
#include "unit.h"
#include <crease/make.h>

static void quantities(void)
{
    CU_ASSERT_STRING_EQUAL(crease_quantity_name(CREASE_ACTIVATION_REGIONS), "activation_regions");
    CU_ASSERT_STRING_EQUAL(crease_quantity_name(CREASE_BOUNDED_REGIONS), "bounded_regions");
    CU_ASSERT_STRING_EQUAL(crease_quantity_name(CREASE_LINEAR_REGIONS), "linear_regions");
    CU_ASSERT_STRING_EQUAL(crease_quantity_name(CREASE_AFFINE_MAPS), "affine_maps");
}

static void relations(void)
{
    CU_ASSERT_STRING_EQUAL(crease_relation_name(CREASE_EQUAL), "=");
    CU_ASSERT_STRING_EQUAL(crease_relation_name(CREASE_AT_LEAST), ">=");
    CU_ASSERT_STRING_EQUAL(crease_relation_name(CREASE_AT_MOST), "<=");
}

UNIT_MAIN("claim", {"quantities", quantities}, {"relations", relations})
