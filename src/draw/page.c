// Pages that show the regions of networks in a browser and answer questions about them.
//
// One file of HTML: markup, style and scripts are the files of src/draw/page, the data is JSON: of
// each network its exact layers, and the regions of a line or a plane (docs/formats.md).
#include "base/error.h"
#include "base/json_writer.h"
#include "base/limits.h"
#include "base/memory.h"
#include "base/out_file.h"
#include "domain/domain.h"
#include "exact/rational.h"
#include "exact/row_table.h"
#include "net/net.h"
#include "out/records.h"
#include "regions/neighbours.h"
#include "tree/region.h"

#include <crease/out.h>
#include <flint/fmpq_vec.h>
#include <flint/fmpz_vec.h>
#include <math.h>
#include <nettle/base64.h>
#include <stdlib.h>
#include <string.h>

#define FARTHEST 1e300

enum { WORD = 64 }; // bits of a word of patterns

// A corner at infinity is a direction; an edge lies on a crease, on the border of the domain, or
// at infinity.
#define IS_DIRECTION UINT32_C(0x80000000)
#define IS_BORDER UINT32_C(0x80000000)
#define AT_INFINITY UINT32_C(0xffffffff)

// Bytes that become an array of numbers in the page, little-endian.
typedef struct {
    uint8_t *byte;
    size_t size, capacity;
} page_array;

// Corners are numbers of 32 bits, with IS_DIRECTION if they are at infinity; points are doubles.
enum { START, CORNER, EDGE, PATTERN, MAP_OF, POINTS, MAPS, NEIGHBOURS, ARRAYS };
static const char *const array_names[] = {"start",  "corner", "edge", "pattern",
                                          "map_of", "points", "maps", "neighbours"};

// The page of src/draw/page as the build puts it together, but for its data.
extern const char page_before_data[], page_after_data[];

// Collected during a walk. Coordinates are doubles relative to a rational origin, the lowest corner
// of a box or else the first vertex, so that small domains far from zero lose nothing. The page
// itself computes all exact numbers, from the layers, patterns and creases.
//
// Memory: some 200 bytes a region, and its neighbours and exact vertices.
typedef struct {
    const crease_net *net;
    const crease_domain *domain;
    size_t dimension, outputs;
    unsigned bits;           // of a unit in a pattern: 0, 1, 2, 4, 8, 16 or 32
    size_t words;            // of a pattern
    size_t *first_crease;    // of a layer's predicates among those of all layers
    fmpq *origin;            // dimension
    row_table corners, maps; // POINTS and MAPS are in the same order
    page_array array[ARRAYS];
    uint64_t regions;
    neighbour_collection neighbours;
    fmpz *integers; // scratch
    fmpq *row;      // scratch
    uint64_t *word; // scratch
} page_data;

// ---- Arrays ----

static void put_bytes(page_array *array, uint64_t value, size_t bytes)
{
    MEMORY_RESERVE(array->byte, array->capacity, array->size + bytes);
    for (size_t i = 0; i < bytes; i++)
        array->byte[array->size++] = (uint8_t)(value >> 8 * i);
}

static void page_put_number(page_data *data, int array, uint64_t value)
{
    put_bytes(data->array + array, value, 4);
}

static void put_double(page_data *data, int array, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    put_bytes(data->array + array, bits, 8);
}

// A unit may have several creases: one at each breakpoint, or one for each pair of rows.
static size_t page_crease(const page_data *data, size_t layer, size_t unit, size_t crease)
{
    return data->first_crease[layer] + data->net->layer[layer].unit.predicate[unit] + crease;
}

// ---- Collecting ----

// The least power of two of bits that hold 0 .. pieces - 1, so that no unit crosses a word.
static unsigned bits_for(size_t pieces)
{
    unsigned bits = pieces > 1;
    while (bits && bits < 32 && (pieces - 1) >> bits)
        bits *= 2;
    return bits;
}

static size_t page_map_entries(const page_data *data)
{
    return data->outputs * (data->dimension + 1);
}

static void page_data_init(page_data *data, const crease_net *net, const crease_domain *domain)
{
    *data = (page_data){.net = net,
                        .domain = domain,
                        .dimension = crease_domain_dimension(domain),
                        .outputs = crease_net_outputs(net)};
    size_t layers = crease_net_hidden(net);
    size_t units = 0, most = 0;
    data->first_crease = memory_new(layers + 1, sizeof *data->first_crease);
    for (size_t l = 0; l < layers; l++) {
        const unit_table *table = &net->layer[l].unit;
        data->first_crease[l + 1] = data->first_crease[l] + table->predicate[table->units];
        units += table->units;
        for (size_t unit = 0; unit < table->units; unit++)
            if (unit_pieces(table, unit) > most)
                most = unit_pieces(table, unit);
    }
    data->bits = bits_for(most);
    data->words = (units * data->bits + WORD - 1) / WORD;
    data->origin = _fmpq_vec_init((slong)data->dimension);
    row_table_init(&data->corners);
    row_table_init(&data->maps);
    data->integers = _fmpz_vec_init((slong)(page_map_entries(data) + 3));
    data->row = _fmpq_vec_init((slong)data->dimension + 1);
    data->word = memory_new(data->words, sizeof *data->word);
    page_put_number(data, START, 0);
    if (domain->is_box)
        rational_copy(data->origin, domain->lo, data->dimension);
}

static void page_data_clear(page_data *data)
{
    for (size_t i = 0; i < ARRAYS; i++)
        free(data->array[i].byte);
    row_table_clear(&data->corners);
    row_table_clear(&data->maps);
    neighbour_collection_clear(&data->neighbours);
    _fmpz_vec_clear(data->integers, (slong)(page_map_entries(data) + 3));
    _fmpq_vec_clear(data->row, (slong)data->dimension + 1);
    _fmpq_vec_clear(data->origin, (slong)data->dimension);
    free(data->first_crease);
    free(data->word);
}

static double page_clamp(double x)
{
    return fmin(fmax(x, -FARTHEST), FARTHEST);
}

// Its larger entry 1 or -1: integers may be far beyond what a double holds.
static void put_direction(page_data *data, const fmpz *ray)
{
    const fmpz *largest = ray;
    for (size_t i = 1; i < data->dimension; i++)
        if (fmpz_cmpabs(ray + i, largest) > 0)
            largest = ray + i;
    for (size_t i = 0; i < data->dimension; i++) {
        fmpq_set_fmpz_frac(data->row, ray + i, largest);
        put_double(data, POINTS, rational_double(data->row) * fmpz_sgn(largest));
    }
}

static void page_put_point(page_data *data, const fmpz *point)
{
    for (size_t i = 0; i < data->dimension; i++) {
        fmpq_set_fmpz_frac(data->row + i, point + i, point + data->dimension);
        fmpq_sub(data->row + i, data->row + i, data->origin + i);
        put_double(data, POINTS, page_clamp(rational_double(data->row + i)));
    }
}

// Regions share their corners.
static uint32_t corner_number(page_data *data, const fmpz *homogeneous)
{
    size_t columns = data->dimension + 1;
    fmpz *primitive = data->integers;
    row_primitive(primitive, homogeneous, columns);
    int infinite = fmpz_is_zero(primitive + data->dimension);
    uint64_t known = data->corners.count;
    uint64_t number = row_table_enter(&data->corners, primitive, columns);
    if (data->corners.count > known)
        (infinite ? put_direction : page_put_point)(data, primitive);
    return (uint32_t)number | (infinite ? IS_DIRECTION : 0);
}

static uint32_t edge_number(const page_data *data, const crease_region *region, size_t generator)
{
    const geom_cell *cell = region->cell;
    const plane_origin *origin = region_space(region)->origin + cell->generator[generator].plane;
    size_t next = data->dimension == 1 ? generator : (generator + 1) % cell->count;
    if (region_is_infinite(region, generator) && region_is_infinite(region, next))
        return AT_INFINITY;
    if (origin->split == NO_SPLIT)
        return (uint32_t)origin->unit | IS_BORDER;
    return (uint32_t)page_crease(data, origin->layer, origin->unit, origin->breakpoint);
}

static void page_put_pattern(page_data *data, const crease_region *region)
{
    size_t bit = 0;
    memset(data->word, 0, data->words * sizeof *data->word);
    for (size_t l = 0; l < crease_net_hidden(data->net) && data->bits; l++) {
        const uint32_t *piece = crease_region_pattern(region, l);
        for (size_t unit = 0; unit < crease_net_width(data->net, l); unit++, bit += data->bits)
            data->word[bit / WORD] |= (uint64_t)piece[unit] << bit % WORD;
    }
    for (size_t i = 0; i < data->words; i++)
        put_bytes(data->array + PATTERN, data->word[i], 8);
}

// The map as doubles, in coordinates relative to the origin.
static void put_map(page_data *data, const crease_region *region)
{
    size_t d = data->dimension;
    for (size_t j = 0; j < data->outputs; j++) {
        crease_region_map(data->row, region, j);
        for (size_t i = 0; i < d; i++) {
            fmpq_addmul(data->row + d, data->row + i, data->origin + i);
            put_double(data, MAPS, page_clamp(rational_double(data->row + i)));
        }
        put_double(data, MAPS, page_clamp(rational_double(data->row + d)));
    }
}

static uint64_t map_number(page_data *data, const crease_region *region)
{
    region_integer_map(data->integers, region);
    uint64_t known = data->maps.count;
    uint64_t number = row_table_enter(&data->maps, data->integers, page_map_entries(data));
    if (data->maps.count > known)
        put_map(data, region);
    return number;
}

static crease_visit page_visit_region(void *target, const crease_region *region)
{
    page_data *data = target;
    if (!data->regions && !data->domain->is_box && crease_region_vertices(region))
        crease_region_vertex(data->origin, region, 0);
    for (size_t i = 0; i < region->cell->count; i++) {
        page_put_number(
            data, CORNER,
            corner_number(data, space_point_row(region_space(region), region_point(region, i))));
        page_put_number(data, EDGE, edge_number(data, region, i));
    }
    page_put_number(data, START, data->array[CORNER].size / 4);
    page_put_pattern(data, region);
    page_put_number(data, MAP_OF, map_number(data, region));
    data->regions++;
    return neighbour_collection_region(&data->neighbours, region);
}

static crease_visit page_visit_split(void *target, const crease_split *split)
{
    page_data *data = target;
    return facet_matching_split(&data->neighbours, split);
}

static void page_visit_leave(void *target, const crease_split *split)
{
    page_data *data = target;
    neighbour_collection_leave(&data->neighbours, split);
}

// ---- Writing ----

static void page_put_array(json *out, const char *name, const page_array *array)
{
    char *text = memory_new(BASE64_ENCODE_RAW_LENGTH(array->size) + 1, 1);
    base64_encode_raw(text, array->size, array->byte);
    json_text(out, name, text);
    free(text);
}

// "1/2 -3"
static void json_row(json *out, const char *name, const fmpq *x, size_t count)
{
    char *text;
    size_t size;
    FILE *stream = memory_stream(&text, &size);
    rational_print_row(stream, x, count);
    fclose(stream);
    json_text(out, name, text);
    free(text);
}

static void json_activation(json *out, const activation *act)
{
    json_object(out, NULL);
    json_text(out, "name", act->name);
    json_count(out, "rank", act->rank);
    json_row(out, "breakpoints", act->breakpoint, activation_breakpoints(act));
    json_row(out, "slopes", act->slope, act->pieces);
    json_row(out, "offsets", act->offset, act->pieces);
    json_end(out);
}

// The rows of the weight matrix, each with its bias last.
static void json_weights(json *out, const net_layer *layer)
{
    const size_t columns = layer->inputs;
    fmpq *row = _fmpq_vec_init((slong)columns + 1);
    json_array(out, "rows");
    for (size_t r = 0; r < layer->rows; r++) {
        for (size_t k = 0; k < columns; k++)
            net_layer_weight(row + k, layer, r, k);
        fmpq_set(row + columns, layer->bias + r);
        json_row(out, NULL, row, columns + 1);
    }
    json_end(out);
    _fmpq_vec_clear(row, (slong)columns + 1);
}

static void json_layers(json *out, const page_data *data)
{
    size_t first_bit = 0;
    json_array(out, "layers");
    for (size_t l = 0; l < data->net->layers; l++) {
        const net_layer *layer = data->net->layer + l;
        json_object(out, NULL);
        json_text(out, "activation", layer->summary);
        json_count(out, "bits", l < crease_net_hidden(data->net) ? data->bits : 0);
        json_count(out, "first_bit", first_bit);
        first_bit += layer->units * data->bits;
        json_array(out, "kinds");
        for (size_t k = 0; k < layer->kinds; k++)
            json_activation(out, layer->act + k);
        json_end(out);
        json_counts(out, "units", layer->unit.kind, layer->units);
        json_weights(out, layer);
        json_end(out);
    }
    json_end(out);
}

static void json_domain(json *out, const page_data *data)
{
    const crease_domain *domain = data->domain;
    size_t d = data->dimension;
    json_row(out, "origin", data->origin, d);
    json_truth(out, "box", domain->is_box);
    json_array(out, "inequalities");
    for (size_t i = 0; i < domain_inequalities(domain); i++) {
        domain_inequality(data->row, domain, i);
        json_row(out, NULL, data->row, d + 1);
    }
    json_end(out);
    if (!domain->parametrization)
        return;
    json_array(out, "slice");
    for (size_t i = 0; i < domain->inputs; i++)
        json_row(out, NULL, domain->parametrization + i * (d + 1), d + 1);
    json_end(out);
}

static void json_counted(json *out, const page_data *data, const crease_counts *counts)
{
    record_json_counts(out, counts);
    json_array(out, "regions_per_layer");
    for (size_t l = 0; l < counts->layers; l++)
        json_count(out, NULL, counts->per_layer[l]);
    json_end(out);
    json_count(out, "affine_maps", data->maps.count);
}

static void put_neighbours(page_data *data)
{
    neighbour_collection_end(&data->neighbours);
    for (size_t i = 0; i < data->neighbours.pairs; i++) {
        const neighbour_pair *pair = data->neighbours.pair + i;
        const facet_crease *crease = &pair->crease;
        page_put_number(data, NEIGHBOURS, pair->below);
        page_put_number(data, NEIGHBOURS, pair->above);
        page_put_number(data, NEIGHBOURS,
                        page_crease(data, crease->layer, crease->unit, crease->breakpoint));
    }
}

static void page_data_write(FILE *stream, page_data *data, const char *name,
                            const crease_counts *counts, const crease_options *options)
{
    json object, *out = &object;
    put_neighbours(data);
    json_open(out, stream, JSON_IN_A_LINE);
    json_text(out, "name", name);
    record_json_claim(out, data->net, data->domain, options ? options->arith : CREASE_FILTERED);
    json_text(out, "about", crease_net_about(data->net));
    json_count(out, "inputs", crease_net_inputs(data->net));
    json_count(out, "dimension", data->dimension);
    json_count(out, "hidden", crease_net_hidden(data->net));
    json_domain(out, data);
    json_counted(out, data, counts);
    json_layers(out, data);
    json_count(out, "words", data->words);
    for (size_t i = 0; i < ARRAYS; i++)
        page_put_array(out, array_names[i], data->array + i);
    json_end(out);
}

// ---- The file ----

struct crease_page {
    out_file file;
    size_t networks;
    size_t dimension; // of the domain of each
};

static const char *const colour_names[] = {
    [CREASE_BY_PATTERN] = "pattern", [CREASE_BY_MAP] = "map",     [CREASE_BY_SLOPE] = "slope",
    [CREASE_BY_OUTPUT] = "output",   [CREASE_BY_CLASS] = "class", [CREASE_BY_AREA] = "area"};

// Nothing in a text may end the element that holds the data, or begin another.
static void put_json(FILE *stream, const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (text[i] == '<')
            fputs("\\u003c", stream);
        else
            putc(text[i], stream);
}

static void page_put_title(FILE *stream, const char *title)
{
    char *text;
    size_t size;
    json object;
    FILE *memory = memory_stream(&text, &size);
    json_open(&object, memory, JSON_IN_A_LINE);
    json_text(&object, "title", title);
    json_end(&object);
    fclose(memory);
    fputs("\"texts\":", stream);
    put_json(stream, text, size);
    fputs(",", stream);
    free(text);
}

crease_status crease_page_open(crease_page **page, const char *path, const char *title,
                               crease_colours colours, crease_error *error)
{
    crease_page *opened = memory_new(1, sizeof *opened);
    *page = NULL;
    if (out_file_open(&opened->file, path, error) != CREASE_OK) {
        free(opened);
        return CREASE_ERROR;
    }
    fputs(page_before_data, opened->file.stream);
    fputs("{", opened->file.stream);
    if (title)
        page_put_title(opened->file.stream, title);
    fprintf(opened->file.stream, "\"colour\":\"%s\",\"networks\":[", colour_names[colours]);
    *page = opened;
    return CREASE_OK;
}

static crease_status page_check(crease_page *page, const crease_domain *domain, crease_error *error)
{
    size_t dimension = crease_domain_dimension(domain);
    if (dimension > 2)
        return error_set(error,
                         "expected a domain of dimension 1 or 2 to draw, found %zu: name two or "
                         "three points of a slice",
                         dimension);
    if (page->networks && dimension != page->dimension)
        return error_set(error,
                         "expected a domain of dimension %zu, that of the networks before it on "
                         "the page, found %zu",
                         page->dimension, dimension);
    page->dimension = dimension;
    return CREASE_OK;
}

crease_status crease_page_add(crease_page *page, const char *name, crease_counts *counts,
                              const crease_net *net, const crease_domain *domain,
                              const crease_options *options, crease_error *error)
{
    if (page_check(page, domain, error) != CREASE_OK)
        return CREASE_ERROR;
    page_data data;
    page_data_init(&data, net, domain);
    const crease_visitor visitor = {.data = &data,
                                    .split = page_visit_split,
                                    .region = page_visit_region,
                                    .leave = page_visit_leave};
    crease_status status = crease_walk(counts, net, domain, options, &visitor, error);
    if (status != CREASE_ERROR) {
        char *text;
        size_t size;
        FILE *stream = memory_stream(&text, &size);
        page_data_write(stream, &data, name, counts, options);
        fclose(stream);
        fputs(page->networks++ ? ",\n" : "\n", page->file.stream);
        put_json(page->file.stream, text, size);
        free(text);
        if (out_file_check(&page->file, error) != CREASE_OK)
            status = CREASE_ERROR;
    }
    page_data_clear(&data);
    return status;
}

crease_status crease_page_close(crease_page *page, crease_error *error)
{
    fputs("\n]}\n", page->file.stream);
    fputs(page_after_data, page->file.stream);
    crease_status status = out_file_commit(&page->file, error);
    free(page);
    return status;
}

void crease_page_drop(crease_page *page)
{
    if (!page)
        return;
    out_file_abort(&page->file);
    free(page);
}
