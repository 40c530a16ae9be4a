// Networks with other inputs: x = A u + t, put in front of a network.
#include "moved_nets.h"

#include "base/memory.h"
#include "base/random.h"
#include "net/net.h"
#include <flint/fmpq_mat.h>
#include <stdlib.h>

// ---- choosing ----

static void start(moving *to, size_t outer, size_t inner)
{
    *to = (moving){.outer = outer, .inner = inner};
    number_rows_init(&to->parametrization, outer, inner + 1);
    fmpq_init(to->stretch);
}

void moving_clear(moving *to)
{
    number_rows_clear(&to->parametrization);
    fmpq_clear(to->stretch);
}

void moving_choose_idle(moving *to, uint64_t seed, size_t dimension)
{
    random_state random;
    random_seed(&random, ~seed);
    start(to, dimension, dimension + 1 + random_below(&random, 2));
    size_t skip = to->inner - dimension;
    for (size_t i = 0, u = 0; i < dimension; u++) {
        if (skip && random_below(&random, 2))
            skip--;
        else
            fmpq_one(number_row(&to->parametrization, i++) + u);
    }
}

static void permutation(moving *to, random_state *random)
{
    size_t d = to->outer, place[8];
    for (size_t i = 0; i < d; i++) {
        size_t k = random_below(random, i + 1);
        place[i] = i;
        place[i] = place[k];
        place[k] = i;
    }
    for (size_t i = 0; i < d; i++)
        fmpq_set_si(number_row(&to->parametrization, i) + place[i],
                    random_below(random, 2) ? 1 : -1, 1);
}

static void any_numbers(moving *to, random_state *random)
{
    for (size_t i = 0; i < to->parametrization.count * to->parametrization.columns; i++) {
        slong numerator = (slong)random_between(random, -2, 2);
        fmpq_set_si(to->parametrization.entry + i, numerator, 1 + random_below(random, 3));
    }
}

static void measure(moving *to)
{
    slong d = (slong)to->outer;
    fmpq_mat_t a;
    fmpq_mat_init(a, d, d);
    for (slong i = 0; i < d; i++)
        for (slong k = 0; k < d; k++)
            fmpq_set(fmpq_mat_entry(a, i, k), number_row(&to->parametrization, (size_t)i) + k);
    fmpq_mat_det(to->stretch, a);
    fmpq_abs(to->stretch, to->stretch);
    fmpq_mat_clear(a);
}

void moving_choose_affine(moving *to, uint64_t seed, size_t dimension)
{
    random_state random;
    random_seed(&random, ~seed);
    start(to, dimension, dimension);
    if (random_below(&random, 4) == 0)
        permutation(to, &random);
    for (measure(to); fmpq_is_zero(to->stretch); measure(to))
        any_numbers(to, &random);
}

// ---- the network ----

void moving_row(fmpq *moved, const moving *to, const fmpq *row)
{
    for (size_t c = 0; c <= to->inner; c++) {
        fmpq_zero(moved + c);
        for (size_t i = 0; i < to->outer; i++)
            fmpq_addmul(moved + c, row + i, number_row(&to->parametrization, i) + c);
    }
    fmpq_add(moved + to->inner, moved + to->inner, row + to->outer);
}

static void first_layer(net_layer *layer, const moving *to, const net_layer *from)
{
    number_rows row, moved;
    number_rows_init(&row, 1, to->outer + 1);
    number_rows_init(&moved, 1, to->inner + 1);
    for (size_t j = 0; j < layer->rows; j++) {
        for (size_t i = 0; i < to->outer; i++)
            fmpq_set(row.entry + i, from->weight + j * to->outer + i);
        fmpq_set(row.entry + to->outer, from->bias + j);
        moving_row(moved.entry, to, row.entry);
        for (size_t u = 0; u < to->inner; u++)
            fmpq_set(layer->weight + j * to->inner + u, moved.entry + u);
        fmpq_set(layer->bias + j, moved.entry + to->inner);
    }
    number_rows_clear(&row);
    number_rows_clear(&moved);
}

// With the units and activations of another layer.
static void init_like(net_layer *layer, size_t inputs, const net_layer *from)
{
    activation *act = memory_new(from->kinds, sizeof *act);
    for (size_t k = 0; k < from->kinds; k++)
        activation_init_copy(act + k, from->act + k);
    net_layer_init_mixed(layer, inputs, from->units, act, from->kinds, from->unit.kind);
    free(act);
}

crease_net *moving_net(const moving *to, const crease_net *net)
{
    crease_net *moved = net_new(to->inner, net->layers);
    for (size_t l = 0; l < net->layers; l++) {
        const net_layer *from = net->layer + l;
        net_layer *layer = moved->layer + l;
        init_like(layer, l ? from->inputs : to->inner, from);
        if (l == 0) {
            first_layer(layer, to, from);
            continue;
        }
        for (size_t i = 0; i < from->rows * from->inputs; i++)
            fmpq_set(layer->weight + i, from->weight + i);
        for (size_t j = 0; j < from->rows; j++)
            fmpq_set(layer->bias + j, from->bias + j);
    }
    net_finish(moved);
    return moved;
}

// ---- its regions ----

// Replaces the first outer + 1 entries of each row.
static void pull_back_rows(number_rows *rows, const moving *to, bool primitive)
{
    size_t rest = rows->columns - to->outer - 1;
    number_rows moved;
    number_rows_init(&moved, rows->count, to->inner + 1 + rest);
    for (size_t i = 0; i < rows->count; i++) {
        fmpq *row = number_row(&moved, i);
        moving_row(row, to, number_row(rows, i));
        if (primitive)
            number_row_primitive(row, to->inner + 1);
        for (size_t c = 0; c < rest; c++)
            fmpq_set(row + to->inner + 1 + c, number_row(rows, i) + to->outer + 1 + c);
    }
    number_rows_clear(rows);
    *rows = moved;
}

// Points and directions of u as those of x.
static void push_forward(number_rows *generators, const moving *to, bool rays)
{
    number_rows moved;
    number_rows_init(&moved, generators->count, to->outer + 1);
    for (size_t k = 0; k < generators->count; k++) {
        fmpq *row = number_row(&moved, k);
        for (size_t i = 0; i < to->outer; i++)
            number_row_dot(row + i, number_row(&to->parametrization, i), number_row(generators, k),
                           to->inner + 1);
        if (rays)
            number_row_primitive(row, to->outer);
        else
            fmpq_one(row + to->outer);
    }
    number_rows_clear(generators);
    *generators = moved;
}

static const char *moved_region_difference(const moving *to, const portrait *before,
                                           portrait_region *a, portrait_region *b)
{
    const char *what = NULL;
    bool idle = to->inner > to->outer, pointed = portrait_is_pointed(before, a);
    if (!idle && a->bounded != b->bounded)
        what = "bounded";
    fmpq_mul(b->volume, b->volume, to->stretch);
    if (!idle && !fmpq_equal(a->volume, b->volume))
        what = "volumes";
    pull_back_rows(&a->map, to, 0);
    if (!number_rows_equal(&a->map, &b->map))
        what = "maps";
    pull_back_rows(&a->facets, to, 1);
    number_rows_sort(&a->facets);
    number_rows_sort(&b->facets);
    if (!number_rows_equal(&a->facets, &b->facets))
        what = "facets";
    if (idle || !pointed)
        return what;
    push_forward(&b->vertices, to, 0);
    push_forward(&b->rays, to, 1);
    number_rows_sort(&a->vertices);
    number_rows_sort(&b->vertices);
    number_rows_sort(&a->rays);
    number_rows_sort(&b->rays);
    if (!number_rows_equal(&a->vertices, &b->vertices))
        what = "vertices";
    if (!number_rows_equal(&a->rays, &b->rays))
        what = "rays";
    return what;
}

const char *moving_difference(const moving *to, portrait *before, portrait *after)
{
    uint64_t bounded = after->counts.bounded_regions;
    if (to->inner > to->outer && bounded == 0)
        after->counts.bounded_regions = before->counts.bounded_regions; // all have become prisms
    const char *what = portrait_count_difference(before, after);
    after->counts.bounded_regions = bounded;
    for (size_t i = 0; i < before->regions && !what; i++)
        what = moved_region_difference(to, before, before->region + i, after->region + i);
    return what;
}
