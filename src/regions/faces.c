// The faces of all regions, each once: a table of their signs.
//
// Faces of a region are intersections of its items (face_record.h), which are sets of corners. Two
// regions that share a face know the same signs of it, so a hash table tells that it is one.
#include "base/error.h"
#include "base/fatal.h"
#include "base/limits.h"
#include "base/memory.h"
#include "exact/row_table.h"
#include "net/net.h"
#include "regions/dual.h"
#include "walk/observer.h"
#include <flint/fmpq_vec.h>
#include <stdlib.h>
#include <string.h>

// A face of the present region.
typedef struct {
    uint32_t number;
    bool is_new;
    size_t depth; // its dimension less the least
} local_face;

// Points or rays of faces.
typedef struct {
    size_t dimension;
    fmpq *x; // the coordinates of each
    size_t x_room;
    uint32_t *face;
    size_t face_room, count;
} point_list;

typedef struct {
    face_layout layout;
    crease_faces *faces;
    row_table table; // of the signs of faces
    size_t face_room, start_room, facet_room, facets, cell_room;
    point_list points, rays;
    unsigned char *has_point; // of each face
    size_t has_point_room;
    // The faces of the present region, and the corners of each.
    local_face *local;
    uint64_t *on;
    size_t locals, local_room, on_room;
    dual_complex dual;
    // Scratch.
    unsigned char *sign, *pattern_mask;
    uint64_t *set, *inner; // corners: depth + 1 sets; the vertices
    uint32_t *item;        // depth + 1 lists of items
    size_t set_room, inner_room, item_room;
    bool is_refused; // a region was met whose faces cannot be only counted
} face_finder;

// ---- One face ----

static bool lies_on_border(const face_layout *layout, const unsigned char *sign)
{
    size_t bit = layout->border;
    while (bit < layout->bits && face_sign(sign, bit))
        bit++;
    return bit < layout->bits;
}

static bool is_unbounded(const face_record *record, const uint64_t *on)
{
    size_t rays = 2 * record->lines;
    for (size_t i = record->vertices; i < record->vertices + record->rays; i++)
        rays += (size_t)bits_have(on, i);
    return rays > 2 * record->least;
}

static bool has_vertex(const face_finder *f, const face_record *record, const uint64_t *on)
{
    uint64_t some = 0;
    for (size_t w = 0; w < record->words; w++)
        some |= on[w] & f->inner[w];
    return some != 0;
}

// Lists the face with these corners.
static void list_face(face_finder *f, const face_record *record, const uint64_t *on, size_t depth)
{
    MEMORY_RESERVE(f->local, f->local_room, f->locals + 1);
    MEMORY_RESERVE(f->on, f->on_room, (f->locals + 1) * record->words);
    memcpy(f->on + f->locals * record->words, on, record->words * sizeof *on);
    f->local[f->locals++] = (local_face){.depth = depth};
}

// Enters a listed face that has the signs f->sign.
static void enter_face(face_finder *f, const face_record *record, size_t local)
{
    crease_faces *all = f->faces;
    local_face *face = f->local + local;
    const uint64_t *on = f->on + local * record->words;
    const size_t number = row_table_enter_bytes(&f->table, f->sign, f->layout.bytes);
    face->number = (uint32_t)number;
    face->is_new = number == all->count;
    if (!face->is_new)
        return;
    MEMORY_RESERVE(all->face, f->face_room, number + 1);
    all->face[all->count++] =
        (crease_face){.dimension = (uint16_t)(face->depth + record->least),
                      .on_border = (uint8_t)lies_on_border(&f->layout, f->sign),
                      .unbounded = (uint8_t)is_unbounded(record, on)};
    MEMORY_RESERVE(f->has_point, f->has_point_room, all->count);
    f->has_point[number] = 0;
}

static void add_facet_of(face_finder *f, uint32_t number)
{
    crease_faces *all = f->faces;
    MEMORY_RESERVE(all->facet, f->facet_room, f->facets + 1);
    all->facet[f->facets++] = number;
}

// ---- A simple region: any items that have a vertex in common meet in a face ----

// Lists the items of a list that meet a face and do not contain it; `part` is scratch.
static size_t list_meeting(uint32_t *meeting, const face_finder *f, const face_record *record,
                           const uint64_t *on, uint64_t *part, const uint32_t *item, size_t items)
{
    size_t count = 0;
    for (size_t k = 0; k < items; k++) {
        if (!face_sign(f->sign, record->item[item[k]].bit))
            continue;
        bits_common(part, on, record->on + item[k] * record->words, record->words);
        if (has_vertex(f, record, part))
            meeting[count++] = item[k];
    }
    return count;
}

// The faces in which the face with the corners `on` meets some of the items listed, in order; it
// lies on none of them. Behind the corners and behind the list there is room for those of its
// faces.
static void enter_simple(face_finder *f, const face_record *record, uint64_t *on, size_t depth,
                         uint32_t *item, size_t items)
{
    list_face(f, record, on, depth);
    enter_face(f, record, f->locals - 1);
    uint64_t *part = on + record->words;
    uint32_t *meeting = item + items;
    const size_t count = list_meeting(meeting, f, record, on, part, item, items);
    for (size_t k = 0; k < count && !run_poll(1); k++) {
        const size_t bit = record->item[meeting[k]].bit;
        bits_common(part, on, record->on + meeting[k] * record->words, record->words);
        face_set_sign(f->sign, bit, 0);
        enter_simple(f, record, part, depth - 1, meeting + k + 1, count - k - 1);
        face_set_sign(f->sign, bit, 1);
    }
}

// The items that meet a face and do not contain it cut its facets out.
static void find_simple_facets(face_finder *f, const face_record *record, size_t local)
{
    const size_t bytes = f->layout.bytes;
    memcpy(f->sign, f->table.bytes + f->local[local].number * bytes, bytes);
    const size_t count =
        list_meeting(f->item + record->items, f, record, f->on + local * record->words, f->set,
                     f->item, record->items);
    for (size_t k = 0; k < count; k++) {
        const size_t bit = record->item[f->item[record->items + k]].bit;
        face_set_sign(f->sign, bit, 0);
        add_facet_of(f, (uint32_t)row_table_find(&f->table, f->sign, bytes));
        face_set_sign(f->sign, bit, 1);
    }
}

// ---- Any region: faces are the intersections of items ----

// The corners of a face that lie on an item too, in f->set, if they are fewer and span a face.
static bool cut_face(face_finder *f, const face_record *record, size_t local, size_t item)
{
    const uint64_t *on = f->on + local * record->words, *other = record->on + item * record->words;
    bits_common(f->set, on, other, record->words);
    return !bits_within(on, other, record->words) && has_vertex(f, record, f->set);
}

// The signs of a face are those of the inside, but 0 on the items that contain it.
static void find_signs(face_finder *f, const face_record *record, const uint64_t *on)
{
    memcpy(f->sign, record->sign, f->layout.bytes);
    for (size_t k = 0; k < record->items; k++)
        if (bits_within(on, record->on + k * record->words, record->words))
            face_set_sign(f->sign, record->item[k].bit, 0);
}

// The dimension of a face is one more than the largest of its faces. Each has fewer corners.
static size_t find_depth(face_finder *f, const face_record *record, const row_table *sets,
                         size_t local)
{
    size_t *depth = &f->local[local].depth;
    if (*depth != SIZE_MAX)
        return *depth;
    size_t largest = 0;
    for (size_t k = 0; k < record->items; k++)
        if (cut_face(f, record, local, k)) {
            const uint64_t part = row_table_find(sets, f->set, record->words * sizeof *f->set);
            const size_t below = 1 + find_depth(f, record, sets, part);
            largest = below > largest ? below : largest;
        }
    return *depth = largest;
}

static void enter_any(face_finder *f, const face_record *record, row_table *sets)
{
    const size_t size = record->words * sizeof *f->set;
    list_face(f, record, f->set, SIZE_MAX);
    row_table_enter_bytes(sets, f->set, size);
    for (size_t i = 0; i < f->locals && !run_poll(record->items); i++)
        for (size_t k = 0; k < record->items; k++)
            if (cut_face(f, record, i, k) && row_table_enter_bytes(sets, f->set, size) == f->locals)
                list_face(f, record, f->set, SIZE_MAX);
    for (size_t i = 0; i < f->locals && !run_is_cancelled(); i++) {
        find_depth(f, record, sets, i);
        find_signs(f, record, f->on + i * record->words);
        enter_face(f, record, i);
    }
}

static void find_facets(face_finder *f, const face_record *record, const row_table *sets,
                        size_t local)
{
    const size_t first = f->facets;
    for (size_t k = 0; k < record->items; k++) {
        if (!cut_face(f, record, local, k))
            continue;
        const uint64_t part = row_table_find(sets, f->set, record->words * sizeof *f->set);
        const uint32_t number = f->local[part].number;
        size_t known = first;
        while (known < f->facets && f->faces->facet[known] != number)
            known++;
        if (known == f->facets && f->local[part].depth + 1 == f->local[local].depth)
            add_facet_of(f, number);
    }
}

// ---- Points ----

static void list_point(point_list *list, uint64_t face, const fmpq *x)
{
    const size_t d = list->dimension;
    MEMORY_RESERVE(list->x, list->x_room, (list->count + 1) * d);
    MEMORY_RESERVE(list->face, list->face_room, list->count + 1);
    list->face[list->count] = (uint32_t)face;
    for (size_t c = 0; c < d; c++) {
        fmpq *coordinate = list->x + list->count * d + c;
        fmpq_init(coordinate);
        fmpq_set(coordinate, x + c);
    }
    list->count++;
}

static void clear_points(fmpq *x, size_t entries)
{
    for (size_t i = 0; i < entries; i++)
        fmpq_clear(x + i);
    free(x);
}

static void clear_list(point_list *list)
{
    clear_points(list->x, list->count * list->dimension);
    free(list->face);
}

// Gives points to least faces that have none, and rays to new faces of one dimension more.
static void give_points(face_finder *f, const face_record *record)
{
    const size_t d = f->faces->dimension;
    const fmpq *x = record->point;
    for (size_t i = 0; i < record->vertices; i++) {
        if (!bits_have(record->given, i))
            continue;
        memset(f->set, 0, record->words * sizeof *f->set);
        bits_add(f->set, i);
        find_signs(f, record, f->set);
        const uint64_t number = row_table_find(&f->table, f->sign, f->layout.bytes);
        if (!f->has_point[number])
            list_point(&f->points, number, x);
        f->has_point[number] = 1;
        x += d;
    }
    for (size_t k = 0; k < f->locals; k++) {
        const local_face *face = f->local + k;
        if (!face->is_new || face->depth > 1)
            continue;
        for (size_t i = 0; i < record->rays; i++)
            if (bits_have(f->on + k * record->words, record->vertices + i))
                list_point(&f->rays, face->number, x + i * d);
        for (size_t i = 0; i < 2 * record->lines && !face->depth; i++)
            list_point(&f->rays, face->number, x + (record->rays + i) * d);
    }
}

// ---- One region ----

static void start_new_faces(face_finder *f, const face_record *record, const row_table *sets)
{
    crease_faces *all = f->faces;
    for (size_t i = 0; i < f->locals && !run_poll(record->items); i++) {
        if (!f->local[i].is_new)
            continue;
        MEMORY_RESERVE(all->start, f->start_room, all->count + 1);
        all->start[f->local[i].number] = f->facets;
        if (sets)
            find_facets(f, record, sets, i);
        else
            find_simple_facets(f, record, i);
    }
}

static void make_room(face_finder *f, const face_record *record)
{
    const size_t deep = f->faces->dimension + 2;
    MEMORY_RESERVE(f->set, f->set_room, deep * record->words);
    MEMORY_RESERVE(f->item, f->item_room, deep * (record->items + 1));
    MEMORY_RESERVE(f->inner, f->inner_room, record->words);
    memset(f->set, 0, record->words * sizeof *f->set);
    memset(f->inner, 0, record->words * sizeof *f->inner);
    for (size_t i = 0; i < record->vertices + record->rays; i++) {
        bits_add(f->set, i);
        if (i < record->vertices)
            bits_add(f->inner, i);
    }
}

// Enters the faces of a region that no earlier one has.
static void add_region(face_finder *f, const face_record *record)
{
    crease_faces *all = f->faces;
    all->least = record->least;
    f->locals = 0;
    if (all->is_dual) {
        f->is_refused |= !dual_add(&f->dual, record);
        return;
    }
    make_room(f, record);
    memcpy(f->sign, record->sign, f->layout.bytes);
    const size_t depth = all->dimension - all->least;
    if (record->is_simple) {
        for (size_t k = 0; k < record->items; k++)
            f->item[k] = (uint32_t)k;
        enter_simple(f, record, f->set, depth, f->item, record->items);
        start_new_faces(f, record, NULL);
    } else {
        row_table sets;
        row_table_init(&sets);
        enter_any(f, record, &sets);
        start_new_faces(f, record, &sets);
        row_table_clear(&sets);
    }
    if (run_is_cancelled())
        return;
    MEMORY_RESERVE(all->cell, f->cell_room, all->cells + 1);
    all->cell[all->cells++] = f->local->number;
    if (f->layout.what & CREASE_FACES_POINTS)
        give_points(f, record);
}

// ---- Patterns ----

// Bits that tell the piece of each unit: those of values above its breakpoints, and the first of
// the rows that are greatest.
static void find_pattern(unsigned char *pattern, const face_finder *f, const unsigned char *sign)
{
    const face_layout *layout = &f->layout;
    for (size_t i = 0; i < layout->bytes; i++)
        pattern[i] = sign[i] & f->pattern_mask[i];
    for (size_t l = 0; l < layout->hidden; l++) {
        const unit_table *table = &layout->net->layer[l].unit;
        for (size_t u = 0; u < table->units; u++) {
            const size_t rank = unit_rows(table, u), first = layout->bit[layout->first[l] + u];
            size_t k = 0;
            while (rank > 1 && face_sign(sign, first + k))
                k++;
            if (rank > 1)
                face_set_sign(pattern, first + k, 1);
        }
    }
}

static void count_patterns(face_finder *f)
{
    const face_layout *layout = &f->layout;
    row_table patterns;
    row_table_init(&patterns);
    for (size_t l = 0; l < layout->hidden; l++) {
        const unit_table *table = &layout->net->layer[l].unit;
        for (size_t u = 0; u < table->units; u++)
            for (size_t b = 0; b < unit_predicates(table, u) && unit_rows(table, u) < 2; b++)
                face_set_sign(f->pattern_mask, layout->bit[layout->first[l] + u] + 2 * b + 1, 1);
    }
    for (size_t i = 0; i < f->faces->count && !run_poll(layout->bytes); i++) {
        find_pattern(f->sign, f, f->table.bytes + i * layout->bytes);
        row_table_enter_bytes(&patterns, f->sign, layout->bytes);
    }
    f->faces->patterns = patterns.count;
    row_table_clear(&patterns);
}

// ---- The walk ----

static void *faces_open(void *data)
{
    const face_finder *f = data;
    face_batch *batch = memory_new(1, sizeof *batch);
    face_batch_init(batch, &f->layout);
    return batch;
}

static void faces_close(void *data, void *batch)
{
    (void)data;
    face_batch_clear(batch);
    free(batch);
}

static size_t faces_size(const void *batch)
{
    return ((const face_batch *)batch)->bytes;
}

static crease_visit faces_region(void *batch, const crease_region *region)
{
    ASSERT(region->pos && region->cell && region->cache);
    face_batch_add(batch, region);
    return CREASE_GO;
}

static crease_visit faces_deliver(void *data, void *buffer, uint64_t first, uint64_t regions)
{
    face_batch *batch = buffer;
    (void)first;
    for (uint64_t i = 0; i < regions && !run_is_cancelled(); i++)
        add_region(data, batch->record + i);
    face_batch_empty(batch);
    return run_is_cancelled() || ((face_finder *)data)->is_refused ? CREASE_STOP : CREASE_GO;
}

static void finder_init(face_finder *f, crease_faces *faces, const crease_net *net,
                        const crease_domain *domain, unsigned what)
{
    *f = (face_finder){.faces = faces};
    face_layout_init(&f->layout, net, domain, what);
    row_table_init(&f->table);
    f->sign = memory_new(f->layout.bytes, 1);
    f->pattern_mask = memory_new(f->layout.bytes, 1);
    faces->dimension = f->points.dimension = f->rays.dimension = crease_domain_dimension(domain);
    faces->unit_bits = f->layout.border;
    faces->sign_bytes = f->layout.bytes;
    if (what & CREASE_FACES_DUAL)
        dual_init(&f->dual, &f->layout, faces);
}

static void finder_clear(face_finder *f)
{
    if (f->layout.what & CREASE_FACES_DUAL)
        dual_clear(&f->dual);
    face_layout_clear(&f->layout);
    row_table_clear(&f->table);
    clear_list(&f->points);
    clear_list(&f->rays);
    free(f->has_point);
    free(f->local);
    free(f->on);
    free(f->sign);
    free(f->pattern_mask);
    free(f->set);
    free(f->inner);
    free(f->item);
}

void crease_faces_init(crease_faces *faces)
{
    *faces = (crease_faces){0};
}

void crease_faces_clear(crease_faces *faces)
{
    free(faces->face);
    free(faces->start);
    free(faces->facet);
    free(faces->sign);
    free(faces->cell);
    free(faces->counted);
    free(faces->point_face);
    free(faces->ray_face);
    clear_points(faces->point, faces->points * faces->dimension);
    clear_points(faces->ray, faces->rays * faces->dimension);
    *faces = (crease_faces){0};
}

static void finish(face_finder *f)
{
    crease_faces *all = f->faces;
    if (all->is_dual) {
        dual_finish(&f->dual, &f->table);
    } else {
        MEMORY_RESERVE(all->start, f->start_room, all->count + 1);
        all->start[all->count] = f->facets;
    }
    if (f->layout.what & CREASE_FACES_PATTERNS)
        count_patterns(f);
    all->sign = f->table.bytes;
    f->table.bytes = NULL;
    all->point = f->points.x;
    all->point_face = f->points.face;
    all->points = f->points.count;
    all->ray = f->rays.x;
    all->ray_face = f->rays.face;
    all->rays = f->rays.count;
    f->points = f->rays = (point_list){0};
}

static crease_status find_faces(crease_faces *faces, crease_counts *counts, const crease_net *net,
                                const crease_domain *domain, unsigned what,
                                const crease_options *options, crease_error *error)
{
    ASSERT(faces && counts);
    face_finder f;
    crease_faces_clear(faces);
    finder_init(&f, faces, net, domain, what);
    const walk_observer observer = {.data = &f,
                                    .visitor = {.region = faces_region},
                                    .open = faces_open,
                                    .close = faces_close,
                                    .size = faces_size,
                                    .deliver = faces_deliver};
    crease_status status = walk_observe(counts, net, domain, options, &observer, error);
    const bool is_refused = f.is_refused;
    if (status == CREASE_OK && !is_refused)
        finish(&f);
    if (status == CREASE_OK && run_is_cancelled())
        status = CREASE_STOPPED;
    if (status || is_refused)
        crease_faces_clear(faces);
    finder_clear(&f);
    return is_refused
               ? find_faces(faces, counts, net, domain, what & ~CREASE_FACES_DUAL, options, error)
               : status;
}

// The network that ends with the choice of the greatest output, or of 0 and the only one.
static crease_net *classes_net(const crease_net *net)
{
    const size_t outputs = crease_net_outputs(net), classes = outputs < 2 ? 2 : outputs;
    fmpq *form = _fmpq_vec_init((slong)(classes * (outputs + 1)));
    for (size_t o = 0; o < outputs; o++)
        fmpq_one(form + (classes - outputs + o) * (outputs + 1) + o);
    crease_net *deciding = net_deciding(net, form, classes);
    _fmpq_vec_clear(form, (slong)(classes * (outputs + 1)));
    return deciding;
}

crease_status crease_faces_find(crease_faces *faces, crease_counts *counts, const crease_net *net,
                                const crease_domain *domain, unsigned what,
                                const crease_options *options, crease_error *error)
{
    ASSERT(faces && counts);
    if (options && options->arith == CREASE_FLOAT)
        return error_set(error, "faces need exact signs, not --arith=float");
    run_limits limits; // of the walk, and of what follows it
    run_limits_init(&limits, options);
    if (!(what & CREASE_FACES_CLASSES))
        return run_limits_end(&limits, find_faces(faces, counts, net, domain, what, options, error),
                              error);
    crease_net *deciding = classes_net(net);
    crease_counts cells;
    crease_counts_init(&cells, deciding);
    const crease_status status = find_faces(faces, &cells, deciding, domain, what, options, error);
    counts->activation_regions = cells.activation_regions;
    counts->bounded_regions = cells.bounded_regions;
    counts->complete = cells.complete;
    counts->threads = cells.threads;
    counts->seconds += cells.seconds;
    for (size_t l = 0; l < counts->layers; l++)
        counts->per_layer[l] = cells.per_layer[l];
    crease_counts_clear(&cells);
    crease_net_free(deciding);
    return run_limits_end(&limits, status, error);
}
