// The faces of a simple cell that its volume is computed from.
#include "cell/faces.h"

#include "base/fatal.h"
#include "base/limits.h"
#include "base/memory.h"
#include "cell/kind.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_FACES = 1 << 20, FIRST_SLOTS = 64 };

// ---- The table ----

static size_t hash_of(const uint64_t *set, size_t words)
{
    uint64_t hash = 0;
    for (size_t w = 0; w < words; w++)
        hash = (hash ^ set[w] ^ hash >> 29) * UINT64_C(0x9e3779b97f4a7c15);
    return (size_t)(hash ^ hash >> 32);
}

// Where the face with these facets is, or would be.
static uint32_t *find_slot(const cell_faces *of, const uint64_t *facets)
{
    const size_t words = of->facet_words, size = words * sizeof *facets;
    size_t i = hash_of(facets, words) & (of->slots - 1);
    while (of->slot[i] && memcmp(of->facets_on + (of->slot[i] - 1) * words, facets, size) != 0)
        i = (i + 1) & (of->slots - 1);
    return of->slot + i;
}

static void grow_table(cell_faces *of)
{
    free(of->slot);
    of->slots *= 2;
    of->slot = memory_new(of->slots, sizeof *of->slot);
    for (size_t i = of->vertices; i < of->count; i++)
        *find_slot(of, of->facets_on + i * of->facet_words) = (uint32_t)i + 1;
}

// The caller sets its facets and enters it in the table.
static uint32_t add_face(cell_faces *of, cell_face face, const uint64_t *vertices)
{
    const size_t i = of->count, words = of->vertex_words;
    if (2 * i >= of->slots)
        grow_table(of);
    of->count++;
    MEMORY_RESERVE(of->face, of->capacity, of->count);
    MEMORY_RESERVE(of->facets_on, of->set_capacity, of->count * of->facet_words);
    of->face[i] = face;
    if (vertices) {
        MEMORY_RESERVE(of->vertices_on, of->vertex_set_capacity, of->count * words);
        memcpy(of->vertices_on + i * words, vertices, words * sizeof *vertices);
    }
    return (uint32_t)i;
}

// ---- The recursion ----

typedef struct {
    cell_faces *of;
    arena *stack;
    int with_vertices;
} finder;

static int sets_meet(const uint64_t *a, const uint64_t *b, size_t words)
{
    uint64_t common = 0;
    for (size_t w = 0; w < words; w++)
        common |= a[w] & b[w];
    return common != 0;
}

// The only facet of a vertex that does not contain the edge on which it lies.
static uint32_t facet_at_end(const cell_faces *of, const uint64_t *facets, size_t vertex)
{
    const uint64_t *on = of->on + vertex * of->facet_words;
    size_t w = 0;
    while (!(on[w] & ~facets[w]))
        w++;
    return (uint32_t)(w * BITS_WORD + bits_lowest(on[w] & ~facets[w]));
}

static face_term term_of_edge(const cell_faces *of, const uint64_t *facets,
                              const uint64_t *vertices, size_t apex)
{
    size_t w = apex / BITS_WORD;
    uint64_t rest = vertices[w] & (vertices[w] - 1);
    while (!rest)
        rest = vertices[++w];
    const size_t vertex = w * BITS_WORD + bits_lowest(rest);
    return (face_term){facet_at_end(of, facets, vertex), (uint32_t)vertex};
}

static uint32_t find_face(const finder *by, size_t level, const uint64_t *facets,
                          const uint64_t *vertices);

// The facets of a face that its apex does not lie on. Returns how many.
static size_t find_terms(face_term *term, const finder *by, size_t level, const uint64_t *facets,
                         const uint64_t *vertices, size_t apex)
{
    const cell_faces *of = by->of;
    uint64_t *on = arena_take(by->stack, of->facet_words * sizeof *on);
    uint64_t *part = arena_take(by->stack, of->vertex_words * sizeof *part);
    size_t terms = 0;
    for (size_t f = 0; f < of->facets; f++) {
        const uint64_t *members = of->members + f * of->vertex_words;
        if (bits_have(members, apex) || !sets_meet(vertices, members, of->vertex_words))
            continue;
        bits_common(part, vertices, members, of->vertex_words);
        memcpy(on, facets, of->facet_words * sizeof *on);
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
    cell_faces *of = by->of;
    const uint32_t known = *find_slot(of, facets);
    if (known)
        return known - 1;
    if (of->count >= MOST_FACES || run_poll(of->facets * of->vertex_words))
        return 0;
    const arena_mark mark = arena_here(by->stack);
    face_term *term = arena_take(by->stack, of->facets * sizeof *term);
    const size_t apex = bits_first(vertices);
    size_t terms = 1;
    if (level == 1)
        *term = term_of_edge(of, facets, vertices, apex);
    else
        terms = find_terms(term, by, level, facets, vertices, apex);
    MEMORY_RESERVE(of->term, of->term_capacity, of->terms + terms);
    if (terms)
        memcpy(of->term + of->terms, term, terms * sizeof *term);
    const cell_face face = {(uint32_t)apex, (uint32_t)of->terms, (uint32_t)(of->terms + terms)};
    of->terms += terms;
    arena_release(by->stack, mark);
    const uint32_t added = add_face(of, face, by->with_vertices ? vertices : NULL);
    memcpy(of->facets_on + added * of->facet_words, facets, of->facet_words * sizeof *facets);
    *find_slot(of, facets) = added + 1;
    return added;
}

// ---- The cell ----

// Of a cell with generators, whatever the kind of the space.
static int is_bounded(const geom_cell *cell, const geom_space *space)
{
    for (size_t i = 0; i < cell->count; i++)
        if (space->point[cell->generator[i].point].infinite)
            return 0;
    return cell->count > 0;
}

static int find_members(cell_faces *of, geom_space *space, const geom_cell *cell)
{
    const size_t n = cell->count;
    if (cells_are_costly(space)) {
        cell_members(of->members, cell);
        memcpy(of->on, cell->on, n * cell->words * sizeof *of->on);
        for (size_t i = 0; i < n; i++)
            if (bits_count(cell_facets_at(cell, i), cell->words) != of->dimension)
                return 0;
        return 1;
    }
    for (size_t i = 0; i < n; i++) {
        const size_t before = i ? i - 1 : n - 1;
        if (cell->generator[i].plane == cell->generator[before].plane)
            return 0; // an edge in two pieces
        bits_add(of->members + i * of->vertex_words, i);
        bits_add(of->members + before * of->vertex_words, i);
        bits_add(of->on + i * of->facet_words, i);
        bits_add(of->on + i * of->facet_words, before);
    }
    return 1;
}

int cell_faces_init(cell_faces *of, geom_space *space, const geom_cell *cell, int with_vertices)
{
    arena *stack = &space->cells;
    const size_t facets = cells_are_costly(space) ? cell->facets : cell->count;
    *of = (cell_faces){.dimension = space->dimension,
                       .vertices = cell->count,
                       .facets = facets,
                       .facet_words = bits_words(facets),
                       .vertex_words = bits_words(cell->count)};
    if (space->dimension < 2 || !is_bounded(cell, space))
        return 0;
    ASSERT(!cells_are_costly(space) || cell->words == of->facet_words);
    of->members = memory_new(facets * of->vertex_words + 1, sizeof *of->members);
    of->on = memory_new(cell->count * of->facet_words, sizeof *of->on);
    if (!find_members(of, space, cell))
        return 0;
    of->slots = FIRST_SLOTS;
    of->slot = memory_new(of->slots, sizeof *of->slot);
    const arena_mark mark = arena_here(stack);
    uint64_t *none = arena_take(stack, of->facet_words * sizeof *none);
    uint64_t *all = arena_take(stack, of->vertex_words * sizeof *all);
    memset(none, 0, of->facet_words * sizeof *none);
    memset(all, 0, of->vertex_words * sizeof *all);
    for (size_t i = 0; i < cell->count; i++) {
        bits_add(all, i);
        add_face(of, (cell_face){.apex = (uint32_t)i}, with_vertices ? all : NULL);
        if (with_vertices) {
            uint64_t *own = of->vertices_on + i * of->vertex_words;
            memset(own, 0, of->vertex_words * sizeof *own);
            bits_add(own, i);
        }
    }
    find_face(&(finder){of, stack, with_vertices}, space->dimension, none, all);
    arena_release(stack, mark);
    return of->count < MOST_FACES && !run_is_cancelled();
}

void cell_faces_clear(cell_faces *of)
{
    free(of->members);
    free(of->on);
    free(of->face);
    free(of->term);
    free(of->facets_on);
    free(of->vertices_on);
    free(of->slot);
}
