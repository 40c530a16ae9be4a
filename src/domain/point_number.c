// Numbers of points.
#include "domain/point_number.h"

#include "base/fatal.h"
#include "exact/lowest_terms.h"
#include "exact/words64.h"
#include <flint/fmpz_vec.h>

void point_numbers_begin(geom_space *space)
{
    const size_t points = space->point_rows.count;
    ASSERT(!space->is_numbered);
    space->is_numbered = true;
    shared_vertices_begin(&space->shared, space->dimension, 0);
    MEMORY_RESERVE(space->label, space->labels, points);
    if (points) // cells without vertices have none
        memset(space->label, 0, points * sizeof *space->label);
}

// Writes integers as a name that is none of tree/vertex_name.h. Returns its bytes.
static size_t name_row(geom_space *space, const fmpz *row)
{
    size_t words = 1;
    for (size_t c = 0; c < space->columns; c++)
        words += fmpz_words_u64(row + c);
    shared_vertices_begin(&space->shared, space->dimension, words * sizeof(uint64_t));
    uint64_t *word = (uint64_t *)(void *)space->shared.name;
    *word++ = ~(uint64_t)0; // not the layer of a plane
    for (size_t c = 0; c < space->columns; c++)
        word = fmpz_write_u64(word, row + c);
    return words * sizeof(uint64_t);
}

uint64_t point_number_of_row(geom_space *space, const fmpz *row)
{
    ASSERT(space->is_numbered);
    return shared_vertices_find(&space->shared, name_row(space, row));
}

static uint64_t number_by_integers(geom_space *space, uint32_t point)
{
    const size_t columns = space->columns;
    if (space->point[point].infinite)
        return point_number_of_row(space, space_primitive_direction(space, point));
    fmpz *row = _fmpz_vec_init((slong)columns + 1);
    lowest_terms_row(row, row + columns, space_point_row(space, point), columns, NULL);
    const uint64_t number = point_number_of_row(space, row);
    _fmpz_vec_clear(row, (slong)columns + 1);
    return number;
}

static uint64_t number_of(geom_space *space, uint32_t point)
{
    ASSERT(space->is_numbered && point < space->point_rows.count);
    if (!space->label[point].number)
        space->label[point].number = number_by_integers(space, point);
    return space->label[point].number;
}

// Guessed signs of float arithmetic need not leave a complex.
uint64_t point_number_on_edge(geom_space *space, const uint32_t ends[2])
{
    return space->divides_edges && space->judge->arith != CREASE_FLOAT
               ? shared_vertices_divide(&space->shared, number_of(space, ends[0]),
                                        number_of(space, ends[1]))
               : 0;
}
