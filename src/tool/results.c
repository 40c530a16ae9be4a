// What a command has found: each field is named once, and rendered as text, JSON or CSV.
#include "tool/results.h"
#include "base/memory.h"
#include "base/text.h"
#include "exact/rational.h"
#include "tool/commands.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { LABEL_WIDTH = 20, COLUMN = 9, PAGE_WIDTH = 79 };

static int has_columns(const results *r)
{
    return r->format == RESULTS_TABLE || (r->format == RESULTS_CSV && r->of_networks);
}

static int longest(char *const *names, size_t count)
{
    size_t most = strlen("network");
    for (size_t i = 0; i < count; i++) {
        size_t length = strlen(source_name(names[i]));
        most = length > most ? length : most;
    }
    return (int)most;
}

void results_begin(results *r, const settings *s)
{
    const command *c = s->command;
    *r = (results){.format = s->run.quiet ? RESULTS_NONE
                             : s->json    ? RESULTS_JSON
                             : s->csv     ? RESULTS_CSV
                                          : RESULTS_TEXT,
                   .layout = (json_layout)s->json,
                   .of_networks = c->more && !strcmp(c->more, "NET")};
    if (r->format == RESULTS_TEXT && s->run.of_several) {
        r->format = RESULTS_TABLE;
        r->name_width = longest(s->operands, s->operand_count);
    }
}

void results_next(results *r)
{
    if (r->format == RESULTS_JSON)
        json_open(&r->json, r->layout);
    if (has_columns(r))
        columns_open(&r->columns);
    r->cells = 0;
}

void results_open(results *r, const settings *s)
{
    results_begin(r, s);
    results_next(r);
}

void results_close(results *r)
{
    if (r->format == RESULTS_JSON)
        json_print(&r->json, stdout);
    if (has_columns(r))
        columns_print(&r->columns);
}

void results_drop(results *r)
{
    if (r->format == RESULTS_JSON)
        json_drop(&r->json);
    if (has_columns(r))
        columns_drop(&r->columns);
}

// ---- Text ----

// A value may come from a file.
static char *printable(char *value)
{
    text_tame(value, ' ');
    return value;
}

void text_row(results *r, const char *label, const char *format, ...)
{
    if (r->format != RESULTS_TEXT || !label)
        return;
    va_list arguments;
    va_start(arguments, format);
    char *value = printable(memory_format_list(format, arguments));
    va_end(arguments);
    printf("%-*s%s\n", LABEL_WIDTH, label, value);
    free(value);
}

// A width below 0 is that of a column of words.
static void print_column(results *r, const char *label, int width, const char *value)
{
    const char *gap = width < 0 ? "" : "  ";
    fprintf(r->columns.header.stream, "%s%*s", gap, width, label);
    fprintf(r->columns.line.stream, "%s%*s", gap, width, value);
}

// In a table a column.
static void number_row(results *r, const char *label, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void number_row(results *r, const char *label, const char *format, ...)
{
    va_list arguments;
    if (!label)
        return;
    va_start(arguments, format);
    char *value = memory_format_list(format, arguments);
    va_end(arguments);
    text_row(r, label, "%s", value);
    if (r->format == RESULTS_TABLE)
        print_column(r, label, strlen(label) > COLUMN ? (int)strlen(label) : COLUMN, value);
    free(value);
}

void text_count(results *r, const char *label, uint64_t count)
{
    number_row(r, label, "%" PRIu64, count);
}

void text_remark(results *r, const char *label, const char *text)
{
    text_row(r, label, "%s", text);
    if (r->format == RESULTS_TABLE && label)
        fprintf(r->columns.remarks.stream, "  %s: %s", label, text);
}

void text_line(results *r, const char *format, ...)
{
    if (r->format != RESULTS_TEXT)
        return;
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
}

void text_rational(results *r, const char *before, const fmpq_t x)
{
    if (r->format != RESULTS_TEXT)
        return;
    char *text = fmpq_get_str(NULL, 10, x);
    printf("%s%s", before, text);
    flint_free(text);
}

enum { SHORT = 60 }; // characters of a rational that is printed whole

// To be freed.
static char *short_text(const fmpq_t x)
{
    char *text = fmpq_get_str(NULL, 10, x);
    char *made = strlen(text) <= SHORT ? memory_copy_text(text)
                                       : memory_format("about %.17g", rational_double(x));
    flint_free(text);
    return made;
}

void text_short(results *r, const char *before, const fmpq_t x)
{
    char *text = short_text(x);
    text_line(r, "%s%s", before, text);
    free(text);
}

void text_wrap(FILE *stream, const char *text, int indent, int column)
{
    int fresh = column <= indent; // nothing but indent on this line yet
    while (*text) {
        int length = (int)strcspn(text, " \n");
        if (length && !fresh && column + 1 + length > PAGE_WIDTH) {
            fputc('\n', stream);
            column = 0;
            fresh = 1;
        }
        if (length) {
            int gap = fresh ? indent - column : 1;
            fprintf(stream, "%*s%.*s", gap, "", length, text);
            column += gap + length;
            fresh = 0;
        }
        text += length;
        if (*text == '\n') {
            fputc('\n', stream);
            column = 0;
            fresh = 1;
        }
        text += *text != '\0';
    }
    fputc('\n', stream);
}

// ---- CSV ----

void csv_header(results *r, const char *names, const char *line_end)
{
    r->line_end = line_end;
    if (r->format == RESULTS_CSV)
        printf("%s%s", names, line_end);
}

// With quotes round it if it holds a mark of CSV.
static void print_quoted(FILE *stream, const char *value)
{
    const int quoted = strpbrk(value, ",\"") != NULL;
    if (quoted)
        putc('"', stream);
    for (; *value; value++) {
        if (*value == '"')
            putc('"', stream);
        putc(*value, stream);
    }
    if (quoted)
        putc('"', stream);
}

// Begins the next cell. In a table of networks it has a name.
static FILE *open_cell(results *r, const char *key)
{
    FILE *line = has_columns(r) ? r->columns.line.stream : stdout;
    const char *comma = r->cells++ ? "," : "";
    if (has_columns(r))
        fprintf(r->columns.header.stream, "%s%s", comma, key);
    fputs(comma, line);
    return line;
}

static void print_cell(results *r, const char *key, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void print_cell(results *r, const char *key, const char *format, ...)
{
    if (r->format != RESULTS_CSV)
        return;
    va_list arguments;
    va_start(arguments, format);
    char *value = printable(memory_format_list(format, arguments));
    va_end(arguments);
    if (r->entries)
        fprintf(r->columns.line.stream, "%s%s", r->entries++ > 1 ? " " : "", value);
    else
        print_quoted(open_cell(r, key), value);
    free(value);
}

void csv_blank(results *r, unsigned cells)
{
    while (r->format == RESULTS_CSV && cells--)
        print_cell(r, NULL, "%s", "");
}

void csv_rationals(results *r, const fmpq *x, size_t count)
{
    for (size_t i = 0; i < count && r->format == RESULTS_CSV; i++) {
        char *text = fmpq_get_str(NULL, 10, x + i);
        if (i)
            printf(" %s", text);
        else
            print_cell(r, NULL, "%s", text);
        flint_free(text);
    }
}

void csv_end(results *r)
{
    if (r->format == RESULTS_CSV)
        fputs(r->line_end, stdout);
    r->cells = 0;
}

// ---- JSON ----

void results_object(results *r, const char *key)
{
    if (r->format == RESULTS_JSON)
        json_object_open(&r->json, key);
    r->lists &= ~(1ull << r->depth++);
}

void results_list(results *r, const char *key)
{
    if (r->format == RESULTS_JSON)
        json_array_open(&r->json, key);
    if (r->format == RESULTS_CSV && has_columns(r)) {
        open_cell(r, key);
        r->entries = 1;
    }
    r->lists |= 1ull << r->depth++;
}

void results_end(results *r)
{
    int is_list = r->lists >> --r->depth & 1;
    r->entries = 0;
    if (r->format != RESULTS_JSON)
        return;
    if (is_list)
        json_array_close(&r->json);
    else
        json_object_close(&r->json);
}

// ---- Fields ----

void put_text(results *r, const char *key, const char *label, const char *text)
{
    if (r->format == RESULTS_JSON)
        json_text(&r->json, key, text);
    print_cell(r, key, "%s", text);
    text_row(r, label, "%s", text);
}

void put_count(results *r, const char *key, const char *label, uint64_t count)
{
    if (r->format == RESULTS_JSON)
        json_count(&r->json, key, count);
    print_cell(r, key, "%" PRIu64, count);
    number_row(r, label, "%" PRIu64, count);
}

void put_truth(results *r, const char *key, const char *label, int truth)
{
    if (r->format == RESULTS_JSON)
        json_truth(&r->json, key, truth);
    print_cell(r, key, "%s", truth ? "true" : "false");
    if (r->format == RESULTS_TEXT || !truth)
        text_remark(r, label, truth ? "yes" : "no");
}

void put_seconds(results *r, const char *key, const char *label, double seconds)
{
    if (r->format == RESULTS_JSON)
        json_seconds(&r->json, key, seconds);
    print_cell(r, key, "%.6f", seconds);
    number_row(r, label, "%.6f", seconds);
}

void put_double(results *r, const char *key, const char *label, double x)
{
    if (r->format == RESULTS_JSON)
        json_double(&r->json, key, x);
    print_cell(r, key, "%.17g", x);
    text_row(r, label, "%.17g", x);
}

void put_known(results *r, const char *key, double x)
{
    if (!isnan(x))
        put_double(r, key, NULL, x);
}

void put_unknown(results *r, const char *key, const char *label)
{
    if (r->format == RESULTS_JSON)
        json_null(&r->json, key);
    print_cell(r, key, "%s", "");
    text_remark(r, label, "not known");
}

void put_rounded(results *r, const char *key, const char *label, double x)
{
    if (r->format == RESULTS_JSON)
        json_rounded(&r->json, key, x);
    print_cell(r, key, "%.12g", x);
    number_row(r, label, "%.6g", x);
}

// Frees the text.
static void put_flint_text(results *r, const char *key, const char *label, char *text)
{
    put_text(r, key, label, text);
    flint_free(text);
}

void put_rational(results *r, const char *key, const char *label, const fmpq_t x)
{
    put_flint_text(r, key, label, fmpq_get_str(NULL, 10, x));
}

void put_short(results *r, const char *key, const char *label, const fmpq_t x)
{
    put_rational(r, key, NULL, x);
    char *text = short_text(x);
    text_row(r, label, "%s", text);
    free(text);
}

void put_vector(results *r, const char *key, const char *label, const fmpq *x, size_t count)
{
    put_rationals(r, key, x, count);
    char *list;
    size_t size;
    FILE *stream = memory_stream(&list, &size);
    for (size_t i = 0; i < count; i++) {
        char *text = short_text(x + i);
        fprintf(stream, i ? ", %s" : "%s", text);
        free(text);
    }
    fclose(stream);
    text_row(r, label, "(%s)", list);
    free(list);
}

void put_integer(results *r, const char *key, const char *label, const fmpz_t x)
{
    put_flint_text(r, key, label, fmpz_get_str(NULL, 10, x));
}

void put_rationals(results *r, const char *key, const fmpq *x, size_t count)
{
    results_list(r, key);
    for (size_t i = 0; i < count; i++)
        put_rational(r, NULL, NULL, x + i);
    results_end(r);
}

void put_counts(results *r, const char *key, const uint64_t *count, size_t length)
{
    results_list(r, key);
    for (size_t i = 0; i < length; i++)
        put_count(r, NULL, NULL, count[i]);
    results_end(r);
}

void put_enclosure(results *r, const char *key, const char *label, const crease_enclosure *x)
{
    if (fmpq_cmp(x->lo, x->hi) > 0) {
        csv_blank(r, 2);
        return;
    }
    char *lo, *hi;
    crease_enclosure_text(&lo, &hi, x);
    results_list(r, key);
    put_text(r, NULL, NULL, lo);
    put_text(r, NULL, NULL, hi);
    results_end(r);
    if (strcmp(lo, hi)) {
        text_row(r, label, "from %s", lo);
        text_row(r, label ? "" : NULL, "to   %s", hi);
    } else {
        text_row(r, label, "%s", lo);
    }
    free(lo);
    free(hi);
}

void put_estimate(results *r, const char *key, const char *label, crease_estimate e, double factor)
{
    const double mean = factor * e.mean, low = factor * e.low, high = factor * e.high;
    results_object(r, key);
    if (!isnan(e.mean))
        put_rounded(r, "mean", NULL, mean);
    if (!isnan(e.error)) {
        put_rounded(r, "deviation", NULL, factor * e.deviation);
        put_rounded(r, "standard_error", NULL, factor * e.error);
        results_list(r, "interval95");
        put_rounded(r, NULL, NULL, low);
        put_rounded(r, NULL, NULL, high);
        results_end(r);
    }
    results_end(r);
    if (isnan(e.mean))
        text_row(r, label, "unknown, for there is no value");
    else if (isnan(e.error))
        text_row(r, label, "%.6g", mean);
    else
        text_row(r, label, "%.6g, from %.6g to %.6g with 95 %% confidence", mean, low, high);
}

void put_layers(results *r, const char *key, const char *label, const uint64_t *count,
                size_t layers)
{
    char text[64];
    put_counts(r, key, count, layers);
    for (size_t l = 0; l < layers && layers > 1; l++) {
        snprintf(text, sizeof text, "%s %zu", label, l + 1);
        text_row(r, text, "%" PRIu64, count[l]);
    }
}

void put_pattern(results *r, const char *key, const char *first, const crease_net *net,
                 const uint32_t *const *pieces)
{
    text_line(r, "%s", first);
    results_list(r, key);
    for (size_t l = 0; l < crease_net_hidden(net); l++) {
        results_list(r, NULL);
        text_line(r, " ");
        for (size_t i = 0; i < crease_net_width(net, l); i++) {
            put_count(r, NULL, NULL, pieces[l][i]);
            text_line(r, pieces[l][i] < 10 ? "%" PRIu32 : "(%" PRIu32 ")", pieces[l][i]);
        }
        results_end(r);
    }
    results_end(r);
    text_line(r, "\n");
}

// ---- What most commands say ----

const char *source_name(const char *path)
{
    return strcmp(path, "-") ? path : "standard input";
}

void put_network(results *r, const char *path, const crease_net *net)
{
    put_identity(r, path, crease_net_sha256(net));
}

void put_identity(results *r, const char *path, const char *sha256)
{
    if (r->of_networks)
        put_text(r, "network", NULL, path);
    text_row(r, "network", "%s", source_name(path));
    if (r->format == RESULTS_TABLE) {
        char *name = printable(memory_copy_text(source_name(path)));
        print_column(r, "network", -r->name_width, name);
        free(name);
    }
    put_text(r, "network_sha256", "sha256", sha256);
}

void put_work(results *r, const work_summary *of)
{
    put_identity(r, of->path, of->sha256);
    put_count(r, "dimension", NULL, of->dimension);
    put_text(r, "domain", "domain", of->domain);
    put_arithmetic(r, of->arith);
    put_truth(r, "complete", NULL, of->counts->complete);
}

void put_work_end(results *r, const work_summary *of)
{
    put_count(r, "activation_regions", "activation regions", of->counts->activation_regions);
    put_seconds(r, "seconds", "seconds", of->counts->seconds);
    if (!of->counts->complete)
        text_remark(r, "complete", "no, this is of the regions met before the walk stopped");
}

void put_hidden(results *r, const crease_net *net)
{
    results_list(r, "hidden");
    for (size_t l = 0; l < crease_net_hidden(net); l++)
        put_count(r, NULL, NULL, crease_net_width(net, l));
    results_end(r);
}

void put_arithmetic(results *r, crease_arith arith)
{
    put_text(r, "arithmetic", "arithmetic", crease_arith_name(arith));
    put_truth(r, "certified", "certified", arith != CREASE_FLOAT);
}

void put_decisions(results *r, uint64_t by_float, uint64_t by_integers)
{
    if (r->format != RESULTS_JSON)
        return;
    results_object(r, "decisions");
    put_count(r, "float", NULL, by_float);
    put_count(r, "exact", NULL, by_integers);
    results_end(r);
}
