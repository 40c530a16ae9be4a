// The tree of a certificate changed at random, in words that the grammar allows.
#include "certificate_mutants.h"

#include "base/memory.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    size_t begin, end; // of the text; a line with its newline
} span;

static span some_line(const mutant_origin *of, random_state *random)
{
    const char *text = of->text + of->tree, *at = text;
    size_t lines = 0;
    for (size_t i = 0; i < of->size; i++)
        lines += text[i] == '\n';
    for (uint64_t left = lines ? random_below(random, lines) : 0; left; left--)
        at = strchr(at, '\n') + 1;
    size_t begin = (size_t)(at - of->text);
    return (span){begin, begin + strcspn(at, "\n") + 1};
}

// Some lines that follow each other: few of them are a subtree, but those of one or two often are.
static span some_lines(const mutant_origin *of, random_state *random)
{
    span lines = some_line(of, random);
    for (uint64_t more = random_below(random, 4); more && lines.end < of->tree + of->size; more--)
        lines.end += strcspn(of->text + lines.end, "\n") + 1;
    return lines;
}

// The text with one span put in the place of another.
static char *put(const mutant_origin *of, span place, const char *by, size_t size)
{
    char *made;
    if (asprintf(&made, "%.*s%.*s%s", (int)place.begin, of->text, (int)size, by,
                 of->text + place.end) < 0)
        abort();
    return made;
}

static char *drop_lines(const mutant_origin *of, random_state *random)
{
    return put(of, some_lines(of, random), "", 0);
}

static char *double_lines(const mutant_origin *of, random_state *random)
{
    span lines = some_lines(of, random), place = {lines.end, lines.end};
    return put(of, place, of->text + lines.begin, lines.end - lines.begin);
}

static char *other_lines(const mutant_origin *of, random_state *random)
{
    span place = some_lines(of, random), lines = some_lines(of, random);
    return put(of, place, of->text + lines.begin, lines.end - lines.begin);
}

static char *swap_lines(const mutant_origin *of, random_state *random)
{
    span a = some_lines(of, random), b = some_lines(of, random);
    if (b.begin < a.end)
        return NULL;
    char *made;
    if (asprintf(&made, "%.*s%.*s%.*s%.*s%s", (int)a.begin, of->text, (int)(b.end - b.begin),
                 of->text + b.begin, (int)(b.begin - a.end), of->text + a.end,
                 (int)(a.end - a.begin), of->text + a.begin, of->text + b.end) < 0)
        abort();
    return made;
}

// A line becomes some other one.
static char *new_line(const mutant_origin *of, random_state *random)
{
    static const char *const lines[] = {"-\n",       "\n",          ": 0 0\n",
                                        ": 0 / 1\n", ": 1/2 1/3\n", "0 b0\n"};
    const char *line = lines[random_below(random, sizeof lines / sizeof *lines)];
    return put(of, some_line(of, random), line, strlen(line));
}

static char *empty_part(const mutant_origin *of, random_state *random)
{
    span line = some_line(of, random), end = {line.end - 1, line.end - 1};
    return put(of, end, line.begin + 1 == line.end ? "-" : " -", 2 - (line.begin + 1 == line.end));
}

// One more cone, of constraints that may exist.
static char *add_cone(const mutant_origin *of, random_state *random)
{
    char cone[80] = "";
    span line = some_line(of, random), begin = {line.begin, line.begin};
    size_t size = 0, count = 1 + random_below(random, 4);
    for (size_t i = 0; i < count; i++)
        size += (size_t)sprintf(cone + size, "%s%" PRIu64, i ? "." : "", random_below(random, 12));
    if (random_below(random, 3) == 0) {
        memmove(cone + 1, cone, size++);
        *cone = 'b';
    }
    if (line.end > line.begin + 1)
        cone[size++] = ' ';
    return put(of, begin, cone, size);
}

static span some_word(const mutant_origin *of, random_state *random)
{
    span line = some_line(of, random);
    size_t size = line.end - line.begin;
    size_t at = line.begin + random_below(random, size);
    while (at > line.begin && !strchr(" .=b", of->text[at - 1]))
        at--;
    return (span){at, at + strcspn(of->text + at, " .\n")};
}

// Another member, or number.
static char *other_number(const mutant_origin *of, random_state *random)
{
    char number[24];
    span word = some_word(of, random);
    if (word.begin == word.end)
        return NULL;
    size_t size = (size_t)sprintf(number, "%" PRIu64, random_below(random, 12));
    return put(of, word, number, size);
}

static char *drop_words(const mutant_origin *of, random_state *random)
{
    span word = some_word(of, random);
    if (random_below(random, 2))
        word.end = word.begin + strcspn(of->text + word.begin, " \n");
    bool more = of->text[word.end] != '\n';
    word.end += (size_t)more;
    return put(of, word, "", 0);
}

const mutation tree_mutations[] = {
    {"lines of the tree dropped", drop_lines},
    {"lines of the tree doubled", double_lines},
    {"lines of the tree in the place of others", other_lines},
    {"lines of the tree swapped", swap_lines},
    {"another line of the tree", new_line},
    {"a part said to be empty", empty_part},
    {"another cone", add_cone},
    {"another member", other_number},
    {"words of the tree dropped", drop_words},
};
const size_t tree_mutation_count = sizeof tree_mutations / sizeof *tree_mutations;
