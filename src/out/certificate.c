// Certificates: the claim, the tree that proves it (proof/write.h), and totals. certificate.md
// defines the lines and proves that they imply the counts.
#include "base/error.h"
#include "base/fatal.h"
#include "base/limits.h"
#include "base/memory.h"
#include "base/out_file.h"
#include "domain/domain.h"
#include "exact/rational.h"
#include "function/alternatives.h"
#include "images/count.h"
#include "images/prove.h"
#include "net/net.h"
#include "proof/write.h"
#include "regions/merge.h"
#include "walk/observer.h"
#include "walk/tasks.h"

#include <crease/out.h>
#include <flint/fmpq_vec.h>
#include <inttypes.h>
#include <stdlib.h>

// ---- what is certified ----

void crease_domain_write(FILE *stream, const crease_domain *domain)
{
    size_t columns = domain->dimension + 1;
    if (domain->parametrization) {
        fprintf(stream, "chart %zu\n", domain->dimension);
        rational_print_rows(stream, domain->parametrization, domain->inputs, columns);
    }
    if (domain->is_box) {
        fputs("domain box", stream);
        for (size_t i = 0; i < 2 * domain->dimension; i++) {
            putc(' ', stream);
            rational_print_row(stream, (i % 2 ? domain->hi : domain->lo) + i / 2, 1);
        }
        putc('\n', stream);
    } else if (domain->inequalities) {
        fprintf(stream, "domain polytope %zu\n", domain->inequalities);
        rational_print_rows(stream, domain->inequality, domain->inequalities, columns);
    } else {
        fputs("domain space\n", stream);
    }
}

// ---- the walk ----

typedef struct {
    const crease_options *options;
    out_file out;
    bool begun;
    const crease_net *net;
    const crease_domain *domain;
    crease_linear_counts *linear; // NULL: not asked for; then what the walk before this one found
    key_set witnesses;
    const char *property; // the hash of its file, or NULL
    const char *kind;     // NULL: counts alone; or what is claimed of outputs
    proof_rows claim;
    const fmpq *point; // for each alternative; NULL: unsat
    crease_error *error;
    crease_status status; // not CREASE_OK: a write failed
} certificate;

static void write_claim(const certificate *cert)
{
    FILE *stream = cert->out.stream;
    const proof_rows *claim = &cert->claim;
    const size_t columns = crease_net_outputs(cert->net) + 1;
    const fmpq *row = claim->row;
    fputs(cert->kind, stream);
    for (size_t i = 0; i < claim->count; i++) {
        fputs(i ? ";" : "", stream);
        for (size_t k = claim->size ? claim->size[i] : 1; k > 0; k--, row += columns) {
            fputs(" (", stream);
            rational_print_row(stream, row, columns);
            putc(')', stream);
        }
    }
    putc('\n', stream);
    if (cert->point)
        rational_print_rows(stream, cert->point, claim->count, cert->domain->dimension);
}

// Not before the walk has accepted the network and the domain.
static void head_once(certificate *cert)
{
    FILE *stream = cert->out.stream;
    if (cert->begun)
        return;
    cert->begun = 1;
    fprintf(stream, "crease-certificate 5\nnetwork %s\n", crease_net_sha256(cert->net));
    if (cert->property)
        fprintf(stream, "property %s\n", cert->property);
    crease_domain_write(stream, cert->domain);
    if (cert->kind)
        write_claim(cert);
    else
        fputs(cert->linear ? "tree linear\n" : "tree\n", stream);
}

static void write_totals(FILE *stream, const crease_counts *counts,
                         const crease_linear_counts *linear)
{
    ASSERT(counts->layers == 0 || counts->per_layer);
    fprintf(stream, "end %" PRIu64 " activation_regions %" PRIu64 " bounded_regions",
            counts->activation_regions, counts->bounded_regions);
    if (linear)
        fprintf(stream, " %" PRIu64 " linear_regions %" PRIu64 " affine_maps",
                linear->linear_regions, linear->affine_maps);
    for (size_t l = 0; l < counts->layers; l++)
        fprintf(stream, "%c%" PRIu64, l ? ',' : ' ', counts->per_layer[l]);
    fputs(" regions_per_layer\n", stream);
}

// ---- lines of consecutive parts ----

typedef struct {
    FILE *lines; // in memory
    char *text;
    size_t size;
    proof *tree; // of the thread whose buffer it is
} line_buffer;

static void *line_buffer_new(void *data)
{
    (void)data;
    line_buffer *buffer = memory_new(1, sizeof *buffer);
    buffer->lines = memory_stream(&buffer->text, &buffer->size);
    return buffer;
}

static void line_buffer_free(void *data, void *from)
{
    line_buffer *buffer = from;
    (void)data;
    fclose(buffer->lines);
    free(buffer->text);
    free(buffer);
}

static size_t line_buffer_size(const void *from)
{
    const line_buffer *buffer = from;
    return (size_t)ftello(buffer->lines);
}

static crease_visit visit_region(void *data, const crease_region *region)
{
    line_buffer *buffer = data;
    proof_region(buffer->tree, region);
    return CREASE_GO;
}

static crease_visit certificate_deliver(void *data, void *from, uint64_t first, uint64_t regions)
{
    certificate *cert = data;
    line_buffer *buffer = from;
    (void)first;
    (void)regions;
    head_once(cert);
    fflush(buffer->lines);
    fwrite(buffer->text, 1, (size_t)ftello(buffer->lines), cert->out.stream);
    rewind(buffer->lines);
    cert->status = out_file_check(&cert->out, cert->error);
    return cert->status == CREASE_OK ? CREASE_GO : CREASE_STOP;
}

// Each thread has a proof of its own.
static walk_tracer tracer_new(void *data)
{
    certificate *cert = data;
    proof *tree = proof_new(cert->net, cert->domain->dimension, domain_inequalities(cert->domain),
                            cert->linear ? &cert->witnesses : NULL);
    tree->claim = cert->kind ? &cert->claim : NULL;
    return proof_tracer(tree);
}

static void tracer_free(void *tracer)
{
    proof_free(tracer);
}

static void trace_into(void *tracer, void *target)
{
    line_buffer *buffer = target;
    buffer->tree = tracer;
    proof_write_to(tracer, buffer->lines);
}

static void pack_lines(void *data, void *from, pack *p)
{
    line_buffer *buffer = from;
    (void)data;
    fflush(buffer->lines);
    const size_t size = pack_count(p, p->reads ? 0 : (size_t)ftello(buffer->lines), 1);
    char *read = p->reads ? memory_new(size, 1) : NULL;
    pack_bytes(p, read ? read : buffer->text, size);
    rewind(buffer->lines);
    if (read)
        fwrite(read, 1, size, buffer->lines);
    free(read);
}

// ---- the file ----

// Whether linear programs prove what a cell needs; below PROGRAMS_FROM dimensions they take more
// time than vertices.
static bool is_by_programs(const crease_domain *domain)
{
    enum { PROGRAMS_FROM = 7 };
    return (domain->dimension >= PROGRAMS_FROM || domain->by_dictionary > 0) &&
           crease_domain_is_bounded(domain);
}

// Walks the regions and writes a line for each cell; in the end the totals, unless this is a task.
static crease_status write_walk(certificate *cert, crease_counts *counts)
{
    const walk_observer observer = {.data = cert,
                                    .any_cells = is_by_programs(cert->domain),
                                    .visitor = {.region = visit_region},
                                    .open = line_buffer_new,
                                    .close = line_buffer_free,
                                    .size = line_buffer_size,
                                    .deliver = certificate_deliver,
                                    .pack = pack_lines,
                                    .trace = tracer_new,
                                    .untrace = tracer_free,
                                    .trace_into = trace_into};
    const double before = cert->linear ? counts->seconds : 0; // of the walk that counts
    crease_status status =
        walk_observe(counts, cert->net, cert->domain, cert->options, &observer, cert->error);
    counts->seconds += before;
    if (cert->status != CREASE_OK) // again, over what the walk says of being stopped
        return out_file_check(&cert->out, cert->error);
    if (status == CREASE_OK && walk_has_results(cert->options)) {
        head_once(cert);
        write_totals(cert->out.stream, counts, cert->linear);
    }
    return status;
}

static crease_status certificate_make(certificate *cert, const char *path, crease_counts *counts)
{
    const crease_options *options = cert->options;
    if (options && options->arith == CREASE_FLOAT)
        return error_set(cert->error, "expected exact or filtered arithmetic, found float");
    if (options && options->folder && (cert->linear || cert->kind))
        return error_set(
            cert->error,
            "certificates of linear regions, ranges and properties are not made by tasks");
    // Errors of opening the file appear before the work begins.
    if (out_file_open(&cert->out, path, cert->error))
        return CREASE_ERROR;
    crease_status status = CREASE_OK;
    if (cert->linear) // which other regions have the map of a region is known before it is written
        status = merge_count(counts, cert->linear, cert->net, cert->domain, options,
                             &cert->witnesses, cert->error);
    if (cert->point && cert->claim.size) { // sat
        head_once(cert);
        fputs("end\n", cert->out.stream);
    } else if (status == CREASE_OK) {
        status = write_walk(cert, counts);
    }
    key_set_clear(&cert->witnesses);
    if (status != CREASE_OK || !walk_has_results(options))
        out_file_abort(&cert->out);
    else
        status = out_file_commit(&cert->out, cert->error);
    return status;
}

crease_status crease_certificate_write(const char *path, crease_counts *counts,
                                       crease_linear_counts *linear, const crease_net *net,
                                       const crease_domain *domain, const crease_options *options,
                                       crease_error *error)
{
    certificate cert = {
        .options = options, .net = net, .domain = domain, .linear = linear, .error = error};
    return certificate_make(&cert, path, counts);
}

crease_status crease_certificate_write_by_images(const char *path, crease_totals *totals,
                                                 const crease_net *net, const crease_domain *domain,
                                                 const crease_options *options, crease_error *error)
{
    certificate cert = {.options = options, .net = net, .domain = domain, .error = error};
    if (images_refuse(options, error))
        return CREASE_ERROR;
    if (options && options->folder)
        return error_set(error, "a certificate by images keeps no checkpoint");
    if (out_file_open(&cert.out, path, error))
        return CREASE_ERROR;
    fprintf(cert.out.stream, "crease-certificate 5\nnetwork %s\n", crease_net_sha256(net));
    crease_domain_write(cert.out.stream, domain);
    const crease_status status = images_prove(cert.out.stream, totals, net, domain, options, error);
    if (status == CREASE_OK)
        return out_file_commit(&cert.out, error);
    out_file_abort(&cert.out);
    return status;
}

crease_status crease_certificate_write_bounds(const char *path, crease_counts *counts,
                                              const crease_bounds *bounds, const crease_net *net,
                                              const crease_domain *domain,
                                              const crease_options *options, crease_error *error)
{
    certificate cert = {.options = options,
                        .net = net,
                        .domain = domain,
                        .kind = "range",
                        .claim = {bounds->count, NULL, bounds->row},
                        .point = bounds->point,
                        .error = error};
    return certificate_make(&cert, path, counts);
}

// ---- properties ----

enum { MOST_ALTERNATIVES = 10000 };

// The rows of the alternatives, which grow.
typedef struct {
    property_choices choices;
    bool is_one_enough;
    size_t *size, count, capacity;
    fmpq *row;
    size_t numbers, row_capacity;
} alternative_list;

// Adds the rows of the choices that are taken, without those that are sides of the box. Returns 1
// where the list is long enough.
static bool list_alternative(void *data)
{
    alternative_list *list = data;
    const crease_property *property = list->choices.property;
    const size_t columns = property->outputs + 1;
    MEMORY_RESERVE(list->size, list->capacity, list->count + 1);
    size_t *size = list->size + list->count++;
    *size = 0;
    for (size_t i = 0; i < list->choices.count; i++) {
        const property_atom *atom = property->atom + property->node[list->choices.taken[i]].atom;
        const property_term *term = property->term + atom->first;
        if (atom->count && term->variable < property->inputs) // a side of the box
            continue;
        MEMORY_RESERVE(list->row, list->row_capacity, list->numbers + columns);
        fmpq *row = list->row + list->numbers;
        for (size_t c = 0; c < columns; c++)
            fmpq_init(row + c);
        for (size_t t = 0; t < atom->count; t++)
            fmpq_set(row + term[t].variable - property->inputs, term[t].coefficient);
        fmpq_set(row + property->outputs, atom->constant);
        list->numbers += columns;
        ++*size;
    }
    return list->is_one_enough || list->count > MOST_ALTERNATIVES;
}

// All alternatives, or one that holds at the point.
static void list_alternatives(alternative_list *list, const crease_property *property,
                              const crease_decision *verdict)
{
    truth *atom_truth = memory_new(property->atoms, sizeof *atom_truth);
    truth *node_truth = memory_new(property->nodes, sizeof *node_truth);
    fmpq_t value;
    fmpq_init(value);
    for (size_t a = 0; a < property->atoms && verdict->satisfiable; a++) {
        property_value(value, property, property->atom + a, verdict->input, verdict->output, 0);
        atom_truth[a] = fmpq_sgn(value) < 0 ? TRUTH_NEVER : TRUTH_OPEN;
    }
    fmpq_clear(value);
    property_judge(node_truth, property, atom_truth);
    *list = (alternative_list){.is_one_enough = verdict->satisfiable};
    list->choices = (property_choices){
        .property = property, .node_truth = node_truth, .data = list, .visit = list_alternative};
    property_choices_init(&list->choices);
    property_choose(&list->choices);
    property_choices_clear(&list->choices);
    free(atom_truth);
    free(node_truth);
}

crease_status crease_certificate_write_decision(const char *path, crease_counts *counts,
                                                const crease_decision *verdict,
                                                const crease_property *property,
                                                const crease_net *net,
                                                const crease_options *options, crease_error *error)
{
    crease_domain *domain;
    alternative_list list;
    if (property_box(&domain, property, error))
        return CREASE_ERROR;
    const size_t d = domain->dimension;
    fmpq *point = _fmpq_vec_init((slong)d);
    size_t k = 0;
    for (size_t i = 0; i < verdict->inputs; i++) // all but the fixed ones
        if (!domain->parametrization ||
            (k < d && !fmpq_is_zero(domain->parametrization + i * (d + 1) + k)))
            fmpq_set(point + k++, verdict->input + i);
    list_alternatives(&list, property, verdict);
    certificate cert = {.options = options,
                        .net = net,
                        .domain = domain,
                        .property = property->sha256,
                        .kind = verdict->satisfiable ? "sat" : "unsat",
                        .claim = {list.count, list.size, list.row},
                        .point = verdict->satisfiable ? point : NULL,
                        .error = error};
    const crease_status status =
        list.count > MOST_ALTERNATIVES
            ? error_set(error, "the property has more than %d alternatives", MOST_ALTERNATIVES)
            : certificate_make(&cert, path, counts);
    for (size_t i = 0; i < list.numbers; i++)
        fmpq_clear(list.row + i);
    free(list.row);
    free(list.size);
    _fmpq_vec_clear(point, (slong)d);
    crease_domain_free(domain);
    return status;
}
