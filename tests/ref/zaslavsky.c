// Regions of arrangements by deletion and restriction, on integer rows.
#include "zaslavsky.h"

#include "base/memory.h"
#include "net/net.h"
#include <assert.h>
#include <flint/fmpq_vec.h>
#include <flint/fmpz_vec.h>
#include <stdlib.h>

void zaslavsky_init(zaslavsky *of, size_t dimension, size_t count)
{
    *of = (zaslavsky){.dimension = dimension, .count = count};
    of->row = _fmpq_vec_init((slong)(count * (dimension + 1)));
}

void zaslavsky_clear(zaslavsky *of)
{
    _fmpq_vec_clear(of->row, (slong)(of->count * (of->dimension + 1)));
}

fmpq *zaslavsky_row(const zaslavsky *of, size_t index)
{
    return of->row + index * (of->dimension + 1);
}

void zaslavsky_of_layer(zaslavsky *of, const crease_net *net)
{
    const net_layer *layer = &net->layer[0];
    size_t breakpoints = layer->act->pieces - 1, inputs = layer->inputs;
    zaslavsky_init(of, inputs, layer->units * breakpoints);
    for (size_t i = 0; i < layer->units; i++)
        for (size_t b = 0; b < breakpoints; b++) {
            fmpq *row = zaslavsky_row(of, i * breakpoints + b);
            for (size_t j = 0; j < inputs; j++)
                fmpq_set(row + j, layer->weight + i * inputs + j);
            fmpq_sub(row + inputs, layer->bias + i, layer->act->breakpoint + b);
        }
}

// ---- Integer rows: primitive, the first non-zero entry positive, sorted, distinct. ----

typedef struct {
    slong dimension, count;
    fmpz *entry; // count rows of dimension + 1, of which `size` are initialised
    slong size;
} integers;

static fmpz *row_of(const integers *of, slong index)
{
    return of->entry + index * (of->dimension + 1);
}

static void integers_init(integers *of, slong dimension, slong size)
{
    *of = (integers){.dimension = dimension, .size = size};
    of->entry = _fmpz_vec_init(size * (dimension + 1));
}

static void integers_clear(integers *of)
{
    _fmpz_vec_clear(of->entry, of->size * (of->dimension + 1));
}

// -1, 0, 1 in lexicographic order.
static int compare(const fmpz *a, const fmpz *b, slong columns)
{
    for (slong j = 0; j < columns; j++) {
        int order = fmpz_cmp(a + j, b + j);
        if (order)
            return order < 0 ? -1 : 1;
    }
    return 0;
}

// Adds the row at position count, which has been filled: normalises it and moves it to its place,
// or forgets it if it is constant or known already.
static void take(integers *of)
{
    slong columns = of->dimension + 1, at = of->count;
    fmpz *row = row_of(of, at);
    slong first = 0;
    while (first < of->dimension && fmpz_is_zero(row + first))
        first++;
    if (first == of->dimension)
        return;
    fmpz_t content;
    fmpz_init(content);
    _fmpz_vec_content(content, row, columns);
    if (fmpz_sgn(row + first) < 0)
        fmpz_neg(content, content);
    _fmpz_vec_scalar_divexact_fmpz(row, row, columns, content);
    fmpz_clear(content);
    slong place = at;
    while (place > 0 && compare(row_of(of, place - 1), row, columns) > 0)
        place--;
    if (place > 0 && compare(row_of(of, place - 1), row, columns) == 0)
        return;
    for (; at > place; at--)
        _fmpz_vec_swap(row_of(of, at), row_of(of, at - 1), columns);
    of->count++;
}

static void clear_denominators(fmpz *to, const fmpq *from, slong columns)
{
    fmpz_t common;
    fmpz_init_set_ui(common, 1);
    for (slong j = 0; j < columns; j++)
        fmpz_lcm(common, common, fmpq_denref(from + j));
    for (slong j = 0; j < columns; j++) {
        fmpz_divexact(to + j, common, fmpq_denref(from + j));
        fmpz_mul(to + j, to + j, fmpq_numref(from + j));
    }
    fmpz_clear(common);
}

static void from_rationals(integers *to, const zaslavsky *from)
{
    integers_init(to, (slong)from->dimension, (slong)from->count);
    for (size_t i = 0; i < from->count; i++) {
        clear_denominators(row_of(to, to->count), zaslavsky_row(from, i), to->dimension + 1);
        take(to);
    }
}

// The first `last` hyperplanes where they meet number `last`, which is a space of one
// dimension less: its coordinate `pivot` is a function of the others. A parallel hyperplane does
// not meet it, and two may meet it in the same place.
static void restrict_to(integers *to, const integers *from, slong last)
{
    const fmpz *to_row = row_of(from, last);
    slong pivot = 0, columns = from->dimension + 1;
    while (fmpz_is_zero(to_row + pivot))
        pivot++;
    integers_init(to, from->dimension - 1, last);
    for (slong i = 0; i < last; i++) {
        const fmpz *row = row_of(from, i);
        fmpz *out = row_of(to, to->count);
        for (slong j = 0; j < columns; j++) {
            if (j == pivot)
                continue;
            fmpz_mul(out, row + j, to_row + pivot);
            fmpz_submul(out, to_row + j, row + pivot);
            out++;
        }
        take(to);
    }
}

// ---- The two recursions, hyperplane by hyperplane: A begins empty, and H is the last. ----

static void count_regions(fmpz_t regions, const integers *of)
{
    fmpz_one(regions);
    fmpz_t more;
    fmpz_init(more);
    for (slong last = 0; last < of->count; last++) {
        integers restriction;
        restrict_to(&restriction, of, last);
        count_regions(more, &restriction);
        fmpz_add(regions, regions, more);
        integers_clear(&restriction);
    }
    fmpz_clear(more);
}

void zaslavsky_regions(fmpz_t regions, const zaslavsky *of)
{
    integers rows;
    from_rationals(&rows, of);
    count_regions(regions, &rows);
    integers_clear(&rows);
}

static void find_polynomial(fmpz_poly_t chi, const integers *of)
{
    fmpz_poly_zero(chi);
    fmpz_poly_set_coeff_ui(chi, of->dimension, 1);
    fmpz_poly_t less;
    fmpz_poly_init(less);
    for (slong last = 0; last < of->count; last++) {
        integers restriction;
        restrict_to(&restriction, of, last);
        find_polynomial(less, &restriction);
        fmpz_poly_sub(chi, chi, less);
        integers_clear(&restriction);
    }
    fmpz_poly_clear(less);
}

void zaslavsky_polynomial(fmpz_poly_t chi, const zaslavsky *of)
{
    integers rows;
    from_rationals(&rows, of);
    find_polynomial(chi, &rows);
    integers_clear(&rows);
}

void zaslavsky_read(fmpz_t regions, fmpz_t relatively_bounded, size_t *rank, const fmpz_poly_t chi,
                    size_t dimension)
{
    slong root = 0;
    fmpz_t coefficient;
    fmpz_init(coefficient);
    for (fmpz_poly_get_coeff_fmpz(coefficient, chi, 0); fmpz_is_zero(coefficient);
         fmpz_poly_get_coeff_fmpz(coefficient, chi, root))
        root++;
    *rank = dimension - (size_t)root;
    fmpz_set_si(coefficient, -1);
    fmpz_poly_evaluate_fmpz(regions, chi, coefficient);
    if (dimension % 2)
        fmpz_neg(regions, regions);
    fmpz_one(coefficient);
    fmpz_poly_evaluate_fmpz(relatively_bounded, chi, coefficient);
    if (*rank % 2)
        fmpz_neg(relatively_bounded, relatively_bounded);
    fmpz_clear(coefficient);
}
