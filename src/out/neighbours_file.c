// The adjacency of regions as a file: a line for each region, or for each pair.
#include "base/fatal.h"
#include "base/out_file.h"
#include "out/records.h"

#include <crease/out.h>
#include <inttypes.h>

// The graph, and the context that is written with it.
typedef struct {
    const crease_adjacency *graph;
    const crease_counts *counts;
    const crease_net *net;
    const crease_domain *domain;
    crease_arith arith;
} neighbours_file;

static void end_line(json *out, FILE *stream)
{
    json_end(out);
    putc('\n', stream);
}

static void json_region(FILE *stream, const neighbours_file *file, uint64_t region)
{
    ASSERT(region < crease_adjacency_regions(file->graph));
    json writer, *out = &writer;
    size_t count;
    const crease_neighbour *neighbour = crease_adjacency_of(&count, file->graph, region);
    json_open(out, stream, JSON_IN_A_LINE);
    json_count(out, "id", region);
    json_array(out, "neighbours");
    for (size_t i = 0; i < count; i++) {
        json_object(out, NULL);
        json_count(out, "region", neighbour[i].region);
        json_count(out, "layer", neighbour[i].layer);
        json_count(out, "unit", neighbour[i].unit);
        json_count(out, "breakpoint", neighbour[i].breakpoint);
        json_spelt(out, "side", neighbour[i].side < 0 ? "-1" : "1");
        json_end(out);
    }
    json_end(out);
    end_line(out, stream);
}

// Writes only the neighbours with lower numbers, if stream is not NULL; returns their number.
static size_t csv_region(FILE *stream, const neighbours_file *file, uint64_t region)
{
    ASSERT(region < crease_adjacency_regions(file->graph));
    size_t count, pairs = 0;
    const crease_neighbour *neighbour = crease_adjacency_of(&count, file->graph, region);
    for (; pairs < count && neighbour[pairs].region < region; pairs++)
        if (stream)
            fprintf(stream, "%" PRIu64 ",%" PRIu64 ",%zu,%zu,%zu" END_OF_LINE,
                    neighbour[pairs].region, region, neighbour[pairs].layer, neighbour[pairs].unit,
                    neighbour[pairs].breakpoint);
    return pairs;
}

static void put_end(FILE *stream, const neighbours_file *file)
{
    json writer, *out = &writer;
    uint64_t pairs = 0;
    for (uint64_t r = 0; r < crease_adjacency_regions(file->graph); r++)
        pairs += csv_region(NULL, file, r);
    json_open(out, stream, JSON_IN_A_LINE);
    json_object(out, "end");
    record_json_claim(out, file->net, file->domain, file->arith);
    record_json_counts(out, file->counts);
    json_count(out, "pairs_of_neighbours", pairs);
    json_end(out);
    end_line(out, stream);
}

static crease_status write_all(out_file *target, crease_record_format format,
                               const neighbours_file *file, crease_error *error)
{
    if (format == CREASE_CSV)
        fputs("a,b,layer,unit,breakpoint" END_OF_LINE, target->stream);
    for (uint64_t r = 0; r < crease_adjacency_regions(file->graph); r++) {
        if (format == CREASE_CSV)
            csv_region(target->stream, file, r);
        else
            json_region(target->stream, file, r);
        if (out_file_check(target, error) != CREASE_OK)
            return CREASE_ERROR;
    }
    if (format == CREASE_JSONL)
        put_end(target->stream, file);
    return CREASE_OK;
}

crease_status crease_adjacency_write(const char *path, crease_record_format format,
                                     crease_counts *counts, const crease_net *net,
                                     const crease_domain *domain, const crease_options *options,
                                     crease_error *error)
{
    out_file target;
    crease_adjacency *graph;
    crease_status status = out_file_open(&target, path, error);
    if (status != CREASE_OK)
        return status;
    status = crease_adjacency_new(&graph, counts, net, domain, options, error);
    neighbours_file file = {graph, counts, net, domain, options ? options->arith : CREASE_FILTERED};
    if (status != CREASE_ERROR && write_all(&target, format, &file, error) != CREASE_OK)
        status = CREASE_ERROR;
    crease_adjacency_free(graph);
    return out_file_end(&target, status, error);
}
