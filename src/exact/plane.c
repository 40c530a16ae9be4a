// Maps of the plane: a weight is read once for all three columns of a map, and the vertices of a
// polygon are read once for several units.
#include "exact/plane.h"

#include "base/fatal.h"
#include "exact/versions.h"

enum { MOST_WIDTH = 4 };

typedef uint32_t four __attribute__((vector_size(16), aligned(4), may_alias));
typedef uint32_t eight __attribute__((vector_size(32), aligned(4), may_alias));

#define VECTOR quad
#define FLAGS four
#define WIDTH QUAD
#define ADD_INPUT add_input_to_fours
#define STORE_COLUMN store_fours
#define SUM_BLOCK sum_fours
#define SUM_ALL sum_by_fours
#define WIDEN widen_four
#define CORNERS_BLOCK corners_of_fours
#define CORNERS corners_by_fours
#include "exact/plane_loops.h"
#undef VECTOR
#undef FLAGS
#undef WIDTH
#undef ADD_INPUT
#undef STORE_COLUMN
#undef SUM_BLOCK
#undef SUM_ALL
#undef WIDEN
#undef CORNERS_BLOCK
#undef CORNERS
#define VECTOR lanes
#define FLAGS eight
#define WIDTH LANES
#define ADD_INPUT add_input_to_eights
#define STORE_COLUMN store_eights
#define SUM_BLOCK sum_eights
#define SUM_ALL sum_by_eights
#define WIDEN widen_eight
#define CORNERS_BLOCK corners_of_eights
#define CORNERS corners_by_eights
#include "exact/plane_loops.h"

WIDEST
static void sum_widest(const map_sums *sums, double squares[PLANE_COLUMNS])
{
    sum_by_eights(sums, squares);
}

VERSIONS WITH_SIMD void plane_sum(const map_sums *sums, double squares[PLANE_COLUMNS])
{
    if (HAS_WIDEST)
        sum_widest(sums, squares);
    else
        sum_by_fours(sums, squares);
}

WIDEST
static size_t corners_widest(const map_values *values)
{
    ASSERT(values->units <= values->stride);
    return values->least ? corners_by_eights(values, 1) : corners_by_eights(values, 0);
}

VERSIONS WITH_SIMD size_t plane_corners(const map_values *values)
{
    ASSERT(values->units <= values->stride);
    if (HAS_WIDEST)
        return corners_widest(values);
    return values->least ? corners_by_fours(values, 1) : corners_by_fours(values, 0);
}
