// W of a simple face and of its own faces, rounded, from what its edges have in common.
#include <mpfr.h> // before FLINT 3, which declares what has to do with it only then

#include "cell/face_weights.h"

#include "base/fatal.h"
#include "base/limits.h"
#include "cell/kind.h"
#include "cell/share.h"
#include <flint/fmpz_mat.h>
#include <flint/fmpz_vec.h>
#include <string.h>

// An edge at a vertex.
typedef struct {
    uint32_t other, facet; // the vertex at its other end; the facet that it leaves
    uint32_t number;       // of the edge
} vertex_edge;

struct face_weights {
    geom_space *space;
    const geom_cell *cell;
    size_t dimension, free, vertices, edges; // free: edges at a vertex
    size_t words;                            // of a set of facets
    mpfr_prec_t precision;
    size_t *generator; // of each vertex
    vertex_edge *edge; // of each vertex, `free` of them
    mpfr_t *index;     // of each vertex: 1 / W
    mpfr_t *factor;    // of each edge at each vertex: h(v) W(edge) / (W(v) (h(v) - h(u)))
    mpfr_t *scratch;
};

// Computes them.
typedef struct {
    face_weights *w;
    mpfr_t *quotient;          // of each edge: W / (h(v) - h(u)), v the end with the lower number
    const fmpz **point;        // of each vertex: its row
    const fmpz **row;          // of each facet of the cell
    fmpz *height;              // of each vertex: h w, an integer, w its weight
    mpfr_t *weight;            // of each vertex: w
    fmpz_t slack, back, apart; // scratch
} filler;

enum { NO_EDGE = UINT32_MAX, SCRATCH = 3 };

// Rounded numbers in the arena, which need no clearing.
static mpfr_t *take_numbers(arena *stack, size_t count, mpfr_prec_t precision)
{
    const size_t bytes = mpfr_custom_get_size(precision);
    mpfr_t *number = arena_take(stack, count * sizeof *number);
    char *mantissa = arena_take(stack, count * bytes);
    for (size_t i = 0; i < count; i++) {
        mpfr_custom_init(mantissa + i * bytes, precision);
        mpfr_custom_init_set(number[i], MPFR_ZERO_KIND, 0, precision, mantissa + i * bytes);
    }
    return number;
}

// ---- The graph of the face ----

// Returns 0 unless all vertices are finite and lie on d facets.
static bool list_vertices(face_weights *w, const uint64_t *root)
{
    const geom_cell *cell = w->cell;
    w->generator = arena_take(&w->space->cells, cell->count * sizeof *w->generator);
    for (size_t g = 0; g < cell->count; g++) {
        const uint64_t *on = cell_facets_at(cell, g);
        if (!bits_within(root, on, w->words))
            continue;
        if (w->space->point[cell->generator[g].point].infinite ||
            bits_count(on, w->words) != w->dimension)
            return false;
        w->generator[w->vertices++] = g;
    }
    return w->vertices > 0;
}

// Finds the one facet on which the first vertex lies and the second one does not. Returns 0 if
// there are more.
static bool only_facet(uint32_t *facet, const uint64_t *on, const uint64_t *there, size_t words)
{
    size_t count = 0;
    for (size_t i = 0; i < words; i++) {
        const uint64_t own = on[i] & ~there[i];
        if (!own)
            continue;
        if (count || own & (own - 1))
            return false;
        *facet = (uint32_t)(i * BITS_WORD + bits_lowest(own));
        count++;
    }
    return count == 1;
}

// Returns 0 unless w->free edges meet at each vertex, as in a cancelled run.
static bool list_edges(face_weights *w)
{
    const size_t n = w->vertices, words = w->words;
    arena *stack = &w->space->cells;
    size_t *count = memset(arena_take(stack, n * sizeof *count), 0, n * sizeof *count);
    w->edge = arena_take(stack, n * w->free * sizeof *w->edge);
    for (uint32_t v = 0; v < n; v++) {
        const uint64_t *on = cell_facets_at(w->cell, w->generator[v]);
        if (run_poll(n * words))
            return false;
        for (uint32_t u = v + 1; u < n; u++) {
            const uint64_t *there = cell_facets_at(w->cell, w->generator[u]);
            uint32_t own, others;
            if (!only_facet(&own, on, there, words) || !only_facet(&others, there, on, words))
                continue;
            if (count[v] == w->free || count[u] == w->free)
                return false;
            w->edge[v * w->free + count[v]++] = (vertex_edge){u, own, NO_EDGE};
            w->edge[u * w->free + count[u]++] = (vertex_edge){v, others, NO_EDGE};
            w->edges++;
        }
    }
    return 2 * w->edges == n * w->free;
}

// ---- Numbers of vertices and edges ----

static void filler_clear(filler *s)
{
    _fmpz_vec_clear(s->height, (slong)s->w->vertices);
    fmpz_clear(s->slack);
    fmpz_clear(s->back);
    fmpz_clear(s->apart);
}

// The direction of h: fixed, and as good as random.
static void set_height(fmpz_t height, const fmpz *point, size_t dimension)
{
    fmpz_zero(height);
    for (size_t c = 0; c < dimension; c++)
        fmpz_addmul_ui(height, point + c, bits_scramble(c + 1) >> 40 | 1);
}

static bool filler_init(filler *s, face_weights *w, shared_vertex *const *vertex)
{
    arena *stack = &w->space->cells;
    const geom_cell *cell = w->cell;
    const size_t n = w->vertices, d = w->dimension;
    *s = (filler){.w = w, .height = _fmpz_vec_init((slong)n)};
    s->point = arena_take(stack, n * sizeof *s->point);
    s->row =
        memset(arena_take(stack, cell->facets * sizeof *s->row), 0, cell->facets * sizeof *s->row);
    s->weight = take_numbers(stack, n, w->precision);
    s->quotient = take_numbers(stack, w->edges, w->precision);
    fmpz_init(s->slack);
    fmpz_init(s->back);
    fmpz_init(s->apart);
    bool serves = true;
    for (size_t v = 0; v < n && serves; v++) {
        const size_t g = w->generator[v];
        s->point[v] = shared_vertex_row(vertex[g], w->space, cell->generator[g].point);
        serves = fmpz_sgn(s->point[v] + d) > 0 && !run_is_cancelled();
        fmpz_get_mpfr(s->weight[v], s->point[v] + d, MPFR_RNDN);
        set_height(s->height + v, s->point[v], d);
    }
    for (size_t pass = 0; pass < 2; pass++) // in the first one rows may move
        for (size_t v = 0; v < n && serves; v++)
            BITS_EACH(f, cell_facets_at(cell, w->generator[v]), w->words)
                if (!s->row[f] || pass)
                    s->row[f] = space_primitive_row(w->space, cell->facet[f].plane);
    return serves;
}

// The value of a form at a vertex, times the vertex' weight. Returns whether it is positive.
static bool find_slack(fmpz_t slack, const filler *s, size_t facet, size_t vertex)
{
    _fmpz_vec_dot(slack, s->row[facet], s->point[vertex], (slong)s->w->space->columns);
    fmpz_abs(slack, slack);
    return !fmpz_is_zero(slack);
}

// apart = the difference of the heights of two vertices, times both weights.
static void find_apart(filler *s, size_t v, size_t u)
{
    const size_t d = s->w->dimension;
    fmpz_mul(s->apart, s->height + v, s->point[u] + d);
    fmpz_submul(s->apart, s->height + u, s->point[v] + d);
}

// The index of the first vertex: two roundings at most.
static bool set_first_index(filler *s)
{
    const face_weights *w = s->w;
    const slong d = (slong)w->dimension;
    const uint64_t *on = cell_facets_at(w->cell, w->generator[0]);
    fmpz_mat_t matrix;
    slong i = 0;
    fmpz_mat_init(matrix, d, d);
    for (size_t f = 0; f < w->cell->facets; f++)
        if (bits_have(on, f))
            _fmpz_vec_set(fmpz_mat_entry(matrix, i++, 0), s->row[f], d);
    ASSERT(i == d);
    fmpz_mat_det(s->slack, matrix);
    fmpz_mat_clear(matrix);
    fmpz_abs(s->slack, s->slack);
    fmpz_get_mpfr(w->index[0], s->slack, MPFR_RNDN);
    return !fmpz_is_zero(s->slack);
}

// Computes the index of u from that of v. s->slack is the value at u of the form of the facet that
// the edge leaves at v. Nine roundings.
static bool set_index(filler *s, size_t v, size_t u)
{
    const face_weights *w = s->w;
    const vertex_edge *edge = w->edge + u * w->free;
    mpfr_t *number = w->scratch;
    while (edge->other != v)
        edge++;
    if (!find_slack(s->back, s, edge->facet, v))
        return false;
    fmpz_get_mpfr(number[0], s->back, MPFR_RNDN);
    mpfr_mul(number[0], number[0], s->weight[u], MPFR_RNDN);
    mpfr_mul(number[0], number[0], w->index[v], MPFR_RNDN);
    fmpz_get_mpfr(number[1], s->slack, MPFR_RNDN);
    mpfr_mul(number[1], number[1], s->weight[v], MPFR_RNDN);
    mpfr_div(w->index[u], number[0], number[1], MPFR_RNDN);
    return true;
}

// Computes the quotient of the edge from the same. Seven roundings, and those of the index of v.
static bool set_quotient(filler *s, size_t v, const vertex_edge *edge)
{
    const face_weights *w = s->w;
    mpfr_t *number = w->scratch;
    find_apart(s, v, edge->other);
    if (fmpz_is_zero(s->apart))
        return false;
    if (v > edge->other)
        fmpz_neg(s->apart, s->apart);
    fmpz_get_mpfr(number[0], s->slack, MPFR_RNDN);
    mpfr_mul(number[0], number[0], s->weight[v], MPFR_RNDN);
    fmpz_get_mpfr(number[1], s->apart, MPFR_RNDN);
    mpfr_mul(number[1], number[1], w->index[v], MPFR_RNDN);
    mpfr_div(s->quotient[edge->number], number[0], number[1], MPFR_RNDN);
    return true;
}

// Gives the edge a number at both ends.
static void number_edge(const face_weights *w, size_t v, vertex_edge *edge, uint32_t number)
{
    vertex_edge *back = w->edge + edge->other * w->free;
    while (back->other != v)
        back++;
    edge->number = back->number = number;
}

// Goes from vertex to vertex along edges, each edge once.
static bool fill(filler *s)
{
    const face_weights *w = s->w;
    const size_t n = w->vertices;
    arena *stack = &w->space->cells;
    size_t *queue = arena_take(stack, n * sizeof *queue), count = 1;
    bool *is_known = memset(arena_take(stack, n), 0, n);
    uint32_t edges = 0;
    if (!set_first_index(s))
        return false;
    queue[0] = 0;
    is_known[0] = true;
    for (size_t k = 0; k < count; k++) {
        const size_t v = queue[k];
        for (size_t i = 0; i < w->free; i++) {
            vertex_edge *edge = w->edge + v * w->free + i;
            const size_t u = edge->other;
            if (edge->number != NO_EDGE)
                continue;
            number_edge(w, v, edge, edges++);
            if (!find_slack(s->slack, s, edge->facet, u) || !set_quotient(s, v, edge) ||
                (!is_known[u] && !set_index(s, v, u)))
                return false;
            if (!is_known[u])
                queue[count++] = u;
            is_known[u] = true;
        }
    }
    return count == n && edges == w->edges;
}

// Factors have heights above the first vertex. Seven roundings, those of the quotient and the
// index.
static void fill_factors(filler *s)
{
    const face_weights *w = s->w;
    mpfr_t *number = w->scratch;
    for (size_t v = 1; v < w->vertices; v++) {
        find_apart(s, v, 0);
        fmpz_get_mpfr(number[0], s->apart, MPFR_RNDN);
        mpfr_mul(number[0], number[0], w->index[v], MPFR_RNDN);
        mpfr_mul(number[1], s->weight[v], s->weight[0], MPFR_RNDN);
        mpfr_div(number[0], number[0], number[1], MPFR_RNDN);
        for (size_t i = v * w->free; i < (v + 1) * w->free; i++) {
            mpfr_mul(w->factor[i], number[0], s->quotient[w->edge[i].number], MPFR_RNDN);
            if (v > w->edge[i].other)
                mpfr_neg(w->factor[i], w->factor[i], MPFR_RNDN);
        }
    }
}

face_weights *face_weights_new(geom_space *space, const geom_cell *cell,
                               shared_vertex *const *vertex, const uint64_t *root,
                               mpfr_prec_t precision)
{
    arena *stack = &space->cells;
    const size_t words = bits_words(cell->facets), fixed = bits_count(root, words);
    if (!cells_are_costly(space) || space->judge->arith == CREASE_FLOAT || cell->lines ||
        fixed > space->dimension)
        return NULL;
    face_weights *w = arena_take(stack, sizeof *w);
    *w =
        (face_weights){.space = space, .cell = cell, .dimension = space->dimension, .words = words};
    w->free = w->dimension - fixed;
    w->precision = precision;
    if (!list_vertices(w, root) || !list_edges(w))
        return NULL;
    w->index = take_numbers(stack, w->vertices, precision);
    w->factor = take_numbers(stack, w->vertices * w->free, precision);
    w->scratch = take_numbers(stack, SCRATCH, precision);
    filler s;
    const bool serves = filler_init(&s, w, vertex) && fill(&s);
    if (serves)
        fill_factors(&s);
    filler_clear(&s);
    return serves ? w : NULL;
}

// ---- Sums ----

// term = h^k W^(1 - k) product of W(edge) / (h(v) - h(u)) of the k edges at a vertex that a face
// has, k > 0.
static void set_term(mpfr_t term, const face_weights *w, size_t v, const uint64_t *root)
{
    bool is_begun = false;
    for (size_t i = v * w->free; i < (v + 1) * w->free; i++) {
        if (bits_have(root, w->edge[i].facet))
            continue;
        if (is_begun)
            mpfr_mul(term, term, w->factor[i], MPFR_RNDN);
        else
            mpfr_set(term, w->factor[i], MPFR_RNDN);
        is_begun = true;
    }
    mpfr_div(term, term, w->index[v], MPFR_RNDN);
}

slong face_weights_get(mpfr_t weight, const face_weights *w, const uint64_t *root)
{
    enum { FOR_INDEX = 9, FOR_FACTOR = 7 + 6 + 1 }; // by itself, in the quotient, its product
    const size_t k = w->dimension - bits_count(root, w->words);
    const size_t of_index = FOR_INDEX * w->vertices;
    mpfr_t *sum = w->scratch, *term = w->scratch + 1;
    mpfr_exp_t most = 0;
    size_t count = 0;
    ASSERT(k <= w->free && mpfr_get_prec(weight) >= w->precision);
    mpfr_set_zero(*sum, 1);
    for (size_t v = 0; v < w->vertices; v++) {
        if (!bits_within(root, cell_facets_at(w->cell, w->generator[v]), w->words))
            continue;
        if (k == 0) {
            mpfr_ui_div(weight, 1, w->index[v], MPFR_RNDN);
            return w->precision - FLINT_BIT_COUNT(2 * (of_index + 2));
        }
        if (v == 0) // its height is 0
            continue;
        set_term(*term, w, v, root);
        most = count++ && most > mpfr_get_exp(*term) ? most : mpfr_get_exp(*term);
        mpfr_add(*sum, *sum, *term, MPFR_RNDN);
    }
    if (mpfr_zero_p(*sum))
        return 0;
    // The sum of all |terms| is less than `count` times 2^most, and |sum| is at least 2^(its
    // exponent - 1). Relative errors of terms and partial sums are at most `roundings` times
    // 2^-precision, twice that with the products of errors.
    const size_t roundings = k * (2 * of_index + FOR_FACTOR) + of_index + count + 1;
    const slong bits = (slong)w->precision - (slong)FLINT_BIT_COUNT(2 * count * roundings) -
                       (slong)(most - mpfr_get_exp(*sum) + 1);
    mpfr_abs(weight, *sum, MPFR_RNDN);
    return bits > 0 ? bits : 0;
}
