// Betti numbers of unions of faces, modulo 2.
//
// A closed union of faces has the homotopy type of the order complex of its faces, because these
// are contractible. Neighbouring regions share a facet and with it their lines, so all faces have
// the same ones. The faces of any one face that are bounded modulo these lines form a contractible
// complex, so by Quillen's fibre lemma the others can be left out.
//
// Coreduction (Mrozek and Batko, Discrete Comput. Geom. 41, 2009): a face of which only one facet
// is left is removed with it, which changes no homology; when there is none, a vertex is removed,
// which stands for a component. Usually few faces are left; the ranks of their boundary maps are
// found by elimination.
#include "base/bits.h"
#include "base/fatal.h"
#include "base/limits.h"
#include "base/memory.h"
#include <crease/faces.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const crease_faces *faces;
    unsigned char *is_left;
    uint32_t *facets_left; // of each face
    size_t *above_start;   // the faces of which a face is a facet, as in crease_faces
    uint32_t *above, *queue;
    size_t queued, taken;
} coreduction;

// The operations that a face takes at a step, about.
enum { FACE_WORK = 16 };

static size_t facets_end(const crease_faces *faces, size_t i)
{
    return faces->start[i + 1];
}

// Links the bounded faces among those kept with their facets and the faces above them.
static void coreduction_init(coreduction *c, const crease_faces *faces, const unsigned char *kept)
{
    const size_t n = faces->count;
    *c = (coreduction){.faces = faces,
                       .is_left = memory_new(n, 1),
                       .facets_left = memory_new(n, sizeof *c->facets_left),
                       .above_start = memory_new(n + 2, sizeof *c->above_start),
                       .queue = memory_new(n, sizeof *c->queue)};
    for (size_t i = 0; i < n && !run_poll(FACE_WORK); i++) {
        c->is_left[i] = kept[i] && !faces->face[i].unbounded;
        for (size_t k = faces->start[i]; k < facets_end(faces, i) && c->is_left[i]; k++)
            c->above_start[faces->facet[k] + 2]++;
    }
    for (size_t i = 2; i < n + 2; i++)
        c->above_start[i] += c->above_start[i - 1];
    // above_start[i + 1] is where the next face above i goes, in the end where they end.
    c->above = memory_new(c->above_start[n + 1], sizeof *c->above);
    for (size_t i = 0; i < n && !run_poll(FACE_WORK); i++) {
        if (!c->is_left[i])
            continue;
        for (size_t k = faces->start[i]; k < facets_end(faces, i); k++) {
            c->facets_left[i] += c->is_left[faces->facet[k]];
            c->above[c->above_start[faces->facet[k] + 1]++] = (uint32_t)i;
        }
        if (c->facets_left[i] == 1) // of a set that is not closed
            c->queue[c->queued++] = (uint32_t)i;
    }
}

static void coreduction_clear(coreduction *c)
{
    free(c->is_left);
    free(c->facets_left);
    free(c->above_start);
    free(c->above);
    free(c->queue);
}

// A face of which one facet is left may be removed with it. Each is queued at most once.
static void remove_face(coreduction *c, size_t i)
{
    c->is_left[i] = 0;
    for (size_t k = c->above_start[i]; k < c->above_start[i + 1]; k++) {
        const uint32_t above = c->above[k];
        if (c->is_left[above] && --c->facets_left[above] == 1)
            c->queue[c->queued++] = above;
    }
}

static void remove_pairs(coreduction *c)
{
    const crease_faces *faces = c->faces;
    while (c->taken < c->queued && !run_poll(FACE_WORK)) {
        const uint32_t i = c->queue[c->taken++];
        if (!c->is_left[i] || c->facets_left[i] != 1)
            continue;
        size_t k = faces->start[i];
        while (!c->is_left[faces->facet[k]])
            k++;
        c->is_left[i] = 0; // not queued again
        remove_face(c, faces->facet[k]);
        remove_face(c, i);
    }
}

// Returns the number of vertices removed alone.
static size_t coreduce(coreduction *c)
{
    size_t components = 0;
    remove_pairs(c);
    for (size_t i = 0; i < c->faces->count && !run_is_cancelled(); i++)
        if (c->is_left[i] && c->faces->face[i].dimension == c->faces->least) {
            components++;
            remove_face(c, i);
            remove_pairs(c);
        }
    return components;
}

// ---- Elimination ----

// The boundaries of the faces that are left, as rows of bits, one for each that is left.
typedef struct {
    uint32_t *place; // of each face among those left of its dimension
    uint64_t *row;   // pivot rows, by the place of the pivot
    size_t words;
} elimination;

static size_t first_bit(const uint64_t *row, size_t words)
{
    for (size_t w = 0; w < words; w++)
        if (row[w])
            return w * BITS_WORD + bits_lowest(row[w]);
    return SIZE_MAX;
}

static void boundary_row(uint64_t *row, const coreduction *c, const elimination *e, size_t i)
{
    const crease_faces *faces = c->faces;
    memset(row, 0, e->words * sizeof *row);
    for (size_t k = faces->start[i]; k < facets_end(faces, i); k++)
        if (c->is_left[faces->facet[k]])
            bits_add(row, e->place[faces->facet[k]]);
}

// The rank of the boundary map from the faces left of one dimension to the `below` ones left of one
// less.
static size_t boundary_rank(const coreduction *c, elimination *e, size_t dimension, size_t below)
{
    size_t rank = 0;
    e->words = bits_words(below);
    uint64_t **pivot = memory_new(below, sizeof *pivot), *row = NULL;
    for (size_t i = 0; i < c->faces->count && below && !run_is_cancelled(); i++) {
        if (!c->is_left[i] || c->faces->face[i].dimension != dimension)
            continue;
        if (!row)
            row = memory_new(e->words, sizeof *row);
        boundary_row(row, c, e, i);
        size_t first = first_bit(row, e->words);
        for (; first != SIZE_MAX && pivot[first] && !run_poll(e->words);
             first = first_bit(row, e->words))
            for (size_t w = first / BITS_WORD; w < e->words; w++)
                row[w] ^= pivot[first][w];
        if (first == SIZE_MAX || run_is_cancelled())
            continue;
        pivot[first] = row;
        row = NULL;
        rank++;
    }
    free(row);
    for (size_t k = 0; k < below; k++)
        free(pivot[k]);
    free(pivot);
    return rank;
}

// Adds the Betti numbers of the faces that are left; left: their numbers by dimension.
static void add_betti_left(size_t *betti, const coreduction *c, size_t *left, size_t top)
{
    elimination e = {.place = memory_new(c->faces->count, sizeof *e.place)};
    for (size_t i = 0; i < c->faces->count; i++)
        if (c->is_left[i])
            e.place[i] = (uint32_t)left[c->faces->face[i].dimension - c->faces->least]++;
    size_t rank_above = 0;
    for (size_t k = top + 1; k-- > 0;) {
        const size_t rank = k ? boundary_rank(c, &e, c->faces->least + k, left[k - 1]) : 0;
        betti[k] += left[k] - rank - rank_above;
        rank_above = rank;
    }
    free(e.place);
}

crease_status crease_faces_betti(size_t *betti, size_t *entries, const crease_faces *faces,
                                 const unsigned char *kept, const crease_options *options,
                                 crease_error *error)
{
    ASSERT(betti && entries && faces && kept);
    const size_t d = faces->dimension, most = d - faces->least;
    run_limits limits;
    run_limits_init(&limits, options);
    *entries = 0;
    for (size_t k = 0; k <= d; k++)
        betti[k] = 0;
    for (size_t i = 0; i < faces->count; i++)
        if (kept[i] && faces->face[i].dimension >= *entries)
            *entries = faces->face[i].dimension + 1;
    coreduction c;
    coreduction_init(&c, faces, kept);
    betti[0] = coreduce(&c);
    size_t *left = memory_new(most + 1, sizeof *left);
    if (!run_is_cancelled())
        add_betti_left(betti, &c, left, most);
    free(left);
    coreduction_clear(&c);
    const crease_status status = run_is_cancelled() ? CREASE_STOPPED : CREASE_OK;
    if (status)
        *entries = 0;
    return run_limits_end(&limits, status, error);
}
