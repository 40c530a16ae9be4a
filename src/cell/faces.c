// The faces of a simple cell that its volume is computed from.
#include "cell/faces.h"

#include "base/fatal.h"
#include "base/limits.h"
#include "base/memory.h"
#include "cell/kind.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_FACES = 1 << 20 };

// ---- The table ----

static size_t hash_of(const uint64_t *set, size_t words)
{
    uint64_t hash = 0;
    for (size_t w = 0; w < words; w++)
        hash = (hash ^ set[w] ^ hash >> 29) * UINT64_C(0x9e3779b97f4a7c15);
    return (size_t)(hash ^ hash >> 32);
}

static bool are_equal(const uint64_t *a, const uint64_t *b, size_t words)
{
    uint64_t other = 0;
    for (size_t w = 0; w < words; w++)
        other |= a[w] ^ b[w];
    return other == 0;
}

// Where the face with these facets is, or would be.
static uint32_t *find_slot(const cell_faces *faces, const uint64_t *facets)
{
    const size_t words = faces->facet_words;
    size_t i = hash_of(facets, words) & (faces->slots - 1);
    while (faces->slot[i] &&
           !are_equal(faces->facets_on + (faces->slot[i] - 1) * words, facets, words))
        i = (i + 1) & (faces->slots - 1);
    return faces->slot + i;
}

static void grow_table(cell_faces *faces)
{
    free(faces->slot);
    faces->slots *= 2;
    faces->slot = memory_new(faces->slots, sizeof *faces->slot);
    for (size_t i = faces->vertices; i < faces->count; i++)
        *find_slot(faces, faces->facets_on + i * faces->facet_words) = (uint32_t)i + 1;
}

// The caller sets its facets and enters it in the table.
static uint32_t add_face(cell_faces *faces, cell_face face)
{
    const size_t i = faces->count;
    if (2 * i >= faces->slots)
        grow_table(faces);
    faces->count++;
    MEMORY_RESERVE(faces->face, faces->capacity, faces->count);
    MEMORY_RESERVE(faces->facets_on, faces->set_capacity, faces->count * faces->facet_words);
    faces->face[i] = face;
    return (uint32_t)i;
}

// ---- The recursion ----

typedef struct {
    cell_faces *faces;
    arena *stack;
} finder;

static bool sets_meet(const uint64_t *a, const uint64_t *b, size_t words)
{
    uint64_t common = 0;
    for (size_t w = 0; w < words; w++)
        common |= a[w] & b[w];
    return common != 0;
}

// The only facet of a vertex that does not contain the edge on which it lies.
static uint32_t facet_at_end(const cell_faces *faces, const uint64_t *facets, size_t vertex)
{
    const uint64_t *on = faces->on + vertex * faces->facet_words;
    size_t w = 0;
    while (!(on[w] & ~facets[w]))
        w++;
    return (uint32_t)(w * BITS_WORD + bits_lowest(on[w] & ~facets[w]));
}

// The vertex of a set with the highest score.
static size_t choose_apex(const cell_faces *faces, const uint64_t *vertices)
{
    size_t best = 0;
    uint64_t score = 0;
    BITS_EACH(v, vertices, faces->vertex_words)
        if (faces->score[v] > score) {
            score = faces->score[v];
            best = v;
        }
    return best;
}

static face_term term_of_edge(const cell_faces *faces, const uint64_t *facets,
                              const uint64_t *vertices, size_t apex)
{
    size_t vertex = bits_first(vertices);
    if (vertex == apex) {
        size_t w = apex / BITS_WORD;
        uint64_t rest = vertices[w] & (vertices[w] - 1);
        while (!rest)
            rest = vertices[++w];
        vertex = w * BITS_WORD + bits_lowest(rest);
    }
    return (face_term){facet_at_end(faces, facets, vertex), (uint32_t)vertex};
}

static uint32_t find_face(const finder *by, size_t level, const uint64_t *facets,
                          const uint64_t *vertices);

// The facets of a face that its apex does not lie on. Returns how many.
static size_t find_terms(face_term *term, const finder *by, size_t level, const uint64_t *facets,
                         const uint64_t *vertices, size_t apex)
{
    const cell_faces *faces = by->faces;
    uint64_t *on = arena_take(by->stack, faces->facet_words * sizeof *on);
    uint64_t *part = arena_take(by->stack, faces->vertex_words * sizeof *part);
    size_t terms = 0;
    for (size_t f = 0; f < faces->facets; f++) {
        const uint64_t *members = faces->members + f * faces->vertex_words;
        if (bits_have(members, apex) || !sets_meet(vertices, members, faces->vertex_words))
            continue;
        bits_common(part, vertices, members, faces->vertex_words);
        memcpy(on, facets, faces->facet_words * sizeof *on);
        bits_add(on, f);
        term[terms++] = (face_term){(uint32_t)f, find_face(by, level - 1, on, part)};
    }
    return terms;
}

// Returns the face of `level` dimensions, one at least, that lies on these facets and has these
// vertices. At the limit, any.
static uint32_t find_face(const finder *by, size_t level, const uint64_t *facets,
                          const uint64_t *vertices)
{
    cell_faces *faces = by->faces;
    const uint32_t known = *find_slot(faces, facets);
    if (known)
        return known - 1;
    if (faces->count >= MOST_FACES || run_poll(faces->facets * faces->vertex_words))
        return 0;
    const arena_mark mark = arena_here(by->stack);
    face_term *term = arena_take(by->stack, faces->facets * sizeof *term);
    const size_t apex = choose_apex(faces, vertices);
    size_t terms = 1;
    if (level == 1)
        *term = term_of_edge(faces, facets, vertices, apex);
    else
        terms = find_terms(term, by, level, facets, vertices, apex);
    MEMORY_RESERVE(faces->term, faces->term_capacity, faces->terms + terms);
    if (terms)
        memcpy(faces->term + faces->terms, term, terms * sizeof *term);
    const cell_face face = {(uint32_t)apex, (uint32_t)faces->terms,
                            (uint32_t)(faces->terms + terms)};
    faces->terms += terms;
    arena_release(by->stack, mark);
    const uint32_t added = add_face(faces, face);
    memcpy(faces->facets_on + added * faces->facet_words, facets,
           faces->facet_words * sizeof *facets);
    *find_slot(faces, facets) = added + 1;
    return added;
}

// ---- The cell ----

// cell_is_bounded asks the kind of the space, which need not be that of a cell with generators.
static bool is_bounded(const geom_cell *cell, const geom_space *space)
{
    for (size_t i = 0; i < cell->count; i++)
        if (space->point[cell->generator[i].point].infinite)
            return false;
    return cell->count > 0;
}

bool cell_faces_have(const cell_faces *faces, size_t vertex)
{
    return !faces->root ||
           bits_within(faces->root, faces->on + vertex * faces->facet_words, faces->facet_words);
}

static bool find_members(cell_faces *faces, const geom_cell *cell)
{
    const size_t n = cell->count;
    cell_members(faces->members, cell);
    memcpy(faces->on, cell->on, n * cell->words * sizeof *faces->on);
    for (size_t i = 0; i < n; i++)
        if (cell_faces_have(faces, i) &&
            bits_count(cell_facets_at(cell, i), cell->words) != faces->dimension)
            return false;
    return true;
}

static void find_scores(cell_faces *faces)
{
    const size_t words = faces->vertex_words;
    for (size_t f = 0; f < faces->facets; f++) {
        const uint64_t *members = faces->members + f * words;
        const uint64_t size = bits_count(members, words);
        BITS_EACH(v, members, words)
            faces->score[v] += size;
    }
}

// Finds all faces.
static void find_faces(cell_faces *faces, arena *stack)
{
    const uint64_t across = faces->root ? bits_count(faces->root, faces->facet_words) : 0;
    uint64_t *facets = arena_take(stack, faces->facet_words * sizeof *facets);
    uint64_t *vertices = arena_take(stack, faces->vertex_words * sizeof *vertices);
    memset(facets, 0, faces->facet_words * sizeof *facets);
    memset(vertices, 0, faces->vertex_words * sizeof *vertices);
    for (size_t w = 0; w < faces->facet_words && across; w++)
        facets[w] = faces->root[w];
    for (size_t i = 0; i < faces->vertices; i++) {
        if (cell_faces_have(faces, i))
            bits_add(vertices, i);
        add_face(faces, (cell_face){.apex = (uint32_t)i});
    }
    ASSERT(across <= faces->dimension);
    if (across < faces->dimension) // else the root is a vertex
        find_face(&(finder){faces, stack}, faces->dimension - across, facets, vertices);
}

bool cell_faces_init(cell_faces *faces, geom_space *space, const geom_cell *cell,
                     const uint64_t *root)
{
    enum { FACES = 8 }; // of a vertex, about; they fill half of the table
    arena *stack = &space->cells;
    const size_t facets = cell->facets;
    *faces = (cell_faces){.dimension = space->dimension,
                          .vertices = cell->count,
                          .facets = facets,
                          .facet_words = bits_words(facets),
                          .vertex_words = bits_words(cell->count),
                          .root = root};
    if (space->dimension < 2 || !is_bounded(cell, space))
        return false;
    ASSERT(cells_are_costly(space) && cell->words == faces->facet_words);
    faces->members = memory_new(facets * faces->vertex_words + 1, sizeof *faces->members);
    faces->on = memory_new(cell->count * faces->facet_words, sizeof *faces->on);
    faces->score = memory_new(cell->count, sizeof *faces->score);
    if (!find_members(faces, cell))
        return false;
    find_scores(faces);
    for (faces->slots = 1; faces->slots < FACES * cell->count;)
        faces->slots *= 2;
    faces->slot = memory_new(faces->slots, sizeof *faces->slot);
    const arena_mark mark = arena_here(stack);
    find_faces(faces, stack);
    arena_release(stack, mark);
    return faces->count < MOST_FACES && !run_is_cancelled();
}

void cell_faces_clear(cell_faces *faces)
{
    free(faces->members);
    free(faces->on);
    free(faces->score);
    free(faces->face);
    free(faces->term);
    free(faces->facets_on);
    free(faces->slot);
}
