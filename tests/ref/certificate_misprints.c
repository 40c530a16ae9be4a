// Letters and lines of a certificate changed at random.
#include "certificate_mutants.h"

#include "base/memory.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The text with text[from .. to) replaced.
static char *replace(const char *text, size_t from, size_t to, const char *by)
{
    char *made;
    if (asprintf(&made, "%.*s%s%s", (int)from, text, by, text + to) < 0)
        abort();
    return made;
}

static bool is_digit(int c)
{
    return c >= '0' && c <= '9';
}

static bool is_space(int c)
{
    return c == ' ' || c == '\n' || c == '.';
}

// A random place where the text has a letter of a kind, or its end if there is none.
static size_t find(const char *text, random_state *random, bool (*kind)(int))
{
    size_t count = 0, size = strlen(text), at = 0;
    for (size_t i = 0; i < size; i++)
        count += kind((unsigned char)text[i]) != 0;
    if (!count)
        return size;
    for (uint64_t left = random_below(random, count);; at++)
        if (kind((unsigned char)text[at]) && left-- == 0)
            return at;
}

char *misprint_digit(const char *text, random_state *random)
{
    size_t at = find(text, random, is_digit);
    if (!text[at])
        return NULL;
    uint64_t turn = 1 + random_below(random, 9);
    char by[2] = {(char)('0' + ((uint64_t)(text[at] - '0') + turn) % 10)};
    return replace(text, at, at + 1, by);
}

static char *digit(const mutant_origin *of, random_state *random)
{
    return misprint_digit(of->text, random);
}

// A digit of the head: of the slice and the domain, or of the domain alone.
static char *head_digit(const mutant_origin *of, random_state *random)
{
    const char *end = strstr(of->text, "\ntree"), *from = strstr(of->text, "\nchart ");
    from = from ? from : strstr(of->text, "\ndomain ");
    if (!from || !end || from > end)
        return NULL;
    char *head = memory_format("%.*s", (int)(end - from), from);
    char *changed = misprint_digit(head, random), *made = NULL;
    if (changed)
        made = replace(of->text, (size_t)(from - of->text), (size_t)(end - of->text), changed);
    free(changed);
    free(head);
    return made;
}

// Numbers are longer by a digit, or shorter.
static char *length(const mutant_origin *of, random_state *random)
{
    size_t at = find(of->text, random, is_digit);
    char by[2] = {(char)('0' + random_below(random, 10))};
    return random_below(random, 2) ? replace(of->text, at, at, by)
                                   : replace(of->text, at, at + 1, "");
}

static char *sign(const mutant_origin *of, random_state *random)
{
    size_t at = find(of->text, random, is_digit);
    bool begins = at > 0 && !isdigit((unsigned char)of->text[at - 1]);
    if (begins && of->text[at - 1] == '-')
        return replace(of->text, at - 1, at, "");
    return replace(of->text, at, at, random_below(random, 4) ? "-" : "+");
}

static char *letter(const mutant_origin *of, random_state *random)
{
    static const char common[] = "0123456789 .-\n/():ewx";
    size_t at = random_below(random, strlen(of->text));
    uint64_t kind = random_below(random, 4);
    char by[2] = {0};
    if (kind)
        by[0] = common[random_below(random, sizeof common - 1)];
    else
        by[0] = (char)(1 + random_below(random, 255));
    if (by[0] == of->text[at])
        return NULL;
    return replace(of->text, at, at + (random_below(random, 3) > 0), by);
}

// ---- words ----

static char *drop_word(const mutant_origin *of, random_state *random)
{
    size_t at = find(of->text, random, is_space), to = at + 1;
    to += strcspn(of->text + to, " \n.");
    return replace(of->text, at, to, "");
}

static char *repeat_word(const mutant_origin *of, random_state *random)
{
    size_t at = find(of->text, random, is_space), to = at + 1;
    to += strcspn(of->text + to, " \n.");
    char *word = strndup(of->text + at, to - at), *made = replace(of->text, at, at, word);
    free(word);
    return made;
}

static char *borrow_word(const mutant_origin *of, random_state *random)
{
    size_t at = find(of->text, random, is_space), from = find(of->text, random, is_space);
    size_t size = strcspn(of->text + from + 1, " \n."), old = strcspn(of->text + at + 1, " \n.");
    char *word = strndup(of->text + from + 1, size);
    char *made = replace(of->text, at + 1, at + 1 + old, word);
    free(word);
    return made;
}

// ---- lines ----

typedef struct {
    const char *begin;
    size_t size; // with the newline
} text_line;

static text_line some_line(const char *text, random_state *random)
{
    size_t lines = 0;
    for (const char *c = text; *c; c++)
        lines += *c == '\n';
    uint64_t skipped = random_below(random, lines);
    while (skipped-- > 0)
        text = strchr(text, '\n') + 1;
    return (text_line){text, (size_t)(strchr(text, '\n') + 1 - text)};
}

static char *drop_line(const mutant_origin *of, random_state *random)
{
    text_line line = some_line(of->text, random);
    size_t at = (size_t)(line.begin - of->text);
    return replace(of->text, at, at + line.size, "");
}

// A line once more, there or somewhere else.
static char *repeat_line(const mutant_origin *of, random_state *random)
{
    text_line line = some_line(of->text, random);
    text_line there = random_below(random, 2) ? line : some_line(of->text, random);
    char *words = strndup(line.begin, line.size);
    size_t at = (size_t)(there.begin - of->text);
    char *made = replace(of->text, at, at, words);
    free(words);
    return made;
}

static char *swap_lines(const mutant_origin *of, random_state *random)
{
    text_line one = some_line(of->text, random), other = some_line(of->text, random);
    if (random_below(random, 2) && one.begin[one.size]) { // neighbours
        other.begin = one.begin + one.size;
        other.size = (size_t)(strchr(other.begin, '\n') + 1 - other.begin);
    }
    if (one.begin > other.begin) {
        text_line swap = one;
        one = other;
        other = swap;
    }
    if (one.begin == other.begin)
        return NULL;
    char *made;
    const char *between = one.begin + one.size, *rest = other.begin + other.size;
    if (asprintf(&made, "%.*s%.*s%.*s%.*s%s", (int)(one.begin - of->text), of->text,
                 (int)other.size, other.begin, (int)(other.begin - between), between, (int)one.size,
                 one.begin, rest) < 0)
        abort();
    return made;
}

// ---- ends ----

static char *truncated(const mutant_origin *of, random_state *random)
{
    size_t size = strlen(of->text), last = random_below(random, 3) ? size : 30;
    return strndup(of->text, size - 1 - random_below(random, last < size ? last : size));
}

static char *garbage(const mutant_origin *of, random_state *random)
{
    static const char *const tails[] = {"\n", " ", "0", "end\n", "end 1 activation_regions\n", "#"};
    char *made;
    uint64_t kind = random_below(random, 1 + sizeof tails / sizeof *tails);
    if (asprintf(&made, "%s%s", of->text, kind ? tails[kind - 1] : of->text) < 0)
        abort();
    return made;
}

const mutation misprints[] = {
    {"a digit", digit},
    {"a digit of the domain", head_digit},
    {"a digit more or less", length},
    {"a sign", sign},
    {"a letter", letter},
    {"a word dropped", drop_word},
    {"a word twice", repeat_word},
    {"a word of another place", borrow_word},
    {"a line dropped", drop_line},
    {"a line twice", repeat_line},
    {"lines swapped", swap_lines},
    {"truncated", truncated},
    {"trailing garbage", garbage},
};
const size_t misprint_count = sizeof misprints / sizeof *misprints;
