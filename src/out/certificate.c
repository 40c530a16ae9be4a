// Certificates: the regions of a walk by their patterns, and by the constraints that meet in
// generators.
//
// No coordinate is written, and none computed: which creases bound a region, and which of
// these meet in each generator, a walk knows from its splits. docs/certificate.md says what the
// lines mean and why they prove the counts.
#include "base/error.h"
#include "base/memory.h"
#include "geom/domain.h"
#include "net/net.h"
#include "out/file.h"
#include "regions/merge.h"
#include "walk/lineality.h"

#include <crease/out.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// ---- the line of a region ----

typedef struct {
    size_t layers; // that take part in the pattern
    size_t *width;
    // Constraints are numbered: the creases of each layer from first[layer] on, unit after unit;
    // then the inequalities of the domain; then infinity.
    const crease_net *net;
    size_t *first;
    size_t border, infinity;
    // The region before.
    uint32_t *pattern;
    size_t units;
    int begun;
    // Of the present one's facets, and infinity.
    size_t *constraint, constraints;
    // The line.
    char *text;
    size_t length, capacity;
} region_lines;

// inequalities: how many there are to the domain.
static void region_lines_init(region_lines *lines, const crease_net *net, size_t inequalities)
{
    *lines = (region_lines){.net = net, .layers = crease_net_hidden(net)};
    lines->width = memory_new(lines->layers, sizeof *lines->width);
    lines->first = memory_new(lines->layers, sizeof *lines->first);
    for (size_t l = 0; l < lines->layers; l++) {
        lines->width[l] = crease_net_width(net, l);
        lines->first[l] = lines->border;
        lines->border += net->layer[l].unit.predicate[lines->width[l]];
        lines->units += lines->width[l];
    }
    lines->infinity = lines->border + inequalities;
    lines->pattern = memory_new(lines->units, sizeof *lines->pattern);
}

static void region_lines_clear(region_lines *lines)
{
    free(lines->width);
    free(lines->first);
    free(lines->pattern);
    free(lines->constraint);
    free(lines->text);
}

// ---- tokens: whoever puts some makes room for them before ----

enum { LONGEST = 24 }; // a number, and what is around it

static void make_room(region_lines *lines, size_t tokens)
{
    MEMORY_RESERVE(lines->text, lines->capacity, lines->length + tokens * LONGEST);
}

static void put(region_lines *lines, char c)
{
    lines->text[lines->length++] = c;
}

static void put_number(region_lines *lines, size_t number)
{
    size_t digits = 1;
    for (size_t rest = number; rest >= 10; rest /= 10)
        digits++;
    char *to = lines->text + (lines->length += digits);
    do
        *--to = (char)('0' + number % 10);
    while (number /= 10);
}

// ---- pattern ----

// One digit, or a number in brackets.
static void put_entries(region_lines *lines, const uint32_t *entry, size_t count)
{
    make_room(lines, count);
    for (size_t i = 0; i < count; i++)
        if (entry[i] < 10) {
            put(lines, (char)('0' + entry[i]));
        } else {
            put(lines, '(');
            put_number(lines, entry[i]);
            put(lines, ')');
        }
}

// How many entries are those of the region before, and the others.
static void put_pattern(region_lines *lines, const crease_region *region)
{
    size_t kept = 0, unit = 0;
    int keeps = lines->begun;
    for (size_t l = 0; l < lines->layers; unit += lines->width[l++]) {
        const uint32_t *pattern = crease_region_pattern(region, l);
        uint32_t *before = lines->pattern + unit;
        size_t width = lines->width[l], i = 0;
        if (keeps && !memcmp(pattern, before, width * sizeof *pattern)) {
            kept += width;
            continue;
        }
        while (keeps && pattern[i] == before[i])
            i++;
        if (keeps || unit == 0) {
            make_room(lines, 1);
            put_number(lines, kept + i);
            put(lines, ' ');
        }
        keeps = 0;
        put_entries(lines, pattern + i, width - i);
        memcpy(before, pattern, width * sizeof *pattern);
    }
    for (const char *none = "0 -"; !lines->units && *none; none++)
        put(lines, *none);
}

// ---- generators ----

static size_t constraint_of(const region_lines *lines, const crease_facet *facet)
{
    if (facet->on_border)
        return lines->border + facet->inequality;
    const unit_table *table = &lines->net->layer[facet->layer].unit;
    return lines->first[facet->layer] + table->predicate[facet->unit] + facet->breakpoint;
}

// The numbers of the facets' constraints, and of infinity after them.
static void take_constraints(region_lines *lines, const crease_region *region)
{
    size_t facets = crease_region_facets(region);
    MEMORY_RESERVE(lines->constraint, lines->constraints, facets + 1);
    for (size_t i = 0; i < facets; i++) {
        crease_facet facet;
        crease_region_facet_owner(&facet, region, i);
        lines->constraint[i] = constraint_of(lines, &facet);
    }
    lines->constraint[facets] = lines->infinity;
}

static void put_generator(region_lines *lines, const crease_region *region, size_t index)
{
    size_t count;
    const size_t *facet = crease_region_generator(&count, region, index);
    make_room(lines, count);
    for (size_t i = 0; i < count; i++) {
        put(lines, i ? '.' : ' ');
        put_number(lines, lines->constraint[facet[i]]);
    }
}

// Regions come in the order of the walk.
static void region_lines_write(FILE *stream, region_lines *lines, const crease_region *region)
{
    size_t generators = crease_region_generators(region);
    lines->length = 0;
    make_room(lines, 1);
    put_pattern(lines, region);
    take_constraints(lines, region);
    for (size_t i = 0; i < generators; i++)
        put_generator(lines, region, i);
    make_room(lines, 1);
    if (!generators) {
        put(lines, ' ');
        put(lines, '-');
    }
    put(lines, '\n');
    lines->begun = 1;
    fwrite(lines->text, 1, lines->length, stream);
}

// ---- what is certified ----

static void write_rows(FILE *stream, const fmpq *x, size_t count, size_t columns)
{
    for (size_t i = 0; i < count; i++) {
        out_rationals(stream, x + i * columns, columns);
        putc('\n', stream);
    }
}

static void write_domain(FILE *stream, const crease_domain *domain)
{
    size_t columns = domain->dimension + 1;
    if (domain->parametrization) {
        fprintf(stream, "chart %zu\n", domain->dimension);
        write_rows(stream, domain->parametrization, domain->inputs, columns);
    }
    if (domain->is_box) {
        fputs("domain box", stream);
        for (size_t i = 0; i < 2 * domain->dimension; i++) {
            putc(' ', stream);
            out_rationals(stream, (i % 2 ? domain->hi : domain->lo) + i / 2, 1);
        }
        putc('\n', stream);
    } else if (domain->inequalities) {
        fprintf(stream, "domain polytope %zu\n", domain->inequalities);
        write_rows(stream, domain->inequality, domain->inequalities, columns);
    } else {
        fputs("domain space\n", stream);
    }
}

// ---- the walk ----

typedef struct {
    out_file out;
    const crease_net *net;
    const crease_domain *domain;
    region_lines lines;
    crease_linear_counts *linear; // NULL: not asked for
    int begun;
    crease_status status; // not CREASE_OK: a write failed
    crease_error *error;
} certificate;

// Not before the walk has accepted the network and the domain.
static void begin_once(certificate *cert)
{
    if (cert->begun)
        return;
    FILE *stream = cert->out.stream;
    fprintf(stream, "crease-certificate 1\nnetwork %s\n", crease_net_sha256(cert->net));
    write_domain(stream, cert->domain);
    fputs(cert->linear ? "regions linear\n" : "regions\n", stream);
    cert->begun = 1;
}

static crease_visit visit_region(void *data, const crease_region *region)
{
    certificate *cert = data;
    begin_once(cert);
    region_lines_write(cert->out.stream, &cert->lines, region);
    cert->status = out_file_check(&cert->out, cert->error);
    return cert->status == CREASE_OK ? CREASE_GO : CREASE_STOP;
}

static void write_totals(FILE *stream, const crease_counts *counts,
                         const crease_linear_counts *linear)
{
    fprintf(stream, "end\nactivation_regions %" PRIu64 "\n", counts->activation_regions);
    fprintf(stream, "bounded_regions %" PRIu64 "\nregions_per_layer", counts->bounded_regions);
    for (size_t l = 0; l < counts->layers; l++)
        fprintf(stream, " %" PRIu64, counts->per_layer[l]);
    putc('\n', stream);
    if (linear)
        fprintf(stream, "linear_regions %" PRIu64 "\naffine_maps %" PRIu64 "\n",
                linear->linear_regions, linear->affine_maps);
}

// Where every region contains the same lines, what is walked is a section across these: its
// regions are as many, with the same patterns and facets, and they have generators.
static crease_status write_walk(certificate *cert, crease_counts *counts,
                                const crease_options *options)
{
    crease_visitor visitor = {.data = cert, .region = visit_region};
    crease_domain *section;
    walk_section(&section, cert->net, cert->domain);
    const crease_domain *walked = section ? section : cert->domain;
    crease_status status;
    if (cert->linear)
        status =
            merge_count(counts, cert->linear, cert->net, walked, options, &visitor, cert->error);
    else
        status = crease_walk(counts, cert->net, walked, options, &visitor, cert->error);
    if (section)
        counts->bounded_regions = 0;
    crease_domain_free(section);
    if (cert->status != CREASE_OK)
        return CREASE_ERROR;
    if (status == CREASE_OK)
        write_totals(cert->out.stream, counts, cert->linear);
    return status;
}

crease_status crease_write_certificate(const char *path, crease_counts *counts,
                                       crease_linear_counts *linear, const crease_net *net,
                                       const crease_domain *domain, const crease_options *options,
                                       crease_error *error)
{
    certificate cert = {.net = net, .domain = domain, .linear = linear, .error = error};
    if (options && options->arith == CREASE_FLOAT)
        return error_set(error, "expected exact or filtered arithmetic, found float");
    if (out_file_open(&cert.out, path, error) != CREASE_OK)
        return CREASE_ERROR;
    region_lines_init(&cert.lines, net, domain_inequalities(domain));
    crease_status status = write_walk(&cert, counts, options);
    region_lines_clear(&cert.lines);
    if (status != CREASE_OK)
        out_file_abort(&cert.out);
    else
        status = out_file_commit(&cert.out, error);
    return status;
}
