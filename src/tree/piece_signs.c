// Which pieces cuts of a layer divide a cell into, by the signs of the cuts there.
#include "tree/piece_signs.h"

#include "tree/check.h"
#include "tree/pieces.h"
#include <string.h>

// The pieces found so far.
typedef struct {
    piece_signs *pieces;
    uint64_t found[(1 << PIECE_CUTS) / 64]; // by their signs
} piece_set;

static void add(piece_set *set, unsigned above)
{
    uint64_t *word = set->found + above / 64, bit = UINT64_C(1) << above % 64;
    if (!(*word & bit) && set->pieces->count < MOST_PIECES)
        set->pieces->above[set->pieces->count++] = (unsigned char)above;
    *word |= bit;
}

// ---- vertices ----

typedef struct {
    walk_position *pos;
    size_t l;
    const geom_cell *cell;
    hyperplane_list list;
    piece_set set;
} piece_finder;

static const line_approx *line_of(const piece_finder *by, size_t k)
{
    const insertion *in = by->pos->inserts + by->l;
    return (const line_approx *)(const void *)insertion_form(in, by->list.number[k]);
}

// The signs of all cuts at a vertex of the cell, as they are remembered.
static int signs_at_vertex(unsigned *above, const piece_finder *by, size_t vertex)
{
    const insertion *in = by->pos->inserts + by->l;
    const unsigned char *memo = in->memo + by->cell->generator[vertex].slot * in->memo_row;
    *above = 0;
    for (size_t k = 0; k < by->list.count; k++) {
        const unsigned bits = memo[by->list.number[k]];
        if (bits != SIGN_ABOVE && bits != SIGN_BELOW)
            return 0;
        *above |= (unsigned)(bits == SIGN_ABOVE) << k;
    }
    return 1;
}

// Adds to *above those of a set of cuts that lie below the point where two lines meet.
static int signs_at_meet(unsigned *above, const piece_finder *by, const line_approx *first,
                         const line_approx *second, unsigned cuts)
{
    point_approx at;
    if (cuts)
        filter_meet(&at, first, second);
    for (; cuts; cuts &= cuts - 1) {
        const int k = __builtin_ctz(cuts);
        const int sign = sign_try(&by->pos->judge, line_of(by, (size_t)k), &at);
        if (sign != -1 && sign != 1)
            return 0;
        *above |= (unsigned)(sign > 0) << k;
    }
    return 1;
}

// Between two vertices, inside the edge, is what lies beside the end of each cut that crosses it:
// the others that do are asked there. Of two cuts it is one piece besides those of the vertices,
// and the end of either one tells.
static int find_along_edge(piece_finder *by, size_t vertex, unsigned from, unsigned to)
{
    const line_approx *edge = space_line(&by->pos->space, by->cell->generator[vertex].plane);
    const unsigned ends = from ^ to;
    for (unsigned left = ends; left; left &= left - 1) {
        const unsigned own = left & -left, others = ends & ~own;
        const size_t k = (size_t)__builtin_ctz(own);
        unsigned above = from & to;
        if (!signs_at_meet(&above, by, line_of(by, k), edge, others))
            return 0;
        add(&by->set, above);
        add(&by->set, above | own);
        if (!(others & (others - 1)))
            break;
    }
    return 1;
}

static int find_along_border(piece_finder *by)
{
    unsigned first, here, next;
    if (!signs_at_vertex(&first, by, 0))
        return 0;
    here = first;
    for (size_t i = 0; i < by->cell->count; i++, here = next) {
        next = first;
        if (i + 1 < by->cell->count && !signs_at_vertex(&next, by, i + 1))
            return 0;
        add(&by->set, here);
        if (here != next && !find_along_edge(by, i, here, next))
            return 0;
    }
    return 1;
}

// Whether there are pieces in all four quadrants of two cuts.
static int cross(const piece_signs *pieces, size_t count, size_t f, size_t k)
{
    unsigned met = 0;
    for (size_t i = 0; i < count; i++)
        met |= 1U << (2 * (pieces->above[i] >> f & 1) + (pieces->above[i] >> k & 1));
    return met == 15;
}

static int find_inside(piece_finder *by)
{
    piece_signs *pieces = by->set.pieces;
    const unsigned all = (1U << by->list.count) - 1;
    const size_t along_border = pieces->count;
    for (size_t k = 1; k < by->list.count; k++)
        for (size_t f = 0; f < k; f++) {
            if (!cross(pieces, along_border, f, k))
                continue;
            const unsigned first = 1U << f, second = 1U << k, others = all & ~first & ~second;
            unsigned above = 0;
            pieces->crossed[k] |= (unsigned char)first;
            if (!signs_at_meet(&above, by, line_of(by, f), line_of(by, k), others))
                return 0;
            add(&by->set, above);
            add(&by->set, above | first);
            add(&by->set, above | second);
            add(&by->set, above | first | second);
        }
    return 1;
}

// ---- all of them ----

static int can(const walk_position *pos, size_t l, const geom_cell *cell, size_t cuts)
{
    return cuts <= PIECE_CUTS && walk_pieces_can(pos, l, cuts) &&
           (cuts <= 1 || pos->inserts[l].at_once) && cell_is_bounded(cell, &pos->space);
}

int piece_signs_find(piece_signs *pieces, walk_position *pos, size_t l, const geom_cell *cell,
                     hyperplane_list list)
{
    if (!can(pos, l, cell, list.count))
        return 0;
    pieces->count = 0;
    memset(pieces->crossed, 0, sizeof pieces->crossed);
    if (list.count <= 1) {
        pieces->count = 1 + list.count;
        pieces->above[0] = 0;
        pieces->above[1] = 1;
        return 1;
    }
    piece_finder by = {pos, l, cell, list, {.pieces = pieces}};
    if (!find_along_border(&by) || !find_inside(&by))
        return 0;
    if (CHECKED)
        check_same("pieces by their signs", (int)pieces->count,
                   (int)walk_pieces(pos, l, cell, list.number, list.count, NULL).all);
    return 1;
}

void piece_signs_keys(uint64_t key[MOST_PIECES], walk_position *pos, size_t l, hyperplane_list list,
                      const piece_signs *pieces)
{
    const walk_predicate *kept = pos->inserts[l].kept;
    map_residues step[PIECE_CUTS];
    // The piece below all cuts, where there is one; units come with their breakpoints in order.
    for (size_t k = list.count; k-- > 0;)
        pos->maps.layer[l].pattern[kept[list.number[k]].unit] = kept[list.number[k]].breakpoint;
    const map_residues below = walk_residues_here(walk_position_residues(pos));
    for (size_t k = 0; k < list.count; k++)
        step[k] = walk_residues_step(pos->residues, kept[list.number[k]].unit,
                                     kept[list.number[k]].breakpoint);
    for (size_t i = 0; i < pieces->count; i++) {
        map_residues sum = below;
        for (unsigned above = pieces->above[i]; above; above &= above - 1)
            for (size_t c = 0; c < RESIDUE_POINTS; c++)
                sum.at[c] += step[__builtin_ctz(above)].at[c];
        key[i] = map_residues_key(&sum);
    }
}
