// Whether a record is true: its two descriptions agree with each other and with the network.
#include "record_fault.h"

#include "domain/domain.h"
#include "net/net.h"

#include <flint/fmpq_mat.h>
#include <flint/fmpq_vec.h>
#include <stdlib.h>

// ---- the two descriptions ----

// Vertices come first, then rays; of these the constant does not count.
static const fmpq *generator(const record *of, size_t i)
{
    size_t d = of->dimension;
    return i < of->vertices ? of->vertex + i * d : of->ray + (i - of->vertices) * d;
}

static void value(fmpq_t sum, const record *of, size_t inequality, const fmpq *x, int infinite)
{
    size_t d = of->dimension;
    const fmpq *row = of->inequality + inequality * (d + 1);
    fmpq_set_ui(sum, 0, 1);
    if (!infinite)
        fmpq_set(sum, row + d);
    for (size_t k = 0; k < d; k++)
        fmpq_addmul(sum, row + k, x + k);
}

static int sign_at(const record *of, size_t inequality, const fmpq *x, int infinite)
{
    fmpq_t sum;
    fmpq_init(sum);
    value(sum, of, inequality, x, infinite);
    int sign = fmpq_sgn(sum);
    fmpq_clear(sum);
    return sign;
}

static bool lies_on(const record *of, size_t inequality, size_t i)
{
    return sign_at(of, inequality, generator(of, i), i >= of->vertices) == 0;
}

// The rank of the coefficients of the inequalities that are equations at a generator, or of all.
static size_t rank_at(const record *of, size_t at, int all)
{
    slong used = 0, d = (slong)of->dimension;
    fmpq_mat_t rows;
    fmpq_mat_init(rows, (slong)of->inequalities, d);
    for (size_t i = 0; i < of->inequalities; i++) {
        if (!all && !lies_on(of, i, at))
            continue;
        for (slong k = 0; k < d; k++)
            fmpq_set(fmpq_mat_entry(rows, used, k), of->inequality + (slong)i * (d + 1) + k);
        used++;
    }
    size_t rank = (size_t)fmpq_mat_rref(rows, rows);
    fmpq_mat_clear(rows);
    return rank;
}

bool record_is_pointed(const record *of)
{
    return rank_at(of, 0, 1) == of->dimension;
}

// The rank of the generators on an inequality, in homogeneous coordinates: the dimension, if it is
// a facet.
static size_t rank_on(const record *of, size_t inequality)
{
    size_t generators = of->vertices + of->rays;
    slong used = 0, d = (slong)of->dimension;
    fmpq_mat_t rows;
    fmpq_mat_init(rows, (slong)generators, d + 1);
    for (size_t i = 0; i < generators; i++) {
        if (!lies_on(of, inequality, i))
            continue;
        for (slong k = 0; k < d; k++)
            fmpq_set(fmpq_mat_entry(rows, used, k), generator(of, i) + k);
        fmpq_set_si(fmpq_mat_entry(rows, used, d), i < of->vertices, 1);
        used++;
    }
    size_t rank = (size_t)fmpq_mat_rref(rows, rows);
    fmpq_mat_clear(rows);
    return rank;
}

static const char *shape_fault(const record *of)
{
    size_t generators = of->vertices + of->rays;
    bool pointed = record_is_pointed(of);
    for (size_t f = 0; f < of->inequalities; f++) {
        for (size_t i = 0; i < generators; i++)
            if (sign_at(of, f, generator(of, i), i >= of->vertices) < 0)
                return "a generator violates an inequality";
        if (sign_at(of, f, of->interior, 0) <= 0)
            return "the interior point does not satisfy an inequality";
        if (rank_on(of, f) != of->dimension)
            return "an inequality is no facet";
    }
    for (size_t i = 0; i < generators && pointed; i++)
        if (rank_at(of, i, 0) + (i >= of->vertices) < of->dimension)
            return "a generator is no vertex or ray";
    return of->bounded == (of->rays == 0) ? NULL : "bounded, with rays";
}

// ---- the network ----

// z of every unit of a layer at the point u of the domain; the caller clears.
static fmpq *pre_activations(const crease_net *net, const crease_domain *domain, const fmpq *u,
                             size_t layer)
{
    size_t d = domain->dimension, width = net->inputs;
    fmpq *y = _fmpq_vec_init((slong)width);
    for (size_t i = 0; i < width; i++) {
        if (!domain->parametrization)
            fmpq_set(y + i, u + i);
        for (size_t k = 0; k <= d && domain->parametrization; k++)
            if (k < d)
                fmpq_addmul(y + i, domain->parametrization + i * (d + 1) + k, u + k);
            else
                fmpq_add(y + i, y + i, domain->parametrization + i * (d + 1) + k);
    }
    for (size_t l = 0;; l++) {
        const net_layer *at = net->layer + l;
        fmpq *z = _fmpq_vec_init((slong)at->units);
        for (size_t j = 0; j < at->units; j++) {
            fmpq_set(z + j, at->bias + j);
            for (size_t i = 0; i < width; i++)
                fmpq_addmul(z + j, at->weight + j * width + i, y + i);
        }
        _fmpq_vec_clear(y, (slong)width);
        if (l == layer)
            return z;
        for (size_t j = 0; j < at->units; j++)
            activation_apply(z + j, at->act, z + j);
        y = z;
        width = at->units;
    }
}

// A point inside a facet: the mean of its vertices, and all its rays.
static void point_of_facet(fmpq *x, const record *of, size_t f)
{
    size_t d = of->dimension;
    slong vertices = 0;
    for (size_t i = 0; i < of->vertices; i++)
        vertices += lies_on(of, f, i);
    fmpq_t share;
    fmpq_init(share);
    fmpq_set_si(share, 1, (ulong)vertices);
    for (size_t k = 0; k < d; k++)
        fmpq_set_ui(x + k, 0, 1);
    for (size_t i = 0; i < of->vertices + of->rays; i++)
        for (size_t k = 0; k < d && lies_on(of, f, i); k++)
            if (i < of->vertices)
                fmpq_addmul(x + k, generator(of, i) + k, share);
            else
                fmpq_add(x + k, x + k, generator(of, i) + k);
    fmpq_clear(share);
}

// Whether an inequality of the domain is an equation there.
static bool on_border(const crease_domain *domain, const fmpq *x)
{
    size_t d = domain->dimension;
    bool found = false;
    for (size_t k = 0; k < d && domain->is_box; k++)
        found |= fmpq_equal(x + k, domain->lo + k) || fmpq_equal(x + k, domain->hi + k);
    fmpq_t sum;
    fmpq_init(sum);
    for (size_t i = 0; i < domain->inequalities; i++) {
        const fmpq *row = domain->inequality + i * (d + 1);
        fmpq_set(sum, row + d);
        for (size_t k = 0; k < d; k++)
            fmpq_addmul(sum, row + k, x + k);
        found |= fmpq_is_zero(sum);
    }
    fmpq_clear(sum);
    return found;
}

// The sign of z - breakpoint of the owner.
static int sign_of_owner(const record_owner *owner, const crease_net *net,
                         const crease_domain *domain, const fmpq *u)
{
    const net_layer *layer = net->layer + owner->layer;
    fmpq *z = pre_activations(net, domain, u, owner->layer);
    int sign = fmpq_cmp(z + owner->unit, layer->act->breakpoint + owner->breakpoint);
    _fmpq_vec_clear(z, (slong)layer->units);
    return (sign > 0) - (sign < 0);
}

static const char *owner_fault(const record *of, const crease_net *net, const crease_domain *domain)
{
    const char *what = NULL;
    fmpq *x = _fmpq_vec_init((slong)of->dimension);
    for (size_t f = 0; f < of->inequalities && !what; f++) {
        const record_owner *owner = of->owner + f;
        point_of_facet(x, of, f);
        if (owner->border)
            what = on_border(domain, x) ? NULL : "a border that is none";
        else if (owner->layer >= net->layers || owner->unit >= net->layer[owner->layer].units ||
                 owner->breakpoint + 1 >= net->layer[owner->layer].act->pieces)
            what = "an owner that is not there";
        else if (sign_of_owner(owner, net, domain, x) != 0)
            what = "the owner is not at its breakpoint on the facet";
        else if (sign_of_owner(owner, net, domain, of->interior) != owner->side)
            what = "the owner is on the other side";
    }
    _fmpq_vec_clear(x, (slong)of->dimension);
    return what;
}

static const char *value_fault(const record *of, const crease_net *net, const crease_domain *domain)
{
    const char *what = NULL;
    for (size_t l = 0; l < of->layers; l++) {
        const net_layer *layer = net->layer + l;
        fmpq *z = pre_activations(net, domain, of->interior, l);
        for (size_t j = 0; j < layer->units; j++)
            if (activation_piece(layer->act, z + j) != of->pattern[l][j])
                what = "the pattern is another one inside";
        _fmpq_vec_clear(z, (slong)layer->units);
    }
    const net_layer *last = net->layer + net->layers - 1;
    fmpq *y = pre_activations(net, domain, of->interior, net->layers - 1);
    for (size_t j = 0; j < last->units; j++) {
        const fmpq *row = of->map + j * (of->dimension + 1);
        activation_apply(y + j, last->act, y + j);
        fmpq_sub(y + j, y + j, row + of->dimension);
        for (size_t k = 0; k < of->dimension; k++)
            fmpq_submul(y + j, row + k, of->interior + k);
        if (!fmpq_is_zero(y + j))
            what = "the map has another value inside";
    }
    _fmpq_vec_clear(y, (slong)last->units);
    return what;
}

const char *record_fault(const record *of, const crease_net *net, const crease_domain *domain)
{
    const char *what = shape_fault(of);
    if (!what)
        what = owner_fault(of, net, domain);
    return what ? what : value_fault(of, net, domain);
}
