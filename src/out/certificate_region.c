// The lines of a certificate that are about regions.
#include "out/certificate_region.h"

#include "base/memory.h"
#include "net/net.h"
#include <stdlib.h>
#include <string.h>

void region_lines_init(region_lines *lines, const crease_net *net, size_t inequalities)
{
    *lines = (region_lines){.layers = crease_net_hidden(net)};
    lines->width = memory_new(lines->layers, sizeof *lines->width);
    lines->first = memory_new(lines->layers, sizeof *lines->first);
    lines->questions = memory_new(lines->layers, sizeof *lines->questions);
    for (size_t l = 0; l < lines->layers; l++) {
        lines->width[l] = crease_net_width(net, l);
        lines->questions[l] = activation_questions(&net->layer[l].act);
        lines->first[l] = lines->border;
        lines->border += lines->width[l] * lines->questions[l];
        lines->units += lines->width[l];
    }
    lines->infinity = lines->border + inequalities;
    lines->pattern = memory_new(lines->units, sizeof *lines->pattern);
}

void region_lines_clear(region_lines *lines)
{
    free(lines->width);
    free(lines->first);
    free(lines->questions);
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

// ---- corners ----

static size_t constraint_of(const region_lines *lines, const crease_facet *facet)
{
    if (facet->on_border)
        return lines->border + facet->inequality;
    return lines->first[facet->layer] + facet->unit * lines->questions[facet->layer] +
           facet->breakpoint;
}

// The numbers of the facets' constraints, and of infinity behind them.
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

static void put_corner(region_lines *lines, const crease_region *region, size_t index)
{
    size_t count;
    const size_t *facet = crease_region_corner(&count, region, index);
    make_room(lines, count);
    for (size_t i = 0; i < count; i++) {
        put(lines, i ? '.' : ' ');
        put_number(lines, lines->constraint[facet[i]]);
    }
}

void region_lines_write(FILE *stream, region_lines *lines, const crease_region *region)
{
    size_t corners = crease_region_corners(region);
    lines->length = 0;
    make_room(lines, 1);
    put_pattern(lines, region);
    take_constraints(lines, region);
    for (size_t i = 0; i < corners; i++)
        put_corner(lines, region, i);
    make_room(lines, 1);
    if (!corners) {
        put(lines, ' ');
        put(lines, '-');
    }
    put(lines, '\n');
    lines->begun = 1;
    fwrite(lines->text, 1, lines->length, stream);
}
