// The exact volume of a simple cell.
#include "cell/simple_volume.h"

#include "base/fatal.h"
#include "base/limits.h"
#include "cell/faces.h"
#include "cell/kind.h"
#include "cell/share.h"
#include <flint/fmpz_mat.h>
#include <flint/fmpz_vec.h>
#include <string.h>

enum { LEVELS = 8 * sizeof(size_t) }; // of sums of terms by halves

typedef struct {
    geom_space *space;
    const geom_cell *cell;
    cell_faces faces;
    const fmpz **point, **row; // of each vertex, of each facet
    fmpz *slack;               // s: facets for each vertex; 0: not yet computed
    fmpz *index;               // q of each vertex, then Q
    fmpz *sum;                 // U of each face
    uint64_t *all, *set;       // all vertices of the root; those of a face
    fmpz *partial;             // scratch: sums, LEVELS of them, and their vertices
    uint64_t *covered;
    fmpz *weight;  // scratch: borrowed integers
    fmpz_t factor; // scratch
} face_volumes;

static bool meets_root(const face_volumes *s, size_t f)
{
    const size_t words = s->faces.vertex_words;
    return bits_count_common(s->all, s->faces.members + f * words, words) > 0;
}

static void begin(face_volumes *s, shared_vertex *const *vertex)
{
    const size_t n = s->faces.vertices, facets = s->faces.facets;
    arena *stack = &s->space->cells;
    s->point = arena_take(stack, n * sizeof *s->point);
    s->row = arena_take(stack, facets * sizeof *s->row);
    s->all = arena_take(stack, s->faces.vertex_words * sizeof *s->all);
    s->set = arena_take(stack, s->faces.vertex_words * sizeof *s->set);
    s->covered = arena_take(stack, LEVELS * s->faces.vertex_words * sizeof *s->covered);
    s->weight = arena_take(stack, n * sizeof *s->weight);
    memset(s->all, 0, s->faces.vertex_words * sizeof *s->all);
    for (size_t v = 0; v < n; v++)
        if (cell_faces_have(&s->faces, v)) {
            bits_add(s->all, v);
            s->point[v] = shared_vertex_row(vertex[v], s->space, s->cell->generator[v].point);
        }
    for (size_t pass = 0; pass < 2; pass++) // in the first they may move
        for (size_t f = 0; f < facets; f++)
            if (meets_root(s, f))
                s->row[f] = space_primitive_row(s->space, s->cell->facet[f].plane);
    s->slack = _fmpz_vec_init((slong)(n * facets));
    s->index = _fmpz_vec_init((slong)n + 1);
    s->sum = _fmpz_vec_init((slong)s->faces.count);
    s->partial = _fmpz_vec_init(LEVELS);
    fmpz_init(s->factor);
}

static void end(face_volumes *s)
{
    const size_t n = s->faces.vertices;
    _fmpz_vec_clear(s->slack, (slong)(n * s->faces.facets));
    _fmpz_vec_clear(s->index, (slong)n + 1);
    _fmpz_vec_clear(s->sum, (slong)s->faces.count);
    _fmpz_vec_clear(s->partial, LEVELS);
    fmpz_clear(s->factor);
}

// s(f, v), positive.
static const fmpz *slack_at(face_volumes *s, size_t f, size_t v)
{
    fmpz *slack = s->slack + v * s->faces.facets + f;
    if (fmpz_is_zero(slack)) {
        _fmpz_vec_dot(slack, s->row[f], s->point[v], (slong)s->space->columns);
        fmpz_abs(slack, slack);
    }
    return slack;
}

// ---- The q of vertices ----

// That of a vertex. Returns 0 if the determinant is 0: integers of a cancelled run.
static bool first_index(face_volumes *s, size_t v)
{
    const slong d = (slong)s->faces.dimension;
    const uint64_t *on = s->faces.on + v * s->faces.facet_words;
    fmpz *index = s->index + v;
    fmpz_mat_t matrix;
    slong i = 0;
    fmpz_mat_init(matrix, d, d);
    for (size_t f = 0; f < s->faces.facets; f++)
        if (bits_have(on, f))
            _fmpz_vec_set(fmpz_mat_entry(matrix, i++, 0), s->row[f], d);
    ASSERT(i == d);
    fmpz_mat_det(index, matrix);
    fmpz_mat_clear(matrix);
    const fmpz *w = s->point[v] + d;
    if (fmpz_is_zero(index) || fmpz_sgn(w) <= 0 || !fmpz_divisible(index, w))
        return false;
    fmpz_divexact(index, index, w);
    fmpz_abs(index, index);
    return true;
}

// The other end of the edge from vertex v that leaves facet f.
static size_t other_end(face_volumes *s, size_t v, size_t f)
{
    const cell_faces *faces = &s->faces;
    const uint64_t *on = faces->on + v * faces->facet_words;
    const size_t words = faces->vertex_words;
    memcpy(s->set, s->all, words * sizeof *s->set);
    BITS_EACH(g, on, faces->facet_words)
        if (g != f)
            bits_common(s->set, s->set, faces->members + g * words, words);
    s->set[v / BITS_WORD] &= ~((uint64_t)1 << v % BITS_WORD);
    return bits_first(s->set);
}

// The facet at a vertex that does not contain the other end of an edge.
static size_t facet_left(const face_volumes *s, size_t vertex, size_t other)
{
    const size_t words = s->faces.facet_words;
    const uint64_t *on = s->faces.on + vertex * words, *there = s->faces.on + other * words;
    size_t w = 0;
    while (!(on[w] & ~there[w]))
        w++;
    return w * BITS_WORD + bits_lowest(on[w] & ~there[w]);
}

// Finds q of vertex v, and Q so far, from q of the one at the other end of an edge, which leaves
// its facet f. Returns 0 if that contradicts itself: integers of a cancelled run.
static bool follow_edge(face_volumes *s, size_t from, size_t f, size_t v)
{
    const fmpz *divisor = slack_at(s, f, v);
    fmpz *all = s->index + s->faces.vertices;
    fmpz_mul(s->index + v, s->index + from, slack_at(s, facet_left(s, v, from), from));
    if (fmpz_is_zero(s->index + v) || fmpz_is_zero(divisor) ||
        !fmpz_divisible(s->index + v, divisor))
        return false;
    fmpz_divexact(s->index + v, s->index + v, divisor);
    fmpz_lcm(all, all, s->index + v);
    return true;
}

// Goes from vertex to vertex along edges.
static bool follow_edges(face_volumes *s)
{
    const size_t n = bits_count(s->all, s->faces.vertex_words), first = bits_first(s->all);
    const size_t words = s->faces.vertex_words;
    size_t *queue = arena_take(&s->space->cells, n * sizeof *queue), count = 1;
    uint64_t *known = arena_take(&s->space->cells, words * sizeof *known);
    memset(known, 0, words * sizeof *known);
    bits_add(known, first);
    queue[0] = first;
    for (size_t k = 0; k < count && count < n; k++) {
        const size_t v = queue[k];
        const uint64_t *on = s->faces.on + v * s->faces.facet_words;
        BITS_EACH(f, on, s->faces.facet_words) {
            if (s->faces.root && bits_have(s->faces.root, f))
                continue;
            const size_t u = other_end(s, v, f);
            if (bits_have(known, u))
                continue;
            if (!follow_edge(s, v, f, u))
                return false;
            bits_add(known, u);
            queue[count++] = u;
        }
    }
    ASSERT(count == n);
    return true;
}

static bool find_indices(face_volumes *s)
{
    const size_t first = bits_first(s->all);
    if (!first_index(s, first))
        return false;
    fmpz_set(s->index + s->faces.vertices, s->index + first);
    return follow_edges(s);
}

// ---- The sums ----

// s->set = the vertices of a face.
static void list_vertices(face_volumes *s, size_t face)
{
    const cell_faces *faces = &s->faces;
    const size_t words = faces->vertex_words;
    const uint64_t *on = faces->facets_on + face * faces->facet_words;
    memcpy(s->set, s->all, words * sizeof *s->set);
    BITS_EACH(f, on, faces->facet_words)
        bits_common(s->set, s->set, faces->members + f * words, words);
}

// The product of the weights of the vertices of one set that are not in another; NULL is 1.
static const fmpz *weigh_rest(face_volumes *s, const uint64_t *set, const uint64_t *other)
{
    slong count = 0;
    for (size_t w = 0; w < s->faces.vertex_words; w++)
        for (uint64_t rest = set[w] & ~other[w]; rest; rest &= rest - 1)
            s->weight[count++] = s->point[w * BITS_WORD + bits_lowest(rest)][s->faces.dimension];
    if (count == 0)
        return NULL;
    _fmpz_vec_prod(s->factor, s->weight, count);
    return s->factor;
}

// s->partial[level] = the sum of some pyramids with one apex over facets of a face, over the
// weights of the vertices that they have, the apex excepted, which are in s->covered.
static void sum_pyramids(face_volumes *s, size_t apex, const face_term *term, size_t terms,
                         size_t level)
{
    const cell_faces *faces = &s->faces;
    const size_t words = faces->vertex_words;
    fmpz *sum = s->partial + level;
    uint64_t *covered = s->covered + level * words;
    ASSERT(terms > 0 && level + 1 < LEVELS);
    if (terms == 1) {
        fmpz_mul(sum, slack_at(s, term->facet, apex), s->sum + term->face);
        bits_common(covered, s->set, faces->members + term->facet * words, words);
        return;
    }
    sum_pyramids(s, apex, term, terms / 2, level);
    sum_pyramids(s, apex, term + terms / 2, terms - terms / 2, level + 1);
    const fmpz *factor = weigh_rest(s, covered + words, covered);
    if (factor)
        fmpz_mul(sum, sum, factor);
    factor = weigh_rest(s, covered, covered + words);
    if (factor)
        fmpz_addmul(sum, sum + 1, factor);
    else
        fmpz_add(sum, sum, sum + 1);
    for (size_t w = 0; w < words; w++)
        covered[w] |= covered[words + w];
}

static bool sum_faces(face_volumes *s)
{
    const cell_faces *faces = &s->faces;
    for (size_t i = 0; i < faces->count; i++) {
        const cell_face face = faces->face[i];
        if (run_poll(faces->vertices * faces->dimension))
            return false;
        if (i < faces->vertices && !bits_have(s->all, i))
            continue;
        if (face.begin == face.end) {
            fmpz_divexact(s->sum + i, s->index + faces->vertices, s->index + face.apex);
            continue;
        }
        list_vertices(s, i);
        sum_pyramids(s, face.apex, faces->term + face.begin, face.end - face.begin, 0);
        fmpz_swap(s->sum + i, s->partial);
    }
    return true;
}

// The determinant of the rows of the facets of the root in as many coordinates.
static void find_minor(fmpz_t minor, const face_volumes *s, uint64_t axes)
{
    const slong size = (slong)bits_count(&axes, 1);
    fmpz_mat_t matrix;
    fmpz_mat_init(matrix, size, size);
    slong i = 0;
    for (size_t f = 0; f < s->faces.facets; f++) {
        if (!bits_have(s->faces.root, f))
            continue;
        slong column = 0;
        for (uint64_t rest = axes; rest; rest &= rest - 1)
            fmpz_set(fmpz_mat_entry(matrix, i, column++), s->row[f] + bits_lowest(rest));
        i++;
    }
    ASSERT(i == size);
    fmpz_mat_det(minor, matrix);
    fmpz_mat_clear(matrix);
}

// The sum of the cell or, times the minor of its facets in some axes, of one of its faces.
static bool volume_of(fmpz_t sum, geom_space *space, const geom_cell *cell,
                      shared_vertex *const *vertex, const uint64_t *root, uint64_t axes)
{
    if (!cells_are_costly(space) || space->judge->arith == CREASE_FLOAT)
        return false;
    face_volumes s = {.space = space, .cell = cell};
    const arena_mark mark = arena_here(&space->cells);
    bool serves = cell_faces_init(&s.faces, space, cell, root);
    if (serves) {
        begin(&s, vertex);
        // Points of a cancelled run may have moved.
        serves = !run_is_cancelled() && find_indices(&s) && sum_faces(&s);
        if (serves) {
            const fmpz *all = s.index + s.faces.vertices;
            fmpz *last = s.sum + s.faces.count - 1;
            if (root) {
                find_minor(s.factor, &s, axes);
                fmpz_mul(last, last, s.factor);
            }
            ASSERT(fmpz_divisible(last, all));
            fmpz_divexact(sum, last, all);
            fmpz_abs(sum, sum);
        }
        end(&s);
    }
    cell_faces_clear(&s.faces);
    arena_release(&space->cells, mark);
    return serves;
}

bool simple_volume(fmpz_t sum, geom_space *space, const geom_cell *cell,
                   shared_vertex *const *vertex)
{
    return volume_of(sum, space, cell, vertex, NULL, 0);
}

bool simple_projection(fmpz_t sum, geom_space *space, const geom_cell *cell,
                       shared_vertex *const *vertex, const uint64_t *root, uint64_t axes)
{
    ASSERT(axes && !(axes >> space->dimension));
    return space->dimension > 2 + bits_count(&axes, 1) &&
           volume_of(sum, space, cell, vertex, root, axes);
}
