// A tiling of a domain: its cells, cut line by line, each checked in rational numbers.
#ifndef TESTS_TILING_H
#define TESTS_TILING_H

#include "arrangement.h"
#include "cell/cell.h"

#include <flint/fmpq_vec.h>
#include <flint/fmpz_vec.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 3, MOST_CELLS = 64 };

// All cells of the domain, and on which side of every line each lies.
typedef struct {
    geom_cell cell;
    int side[MOST_LINES]; // of the lines that were inserted: -1 or 1; 0 if it does not cut
} tile;

typedef struct {
    sign_judge judge;
    geom_space space;
    rows forms; // the lines that were inserted, in integers
    line_approx approx[MOST_LINES];
    tile tiles[MOST_CELLS];
    size_t count;
    uint32_t slots;
} tiling;

// A split has the number of the line that made it.
static inline void tiling_fetch(void *from, fmpz *row, const plane_origin *origin)
{
    row_copy(row, rows_at(&((tiling *)from)->forms, origin->split), COLUMNS);
}

static inline void tiling_init(tiling *t, crease_arith arith, const crease_domain *domain)
{
    memset(t, 0, sizeof *t);
    sign_judge_init(&t->judge, arith, 0);
    space_init(&t->space, 2, &t->judge);
    t->space.fetch = tiling_fetch;
    t->space.fetch_from = t;
    rows_init(&t->forms, COLUMNS);
    cell_from_domain(&t->tiles[0].cell, &t->space, domain);
    t->count = 1;
    t->slots = 4;
}

static inline void tiling_clear(tiling *t)
{
    rows_clear(&t->forms);
    space_clear(&t->space);
    sign_judge_clear(&t->judge);
}

// ---- Checks of one cell, in integers: p, q, r are generators, l is a line. ----

static const fmpz *generator_at(tiling *t, const geom_cell *cell, size_t i)
{
    return space_point_row(&t->space, cell->generator[i % cell->count].point);
}

static inline void cross(fmpz *result, const fmpz *p, const fmpz *q)
{
    static const int next[] = {1, 2, 0};
    for (int i = 0; i < COLUMNS; i++) {
        int j = next[i], k = next[j];
        fmpz_mul(result + i, p + j, q + k);
        fmpz_submul(result + i, p + k, q + j);
    }
}

static inline int dot_sign(const fmpz *p, const fmpz *q)
{
    fmpz_t value;
    fmpz_init(value);
    _fmpz_vec_dot(value, p, q, COLUMNS);
    int sign = fmpz_sgn(value);
    fmpz_clear(value);
    return sign;
}

// Both ends of edge i lie on its line, and no generator lies on the line's wrong side.
static inline bool edge_is_on_line(tiling *t, const geom_cell *cell, size_t i)
{
    const cell_generator *generator = cell->generator + i;
    const fmpz *line = space_plane_row(&t->space, generator->plane);
    bool good = dot_sign(line, generator_at(t, cell, i)) == 0 &&
                dot_sign(line, generator_at(t, cell, i + 1)) == 0 &&
                (generator->side == 1 || generator->side == -1);
    for (size_t k = 0; k < cell->count; k++)
        good &= generator->side * dot_sign(line, generator_at(t, cell, k)) >= 0;
    return good;
}

// Consecutive generators span a plane, so they differ and are not antipodal, and
// every other generator is to the left of the edge: counterclockwise and convex.
static inline bool edge_turns_left(tiling *t, const geom_cell *cell, size_t i, int *is_solid)
{
    fmpz *normal = _fmpz_vec_init(COLUMNS);
    cross(normal, generator_at(t, cell, i), generator_at(t, cell, i + 1));
    bool good = !_fmpz_vec_is_zero(normal, COLUMNS);
    for (size_t k = 0; k < cell->count; k++) {
        int sign = dot_sign(normal, generator_at(t, cell, k));
        good &= sign >= 0;
        *is_solid |= sign > 0;
    }
    _fmpz_vec_clear(normal, COLUMNS);
    return good;
}

static inline bool cell_is_sound(tiling *t, const geom_cell *cell)
{
    int good = cell->count >= 3, is_solid = 0;
    for (size_t i = 0; i < cell->count; i++) {
        const fmpz *generator = generator_at(t, cell, i);
        good &= fmpz_sgn(generator + 2) >= 0 && !_fmpz_vec_is_zero(generator, COLUMNS);
        good &= t->space.point[cell->generator[i].point].infinite == fmpz_is_zero(generator + 2);
        good &= edge_is_on_line(t, cell, i) && edge_turns_left(t, cell, i, &is_solid);
    }
    return good && (is_solid || cell_is_everything(cell, &t->space));
}

// Every generator is on the recorded side of every line, or on it.
static inline bool tile_keeps_sides(tiling *t, const tile *one)
{
    bool good = true;
    for (size_t l = 0; l < t->forms.count; l++)
        for (size_t i = 0; i < one->cell.count; i++)
            good &=
                one->side[l] * dot_sign(rows_at(&t->forms, l), generator_at(t, &one->cell, i)) >= 0;
    return good;
}

// A slot stands for one point; no generator appears twice.
static inline bool slots_are_distinct(const geom_cell *cell)
{
    bool good = true;
    for (size_t i = 0; i < cell->count; i++)
        for (size_t k = 0; k < i; k++)
            good &= cell->generator[i].slot != cell->generator[k].slot &&
                    cell->generator[i].point != cell->generator[k].point;
    return good;
}

// ---- Areas, by the shoelace formula on rational points. ----

static inline void finite_point(fmpq *x, const fmpz *generator)
{
    for (int i = 0; i < 2; i++)
        fmpq_set_fmpz_frac(x + i, generator + i, generator + 2);
}

static inline void area(fmpq_t sum, tiling *t, const geom_cell *cell)
{
    fmpq *p = _fmpq_vec_init(2), *q = _fmpq_vec_init(2);
    fmpq_zero(sum);
    for (size_t i = 0; i < cell->count; i++) {
        finite_point(p, generator_at(t, cell, i));
        finite_point(q, generator_at(t, cell, i + 1));
        fmpq_addmul(sum, p, q + 1);
        fmpq_submul(sum, q, p + 1);
    }
    fmpq_div_2exp(sum, sum, 1);
    _fmpq_vec_clear(p, 2);
    _fmpq_vec_clear(q, 2);
}

static inline bool areas_add_up(tiling *t, const geom_cell *whole, const geom_cell *low,
                                const geom_cell *high)
{
    fmpq_t a, b, c;
    fmpq_init(a);
    fmpq_init(b);
    fmpq_init(c);
    area(a, t, low);
    area(b, t, high);
    area(c, t, whole);
    bool good = fmpq_sgn(a) > 0 && fmpq_sgn(b) > 0;
    fmpq_add(a, a, b);
    good &= fmpq_equal(a, c);
    fmpq_clear(a);
    fmpq_clear(b);
    fmpq_clear(c);
    return good;
}

// ---- Cutting. ----

// Signs at all generators; 1 if both occur.
static inline bool cuts(tiling *t, const geom_cell *cell, size_t form, signed char *sign)
{
    bool below = false, above = false;
    for (size_t i = 0; i < cell->count; i++) {
        const point_approx *at = space_point_approx(&t->space, cell->generator[i].point);
        int found = sign_try(&t->judge, t->approx + form, at);
        if (found == SIGN_UNKNOWN)
            found =
                sign_exact(&t->judge, rows_at(&t->forms, form), generator_at(t, cell, i), COLUMNS);
        sign[i] = (signed char)found;
        below |= sign[i] < 0;
        above |= sign[i] > 0;
    }
    return below && above;
}

static inline bool split_is_sound(tiling *t, const geom_cell *whole, const tile *low,
                                  const tile *high)
{
    bool good = true;
    for (const tile *half = low; half; half = half == low ? high : NULL)
        good &= cell_is_sound(t, &half->cell) && tile_keeps_sides(t, half) &&
                slots_are_distinct(&half->cell);
    if (cell_is_bounded(whole, &t->space))
        good &= cell_is_bounded(&low->cell, &t->space) && cell_is_bounded(&high->cell, &t->space) &&
                areas_add_up(t, whole, &low->cell, &high->cell);
    return good;
}

// Cuts all cells that the line meets. Every half is checked, unless a tolerance made it.
static inline bool insert_line(tiling *t, int_line l)
{
    size_t form = rows_push(&t->forms), before = t->count;
    const slong entries[] = {l.a, l.b, l.c};
    t->approx[form] = (line_approx){{(double)l.a, (double)l.b, (double)l.c}, {0}}; // exact
    for (int i = 0; i < COLUMNS; i++)
        fmpz_set_si(rows_at(&t->forms, form) + i, entries[i]);
    bool good = true;
    uint32_t line = space_add_plane(&t->space, (const double *)(t->approx + form),
                                    (plane_origin){.split = form});
    for (size_t k = 0; k < before; k++) {
        signed char sign[4 * MOST_LINES + 8];
        tile whole = t->tiles[k];
        if (!cuts(t, &whole.cell, form, sign))
            continue;
        tile *low = t->tiles + k, *high = t->tiles + t->count++;
        uint32_t points = (uint32_t)t->space.point_rows.count, slots = t->slots;
        *high = whole;
        geom_cell half[2];
        cell_split(half, &t->space, &whole.cell, sign, line, &t->slots);
        low->cell = half[0];
        high->cell = half[1];
        low->side[form] = -1;
        high->side[form] = 1;
        good &= t->slots - slots == t->space.point_rows.count - points; // one per new point
        if (t->judge.arith != CREASE_FLOAT)
            good &= split_is_sound(t, &whole.cell, low, high);
    }
    return good;
}

static inline crease_domain *make_domain(const int_domain *of)
{
    if (of->is_plane)
        return crease_domain_new_space(2);
    crease_domain *domain = NULL;
    fmpq *bounds = _fmpq_vec_init(4);
    for (int i = 0; i < 2; i++) {
        fmpq_set_si(bounds + i, of->lo[i], 2);
        fmpq_set_si(bounds + 2 + i, of->hi[i], 2);
    }
    if (crease_domain_new_box(&domain, bounds, bounds + 2, 2, NULL) != CREASE_OK)
        abort();
    _fmpq_vec_clear(bounds, 4);
    return domain;
}

#endif
