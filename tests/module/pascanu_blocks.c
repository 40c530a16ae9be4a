// Blocks of units mapped over the cube.
#include "built.h"
#include "unit.h"

// At the point x_b of the first layer, d = 2 and widths 4,3: exactly the units of block b are
// active, with values that become the middle of the cube.
static void middle(void)
{
    crease_net *net = built_from("pascanu:blocks", "d=2 widths=4,3");
    const net_layer *first = net->layer, *last = net->layer + 1;
    fmpq_t middle[2], z;
    fmpq_init(z);
    for (int b = 0; b < 2; b++)
        fmpq_init(middle[b]);
    for (slong unit = 0; unit < 3; unit++) {
        for (slong b = 0; b < 2; b++) {
            // roots 1/2, 5/2 and 5/2, 9/2: x = (-product, sum)
            slong x[2][2] = {{-5, 12}, {-45, 28}};
            fmpq_set(middle[b], last->bias + unit);
            for (slong i = 0; i < 4; i++) {
                fmpq_set(z, first->bias + i);
                for (slong k = 0; k < 2; k++) {
                    fmpq_t part;
                    fmpq_init(part);
                    fmpq_set_si(part, x[b][k], 4);
                    fmpq_addmul(z, part, first->weight + i * 2 + k);
                    fmpq_clear(part);
                }
                CU_ASSERT(i / 2 == b ? fmpq_sgn(z) > 0 : fmpq_sgn(z) < 0);
                if (i / 2 == b)
                    fmpq_addmul(middle[b], z, last->weight + unit * 4 + i);
            }
        }
        CU_ASSERT(fmpq_equal(middle[0], middle[1]));
    }
    for (int b = 0; b < 2; b++)
        fmpq_clear(middle[b]);
    fmpq_clear(z);
    crease_net_free(net);
}

static void shape(void)
{
    built_widths("pascanu:blocks", "d=3 widths=6,7,3", "6 7 3");
    built_refused("pascanu:blocks", "d=1 widths=2,2",
                  "pascanu:blocks: d: expected an integer from 2 to 30, found \"1\"");
    built_refused("pascanu:blocks", "d=3 widths=2,3",
                  "pascanu:blocks: widths: expected a width >= 3 below the last one, found 2");
}

static void claims(void)
{
    built_claims("pascanu:blocks", "d=2 widths=6,6,5", "activation_regions >= 144");
    built_claims("pascanu:blocks", "d=3 widths=6,3", "activation_regions >= 16");
    built_claims("pascanu:blocks", "d=2 widths=4",
                 "activation_regions = 11; linear_regions = 11; affine_maps = 11");
}

UNIT_MAIN("pascanu_blocks", {"middle", middle}, {"shape", shape}, {"claims", claims})
