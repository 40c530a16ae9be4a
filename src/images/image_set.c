// Distinct images, each with the number of cells that have it.
#include "images/image_set.h"

#include "base/fatal.h"
#include "base/memory.h"
#include <flint/fmpq_vec.h>
#include <flint/fmpz_mat.h>
#include <flint/fmpz_vec.h>
#include <stdlib.h>

void image_set_init(image_set *set)
{
    *set = (image_set){0};
    row_table_init(&set->keys);
    fmpz_init(set->points);
    fmpz_init(set->faithful_points);
}

void image_set_clear(image_set *set)
{
    for (size_t i = 0; i < set->count; i++) {
        image_clear(&set->class[i].image);
        fmpz_clear(set->class[i].cells);
        fmpz_clear(set->class[i].faithful);
    }
    free(set->class);
    row_table_clear(&set->keys);
    fmpz_clear(set->points);
    fmpz_clear(set->faithful_points);
}

image_class *image_set_enter(image_set *set, image *member)
{
    ASSERT(member->dimension <= member->rows);
    size_t entries;
    fmpz *key = image_key(member, &entries);
    const size_t number = row_table_enter(&set->keys, key, entries);
    _fmpz_vec_clear(key, (slong)entries);
    if (number < set->count) {
        image_clear(member);
        return set->class + number;
    }
    MEMORY_RESERVE(set->class, set->capacity, set->count + 1);
    image_class *class = set->class + set->count++;
    class->image = *member;
    fmpz_init(class->cells);
    fmpz_init(class->faithful);
    return class;
}

// ---- Files ----

// Whether the hull is in reduced echelon form, so that it tells points apart.
static bool hull_is_sound(const image *i)
{
    const size_t columns = i->dimension + 1;
    for (size_t k = 0; k < i->dimension; k++) {
        if (i->pivot[k] >= i->rows || (k && i->pivot[k] <= i->pivot[k - 1]))
            return false;
        const fmpq *row = i->hull + i->pivot[k] * columns;
        for (size_t c = 0; c < columns; c++)
            if (c == k ? !fmpq_is_one(row + c) : !fmpq_is_zero(row + c))
                return false;
    }
    return true;
}

// Whether the generators are those of a set of full dimension that has a point.
static bool generators_are_sound(const image *i)
{
    const size_t columns = i->dimension + 1;
    size_t points = 0, rays = 0;
    fmpz_mat_t all;
    fmpz_mat_init(all, (slong)i->count, (slong)columns);
    for (size_t g = 0; g < i->count; g++) {
        const fmpz *row = i->generator + g * columns;
        _fmpz_vec_set(fmpz_mat_entry(all, (slong)g, 0), row, (slong)columns);
        points += g >= i->lines && fmpz_sgn(row + i->dimension) > 0;
        rays += fmpz_is_zero(row + i->dimension);
    }
    const slong rank = fmpz_mat_rank(all);
    fmpz_mat_clear(all);
    return points && points + rays == i->count && rays == i->rays && i->lines <= i->rays &&
           rank == (slong)columns;
}

// Writes an image, or reads one and refuses it unless it is sound.
static void pack_image(image *i, pack *p, size_t rows, size_t dimension)
{
    i->rows = rows;
    i->dimension = pack_count(p, i->dimension, sizeof(uint64_t));
    p->failed |= i->dimension < 1 || i->dimension > dimension;
    if (p->failed)
        return;
    const size_t columns = i->dimension + 1;
    i->lines = pack_word(p, i->lines);
    i->rays = pack_word(p, i->rays);
    i->count = pack_count(p, i->count, columns * sizeof(uint64_t));
    if (p->reads) {
        i->pivot = memory_new(columns, sizeof *i->pivot);
        i->hull = _fmpq_vec_init((slong)(rows * columns));
        i->generator = _fmpz_vec_init((slong)(i->count * columns));
    }
    for (size_t k = 0; k < i->dimension; k++) {
        const size_t pivot = pack_word(p, i->pivot[k]);
        if (p->reads)
            i->pivot[k] = pivot;
    }
    pack_rationals(p, i->hull, rows * columns);
    pack_integers(p, i->generator, i->count * columns);
    p->failed |= p->reads && (p->failed || !hull_is_sound(i) || !generators_are_sound(i));
}

static void pack_cells(pack *p, fmpz *cells, fmpz *faithful)
{
    pack_integers(p, cells, 1);
    pack_integers(p, faithful, 1);
    p->failed |= fmpz_sgn(faithful) < 0 || fmpz_cmp(faithful, cells) > 0;
}

void image_set_pack(image_set *set, pack *p, size_t rows, size_t dimension)
{
    ASSERT(!p->reads || !set->count);
    enum { LEAST = 8 * sizeof(uint64_t) }; // bytes of an image
    pack_cells(p, set->points, set->faithful_points);
    const size_t count = pack_count(p, set->count, LEAST);
    for (size_t i = 0; i < count && !p->failed; i++) {
        image one = {0};
        if (!p->reads)
            one = set->class[i].image; // which stays as it is, since other threads may read it
        pack_image(&one, p, rows, dimension);
        if (p->reads && p->failed)
            image_clear(&one);
        else if (p->reads)
            image_set_enter(set, &one);
        p->failed |= set->count <= i; // it has come before
        if (!p->failed)
            pack_cells(p, set->class[i].cells, set->class[i].faithful);
    }
}
