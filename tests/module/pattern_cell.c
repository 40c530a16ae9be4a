// Cells of chosen pieces: their nearest points, their interiors, and the regions they lead to.
#include "distance/pattern_cell.h"
#include "nets.h"
#include "unit.h"

#include <flint/fmpz_vec.h>

typedef struct {
    crease_net *net;
    scaled_net scaled;
    pattern_cell cell;
    fmpz *x, *y;
} desk;

static void desk_open(desk *d, crease_net *net)
{
    d->net = net;
    scaled_net_init(&d->scaled, net, NULL, net->inputs);
    pattern_cell_init(&d->cell, &d->scaled, crease_net_hidden(net));
    d->x = _fmpz_vec_init((slong)net->inputs + 1);
    d->y = _fmpz_vec_init((slong)net->inputs + 1);
}

static void desk_close(desk *d)
{
    _fmpz_vec_clear(d->x, (slong)d->net->inputs + 1);
    _fmpz_vec_clear(d->y, (slong)d->net->inputs + 1);
    pattern_cell_clear(&d->cell);
    scaled_net_clear(&d->scaled);
    crease_net_free(d->net);
}

static void set_point(fmpz *x, slong a, slong b, slong w)
{
    fmpz_set_si(x, a);
    fmpz_set_si(x + 1, b);
    fmpz_set_si(x + 2, w);
}

static bool is_point(const fmpz *y, slong a, slong b, slong w)
{
    return fmpz_equal_si(y, a) && fmpz_equal_si(y + 1, b) && fmpz_equal_si(y + 2, w);
}

// max(x, y, 2x - y): where all three are equal, on x = y, the second never wins alone.
static void maxout(void)
{
    desk d;
    size_t predicate = 9, crossed;
    desk_open(&d, net_of(LAYER("maxout:3", "[[1, 0], [0, 1], [2, -1]]", "[0, 0, 0]")));
    uint32_t piece[1] = {0};
    set_point(d.x, 1, 1, 1);
    CU_ASSERT_FALSE(pattern_cell_project(d.y, &predicate, &d.cell, d.x, piece, 1));
    pattern_cell_complete(&d.cell, d.x, piece, 0, &crossed, &predicate);
    CU_ASSERT(piece[0] == 1 && crossed == 0);
    set_point(d.x, 5, 1, 1);
    pattern_cell_complete(&d.cell, d.x, piece, 0, &crossed, &predicate);
    CU_ASSERT(piece[0] == 2 && crossed == 1);
    piece[0] = 1;
    CU_ASSERT(pattern_cell_project(d.y, &predicate, &d.cell, d.x, piece, 1));
    CU_ASSERT(is_point(d.y, 3, 3, 1));
    desk_close(&d);
}

// The region of a random point contains it, and is as far as nothing.
static void random_ones(void)
{
    random_state random = unit_random(17);
    CASES(k, 200) {
        desk d;
        size_t n = 1 + random_below(&random, 3), crossed, predicate;
        desk_open(&d, k % 2 ? random_net(&random, n, 4, 2) : random_maxout_net(&random, n, 3, 2));
        for (size_t c = 0; c < n; c++)
            fmpz_set_si(d.x + c, (slong)random_between(&random, -3, 3));
        fmpz_one(d.x + n);
        uint32_t *piece = memory_new(d.cell.units + 1, sizeof *piece);
        pattern_cell_complete(&d.cell, d.x, piece, 0, &crossed, &predicate);
        bool crosses = crossed < d.cell.units;
        if (d.cell.units) {
            CU_ASSERT(pattern_cell_project(d.y, &predicate, &d.cell, d.x, piece, d.cell.units));
            CU_ASSERT(_fmpz_vec_equal(d.x, d.y, (slong)n + 1));
            CU_ASSERT_EQUAL(crosses, d.cell.tight.count > 0);
        }
        free(piece);
        desk_close(&d);
    }
}

UNIT_MAIN("pattern_cell", {"maxout", maxout}, {"random", random_ones})
