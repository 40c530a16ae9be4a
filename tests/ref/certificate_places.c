// Where the generators of a certificate are: rows of the network, composed from scratch in
// rationals.
#include "certificate_places.h"

#include "net/net.h"
#include <flint/fmpq_mat.h>
#include <flint/fmpq_vec.h>
#include <string.h>

// ---- rows ----

static slong predicates_of(const activation *act)
{
    return (slong)(act->rank > 1 ? act->rank * (act->rank - 1) / 2 : act->pieces - 1);
}

static slong crease_count(const crease_net *net)
{
    slong creases = 0;
    for (size_t l = 0; l < net->layers; l++)
        for (size_t u = 0; u < net->layer[l].units; u++)
            creases += predicates_of(net_layer_act(net->layer + l, u));
    return creases;
}

size_t certificate_infinity(const certificate *of, const crease_net *net)
{
    return (size_t)crease_count(net) + of->sides;
}

// The creases of a unit, from its pre-activations z: rank rows.
static slong put_creases(fmpq_mat_t to, slong next, const net_layer *layer, fmpq_mat_t z,
                         size_t unit)
{
    const activation *act = net_layer_act(layer, unit);
    slong columns = fmpq_mat_ncols(to), rank = (slong)act->rank;
    slong first = (slong)layer->unit.row[unit];
    for (size_t b = 0; rank == 1 && b + 1 < act->pieces; b++, next++) {
        for (slong c = 0; c < columns; c++)
            fmpq_set(fmpq_mat_entry(to, next, c), fmpq_mat_entry(z, first, c));
        fmpq *constant = fmpq_mat_entry(to, next, columns - 1);
        fmpq_sub(constant, constant, act->breakpoint + b);
    }
    for (slong i = 0; i < rank; i++)
        for (slong j = i + 1; j < rank; j++, next++)
            for (slong c = 0; c < columns; c++)
                fmpq_sub(fmpq_mat_entry(to, next, c), fmpq_mat_entry(z, first + j, c),
                         fmpq_mat_entry(z, first + i, c));
    return next;
}

static void pre_activations(fmpq_mat_t z, const net_layer *layer, const fmpq_mat_t y)
{
    slong columns = fmpq_mat_ncols(y);
    fmpq_mat_t weight;
    fmpq_mat_init(weight, (slong)layer->rows, (slong)layer->inputs);
    for (size_t i = 0; i < layer->rows * layer->inputs; i++)
        fmpq_set(fmpq_mat_entry(weight, (slong)(i / layer->inputs), (slong)(i % layer->inputs)),
                 layer->weight + i);
    fmpq_mat_init(z, (slong)layer->rows, columns);
    fmpq_mat_mul(z, weight, y);
    fmpq_mat_clear(weight);
    for (size_t i = 0; i < layer->rows; i++) {
        fmpq *constant = fmpq_mat_entry(z, (slong)i, columns - 1);
        fmpq_add(constant, constant, layer->bias + i);
    }
}

// The outputs on the pieces of a pattern.
static void outputs(fmpq_mat_t y, const net_layer *layer, const fmpq_mat_t z, const uint32_t *piece)
{
    slong columns = fmpq_mat_ncols(z);
    fmpq_mat_init(y, (slong)layer->units, columns);
    for (size_t unit = 0; unit < layer->units; unit++) {
        const activation *act = net_layer_act(layer, unit);
        size_t p = piece ? piece[unit] : 0;
        slong row = (slong)(layer->unit.row[unit] + (act->rank > 1 ? p : 0));
        for (slong c = 0; c < columns; c++)
            fmpq_mul(fmpq_mat_entry(y, (slong)unit, c), fmpq_mat_entry(z, row, c), act->slope + p);
        fmpq *constant = fmpq_mat_entry(y, (slong)unit, columns - 1);
        fmpq_add(constant, constant, act->offset + p);
    }
}

static void start(fmpq_mat_t y, const certificate *of)
{
    slong columns = (slong)of->dimension + 1;
    fmpq_mat_init(y, (slong)of->inputs, columns);
    for (slong i = 0; i < (slong)of->inputs; i++)
        for (slong c = 0; c < columns; c++)
            if (of->parametrization)
                fmpq_set(fmpq_mat_entry(y, i, c), of->parametrization + i * columns + c);
            else
                fmpq_set_si(fmpq_mat_entry(y, i, c), i == c, 1);
}

// The domain's inequalities, from row `next` on, and infinity.
static void put_sides(fmpq_mat_t to, slong next, const certificate *of)
{
    slong d = (slong)of->dimension;
    for (slong i = 0; i < (slong)of->sides; i++, next++)
        for (slong c = 0; c <= d; c++)
            if (of->kind == CERTIFICATE_POLYTOPE)
                fmpq_set(fmpq_mat_entry(to, next, c), of->side + i * (d + 1) + c);
            else
                fmpq_set_si(fmpq_mat_entry(to, next, c), c == i / 2, 1);
    for (slong i = 0; i < (slong)of->sides && of->kind == CERTIFICATE_BOX; i++)
        fmpq_neg(fmpq_mat_entry(to, next - (slong)of->sides + i, d), of->side + i);
    fmpq_one(fmpq_mat_entry(to, next, d));
}

// All constraints as rows on a region. 0 if its pattern names a piece that is none.
static int rows_on(fmpq_mat_t to, const certificate *of, const crease_net *net,
                   const uint32_t *pattern)
{
    fmpq_mat_t y, z;
    slong next = 0;
    int good = 1;
    fmpq_mat_init(to, (slong)certificate_infinity(of, net) + 1, (slong)of->dimension + 1);
    start(y, of);
    for (size_t l = 0; l < of->layers && good; pattern += net->layer[l++].units) {
        const net_layer *layer = net->layer + l;
        pre_activations(z, layer, y);
        for (size_t unit = 0; unit < layer->units; unit++) {
            good &= pattern[unit] < net_layer_act(layer, unit)->pieces;
            next = put_creases(to, next, layer, z, unit);
        }
        fmpq_mat_clear(y);
        if (good)
            outputs(y, layer, z, pattern);
        else
            fmpq_mat_init(y, 0, 0);
        fmpq_mat_clear(z);
    }
    fmpq_mat_clear(y);
    put_sides(to, next, of);
    return good;
}

// ---- generators ----

// The span of the constraints at a generator, reduced; empty if one of them is none.
static void span(fmpq_mat_t to, const fmpq_mat_t constraints,
                 const certificate_generator *generator)
{
    slong columns = fmpq_mat_ncols(constraints);
    fmpq_mat_init(to, (slong)generator->count, columns);
    for (size_t k = 0; k < generator->count; k++)
        if (generator->number[k] >= (size_t)fmpq_mat_nrows(constraints))
            return;
    for (size_t k = 0; k < generator->count; k++)
        for (slong c = 0; c < columns; c++)
            fmpq_set(fmpq_mat_entry(to, (slong)k, c),
                     fmpq_mat_entry(constraints, (slong)generator->number[k], c));
    fmpq_mat_rref(to, to);
}

static int same_span(const fmpq_mat_t a, const fmpq_mat_t b)
{
    slong least = fmpq_mat_nrows(a), most = fmpq_mat_nrows(b), columns = fmpq_mat_ncols(a);
    const fmpq_mat_struct *longer = b;
    if (least > most) {
        longer = a;
        slong swap = least;
        least = most;
        most = swap;
    }
    for (slong i = 0; i < most; i++)
        for (slong c = 0; c < columns; c++)
            if (i < least ? !fmpq_equal(fmpq_mat_entry(a, i, c), fmpq_mat_entry(b, i, c))
                          : !fmpq_is_zero(fmpq_mat_entry(longer, i, c)))
                return 0;
    return 1;
}

// Each generator of one has its like in the other.
static int covers(const certificate_region *a, const fmpq_mat_t a_rows, const certificate_region *b,
                  const fmpq_mat_t b_rows)
{
    int all = 1;
    for (size_t i = 0; i < a->generators && all; i++) {
        fmpq_mat_t here, there;
        span(here, a_rows, a->generator + i);
        all = 0;
        for (size_t j = 0; j < b->generators && !all; j++) {
            span(there, b_rows, b->generator + j);
            all = same_span(here, there);
            fmpq_mat_clear(there);
        }
        fmpq_mat_clear(here);
    }
    return all;
}

static int same_words(const certificate_region *a, const certificate_region *b)
{
    int same = a->generators == b->generators;
    for (size_t i = 0; i < a->generators && same; i++)
        same = a->generator[i].count == b->generator[i].count &&
               !memcmp(a->generator[i].number, b->generator[i].number,
                       a->generator[i].count * sizeof *a->generator[i].number);
    return same;
}

int certificate_same_regions(const certificate *a, const certificate *b, const crease_net *net)
{
    int same = a->regions == b->regions;
    for (size_t i = 0; i < a->regions && same; i++) {
        const certificate_region *x = a->region + i, *y = b->region + i;
        same = !memcmp(x->pattern, y->pattern, a->units * sizeof *x->pattern);
        if (!same || (a->sides == b->sides && same_words(x, y)))
            continue;
        fmpq_mat_t rows_of_x, rows_of_y;
        same = rows_on(rows_of_x, a, net, x->pattern) & rows_on(rows_of_y, b, net, y->pattern);
        same = same && covers(x, rows_of_x, y, rows_of_y) && covers(y, rows_of_y, x, rows_of_x);
        fmpq_mat_clear(rows_of_x);
        fmpq_mat_clear(rows_of_y);
    }
    return same;
}
