// Cells of any dimension, cut by planes with small integers and told in words.
#ifndef TESTS_CUTTING_H
#define TESTS_CUTTING_H

#include "cell/kind.h"
#include "domain/border.h"
#include "tree/region.h"
#include "unit.h"

#include <flint/fmpq_vec.h>
#include <flint/fmpz_vec.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { MOST_GENERATORS = 1024, MOST_WORDS = 4000 };

// The position has only a space and a judge, which is enough for regions without maps.
typedef struct {
    walk_position pos;
    size_t dimension;
    uint32_t slots;
    geom_cell whole;
} cutting;

static inline void cutting_init(cutting *c, size_t dimension, crease_arith arith)
{
    *c = (cutting){.dimension = dimension};
    sign_judge_init(&c->pos.judge, arith, 0);
    space_init(&c->pos.space, dimension, &c->pos.judge);
    c->pos.space.kind = dimension > 1 ? &vertices_kind : &interval_kind;
    c->pos.space.kind->whole(&c->whole, &c->pos.space);
    c->slots = (uint32_t)c->whole.count;
}

static inline void cutting_clear(cutting *c)
{
    space_clear(&c->pos.space);
    sign_judge_clear(&c->pos.judge);
}

// The plane of dimension + 1 integers, the constant last, as that of split number `split`.
static inline uint32_t cutting_plane(cutting *c, const int *row, uint64_t split)
{
    size_t columns = c->dimension + 1;
    fmpz *form = _fmpz_vec_init((slong)columns);
    for (size_t i = 0; i < columns; i++)
        fmpz_set_si(form + i, row[i]);
    uint32_t plane = space_add_border(&c->pos.space, form);
    c->pos.space.origin[plane].split = split;
    _fmpz_vec_clear(form, (slong)columns);
    return plane;
}

// Fills sign; 1 if the plane runs through the interior of the cell.
static inline bool cutting_signs(cutting *c, signed char *sign, const geom_cell *cell,
                                 uint32_t plane)
{
    bool below = false, above = false;
    for (size_t i = 0; i < cell->count; i++) {
        sign[i] = (signed char)space_sign(&c->pos.space, plane, cell->generator[i].point);
        bool line = i < cell->lines && sign[i];
        below |= sign[i] < 0 || line;
        above |= sign[i] > 0 || line;
    }
    return below && above;
}

// half[0] lies below, half[1] above; 0, and neither is made, if the plane does not cut.
static inline bool cutting_halve(cutting *c, geom_cell *half, const geom_cell *cell, const int *row)
{
    signed char sign[MOST_GENERATORS];
    if (cell->count > MOST_GENERATORS)
        abort();
    uint32_t plane = cutting_plane(c, row, NO_SPLIT);
    // In one dimension every plane that is tested cuts.
    if (!cutting_signs(c, sign, cell, plane) && c->dimension > 1)
        return false;
    cell_split(half, &c->pos.space, cell, sign, plane, &c->slots);
    return true;
}

// The cell where all inequalities hold, row . (x, 1) >= 0, made from the whole space.
static inline geom_cell cutting_cell(cutting *c, const int *inequality, size_t count)
{
    geom_cell cell;
    cell_view(&cell, &c->pos.space, &c->whole);
    for (size_t k = 0; k < count; k++)
        if (!cell_clip(&cell, &c->pos.space,
                       cutting_plane(c, inequality + k * (c->dimension + 1), k)))
            abort();
    return cell;
}

// The cube 0 <= x_i <= 1.
static inline geom_cell cutting_cube(cutting *c)
{
    int inequality[2 * 8 * 9] = {0};
    size_t columns = c->dimension + 1;
    for (size_t i = 0; i < c->dimension; i++) {
        inequality[2 * i * columns + i] = 1;
        inequality[(2 * i + 1) * columns + i] = -1;
        inequality[(2 * i + 1) * columns + c->dimension] = 1;
    }
    return cutting_cell(c, inequality, 2 * c->dimension);
}

static inline const crease_region *cutting_region(cutting *c, crease_region *region,
                                                  const geom_cell *cell)
{
    region_cache *cache = arena_take(&c->pos.space.cells, sizeof *cache);
    *cache = (region_cache){0};
    *region = (crease_region){.pos = &c->pos, .cell = cell, .cache = cache};
    return region;
}

// ---- in words ----

static inline int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

// "X a b c" with a, b, c in the order of the alphabet; frees them.
static inline void tell(FILE *stream, const char *kind, char **said, size_t count)
{
    qsort(said, count, sizeof *said, by_text);
    for (size_t i = 0; i < count; i++) {
        fprintf(stream, "%s%s ", i ? "" : kind, said[i]);
        free(said[i]);
    }
}

// "1/2,0,3" for entries over the divisor.
static inline char *row_words(const fmpz *row, size_t count, const fmpz_t divisor)
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    fmpq_t x;
    fmpq_init(x);
    for (size_t i = 0; i < count; i++) {
        fmpq_set_fmpz_frac(x, row + i, divisor);
        char *number = fmpq_get_str(NULL, 10, x);
        fprintf(stream, "%s%s", i ? "," : "", number);
        flint_free(number);
    }
    fclose(stream);
    fmpq_clear(x);
    return text;
}

static inline char *generator_words(cutting *c, const geom_cell *cell, size_t generator)
{
    uint32_t point = cell->generator[generator].point;
    const fmpz *row = space_point_row(&c->pos.space, point);
    fmpz_t divisor;
    fmpz_init_set(divisor, row + c->dimension);
    if (c->pos.space.point[point].infinite)
        _fmpz_vec_content(divisor, row, (slong)c->dimension);
    char *text = row_words(row, c->dimension, divisor);
    fmpz_clear(divisor);
    return text;
}

// An oriented inequality, primitive; "oo": infinity.
static inline char *plane_words(cutting *c, half_space facet)
{
    if (facet.plane == SPACE_INFINITY)
        return strdup("oo");
    const fmpz *row = space_plane_row(&c->pos.space, facet.plane);
    fmpz_t divisor;
    fmpz_init(divisor);
    _fmpz_vec_content(divisor, row, (slong)c->dimension + 1);
    if (facet.side < 0)
        fmpz_neg(divisor, divisor);
    char *text = row_words(row, c->dimension + 1, divisor);
    fmpz_clear(divisor);
    return text;
}

// "V 0,0,0 1,0,0 R 0,1,0 L 0,0,1 F 1,0,0,0 oo ": vertices, rays, lines, and the inequalities
// that are kept, needed or not.
static inline char *cell_words(cutting *c, const geom_cell *cell)
{
    char *said[MOST_WORDS], *text = NULL;
    size_t size = 0, count = 0;
    FILE *stream = open_memstream(&text, &size);
    for (int infinite = 0; infinite < 2; infinite++, count = 0) {
        for (size_t i = cell->lines; i < cell->count; i++)
            if (c->pos.space.point[cell->generator[i].point].infinite == infinite)
                said[count++] = generator_words(c, cell, i);
        tell(stream, infinite ? "R " : "V ", said, count);
    }
    for (; count < cell->lines; count++)
        said[count] = generator_words(c, cell, count);
    tell(stream, "L ", said, count);
    for (count = 0; count < cell->facets; count++)
        said[count] = plane_words(c, cell->facet[count]);
    tell(stream, "F ", said, count);
    fclose(stream);
    return text;
}

static inline void expect_words(char *found, const char *wanted)
{
    if (strcmp(found, wanted) != 0)
        printf("\n    found    %s\n    expected %s", found, wanted);
    CU_ASSERT_STRING_EQUAL(found, wanted);
    free(found);
}

static inline void expect_cell(cutting *c, const geom_cell *cell, const char *wanted)
{
    expect_words(cell_words(c, cell), wanted);
}

#endif
