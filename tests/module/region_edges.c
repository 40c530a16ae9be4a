// Edges of regions: each lies on the crease that it names, on the side that the pattern says.
#include "base/memory.h"
#include "nets.h"
#include "tree/region.h"
#include "unit.h"

#include <flint/fmpq_vec.h>
#include <flint/fmpz_vec.h>

typedef struct {
    const crease_net *net;
    const crease_domain *domain;
    uint64_t open[100]; // splits on the path
    size_t depth;
    size_t edges, infinite;
    bool good;
} inspection;

static crease_visit on_split(void *data, const crease_split *split)
{
    inspection *in = data;
    if (in->depth == 100)
        abort();
    in->open[in->depth++] = space_split(split->depth, 0);
    return CREASE_GO;
}

static void on_leave(void *data, const crease_split *split)
{
    (void)split;
    ((inspection *)data)->depth--;
}

// z_unit of a layer at x, by evaluating all layers below it.
static void pre_activation_at(fmpq_t z, const crease_net *net, size_t layer, size_t unit,
                              const fmpq *x)
{
    fmpq *y = _fmpq_vec_init(2);
    fmpq_set(y, x);
    fmpq_set(y + 1, x + 1);
    for (size_t l = 0; l <= layer; l++) {
        const net_layer *of = net->layer + l;
        fmpq *above = _fmpq_vec_init((slong)of->units);
        net_pre_activation(above, of, y);
        if (l == layer)
            fmpq_set(z, above + unit);
        for (size_t j = 0; j < of->units; j++)
            activation_apply(above + j, of->act, above + j);
        _fmpq_vec_clear(y, (slong)of->inputs);
        y = above;
    }
    _fmpq_vec_clear(y, (slong)net->layer[layer].units);
}

static bool lies_on_crease(const inspection *in, const plane_origin *origin, const fmpz *point)
{
    if (fmpz_is_zero(point + 2))
        return true;
    fmpq *x = _fmpq_vec_init(3);
    fmpq_set_fmpz_frac(x, point, point + 2);
    fmpq_set_fmpz_frac(x + 1, point + 1, point + 2);
    pre_activation_at(x + 2, in->net, origin->layer, origin->unit, x);
    bool good =
        fmpq_equal(x + 2, in->net->layer[origin->layer].act->breakpoint + origin->breakpoint);
    _fmpq_vec_clear(x, 3);
    return good;
}

// Both ends at lo or at hi of one coordinate.
static bool lies_on_border(const inspection *in, const region_edge *edge)
{
    fmpq *x = _fmpq_vec_init(4);
    for (int c = 0; c < 2; c++) {
        fmpq_set_fmpz_frac(x + c, edge->start + c, edge->start + 2);
        fmpq_set_fmpz_frac(x + 2 + c, edge->end + c, edge->end + 2);
    }
    bool good = false;
    for (int c = 0; c < 2; c++)
        good |= fmpq_equal(x + c, x + 2 + c) &&
                (fmpq_equal(x + c, in->domain->lo + c) || fmpq_equal(x + c, in->domain->hi + c));
    _fmpq_vec_clear(x, 4);
    return good;
}

static bool edge_is_right(const inspection *in, const crease_region *region,
                          const region_edge *edge)
{
    const plane_origin *origin = &edge->origin;
    bool ends_infinite = fmpz_is_zero(edge->start + 2) && fmpz_is_zero(edge->end + 2);
    if (edge->infinite != ends_infinite)
        return false;
    if (origin->split == NO_SPLIT)
        return edge->infinite ? !in->domain->is_box
                              : in->domain->is_box && lies_on_border(in, edge);
    bool is_open = false;
    for (size_t i = 0; i < in->depth; i++)
        is_open |= in->open[i] == origin->split;
    uint32_t piece = crease_region_pattern(region, origin->layer)[origin->unit];
    return is_open && !edge->infinite && edge->side == (piece > origin->breakpoint ? 1 : -1) &&
           lies_on_crease(in, origin, edge->start) && lies_on_crease(in, origin, edge->end);
}

static bool same_point(const fmpz *p, const fmpz *q)
{
    return _fmpz_vec_equal(p, q, 3);
}

static crease_visit on_region(void *data, const crease_region *region)
{
    inspection *in = data;
    size_t n = region_edges(region);
    in->good &= n >= crease_region_rays(region) && n >= 3;
    for (size_t i = 0; i < n; i++) {
        region_edge edge, next;
        region_edge_at(&edge, region, i);
        region_edge_at(&next, region, (i + 1) % n);
        in->good &= edge_is_right(in, region, &edge) && same_point(edge.end, next.start);
        in->infinite += (size_t)edge.infinite;
    }
    in->edges += n;
    return CREASE_GO;
}

static void edges(void)
{
    size_t all = 0, infinite = 0;
    CASES(k, 150) {
        random_state random = unit_random(17 + k);
        crease_net *net = random_net(&random, 2, 5, 2);
        crease_domain *domain = domain_of(k % 2 ? "-1,3/2,-2,1" : NULL);
        inspection in = {.net = net, .domain = domain, .good = true};
        crease_visitor visitor = {
            .data = &in, .split = on_split, .region = on_region, .leave = on_leave};
        CU_ASSERT_EQUAL(visit_some(&visitor, 0, net, domain), CREASE_OK);
        CU_ASSERT(in.good);
        all += in.edges;
        infinite += in.infinite;
        crease_domain_free(domain);
        crease_net_free(net);
    }
    CU_ASSERT(all > 1000 && infinite > 100);
}

UNIT_MAIN("region_edges", {"edges", edges})
