// General position, coordinate hyperplanes and grids.
#include "built.h"
#include "finite_field.h"
#include "unit.h"

#include <flint/fmpq_mat.h>

// Whether the chosen units, all their columns or the weights only, are independent.
static int are_independent(const crease_net *net, unsigned chosen, size_t columns)
{
    const net_layer *layer = net->layer;
    fmpq_mat_t rows;
    fmpq_mat_init(rows, (slong)layer->units, (slong)columns);
    slong count = 0;
    for (size_t i = 0; i < layer->units; i++) {
        if (!(chosen >> i & 1))
            continue;
        for (size_t j = 0; j < columns; j++)
            fmpq_set(fmpq_mat_entry(rows, count, (slong)j),
                     j < layer->inputs ? layer->weight + i * layer->inputs + j : layer->bias + i);
        count++;
    }
    slong rank = fmpq_mat_rref(rows, rows);
    fmpq_mat_clear(rows);
    return rank == count;
}

// Any p <= d normals are independent, and no d + 1 hyperplanes have a common point.
static void general_position(void)
{
    for (int d = 1; d <= 5; d++) {
        crease_net *net = built_net("arrangement:generic", 8, d);
        built_shape(net, (size_t)d, 8);
        for (unsigned chosen = 1; chosen < 1u << 8; chosen++) {
            int size = __builtin_popcount(chosen);
            if (size <= d)
                CU_ASSERT(are_independent(net, chosen, (size_t)d))
            if (size == d + 1)
                CU_ASSERT(are_independent(net, chosen, (size_t)d + 1))
        }
        crease_net_free(net);
    }
}

// The weights of the least interesting case by hand: t = 1, -1, 2.
static void moments(void)
{
    static const int rows[3][3] = {{1, 1, 1}, {1, -1, 1}, {1, 2, 4}};
    crease_net *net = built_net("arrangement:generic", 3, 2);
    for (size_t i = 0; i < 3; i++) {
        CU_ASSERT(fmpq_equal_si(net->layer->weight + 2 * i, rows[i][0]));
        CU_ASSERT(fmpq_equal_si(net->layer->weight + 2 * i + 1, rows[i][1]));
        CU_ASSERT(fmpq_equal_si(net->layer->bias + i, rows[i][2]));
    }
    crease_net_free(net);
}

static void counts(void)
{
    built_check("arrangement:generic", 6, 2, "22");
    built_check("arrangement:generic", 5, 3, "26");
    built_check("arrangement:generic", 3, 9, "8");
    built_check("arrangement:generic", 1, 1, "2");
    built_check("arrangement:generic", 1000, 2, "500501");
    built_check("arrangement:boolean", 1, 0, "2");
    built_check("arrangement:boolean", 100, 0, "1267650600228229401496703205376");
    built_check("arrangement:grid", 4, 2, "25");
    built_check("arrangement:grid", 9, 30, "1000000000000000000000000000000");
}

static void products(void)
{
    crease_net *net = built_net("arrangement:boolean", 4, 0);
    built_shape(net, 4, 4);
    CU_ASSERT_EQUAL(points_off_all(net, 7), 6 * 6 * 6 * 6);
    crease_net_free(net);
    net = built_net("arrangement:grid", 3, 2);
    built_shape(net, 2, 6);
    CU_ASSERT_EQUAL(points_off_all(net, 11), 8 * 8);
    crease_net_free(net);
}

UNIT_MAIN("arrangement_product", {"general position", general_position}, {"moments", moments},
          {"counts", counts}, {"products", products})
