// The fields of region records: their names, their selection, and their numbers.
#include "base/fatal.h"
#include "out/records.h"

#include "base/error.h"
#include "base/limits.h"
#include "base/memory.h"
#include "base/text.h"
#include "tree/region.h"
#include "walk/observer.h"

#include <endian.h>
#include <flint/fmpz_vec.h>
#include <stdlib.h>
#include <strings.h>

static const char *const field_name[] = {
    [FIELD_ID] = "id",
    [FIELD_PATTERN] = "pattern",
    [FIELD_BOUNDED] = "bounded",
    [FIELD_MEASURE] = NULL, // length, area or volume
    [FIELD_VERTICES] = "vertices",
    [FIELD_RAYS] = "rays",
    [FIELD_MAP] = "map",
    [FIELD_INEQUALITIES] = "inequalities",
    [FIELD_OWNERS] = "owners",
    [FIELD_INTERIOR] = "interior",
    [FIELD_DIGITS] = "digits",
};

const char *measure_name(size_t dimension)
{
    static const char *const names[] = {"points", "length", "area", "volume"};
    return names[dimension < 3 ? dimension : 3];
}

const char *record_field_name(const record_file *file, record_field field)
{
    return field == FIELD_MEASURE ? measure_name(file->dimension) : field_name[field];
}

// ---- the choice ----

static bool field_is_there(const record_file *file, record_field field)
{
    return field != FIELD_DIGITS || file->digits > 0;
}

enum { MOST_BY_VERTICES = 20 }; // dimensions

static bool needs_vertices(record_field field)
{
    return field == FIELD_VERTICES || field == FIELD_RAYS || field == FIELD_MEASURE;
}

// Whether a field is written if none is named. In many dimensions a region may have very many
// vertices. An exact volume has more digits than they have together, and takes longer than all
// else. With a property few regions are written.
static bool field_is_usual(const record_file *file, record_field field)
{
    return field_is_there(file, field) &&
           !(needs_vertices(field) && walk_has_no_vertices(file->dimension)) &&
           (field != FIELD_MEASURE || file->dimension <= 2 || file->property);
}

static crease_status refuse_vertices(const record_file *file, record_field field,
                                     crease_error *error)
{
    return error_set(error,
                     "in %zu dimensions a region may have too many vertices for the field \"%s\": "
                     "choose others, such as inequalities and interior",
                     file->dimension, record_field_name(file, field));
}

static crease_status refuse_field(const record_file *file, const char *name, size_t length,
                                  crease_error *error)
{
    char *names;
    size_t size;
    FILE *stream = memory_stream(&names, &size);
    for (const unsigned char *f = file->format->fields; *f != FIELDS; f++)
        if (field_is_there(file, *f))
            fprintf(stream, "%s%s", f == file->format->fields ? "" : ", ",
                    record_field_name(file, *f));
    fclose(stream);
    error_set(error, "expected fields of %s, which are %s; found \"%.*s\"", file->format->name,
              names, (int)length, name);
    free(names);
    return CREASE_ERROR;
}

// Whether a name is that of a field. Lengths and areas are also called volumes, so that one
// command serves every dimension.
static bool field_is_named(const record_file *file, record_field field, const char *name,
                           size_t length)
{
    const char *const known[] = {record_field_name(file, field),
                                 field == FIELD_MEASURE ? "volume" : NULL};
    for (size_t i = 0; i < 2 && known[i]; i++)
        if (strlen(known[i]) == length && !strncasecmp(known[i], name, length))
            return true;
    return false;
}

// Returns 0 if the format has no field of this name.
static bool choose_field(record_file *file, const char *name, size_t length)
{
    for (const unsigned char *f = file->format->fields; *f != FIELDS; f++) {
        if (field_is_there(file, *f) && field_is_named(file, *f, name, length)) {
            file->chosen |= 1u << *f;
            return true;
        }
    }
    return false;
}

crease_status record_choose(record_file *file, const char *list, crease_error *error)
{
    const unsigned char *fields = file->format->fields;
    file->chosen = 0;
    if (list && !fields)
        return error_set(error, "expected no choice of fields for %s, found \"%s\"",
                         file->format->name, list);
    const bool all = list && !strcasecmp(list, "all");
    for (; (!list || all) && fields && *fields != FIELDS; fields++)
        if (all ? field_is_there(file, *fields) : field_is_usual(file, *fields))
            file->chosen |= 1u << *fields;
    while (list && !all) {
        const size_t length = strcspn(list, ",");
        if (!choose_field(file, list, length))
            return refuse_field(file, list, length, error);
        list = list[length] ? list + length + 1 : NULL;
    }
    for (record_field f = 0; f < FIELDS; f++)
        if (record_has(file, f) && needs_vertices(f) && file->dimension > MOST_BY_VERTICES)
            return refuse_vertices(file, f, error);
    return CREASE_OK;
}

// With a property few regions are written. The point inside that vertices give is another than that
// of a program, and so are the numbers of guessed signs: they must not depend on what else is
// chosen.
bool record_needs_vertices(const record_file *file)
{
    ASSERT(file->chosen >> FIELDS == 0);
    if (file->property || file->arith == CREASE_FLOAT || record_has(file, FIELD_INTERIOR))
        return false;
    for (record_field f = 0; f < FIELDS; f++)
        if (record_has(file, f) && needs_vertices(f))
            return true;
    return false;
}

// ---- numbers ----

size_t record_rows(const record_file *file, const crease_region *region, record_field field)
{
    ASSERT(field < FIELDS && region->cell);
    switch (field) {
    case FIELD_VERTICES:
        return crease_region_vertices(region);
    case FIELD_RAYS:
        return crease_region_rays(region);
    case FIELD_MAP:
        return crease_net_outputs(file->net);
    case FIELD_INEQUALITIES:
    case FIELD_OWNERS:
        return crease_region_facets(region);
    case FIELD_MEASURE:
        return (size_t)file->measured;
    default:
        return 1;
    }
}

struct kept_row {
    fmpz *row; // of its plane, dimension + 1; or NULL
    plane_name name;
    crease_facet owner;
    char *text;
    size_t length, capacity;
};

void record_clear_kept(record_file *file)
{
    for (size_t i = 0; file->kept && i < RECORD_KEPT; i++) {
        if (file->kept[i].row)
            _fmpz_vec_clear(file->kept[i].row, (slong)file->dimension + 1);
        free(file->kept[i].text);
    }
    free(file->kept);
    file->kept = NULL;
}

static bool is_same_owner(const crease_facet *one, const crease_facet *other)
{
    return one->on_border == other->on_border && one->inequality == other->inequality &&
           one->layer == other->layer && one->unit == other->unit &&
           one->breakpoint == other->breakpoint && one->side == other->side;
}

// A place for an inequality with this owner.
static kept_row *place_of_owner(record_file *file, const crease_facet *owner)
{
    const size_t place = owner->on_border ? owner->inequality
                                          : RECORD_KEPT / 2 + 31 * owner->layer + 2 * owner->unit +
                                                7 * owner->breakpoint + (owner->side > 0);
    if (!file->kept)
        file->kept = memory_new(RECORD_KEPT, sizeof *file->kept);
    return file->kept + place % RECORD_KEPT;
}

// The text is that of this inequality if the owner is the same, and it belongs to the domain, or
// the plane has the same name, or else the same integers.
kept_row *record_kept(record_file *file, const crease_region *region, size_t k)
{
    const size_t entries = file->dimension + 1;
    const uint32_t plane = region_facet_plane(region, k).plane;
    crease_facet owner;
    crease_region_facet_owner(&owner, region, k);
    kept_row *kept = place_of_owner(file, &owner);
    const bool is_same = is_same_owner(&kept->owner, &owner);
    if (is_same && owner.on_border && owner.inequality != NO_INEQUALITY)
        return kept;
    const plane_name name = space_plane_name(region_space(region), plane);
    if (is_same && kept->name.space == name.space && kept->name.number == name.number)
        return kept;
    const fmpz *row = space_plane_row(region_space(region), plane);
    kept->name = name;
    if (is_same && kept->row && _fmpz_vec_equal(kept->row, row, (slong)entries))
        return kept;
    if (!kept->row)
        kept->row = _fmpz_vec_init((slong)entries);
    _fmpz_vec_set(kept->row, row, (slong)entries);
    kept->owner = owner;
    kept->length = 0;
    return kept;
}

bool record_put_kept(record_file *file, const kept_row *kept)
{
    if (kept->length)
        record_put(file, kept->text, kept->length);
    return kept->length > 0;
}

void record_keep(kept_row *kept, const record_file *file, size_t begin)
{
    ASSERT(begin < file->length);
    if (run_is_cancelled()) // perhaps without integers
        return;
    kept->length = file->length - begin;
    MEMORY_RESERVE(kept->text, kept->capacity, kept->length);
    memcpy(kept->text, file->text + begin, kept->length);
}

const number_text *record_row(record_file *file, const crease_region *region, record_field field,
                              size_t k)
{
    ASSERT(field < FIELDS && k < record_rows(file, region, field));
    ASSERT(file->dimension > 0);
    const fmpq *row = file->row;
    size_t entries = file->dimension;
    const number_text *text =
        field == FIELD_VERTICES ? region_vertex_text(region, k, record_style(file)) : NULL;
    if (text)
        return text;
    if (field == FIELD_MEASURE && file->by_ball &&
        number_text_set_balls(&file->number, &file->volume_ball, 1, record_style(file)))
        return &file->number;
    if (field == FIELD_VERTICES) {
        crease_region_vertex(file->row, region, k);
    } else if (field == FIELD_RAYS) {
        crease_region_ray(file->row, region, k);
    } else if (field == FIELD_MAP) {
        crease_region_map(file->row, region, k);
        number_text_set_fractions(&file->number, row, entries + 1, record_style(file),
                                  file->denominator);
        return &file->number;
    } else if (field == FIELD_INEQUALITIES) {
        crease_facet owner;
        crease_region_facet(file->row, &owner, region, k);
        entries++;
    } else if (field == FIELD_INTERIOR) {
        crease_region_interior(file->point, region);
        row = file->point;
    } else {
        row = file->volume;
        entries = 1;
    }
    number_text_set(&file->number, row, entries, record_style(file));
    return &file->number;
}

// ---- text ----

// Most numbers, units and layers, have one digit.
static char *put_count(char *text, uint64_t number)
{
    if (number >= 10)
        return text_put_number(text, number);
    *text++ = (char)('0' + number);
    return text;
}

void record_count(record_file *file, uint64_t number)
{
    char text[TEXT_NUMBER];
    record_put(file, text, (size_t)(put_count(text, number) - text));
}

void record_id(record_file *file, const crease_region *region)
{
    const uint64_t id = htole64(crease_region_id(region));
    record_char(file, RECORD_ID);
    record_put(file, (const char *)&id, sizeof id);
}

void record_pattern(record_file *file, const crease_region *region, char between, const char *gap)
{
    for (size_t layer = 0; layer < crease_net_hidden(file->net); layer++) {
        const size_t units = crease_net_width(file->net, layer);
        const uint32_t *piece = crease_region_pattern(region, layer);
        if (layer)
            record_string(file, gap);
        MEMORY_RESERVE(file->text, file->capacity, file->length + units * (TEXT_NUMBER + 1) + 1);
        char *end = file->text + file->length;
        for (size_t unit = 0; unit < units; unit++) {
            if (unit)
                *end++ = between;
            end = put_count(end, piece[unit]);
        }
        file->length = (size_t)(end - file->text);
    }
}
