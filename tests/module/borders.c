// Distances of borders, with doubles and without.
#include "distance/borders.h"
#include "exact/rational.h"
#include "nets.h"
#include "unit.h"

#include <flint/fmpz_vec.h>

typedef struct {
    crease_net *net;
    scaled_net scaled;
    rounded_net rounded;
    pattern_cell cell;
    borders exact, filtered;
    fmpz *x, *y;
    uint32_t *piece;
} desk;

static void desk_open(desk *d, crease_net *net)
{
    d->net = net;
    scaled_net_init(&d->scaled, net, NULL, net->inputs);
    rounded_net_init(&d->rounded, net, NULL, net->inputs);
    pattern_cell_init(&d->cell, &d->scaled, crease_net_hidden(net));
    borders_init(&d->exact, &d->cell, NULL);
    borders_init(&d->filtered, &d->cell, &d->rounded);
    d->x = _fmpz_vec_init((slong)net->inputs + 1);
    d->y = _fmpz_vec_init((slong)net->inputs + 1);
    d->piece = memory_new(d->cell.units + 1, sizeof *d->piece);
}

static void desk_close(desk *d)
{
    _fmpz_vec_clear(d->x, (slong)d->net->inputs + 1);
    _fmpz_vec_clear(d->y, (slong)d->net->inputs + 1);
    free(d->piece);
    borders_clear(&d->exact);
    borders_clear(&d->filtered);
    pattern_cell_clear(&d->cell);
    rounded_net_clear(&d->rounded);
    scaled_net_clear(&d->scaled);
    crease_net_free(d->net);
}

static void square_of(fmpq_t square, const fmpz *x, const fmpz *y, size_t n)
{
    fmpq_t a, b;
    fmpq_init(a);
    fmpq_init(b);
    fmpq_zero(square);
    for (size_t c = 0; c < n; c++) {
        fmpq_set_fmpz_frac(a, x + c, x + n);
        fmpq_set_fmpz_frac(b, y + c, y + n);
        fmpq_sub(a, a, b);
        fmpq_addmul(square, a, a);
    }
    fmpq_clear(a);
    fmpq_clear(b);
}

static void check_distance(desk *d, size_t k)
{
    const scaled_layer *layer = d->scaled.layer + d->cell.place[k].layer;
    size_t unit = d->cell.place[k].unit;
    fmpq_t square, end;
    fmpz *row = _fmpz_vec_init((slong)d->net->inputs + 1);
    fmpq_init(square);
    fmpq_init(end);
    for (unit_border border = {0}; unit_next_border(&border, layer, unit, d->piece[k]);) {
        if (!border_square(square, row, &d->exact, k, border.predicate))
            continue;
        ball distance = border_distance(&d->filtered, k, border.predicate);
        double low = ball_low(distance), high = ball_high(distance);
        CU_ASSERT(high >= low);
        rational_set_double(end, low > 0 ? low : 0);
        fmpq_mul(end, end, end);
        CU_ASSERT(fmpq_cmp(end, square) <= 0);
        rational_set_double(end, high < HUGE_VAL ? high : 0);
        fmpq_mul(end, end, end);
        CU_ASSERT(high == HUGE_VAL || fmpq_cmp(square, end) <= 0);
    }
    fmpq_clear(square);
    fmpq_clear(end);
    _fmpz_vec_clear(row, (slong)d->net->inputs + 1);
}

// By each arithmetic; *tight counts bounds that are reached.
static void check_bounds(desk *d, size_t k, size_t *tight)
{
    fmpq_t bound, square;
    size_t predicate;
    uint32_t own = d->piece[k];
    fmpq_init(bound);
    fmpq_init(square);
    const unit_table *table = &d->scaled.layer[d->cell.place[k].layer].unit;
    for (uint32_t p = 0; p < unit_pieces(table, d->cell.place[k].unit); p++) {
        if (p == own)
            continue;
        d->piece[k] = p;
        bool exists = pattern_cell_project(d->y, &predicate, &d->cell, d->x, d->piece, k + 1);
        d->piece[k] = own;
        square_of(square, d->x, d->y, d->net->inputs);
        borders *const both[] = {&d->exact, &d->filtered};
        for (int a = 0; a < 2; a++) {
            borders_enter(both[a], d->x, d->piece);
            bool possible = border_bound(bound, both[a], k, p);
            CU_ASSERT(possible || !exists);
            if (possible && exists) {
                CU_ASSERT(fmpq_cmp(bound, square) <= 0);
                *tight += a == 0 && fmpq_equal(bound, square);
            }
        }
    }
    fmpq_clear(bound);
    fmpq_clear(square);
}

static void random_ones(void)
{
    size_t tight = 0;
    random_state random = unit_random(23);
    CASES(k, 150) {
        desk d;
        size_t n = 1 + random_below(&random, 3), crossed, predicate;
        desk_open(&d, k % 2 ? random_net(&random, n, 4, 3) : random_maxout_net(&random, n, 3, 3));
        for (size_t c = 0; c < n; c++)
            fmpz_set_si(d.x + c, (slong)random_between(&random, -9, 9));
        fmpz_set_si(d.x + n, 1 + (slong)random_below(&random, 3));
        pattern_cell_complete(&d.cell, d.x, d.piece, 0, &crossed, &predicate);
        borders_enter(&d.exact, d.x, d.piece);
        borders_enter(&d.filtered, d.x, d.piece);
        for (size_t unit = 0; unit < d.cell.units; unit++)
            check_distance(&d, unit);
        for (size_t unit = 0; unit < d.cell.units; unit++)
            check_bounds(&d, unit, &tight);
        desk_close(&d);
    }
    CU_ASSERT(tight > 200);
}

UNIT_MAIN("borders", {"random", random_ones})
