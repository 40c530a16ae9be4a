// Faces of regions that are simple polytopes and lie as in a simple arrangement.
//
// On a face of codimension c exactly c signs are 0, and all ways to make them positive or negative
// (to choose among the rows of a maxout unit) are regions around it. Their order puts a base region
// of each class lowest. A face is counted by the highest region of its class around it, and a tied
// one by that of class 0: the region's own items are those beyond which lies a lower region of the
// class, and it counts the faces that lie on own items, the tie and the border alone.
//
// A class is a manifold with boundary, so it has the homotopy type of the complex dual to its faces
// inside that are not tied. A cell of this complex has the regions around the face as vertices. If
// no cell at a region has a higher one, they are the cone over its link, the simplicial complex of
// the sets of own items that meet. If the link is nonevasive, it collapses (Kahn, Saks and
// Sturtevant, Combinatorica 4, 1984, Proposition 1), and so does the star of the region to its
// boundary. Thus regions can be taken away from above. Cut by straight hyperplanes only the base is
// left, since links are what is seen of a convex polytope from a point outside. Bends of the
// hyperplanes leave some regions, and all below them.
#include "regions/dual.h"

#include "base/bits.h"
#include "base/fatal.h"
#include "base/limits.h"
#include "base/memory.h"
#include "net/net.h"
#include <stdlib.h>
#include <string.h>

// ---- Signs ----

// For each bit of a breakpoint, the other bit of that breakpoint; for each bit of a maxout unit,
// the unit's first bit.
static void find_others(dual_complex *dual)
{
    const face_layout *layout = dual->layout;
    dual->other = memory_new(layout->bits + 1, sizeof *dual->other);
    dual->is_row = memory_new(layout->bits + 1, 1);
    for (size_t l = 0; l < layout->hidden; l++) {
        const unit_table *table = &layout->net->layer[l].unit;
        for (size_t u = 0; u < table->units; u++) {
            const size_t first = layout->bit[layout->first[l] + u], rank = unit_rows(table, u),
                         bits = rank > 1 ? rank : 2 * unit_predicates(table, u);
            for (size_t i = 0; i < bits; i++) {
                dual->is_row[first + i] = rank > 1;
                dual->other[first + i] = (uint32_t)(first + (rank > 1 ? 0 : i ^ 1));
            }
        }
    }
}

// The bit that is 0 on the region, and 1 beyond its item with this bit.
static size_t bit_beyond(const dual_complex *dual, const unsigned char *sign, size_t bit)
{
    size_t beyond = dual->other[bit];
    while (dual->is_row[bit] && face_sign(sign, beyond))
        beyond++;
    return beyond;
}

void dual_init(dual_complex *dual, const face_layout *layout, crease_faces *faces)
{
    *dual = (dual_complex){.layout = layout, .faces = faces};
    row_table_init(&dual->regions);
    find_others(dual);
    dual->sign = memory_new(layout->bytes, 1);
    faces->is_dual = 1;
    faces->counted = memory_new(2 * (faces->dimension + 1), sizeof *faces->counted);
}

void dual_clear(dual_complex *dual)
{
    row_table_clear(&dual->regions);
    free(dual->star);
    free(dual->part);
    free(dual->bit);
    free(dual->other);
    free(dual->is_row);
    free(dual->base[0]);
    free(dual->base[1]);
    free(dual->sign);
    free(dual->order);
    free(dual->on);
    free(dual->set);
    free(dual->list);
    free(dual->link);
}

// Whether a lower region lies beyond an item. For a maxout unit the row in force on the base is the
// lowest; after it, a later row is lower than an earlier one.
static bool is_own(const dual_complex *dual, const face_record *record, const face_item *item,
                   const unsigned char *base)
{
    return !face_sign(base, item->bit) ||
           (dual->is_row[item->bit] && item->is_above &&
            face_sign(base, bit_beyond(dual, record->sign, item->bit)));
}

// ---- The faces of one region ----

// Puts the items of a region in order. Others than own ones count for nothing.
static void order_items(dual_complex *dual, const face_record *record, bool above)
{
    const face_layout *layout = dual->layout;
    size_t items = 0;
    MEMORY_RESERVE(dual->order, dual->order_room, record->items + 1);
    for (int kind = 0; kind < 3; kind++) {
        for (size_t k = 0; k < record->items; k++) {
            const face_item *item = record->item + k;
            const int its = item->bit >= layout->border ? 2 : item->bit >= layout->last;
            if (its == kind && (kind == 2 || (kind == 1 && !above) ||
                                (kind == 0 && is_own(dual, record, item, dual->base[above]))))
                dual->order[items++] = (uint32_t)k;
        }
        *(kind == 0 ? &dual->own : kind == 1 ? &dual->inner : &dual->items) = items;
    }
    const size_t words = record->words, deep = dual->faces->dimension + 1;
    dual->words = words;
    MEMORY_RESERVE(dual->on, dual->on_room, (items + 1) * words);
    MEMORY_RESERVE(dual->set, dual->set_room, deep * words);
    MEMORY_RESERVE(dual->list, dual->list_room, deep * (items + 1));
    for (size_t k = 0; k < items; k++)
        memcpy(dual->on + k * words, record->on + dual->order[k] * words, words * sizeof *dual->on);
}

static bool meet(const uint64_t *a, const uint64_t *b, size_t words)
{
    uint64_t some = 0;
    for (size_t w = 0; w < words; w++)
        some |= a[w] & b[w];
    return some != 0;
}

static void add_part(dual_complex *dual, uint64_t part)
{
    MEMORY_RESERVE(dual->part, dual->part_room, dual->parts + 1);
    dual->part[dual->parts++] = part;
}

// Counts the faces in which a face meets some of the items listed, in order. `on` are its corners,
// `part` its items if all are own ones; behind its corners and behind the list there is room.
static void count_faces(dual_complex *dual, uint64_t *on, size_t depth, const uint32_t *item,
                        size_t items, uint64_t part, bool is_tied)
{
    const size_t words = dual->words;
    uint32_t *meeting = dual->list + depth * (dual->items + 1);
    size_t meetings = 0;
    for (size_t k = 0; k < items; k++) {
        meeting[meetings] = item[k];
        meetings += meet(on, dual->on + item[k] * words, words);
    }
    uint64_t *count = dual->faces->counted + depth - 1;
    const size_t deep = dual->faces->dimension + 1;
    for (size_t k = 0; k < meetings && !run_poll(1); k++) {
        const size_t chosen = meeting[k];
        const bool ties = is_tied || (chosen >= dual->own && chosen < dual->inner);
        const uint64_t more = chosen < dual->own ? part | (uint64_t)1 << chosen : 0;
        count[ties ? deep : 0]++;
        if (more)
            add_part(dual, more);
        if (depth == 1 || k + 1 == meetings)
            continue;
        bits_common(on + words, on, dual->on + chosen * words, words);
        count_faces(dual, on + words, depth - 1, meeting + k + 1, meetings - k - 1, more, ties);
    }
}

// Whether exactly as many signs are 0 on each face of the region as its dimension is less than that
// of the domain, and one row of the last unit, of two, is in force.
static bool is_countable(const dual_complex *dual, const face_record *record)
{
    const size_t last = dual->layout->last;
    return record->is_simple && !record->rays && !record->lines &&
           dual->layout->border == last + 2 &&
           face_sign(record->sign, last) != face_sign(record->sign, last + 1);
}

// ---- Links ----

// Whether a simplicial complex is nonevasive: it is a point, or has a vertex whose link is, and so
// is what is left without it. Given are all faces, the empty one among them, which it destroys. May
// say no too early, as steps run out. Behind the faces there is room for links.
static bool is_nonevasive(uint64_t *face, size_t faces, size_t *steps)
{
    uint64_t *link = face + faces, vertices = 0;
    for (size_t i = 0; i < faces; i++)
        vertices |= face[i];
    while (faces > 2 && faces % 2 == 0) {
        size_t links = 0;
        uint64_t rest = vertices, vertex = 0;
        for (; rest; rest &= rest - 1, links = 0) {
            if (*steps < faces)
                return false;
            *steps -= faces;
            vertex = rest & -rest;
            for (size_t i = 0; i < faces; i++) {
                link[links] = face[i] & ~vertex;
                links += (face[i] & vertex) != 0;
            }
            if (is_nonevasive(link, links, steps))
                break;
        }
        if (!rest)
            return false;
        vertices &= ~vertex;
        size_t left = 0;
        for (size_t i = 0; i < faces; i++)
            if (!(face[i] & vertex))
                face[left++] = face[i];
        faces = left;
    }
    return faces == 2;
}

static bool has_simple_link(dual_complex *dual, const dual_star *star)
{
    enum { STEPS_A_FACE = 256 };
    size_t steps = STEPS_A_FACE * star->parts;
    MEMORY_RESERVE(dual->link, dual->link_room, (dual->faces->dimension + 2) * star->parts);
    memcpy(dual->link, dual->part + star->part, star->parts * sizeof *dual->link);
    return is_nonevasive(dual->link, star->parts, &steps);
}

bool dual_add(dual_complex *dual, const face_record *record)
{
    const size_t bytes = dual->layout->bytes, depth = dual->faces->dimension;
    if (!is_countable(dual, record))
        return false;
    const bool above = face_sign(record->sign, dual->layout->last);
    if (!dual->base[above]) {
        dual->base[above] = memory_new(bytes, 1);
        memcpy(dual->base[above], record->sign, bytes);
    }
    order_items(dual, record, above);
    if (dual->own > BITS_WORD)
        return false;
    const uint64_t region = row_table_enter_bytes(&dual->regions, record->sign, bytes);
    MEMORY_RESERVE(dual->star, dual->star_room, region + 1);
    dual_star *star = dual->star + region;
    *star = (dual_star){.part = dual->parts, .item = dual->bits};
    MEMORY_RESERVE(dual->bit, dual->bit_room, dual->bits + dual->own);
    for (size_t k = 0; k < dual->own; k++)
        dual->bit[dual->bits++] = (uint32_t)record->item[dual->order[k]].bit;
    memset(dual->set, 0, dual->words * sizeof *dual->set);
    for (size_t i = 0; i < record->vertices; i++)
        bits_add(dual->set, i);
    uint32_t *all = dual->list;
    for (size_t k = 0; k < dual->items; k++)
        all[k] = (uint32_t)k;
    add_part(dual, 0);
    dual->faces->counted[depth]++;
    count_faces(dual, dual->set, depth, all, dual->items, 0, false);
    star->parts = dual->parts - star->part;
    star->is_kept = !has_simple_link(dual, star);
    return true;
}

// ---- What is left ----

// Keeps the regions below those that are kept.
static void keep_below(dual_complex *dual)
{
    const size_t bytes = dual->layout->bytes, regions = dual->regions.count;
    uint32_t *queue = memory_new(regions, sizeof *queue);
    size_t queued = 0;
    for (size_t r = 0; r < regions; r++)
        if (dual->star[r].is_kept)
            queue[queued++] = (uint32_t)r;
    for (size_t taken = 0; taken < queued; taken++) {
        const dual_star *star = dual->star + queue[taken];
        if (run_poll(bytes * (1 + star->parts)))
            break;
        const unsigned char *sign = dual->regions.bytes + queue[taken] * bytes;
        for (size_t k = 0; k < star->parts; k++) {
            const uint64_t part = dual->part[star->part + k];
            if (!part || part & (part - 1))
                continue;
            const size_t bit = dual->bit[star->item + bits_lowest(part)];
            memcpy(dual->sign, sign, bytes);
            face_set_sign(dual->sign, bit, 0);
            face_set_sign(dual->sign, bit_beyond(dual, sign, bit), 1);
            const uint64_t below = row_table_find(&dual->regions, dual->sign, bytes);
            ASSERT(below < regions);
            if (!dual->star[below].is_kept)
                queue[queued++] = (uint32_t)below;
            dual->star[below].is_kept = true;
        }
    }
    free(queue);
}

// The signs on the face of region r on these items of its own, in dual->sign.
static void find_sign(dual_complex *dual, size_t r, uint64_t part)
{
    const size_t bytes = dual->layout->bytes;
    memcpy(dual->sign, dual->regions.bytes + r * bytes, bytes);
    for (uint64_t rest = part; rest; rest &= rest - 1)
        face_set_sign(dual->sign, dual->bit[dual->star[r].item + bits_lowest(rest)], 0);
}

// Adds the facet with the signs in dual->sign to those from number `first` on, if it is not there.
static void add_facet(dual_complex *dual, const row_table *signs, size_t first, size_t *facets)
{
    crease_faces *faces = dual->faces;
    const uint64_t number = row_table_find(signs, dual->sign, dual->layout->bytes);
    ASSERT(number < faces->count);
    size_t k = first;
    while (k < *facets && faces->facet[k] != number)
        k++;
    if (k < *facets)
        return;
    MEMORY_RESERVE(faces->facet, dual->facet_room, *facets + 1);
    faces->facet[(*facets)++] = (uint32_t)number;
}

// The facets of a cell are dual to the faces with one sign more: an item is left, or what lies
// beyond it.
static void add_facets(dual_complex *dual, size_t region, uint64_t part, const row_table *signs,
                       size_t *facets)
{
    const size_t bytes = dual->layout->bytes, first = *facets;
    find_sign(dual, region, part);
    for (uint64_t rest = part; rest; rest &= rest - 1) {
        const size_t bit = dual->bit[dual->star[region].item + bits_lowest(rest)],
                     beyond = bit_beyond(dual, dual->regions.bytes + region * bytes, bit);
        face_set_sign(dual->sign, bit, 1);
        add_facet(dual, signs, first, facets);
        face_set_sign(dual->sign, bit, 0);
        face_set_sign(dual->sign, beyond, 1);
        add_facet(dual, signs, first, facets);
        face_set_sign(dual->sign, beyond, 0);
    }
}

void dual_finish(dual_complex *dual, row_table *signs)
{
    crease_faces *faces = dual->faces;
    const size_t bytes = dual->layout->bytes, regions = dual->regions.count;
    size_t room = 0, start_room = 0, facets = 0, cell = 0;
    keep_below(dual);
    for (size_t r = 0; r < regions; r++) {
        const dual_star *star = dual->star + r;
        for (size_t k = 0; k < star->parts && star->is_kept && !run_poll(bytes); k++) {
            const uint64_t part = dual->part[star->part + k];
            find_sign(dual, r, part);
            const uint64_t number = row_table_enter_bytes(signs, dual->sign, bytes);
            ASSERT(number == faces->count); // no other region counts it
            MEMORY_RESERVE(faces->face, room, faces->count + 1);
            faces->face[faces->count++] =
                (crease_face){.dimension = (uint16_t)bits_count(&part, 1)};
        }
    }
    MEMORY_RESERVE(faces->start, start_room, faces->count + 1);
    for (size_t r = 0; r < regions; r++) {
        const dual_star *star = dual->star + r;
        for (size_t k = 0; k < star->parts && star->is_kept; k++) {
            const size_t items = bits_count(dual->part + star->part + k, 1);
            if (run_poll(2 * bytes * (1 + items)))
                return;
            faces->start[cell++] = facets;
            add_facets(dual, r, dual->part[star->part + k], signs, &facets);
        }
    }
    faces->start[faces->count] = facets;
}
