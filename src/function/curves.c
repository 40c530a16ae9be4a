// The decision boundary of one or two dimensions, put together from the parts that splits have.
#include "function/curves.h"

#include "base/memory.h"
#include <flint/fmpq_vec.h>
#include <flint/fmpz_vec.h>
#include <stdlib.h>

void curve_pieces_init(curve_pieces *all, size_t dimension)
{
    *all = (curve_pieces){.dimension = dimension};
    row_table_init(&all->points);
    rows_init(&all->point, 3);
}

void curve_pieces_clear(curve_pieces *all)
{
    rows_clear(&all->point);
    free(all->piece);
    row_table_clear(&all->points);
}

// The coordinates of a point, perhaps of the next one.
static fmpz *curve_point(curve_pieces *all, uint64_t number)
{
    if (number == all->point.count)
        rows_push(&all->point);
    return rows_at(&all->point, number);
}

// The number of a point, given in homogeneous integers with weight w >= 0.
static uint64_t point_number(curve_pieces *all, const fmpz *given)
{
    fmpz *row = _fmpz_vec_init(3);
    fmpz_t content;
    fmpz_init(content);
    _fmpz_vec_content(content, given, 3);
    _fmpz_vec_scalar_divexact_fmpz(row, given, 3, content);
    const uint64_t number = row_table_enter(&all->points, row, 3);
    _fmpz_vec_set(curve_point(all, number), row, 3);
    fmpz_clear(content);
    _fmpz_vec_clear(row, 3);
    return number;
}

void curve_pieces_add(void *data, const facet_border *part)
{
    curve_pieces *all = data;
    const uint64_t from = point_number(all, part->from), to = point_number(all, part->to);
    // A point of the line keeps what is below and above.
    const int turned = all->dimension == 2 && part->left > part->right;
    MEMORY_RESERVE(all->piece, all->capacity, all->pieces + 1);
    all->piece[all->pieces++] = turned ? (curve_piece){part->right, part->left, to, from}
                                       : (curve_piece){part->left, part->right, from, to};
}

void curve_pieces_append(curve_pieces *all, curve_pieces *more)
{
    const size_t points = more->points.count;
    uint64_t *number = row_table_append(&all->points, &more->points);
    for (size_t i = 0; i < points; i++)
        _fmpz_vec_swap(curve_point(all, number[i]), rows_at(&more->point, i), 3);
    MEMORY_RESERVE(all->piece, all->capacity, all->pieces + more->pieces);
    for (size_t i = 0; i < more->pieces; i++) {
        curve_piece piece = more->piece[i];
        piece.from = number[piece.from];
        piece.to = number[piece.to];
        all->piece[all->pieces++] = piece;
    }
    more->pieces = more->point.count = 0;
    free(number);
}

size_t curve_pieces_bytes(const curve_pieces *all)
{
    return all->pieces * sizeof *all->piece + 2 * all->points.used;
}

void curve_pieces_pack(curve_pieces *all, pack *p)
{
    const size_t points = pack_count(p, all->points.count, 3 * sizeof(uint64_t));
    for (size_t i = 0; i < points && !p->failed; i++) {
        pack_integers(p, curve_point(all, i), 3);
        if (p->reads)
            p->failed |= row_table_enter(&all->points, curve_point(all, i), 3) != i;
    }
    all->pieces = pack_count(p, all->pieces, 4 * sizeof(uint64_t));
    MEMORY_RESERVE(all->piece, all->capacity, all->pieces);
    for (size_t i = 0; i < all->pieces; i++) {
        curve_piece *piece = all->piece + i;
        piece->left = pack_word(p, piece->left);
        piece->right = pack_word(p, piece->right);
        piece->from = pack_word(p, piece->from);
        piece->to = pack_word(p, piece->to);
        p->failed |= piece->from >= points || piece->to >= points;
    }
}

// ---- Which piece follows which ----

#define NO_PIECE SIZE_MAX

typedef struct {
    const curve_pieces *all;
    size_t *starting, *ending; // by point: the only piece that starts or ends there
    uint32_t *meeting;         // by point: how many pieces do
    unsigned char *done;       // by piece
    uint64_t *corner;          // scratch: points of one curve
    size_t corners;
} chain;

static int corner_is_infinite(const chain *c, uint64_t point)
{
    return fmpz_is_zero(rows_at(&c->all->point, point) + 2);
}

static const curve_piece *piece_at(const chain *c, size_t p)
{
    return c->all->piece + p;
}

static size_t next_in_chain(const chain *c, size_t p, const size_t *there, uint64_t point)
{
    const size_t next = there[point];
    if (corner_is_infinite(c, point) || c->meeting[point] != 2 || next == NO_PIECE || next == p ||
        piece_at(c, p)->left != piece_at(c, next)->left ||
        piece_at(c, p)->right != piece_at(c, next)->right)
        return NO_PIECE;
    return next;
}

static size_t piece_after(const chain *c, size_t p)
{
    return next_in_chain(c, p, c->starting, piece_at(c, p)->to);
}

static size_t piece_before(const chain *c, size_t p)
{
    return next_in_chain(c, p, c->ending, piece_at(c, p)->from);
}

static void chain_init(chain *c, const curve_pieces *all)
{
    const size_t points = all->points.count;
    *c = (chain){.all = all,
                 .starting = memory_new(points, sizeof *c->starting),
                 .ending = memory_new(points, sizeof *c->ending),
                 .meeting = memory_new(points, sizeof *c->meeting),
                 .done = memory_new(all->pieces, 1),
                 .corner = memory_new(all->pieces + 1, sizeof *c->corner)};
    for (size_t i = 0; i < points; i++)
        c->starting[i] = c->ending[i] = NO_PIECE;
    for (size_t p = 0; p < all->pieces; p++) {
        c->starting[all->piece[p].from] = c->ending[all->piece[p].to] = p;
        c->meeting[all->piece[p].from]++;
        c->meeting[all->piece[p].to]++;
    }
}

static void chain_clear(chain *c)
{
    free(c->starting);
    free(c->ending);
    free(c->meeting);
    free(c->done);
    free(c->corner);
}

// ---- Corners ----

// Three points on one line: their determinant is zero.
static int is_straight(const chain *c, uint64_t p, uint64_t q, uint64_t r)
{
    const fmpz *a = rows_at(&c->all->point, p), *b = rows_at(&c->all->point, q),
               *d = rows_at(&c->all->point, r);
    fmpz *cross = _fmpz_vec_init(3);
    fmpz_t value;
    fmpz_init(value);
    row_cross(cross, a, b);
    _fmpz_vec_dot(value, cross, d, 3);
    const int straight = fmpz_is_zero(value);
    fmpz_clear(value);
    _fmpz_vec_clear(cross, 3);
    return straight;
}

static void add_corner(chain *c, uint64_t point)
{
    c->corner[c->corners++] = point;
}

// Whether corner i bends, seen from those beside it that are left.
static int bends(const chain *c, uint64_t before, size_t i)
{
    const uint64_t after = c->corner[i + 1 < c->corners ? i + 1 : 0];
    return !is_straight(c, before, c->corner[i], after);
}

// Leaves the ends, finite points beside rays where no other is, and the corners that bend.
static void drop_straight(chain *c, int closed)
{
    size_t kept = 0, finite = 0;
    const size_t last = c->corners - 1;
    for (size_t i = 0; i < c->corners; i++) {
        const uint64_t before = kept ? c->corner[kept - 1] : c->corner[last];
        const int is_end = !closed && (i == 0 || i == last);
        // A line from infinity to infinity shows one of its points.
        const int is_needed =
            !closed && i + 1 == last && corner_is_infinite(c, c->corner[last]) && finite == 0;
        if (!is_end && !is_needed && !bends(c, before, i))
            continue;
        finite += !corner_is_infinite(c, c->corner[i]);
        c->corner[kept++] = c->corner[i];
    }
    c->corners = kept;
}

// ---- Curves ----

static void set_ray(crease_curve *curve, int end, const fmpz *point)
{
    curve->has_ray[end] = 1;
    for (size_t i = 0; i < 2; i++)
        fmpq_set_fmpz(curve->ray[end] + i, point + i);
}

static void set_curve(crease_curve *curve, const chain *c, const curve_piece *piece, int closed)
{
    const size_t d = c->all->dimension;
    *curve = (crease_curve){.left = piece->left, .right = piece->right, .closed = closed};
    curve->vertex = _fmpq_vec_init((slong)(c->corners * d));
    for (int end = 0; end < 2; end++)
        curve->ray[end] = _fmpq_vec_init((slong)d);
    for (size_t i = 0; i < c->corners; i++) {
        const fmpz *point = rows_at(&c->all->point, c->corner[i]);
        if (fmpz_is_zero(point + 2)) {
            set_ray(curve, i > 0, point);
            continue;
        }
        fmpq *vertex = curve->vertex + curve->vertices++ * d;
        for (size_t k = 0; k < d; k++)
            fmpq_set_fmpz_frac(vertex + k, point + k, point + 2);
    }
}

void curve_clear(crease_curve *curve, size_t dimension)
{
    // Rows beyond the vertices, of the ends at infinity, are zero.
    _fmpq_vec_clear(curve->vertex, (slong)(curve->vertices * dimension));
    for (int end = 0; end < 2; end++)
        _fmpq_vec_clear(curve->ray[end], (slong)dimension);
}

static void follow_curve(crease_classes *classes, chain *c, size_t p)
{
    size_t first = p;
    for (size_t before; (before = piece_before(c, first)) != NO_PIECE && before != p;)
        first = before;
    const int closed = piece_before(c, first) != NO_PIECE;
    c->corners = 0;
    for (size_t q = first; q != NO_PIECE && !c->done[q]; q = piece_after(c, q)) {
        c->done[q] = 1;
        add_corner(c, piece_at(c, q)->from);
        if (!closed && piece_after(c, q) == NO_PIECE)
            add_corner(c, piece_at(c, q)->to);
    }
    drop_straight(c, closed);
    set_curve(classes->curve + classes->curves++, c, piece_at(c, first), closed);
}

static void add_points(crease_classes *classes, chain *c)
{
    for (size_t p = 0; p < c->all->pieces; p++) {
        c->corners = 0;
        add_corner(c, piece_at(c, p)->from);
        set_curve(classes->curve + classes->curves++, c, piece_at(c, p), 0);
    }
}

void curve_pieces_chain(crease_classes *classes, const curve_pieces *all)
{
    chain c;
    chain_init(&c, all);
    classes->curve = memory_new(all->pieces, sizeof *classes->curve);
    if (all->dimension == 1)
        add_points(classes, &c);
    for (size_t p = 0; p < all->pieces && all->dimension == 2; p++)
        if (!c.done[p])
            follow_curve(classes, &c, p);
    chain_clear(&c);
}
