// A part of the domain: its members, and the cones of some of them that are in hand there.
#include "proof/part.h"

#include "base/memory.h"
#include <flint/fmpz_mat.h>
#include <flint/fmpz_vec.h>
#include <stdlib.h>

void part_init(proof_part *part, size_t columns)
{
    *part = (proof_part){.columns = columns, .scratch = _fmpz_vec_init(1)};
}

void part_clear(proof_part *part)
{
    for (size_t i = 0; i < part->made; i++) {
        free(part->cone[i].member);
        _fmpz_vec_clear(part->cone[i].generator, (slong)(part->columns * part->columns));
    }
    free(part->cone);
    if (part->member)
        _fmpz_vec_clear(part->member, (slong)part->entries);
    free(part->from);
    _fmpz_vec_clear(part->scratch, 1);
}

void part_add_member(proof_part *part, const fmpz *row, case_member from)
{
    size_t need = (part->members + 1) * part->columns;
    MEMORY_RESERVE(part->from, part->from_capacity, part->members + 1);
    if (need > part->entries) {
        part->member = memory_resize(part->member, 2 * need, sizeof *part->member);
        for (; part->entries < 2 * need; part->entries++)
            fmpz_init(part->member + part->entries);
    }
    fmpz *to = part->member + part->members * part->columns;
    part->from[part->members++] = from;
    (from.minus ? _fmpz_vec_neg : _fmpz_vec_set)(to, row, (slong)part->columns);
    _fmpz_vec_content(part->scratch, to, (slong)part->columns);
    if (!fmpz_is_zero(part->scratch))
        _fmpz_vec_scalar_divexact_fmpz(to, to, (slong)part->columns, part->scratch);
}

// ---- cones ----

static case_cone *new_cone(proof_part *part)
{
    size_t columns = part->columns;
    MEMORY_RESERVE(part->cone, part->cone_capacity, part->cones + 1);
    if (part->made == part->cones)
        part->cone[part->made++] =
            (case_cone){.member = memory_new(columns, sizeof(size_t)),
                        .generator = _fmpz_vec_init((slong)(columns * columns))};
    return part->cone + part->cones;
}

// Row i of an echelon form that is reduced: divisor x_p = - the free coordinates and the constant
// times their entries, + the values of the members times theirs. Sets one of these, at `column`, to
// the divisor and the others to 0.
static void solve(fmpz *generator, const fmpz_mat_t echelon, const slong *pivot,
                  const fmpz_t divisor, slong column, size_t columns)
{
    int is_member = (size_t)column >= columns;
    _fmpz_vec_zero(generator, (slong)columns);
    if (!is_member)
        fmpz_set(generator + column, divisor);
    for (slong i = 0; i < echelon->r; i++)
        (is_member ? fmpz_set : fmpz_neg)(generator + pivot[i], fmpz_mat_entry(echelon, i, column));
    if (fmpz_sgn(divisor) < 0)
        _fmpz_vec_neg(generator, generator, (slong)columns);
}

// Returns 0 if some pivot is that of no coordinate.
static int find_pivots(slong *pivot, const fmpz_mat_t echelon, size_t dimension)
{
    for (slong i = 0; i < echelon->r; i++) {
        pivot[i] = 0;
        while (pivot[i] < (slong)dimension && fmpz_is_zero(fmpz_mat_entry(echelon, i, pivot[i])))
            pivot[i]++;
        if (pivot[i] == (slong)dimension)
            return 0;
    }
    return 1;
}

static void span(case_cone *cone, const fmpz_mat_t echelon, const slong *pivot,
                 const fmpz_t divisor, size_t columns)
{
    size_t dimension = columns - 1, row = 0, at = 0;
    solve(cone->generator, echelon, pivot, divisor, (slong)dimension, columns);
    while (++row <= cone->size)
        solve(cone->generator + row * columns, echelon, pivot, divisor, (slong)(columns + row - 1),
              columns);
    for (size_t c = 0; c < dimension; c++)
        if (at < cone->size && pivot[at] == (slong)c)
            at++;
        else
            solve(cone->generator + row++ * columns, echelon, pivot, divisor, (slong)c, columns);
}

int part_add_cone(proof_part *part, const size_t *member, size_t size)
{
    size_t columns = part->columns;
    case_cone *cone = new_cone(part);
    slong *pivot = memory_new(size, sizeof *pivot);
    fmpz_mat_t echelon;
    fmpz_t divisor;
    cone->size = size;
    fmpz_init_set_ui(divisor, 1);
    fmpz_mat_init(echelon, (slong)size, (slong)(columns + size));
    for (size_t i = 0; i < size; i++) {
        cone->member[i] = member[i];
        for (size_t c = 0; c < columns; c++)
            fmpz_set(fmpz_mat_entry(echelon, (slong)i, (slong)c), part_member(part, member[i]) + c);
        fmpz_one(fmpz_mat_entry(echelon, (slong)i, (slong)(columns + i)));
    }
    if (size)
        fmpz_mat_rref(echelon, divisor, echelon);
    int good = find_pivots(pivot, echelon, columns - 1);
    if (good) {
        span(cone, echelon, pivot, divisor, columns);
        part->cones++;
    }
    fmpz_mat_clear(echelon);
    fmpz_clear(divisor);
    free(pivot);
    return good;
}

// ---- signs ----

int part_sign(const proof_part *part, const fmpz *form, const fmpz *generator)
{
    _fmpz_vec_dot(part->scratch, form, generator, (slong)part->columns);
    return fmpz_sgn(part->scratch);
}

int part_side(const proof_part *part, const fmpz *form, const case_cone *cone, size_t first)
{
    int below = 1, above = 1;
    for (size_t g = first; (below || above) && g < part->columns; g++) {
        int s = part_sign(part, form, cone->generator + g * part->columns);
        below &= g <= cone->size ? s <= 0 : !s;
        above &= g <= cone->size ? s >= 0 : !s;
    }
    return below ? -1 : above;
}

int part_contains(unsigned char *positive, const proof_part *part, const case_cone *cone,
                  size_t generator)
{
    for (size_t m = 0; m < part->members; m++) {
        int s = part_sign(part, part_member(part, m), cone->generator + generator * part->columns);
        if (s < 0 || (s && generator > cone->size))
            return 0;
        positive[m] = s > 0;
    }
    return 1;
}
