// A parametrization as a layer: its value is the point that the parametrization names.
#include "nets.h"
#include "unit.h"

static void identity(void)
{
    for (size_t inputs = 1; inputs < 5; inputs++) {
        net_layer layer;
        net_layer_init_affine(&layer, NULL, inputs, inputs);
        CU_ASSERT(layer.inputs == inputs && layer.units == inputs && layer.act.pieces == 1);
        for (size_t i = 0; i < inputs * inputs; i++)
            CU_ASSERT(fmpq_equal_si(layer.weight + i, i / inputs == i % inputs));
        for (size_t i = 0; i < inputs; i++)
            CU_ASSERT(fmpq_is_zero(layer.bias + i));
        net_layer_clear(&layer);
    }
}

// x = parametrization (u, 1), and the linear activation leaves it as it is.
static int takes_to(const net_layer *layer, const fmpq *parametrization, const fmpq *u)
{
    size_t columns = layer->inputs + 1;
    fmpq *x = _fmpq_vec_init((slong)layer->units), *y = _fmpq_vec_init((slong)layer->units);
    net_pre_activation(x, layer, u);
    int good = 1;
    for (size_t i = 0; i < layer->units; i++) {
        for (size_t c = 0; c < columns; c++)
            if (c + 1 < columns)
                fmpq_addmul(y + i, parametrization + i * columns + c, u + c);
            else
                fmpq_add(y + i, y + i, parametrization + i * columns + c);
        activation_apply(x + i, &layer->act, x + i);
        good &= fmpq_equal(x + i, y + i);
    }
    _fmpq_vec_clear(x, (slong)layer->units);
    _fmpq_vec_clear(y, (slong)layer->units);
    return good;
}

static void random_parametrizations(void)
{
    enum { SEED = 121 };
    printf("seed %d ", SEED);
    random_state random;
    random_seed(&random, SEED);
    for (int k = 0; k < 200; k++) {
        size_t inputs = 1 + random_below(&random, 6), dimension = 1 + random_below(&random, 3);
        fmpq *parametrization = random_parametrization(&random, inputs, dimension);
        fmpq *u = _fmpq_vec_init((slong)dimension);
        for (size_t i = 0; i < dimension; i++)
            random_rational(u + i, &random, 9);
        net_layer layer;
        net_layer_init_affine(&layer, parametrization, dimension, inputs);
        CU_ASSERT(layer.inputs == dimension && layer.units == inputs);
        CU_ASSERT(takes_to(&layer, parametrization, u));
        net_layer_clear(&layer);
        _fmpq_vec_clear(u, (slong)dimension);
        _fmpq_vec_clear(parametrization, (slong)(inputs * (dimension + 1)));
    }
}

UNIT_MAIN("net_affine", {"identity", identity},
          {"random_parametrizations", random_parametrizations})
