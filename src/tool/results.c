// Results: a command names each field once, and it is printed as text, JSON or CSV.
#include "tool/results.h"
#include "base/fatal.h"
#include "base/memory.h"
#include "base/text.h"
#include "exact/interval.h"
#include "exact/rational.h"
#include "tool/commands.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { LABEL_WIDTH = 20, COLUMN = 9, PAGE_WIDTH = 79 };

// ---- Cells: a record that is collected, and printed when it ends ----

static void cell_add(results *r, const char *text, size_t length)
{
    MEMORY_RESERVE(r->text, r->text_capacity, r->text_size + length + 1);
    memcpy(r->text + r->text_size, text, length);
    r->text_size += length;
    r->text[r->text_size] = '\0';
}

// The next cell, whose value is still empty.
static void cell_open(results *r, const char *before, const char *name)
{
    MEMORY_RESERVE(r->cell, r->cell_capacity, r->cells + 1);
    r->text_size += r->cells > 0; // the end of the last value
    r->cell[r->cells].name = r->text_size;
    cell_add(r, before, strlen(before));
    cell_add(r, name, strlen(name));
    r->text_size++;
    r->cell[r->cells++].value = r->text_size;
    cell_add(r, "", 0);
}

void results_drop(results *r)
{
    if (r->json_stream)
        fclose(r->json_stream);
    free(r->json_text);
    free(r->columns);
    free(r->text);
    free(r->cell);
    r->json_stream = NULL;
    r->json_text = r->columns = NULL;
    r->text = NULL;
    r->cell = NULL;
    r->cells = r->cell_capacity = r->text_size = r->text_capacity = 0;
}

// ---- Text ----

// A value may come from a file.
static char *text_tamed(char *value)
{
    text_sanitize(value, ' ');
    return value;
}

void text_row(results *r, const char *label, const char *format, ...)
{
    if (r->format != RESULTS_TEXT || !label)
        return;
    va_list arguments;
    va_start(arguments, format);
    char *value = text_tamed(memory_format_list(format, arguments));
    va_end(arguments);
    printf("%-*s%s\n", LABEL_WIDTH, label, value);
    free(value);
}

// A line of a cell for each column, of the same width as its label; the first one is a name.
static void text_print_cells(const results *r, bool labels)
{
    for (size_t i = 0; i < r->cells; i++) {
        const char *label = r->text + r->cell[i].name;
        const char *shown = labels ? label : r->text + r->cell[i].value;
        const size_t length = strlen(label), width = length > COLUMN ? length : COLUMN;
        if (!i)
            printf("%-*s", (int)r->name_width, shown);
        else if (label[length - 1] != ':')
            printf("  %*s", (int)width, shown);
    }
}

// The record of one of several networks: its name, numbers, and remarks, whose labels end in a
// colon.
static void text_print_columns(results *r)
{
    if (!r->has_header) {
        text_print_cells(r, 1);
        putchar('\n');
    }
    text_print_cells(r, 0);
    for (size_t i = 1; i < r->cells; i++) {
        const char *label = r->text + r->cell[i].name;
        if (label[strlen(label) - 1] == ':')
            printf("  %s %s", label, r->text + r->cell[i].value);
    }
    putchar('\n');
    r->has_header = true;
}

// In a table a column.
static void results_number(results *r, const char *label, const char *value)
{
    text_row(r, label, "%s", value);
    if (r->format == RESULTS_TABLE && label) {
        cell_open(r, "", label);
        cell_add(r, value, strlen(value));
    }
}

void text_count(results *r, const char *label, uint64_t count)
{
    char text[TEXT_NUMBER + 1];
    *text_put_number(text, count) = '\0';
    results_number(r, label, text);
}

void text_remark(results *r, const char *label, const char *text)
{
    text_row(r, label, "%s", text);
    if (r->format == RESULTS_TABLE && label) {
        cell_open(r, label, ":");
        cell_add(r, text, strlen(text));
    }
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
    fputs(before, stdout);
    fmpq_fprint(stdout, x);
}

void text_short(results *r, const char *before, const fmpq_t x)
{
    char *text = rational_short_text(x);
    text_line(r, "%s%s", before, text);
    free(text);
}

void text_wrap(FILE *stream, const char *text, int indent, int column)
{
    ASSERT(indent >= 0 && indent < PAGE_WIDTH);
    bool is_line_start = column <= indent; // nothing but indent on this line yet
    while (*text) {
        int length = (int)strcspn(text, " \n");
        if (length && !is_line_start && column + 1 + length > PAGE_WIDTH) {
            fputc('\n', stream);
            column = 0;
            is_line_start = true;
        }
        if (length) {
            int gap = is_line_start ? indent - column : 1;
            fprintf(stream, "%*s%.*s", gap, "", length, text);
            column += gap + length;
            is_line_start = false;
        }
        text += length;
        if (*text == '\n') {
            fputc('\n', stream);
            column = 0;
            is_line_start = true;
        }
        text += *text != '\0';
    }
    fputc('\n', stream);
}

// ---- CSV ----

// With quotes round it if it holds a mark of CSV.
static void csv_print_quoted(const char *value)
{
    const bool quoted = strpbrk(value, ",\"") != NULL;
    if (quoted)
        putchar('"');
    for (; *value; value++) {
        if (*value == '"')
            putchar('"');
        putchar(*value);
    }
    if (quoted)
        putchar('"');
}

// The value of the cell with this name, or nothing.
static const char *csv_value(const results *r, const char *name, size_t length)
{
    for (size_t i = 0; i < r->cells; i++) {
        const char *cell_name = r->text + r->cell[i].name;
        if (strlen(cell_name) == length && !memcmp(cell_name, name, length))
            return r->text + r->cell[i].value;
    }
    return "";
}

// The cells that the columns name or, if there are none, all of them under a header of their names.
static void csv_print_row(results *r)
{
    for (const char *name = r->columns, *end; name; name = *end ? end + 1 : NULL) {
        end = name + strcspn(name, ",");
        fputs(name > r->columns ? "," : "", stdout);
        csv_print_quoted(csv_value(r, name, (size_t)(end - name)));
    }
    for (size_t i = 0; i < r->cells && !r->columns && !r->has_header; i++)
        printf(i ? ",%s" : "%s", r->text + r->cell[i].name);
    fputs(r->columns || r->has_header ? "" : "\n", stdout);
    for (size_t i = 0; i < r->cells && !r->columns; i++) {
        fputs(i ? "," : "", stdout);
        csv_print_quoted(r->text + r->cell[i].value);
    }
    putchar('\n');
    r->has_header = true;
    r->cells = r->text_size = 0;
}

// Whether what is put is an entry of a list.
static bool results_in_list(const results *r)
{
    return r->depth > 0 && r->lists >> (r->depth - 1) & 1;
}

// A cell of a record, or one more entry of it.
static void results_cell_put(results *r, const char *key, const char *value)
{
    if (r->format != RESULTS_CSV || !r->in_row)
        return;
    if (!results_in_list(r))
        cell_open(r, r->path, key);
    else if (r->entries++)
        cell_add(r, " ", 1);
    const size_t begin = r->text_size;
    cell_add(r, value, strlen(value));
    text_tamed(r->text + begin);
}

// ---- Structure ----

// The names of cells within an object begin with its key.
static void results_enter(results *r, const char *key, bool is_list)
{
    if (r->in_row && r->format == RESULTS_CSV) {
        if (is_list && !results_in_list(r)) {
            cell_open(r, r->path, key);
            r->entries = 0;
        } else if (is_list && r->entries) {
            cell_add(r, r->between ? &r->between : ";", 1);
            r->entries = 0;
        } else if (!is_list && key) {
            snprintf(r->path, sizeof r->path, "%s_", key);
        }
    }
    const uint64_t bit = 1ull << r->depth++;
    r->lists = is_list ? r->lists | bit : r->lists & ~bit;
}

void results_object(results *r, const char *key)
{
    if (r->format == RESULTS_JSON)
        json_object(&r->json, key);
    if (r->table && r->table == r->depth)
        r->in_row = true;
    results_enter(r, r->table == r->depth ? NULL : key, 0);
}

void results_list(results *r, const char *key)
{
    if (r->format == RESULTS_JSON)
        json_array(&r->json, key);
    results_enter(r, key, 1);
}

void results_table(results *r, const char *key, const char *columns)
{
    results_list(r, key);
    if (r->format != RESULTS_CSV)
        return;
    r->table = r->depth;
    if (r->columns)
        return;
    printf("%s\n", columns);
    r->columns = memory_copy_text(columns);
}

void results_end(results *r)
{
    const bool is_list = results_in_list(r);
    r->depth--;
    if (r->format == RESULTS_JSON)
        json_end(&r->json);
    if (r->table && !is_list && r->table == r->depth) {
        csv_print_row(r);
        r->in_row = false;
    } else if (!is_list) {
        r->path[0] = '\0';
    }
    if (r->table > r->depth)
        r->table = 0;
}

// ---- Records ----

void results_begin(results *r, const settings *s)
{
    const command *c = s->command;
    static const results_format formats[] = {[FORMAT_TEXT] = RESULTS_TEXT,
                                             [FORMAT_JSON] = RESULTS_JSON,
                                             [FORMAT_JSONL] = RESULTS_JSON,
                                             [FORMAT_CSV] = RESULTS_CSV};
    const bool prints = option_find("json", strlen("json"), c->bit) && !s->verify.all;
    *r = (results){.format = s->quiet ? RESULTS_NONE
                             : prints ? formats[s->format < 0 ? FORMAT_TEXT : s->format]
                                      : RESULTS_TEXT,
                   .layout = s->format == FORMAT_JSONL ? JSON_IN_A_LINE : JSON_INDENTED,
                   .of_networks = c->more && !strcmp(c->more, "NET")};
    if (r->format == RESULTS_TEXT && s->of_several)
        r->format = RESULTS_TABLE;
    for (size_t i = 0; r->of_networks && i < s->operand_count; i++) {
        const size_t length = strlen(source_name(s->operands[i]));
        r->name_width = length > r->name_width ? length : r->name_width;
    }
}

void results_next(results *r)
{
    if (r->format == RESULTS_JSON) {
        r->json_stream = memory_stream(&r->json_text, &r->json_size);
        json_open(&r->json, r->json_stream, r->layout);
    }
    r->cells = r->text_size = 0;
    r->in_row = r->of_networks;
}

void results_close(results *r)
{
    if (r->format == RESULTS_JSON) {
        json_end(&r->json);
        fflush(r->json_stream);
        puts(r->json_text);
    }
    if (r->of_networks && r->format == RESULTS_CSV && r->cells)
        csv_print_row(r);
    if (r->format == RESULTS_TABLE && r->cells)
        text_print_columns(r);
    results_drop(r);
}

// ---- Fields ----

// A value that JSON and CSV spell alike.
static void results_value(results *r, const char *key, const char *value)
{
    if (r->format == RESULTS_JSON)
        json_spelt(&r->json, key, value);
    results_cell_put(r, key, value);
}

void csv_count(results *r, const char *key, uint64_t count)
{
    if (r->format == RESULTS_CSV)
        put_count(r, key, NULL, count);
}

void put_text(results *r, const char *key, const char *label, const char *text)
{
    if (r->format == RESULTS_JSON)
        json_text(&r->json, key, text);
    results_cell_put(r, key, text);
    text_row(r, label, "%s", text);
}

void put_count(results *r, const char *key, const char *label, uint64_t count)
{
    char text[TEXT_NUMBER + 1];
    *text_put_number(text, count) = '\0';
    results_value(r, key, text);
    results_number(r, label, text);
}

void put_bool(results *r, const char *key, const char *label, int truth)
{
    results_value(r, key, truth ? "true" : "false");
    if (r->format == RESULTS_TEXT || !truth)
        text_remark(r, label, truth ? "yes" : "no");
}

void put_seconds(results *r, const char *key, const char *label, double seconds)
{
    char text[64];
    snprintf(text, sizeof text, "%.6f", seconds);
    results_value(r, key, text);
    results_number(r, label, text);
}

// With `digits` digits, or more, up to `most`, until they determine the number; null if it is not
// finite.
static void put_json_double(results *r, const char *key, double number, int digits, int most)
{
    char text[40];
    do
        snprintf(text, sizeof text, "%.*g", digits, number);
    while (digits++ < most && strtod(text, NULL) != number);
    json_spelt(&r->json, key, isfinite(number) ? text : "null");
}

void put_double(results *r, const char *key, const char *label, double x)
{
    char text[64];
    snprintf(text, sizeof text, "%.17g", x);
    if (r->format == RESULTS_JSON)
        put_json_double(r, key, x, 15, 17);
    results_cell_put(r, key, text);
    text_row(r, label, "%s", text);
}

void put_unknown(results *r, const char *key, const char *label)
{
    results_value(r, key, r->format == RESULTS_JSON ? "null" : "");
    text_remark(r, label, "not known");
}

void put_rounded(results *r, const char *key, const char *label, double x)
{
    char text[64];
    if (r->format == RESULTS_JSON)
        put_json_double(r, key, x, 12, 12);
    snprintf(text, sizeof text, "%.12g", x);
    results_cell_put(r, key, text);
    snprintf(text, sizeof text, "%.6g", x);
    results_number(r, label, text);
}

// Frees the text.
static void put_flint_text(results *r, const char *key, const char *label, char *text)
{
    put_text(r, key, label, text);
    flint_free(text);
}

void put_rational(results *r, const char *key, const char *label, const fmpq_t x)
{
    if (label || r->format == RESULTS_JSON || r->format == RESULTS_CSV)
        put_flint_text(r, key, label, rational_text(x));
}

void put_short(results *r, const char *key, const char *label, const fmpq_t x)
{
    put_rational(r, key, NULL, x);
    if (r->format != RESULTS_TEXT || !label)
        return;
    char *text = rational_short_text(x);
    text_row(r, label, "%s", text);
    free(text);
}

void put_vector(results *r, const char *key, const char *label, const fmpq *x, size_t count)
{
    enum { MOST_SHOWN = 32, FIRST_SHOWN = 8 }; // an image would be pages
    put_rationals(r, key, x, count);
    char *list;
    size_t size, shown = count > MOST_SHOWN ? FIRST_SHOWN : count;
    FILE *stream = memory_stream(&list, &size);
    for (size_t i = 0; i < shown; i++) {
        char *text = rational_short_text(x + i);
        fprintf(stream, i ? ", %s" : "%s", text);
        free(text);
    }
    if (shown < count)
        fprintf(stream, ", .. %zu in all: --json", count);
    fclose(stream);
    text_row(r, label, "(%s)", list);
    free(list);
}

void put_integer(results *r, const char *key, const char *label, const fmpz_t x)
{
    char *text = fmpz_get_str(NULL, 10, x);
    put_text(r, key, NULL, text);
    results_number(r, label, text);
    flint_free(text);
}

void put_total(results *r, const char *key, const char *label, const fmpz_t x)
{
    enum { EXACT_IN_DOUBLES = 53 };
    if (fmpz_bits(x) <= EXACT_IN_DOUBLES)
        put_count(r, key, label, (uint64_t)fmpz_get_i64(x));
    else
        put_integer(r, key, label, x);
}

void put_totals(results *r, const char *key, const fmpz *x, size_t count)
{
    results_list(r, key);
    for (size_t i = 0; i < count; i++)
        put_total(r, NULL, NULL, x + i);
    results_end(r);
}

void text_total(results *r, const char *label, const fmpz_t x)
{
    char *text = fmpz_get_str(NULL, 10, x);
    text_row(r, label, "%s", text);
    flint_free(text);
}

void put_rationals(results *r, const char *key, const fmpq *x, size_t count)
{
    results_list(r, key);
    for (size_t i = 0; i < count; i++)
        put_rational(r, NULL, NULL, x + i);
    results_end(r);
}

static void put_counts(results *r, const char *key, const uint64_t *count, size_t length)
{
    results_list(r, key);
    for (size_t i = 0; i < length; i++)
        put_count(r, NULL, NULL, count[i]);
    results_end(r);
}

// Two entries of a list, which in CSV are cells of their own.
static void results_pair(results *r, const char *key)
{
    (r->format == RESULTS_CSV ? results_object : results_list)(r, key);
}

static const char *results_pair_key(const results *r, const char *end)
{
    return r->format == RESULTS_CSV ? end : NULL;
}

void put_between(results *r, const char *key, double low, double high)
{
    results_pair(r, key);
    put_double(r, results_pair_key(r, "low"), NULL, low);
    put_double(r, results_pair_key(r, "high"), NULL, high);
    results_end(r);
}

void put_enclosure(results *r, const char *key, const char *label, const crease_enclosure *x)
{
    if (fmpq_cmp(x->lo, x->hi) > 0)
        return;
    char *lo, *hi;
    enclosure_text(&lo, &hi, x, r->digits);
    results_pair(r, key);
    put_text(r, results_pair_key(r, "low"), NULL, lo);
    put_text(r, results_pair_key(r, "high"), NULL, hi);
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

void put_mean(results *r, const char *key, const char *label, const double *x, size_t count,
              double factor)
{
    double sum = 0, squares = 0;
    for (size_t i = 0; i < count; i++)
        sum += x[i];
    const double n = (double)count, mean = sum / n;
    for (size_t i = 0; i < count; i++)
        squares += (x[i] - mean) * (x[i] - mean);
    const double error = sqrt(squares / (n - 1) / n);
    results_object(r, key);
    if (count)
        put_rounded(r, "mean", NULL, factor * mean);
    if (count > 1)
        put_rounded(r, "standard_error", NULL, factor * error);
    results_end(r);
    if (count > 1)
        text_row(r, label, "%.6g, standard error %.3g", factor * mean, factor * error);
    else
        text_row(r, label, count ? "%.6g" : "not known", factor * mean);
}

void put_layers(results *r, const char *key, const char *label, const uint64_t *count,
                size_t layers)
{
    char text[64];
    put_counts(r, key, count, layers);
    for (size_t l = 0; l < layers && layers > 1; l++) {
        snprintf(text, sizeof text, "%s %zu", label, l);
        text_row(r, text, "%" PRIu64, count[l]);
    }
}

void put_pattern(results *r, const char *key, const char *first, const crease_net *net,
                 const uint32_t *const *pieces)
{
    text_line(r, "%s", first);
    r->between = '|';
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
    r->between = 0;
    text_line(r, "\n");
}

void csv_coordinates(results *r, const fmpq *x, size_t count)
{
    char key[32];
    for (size_t i = 0; i < count && r->format == RESULTS_CSV; i++) {
        snprintf(key, sizeof key, "x%zu", i + 1);
        put_rational(r, key, NULL, x + i);
    }
}

// ---- What most commands say ----

const char *source_name(const char *path)
{
    return strcmp(path, "-") ? path : "standard input";
}

void table_name(results *r, const char *path)
{
    if (r->format != RESULTS_TABLE)
        return;
    char *name = text_tamed(memory_copy_text(source_name(path)));
    cell_open(r, "", "network");
    cell_add(r, name, strlen(name));
    free(name);
}

void table_empty(results *r, const char *label)
{
    if (r->format != RESULTS_TABLE)
        return;
    cell_open(r, "", label);
    cell_add(r, "-", 1);
}

void put_network(results *r, const char *path, const crease_net *net)
{
    if (r->of_networks || r->format == RESULTS_JSON)
        put_text(r, "network", NULL, path);
    text_row(r, "network", "%s", source_name(path));
    table_name(r, path);
    put_text(r, "network_sha256", "sha256", crease_net_sha256(net));
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
    put_bool(r, "exact", "exact", arith != CREASE_FLOAT);
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
