// Region records of shares: JSON lines, and tables.
#include "base/memory.h"
#include "exact/rational.h"
#include "exact/spelling.h"
#include "out/part.h"

#include <stdlib.h>
#include <string.h>

// ---- JSON lines: the last one is as out/jsonl.c spells it ----

// Not a result, which begins with the network or its hash.
static int begins_jsonl(const char *line)
{
    return !strncmp(line, "{\"", 2) && strncmp(line, "{\"network", strlen("{\"network"));
}

static crease_status take_no_head(part_totals *found, proof_lines *lines, FILE *to)
{
    (void)to;
    found->numbered = !strncmp(lines->text, "{\"id\":", strlen("{\"id\":"));
    return CREASE_OK;
}

// A text of the line from a place on to where it is read, with a NUL after it.
static char *read_since(const proof_lines *lines, const char *from)
{
    return memory_format("%.*s", (int)(lines->next - from), from);
}

static crease_status take_identity(part_totals *found, proof_lines *lines)
{
    static const char arithmetic[] = "\",\"arithmetic\":\"";
    if (lines_expect(lines, "{\"end\":{\"network_sha256\":\"") != CREASE_OK)
        return CREASE_ERROR;
    part_take_word(found, PART_NETWORK, lines, "\"");
    if (lines_expect(lines, "\",\"domain\":\"") != CREASE_OK)
        return CREASE_ERROR;
    const char *after = strstr(lines->next, arithmetic);
    if (after)
        lines->next = after;
    if (lines_expect(lines, arithmetic) != CREASE_OK)
        return CREASE_ERROR;
    part_take_word(found, PART_ARITHMETIC, lines, "\"");
    if (lines_expect(lines, "\",\"certified\":true,\"complete\":") != CREASE_OK)
        return CREASE_ERROR;
    if (lines_has(lines, "false"))
        return lines_refuse(lines, "is not complete: only whole shares can be joined");
    return lines_expect(lines, "true,");
}

// The measure itself follows from the exact sum.
static crease_status take_measure(part_totals *found, proof_lines *lines)
{
    static const char *const name[] = {
        ",\"points\":", ",\"length\":", ",\"area\":", ",\"volume\":"};
    size_t digits = 0;
    for (size_t i = 0; i < sizeof name / sizeof *name && !found->measure; i++)
        if (lines_has(lines, name[i])) {
            found->measure = memory_format("%s", name[i]);
            lines->next += strcspn(lines->next, ",}");
        }
    const char *from = lines->next;
    if (lines_has(lines, ",\"digits\":") &&
        (lines_natural(&digits, lines) != CREASE_OK || digits > 10000 ||
         lines_expect(lines, ",\"rounding\":\"to nearest, ties to even\"") != CREASE_OK))
        return CREASE_ERROR;
    found->digits = (unsigned)digits;
    found->tail = read_since(lines, from);
    return CREASE_OK;
}

static crease_status take_sum(part_totals *found, proof_lines *lines)
{
    found->measured = !lines_has(lines, "null");
    if (!found->measured)
        return CREASE_OK;
    if (lines_expect(lines, "\"") != CREASE_OK)
        return CREASE_ERROR;
    const char *from = lines->next;
    crease_error why;
    lines->next += strcspn(from, "\"");
    if (rational_parse(found->sum, from, (size_t)(lines->next - from), &why) != CREASE_OK)
        return lines_refuse(lines, "%s", why.message);
    return lines_expect(lines, "\"");
}

static crease_status take_jsonl_end(part_totals *found, proof_lines *lines)
{
    if (take_identity(found, lines) != CREASE_OK)
        return CREASE_ERROR;
    found->head = read_since(lines, lines->text);
    if (part_take_count(&found->regions, lines, "\"activation_regions\":") != CREASE_OK ||
        part_take_count(&found->bounded, lines, ",\"bounded_regions\":") != CREASE_OK ||
        take_measure(found, lines) != CREASE_OK)
        return CREASE_ERROR;
    if (lines_has(lines, "}}"))
        return lines_refuse(lines, "expected a key \"part\": this file is no share");
    if (part_take_share(found, lines, ",\"part\":{\"index\":", ",\"of\":", ",\"order\":") !=
            CREASE_OK ||
        lines_expect(lines, ",\"domain_sha256\":\"") != CREASE_OK)
        return CREASE_ERROR;
    part_take_word(found, PART_DOMAIN, lines, "\"");
    if (lines_expect(lines, "\",\"work\":\"") != CREASE_OK)
        return CREASE_ERROR;
    part_take_word(found, PART_FORM, lines, "\"");
    if (lines_expect(lines, "\",\"sum\":") != CREASE_OK || take_sum(found, lines) != CREASE_OK ||
        lines_expect(lines, "}}}") != CREASE_OK || lines_expect_end(lines) != CREASE_OK)
        return CREASE_ERROR;
    if (found->measure && found->measured != (found->bounded == found->regions))
        return lines_refuse(lines, "expected a sum if and only if all regions are bounded");
    return CREASE_OK;
}

static void put_sum(FILE *to, const part_totals *all)
{
    spelling text = {0};
    decimal rounding = {0};
    if (!all->measured) {
        fputs("null", to);
        return;
    }
    if (all->digits)
        spelling_set_rounded(&text, &rounding, all->sum, 1, all->digits);
    else
        spelling_set(&text, all->sum, 1);
    fprintf(to, all->digits ? "%.*s" : "\"%.*s\"", (int)text.length, text.text);
    spelling_clear(&text);
    decimal_clear(&rounding);
}

static void put_jsonl_end(FILE *to, const part_totals *all)
{
    fprintf(to, "%s\"activation_regions\":%zu,\"bounded_regions\":%zu", all->head, all->regions,
            all->bounded);
    if (all->measure) {
        fputs(all->measure, to);
        put_sum(to, all);
    }
    fprintf(to, "%s}}\n", all->tail);
}

const part_format part_jsonl = {.begins = begins_jsonl,
                                .first = "{\"id\":0,",
                                .head = take_no_head,
                                .ends = "{\"end\":",
                                .numbers = "{\"id\":",
                                .end = take_jsonl_end,
                                .put_end = put_jsonl_end};

// ---- Tables: the last line is as out/csv.c spells it ----

// Lines end with a carriage return.
static int begins_csv(const char *line)
{
    const size_t size = strlen(line);
    return size && line[size - 1] == '\r';
}

static crease_status take_columns(part_totals *found, proof_lines *lines, FILE *to)
{
    found->numbered = !strncmp(lines->text, "id", 2);
    if (to)
        fprintf(to, "%s\n", lines->text);
    part_take_word(found, PART_FORM, lines, "");
    return lines_next(lines);
}

static crease_status take_csv_end(part_totals *found, proof_lines *lines)
{
    if (part_take_share(found, lines, "part ", " ", " order ") != CREASE_OK ||
        lines_expect(lines, " network ") != CREASE_OK)
        return CREASE_ERROR;
    part_take_word(found, PART_NETWORK, lines, " ");
    if (lines_expect(lines, " domain ") != CREASE_OK)
        return CREASE_ERROR;
    part_take_word(found, PART_DOMAIN, lines, " ");
    if (lines_expect(lines, " arithmetic ") != CREASE_OK)
        return CREASE_ERROR;
    part_take_word(found, PART_ARITHMETIC, lines, " ");
    if (part_take_count(&found->regions, lines, " regions ") != CREASE_OK ||
        part_take_count(&found->bounded, lines, " bounded ") != CREASE_OK ||
        lines_expect(lines, "\r") != CREASE_OK)
        return CREASE_ERROR;
    return lines_expect_end(lines);
}

static void put_nothing(FILE *to, const part_totals *all)
{
    (void)to, (void)all;
}

const part_format part_csv = {.begins = begins_csv,
                              .first = "the names of columns",
                              .head = take_columns,
                              .ends = "part ",
                              .numbers = "",
                              .end = take_csv_end,
                              .put_end = put_nothing};
