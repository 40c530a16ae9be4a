// A text as a sequence of words with their places.
#include "base/words.h"

#include "base/error.h"
#include <stdio.h>
#include <string.h>

static bool is_one_of(char c, const char *set)
{
    return c != '\0' && strchr(set, c) != NULL;
}

static bool begins_comment(const word_scanner *scan)
{
    const char *text = scan->document.text + scan->next, *begin = scan->comment;
    return begin && *text == *begin &&
           (!begin[1] || (scan->next + 1 < scan->document.size && text[1] == begin[1]));
}

void word_skip_line(word_scanner *scan)
{
    while (scan->next < scan->document.size && scan->document.text[scan->next] != '\n')
        scan->next++;
    scan->next += scan->next < scan->document.size;
}

static void skip_space(word_scanner *scan, const char *space)
{
    while (scan->next < scan->document.size) {
        if (is_one_of(scan->document.text[scan->next], space))
            scan->next++;
        else if (begins_comment(scan))
            word_skip_line(scan);
        else
            return;
    }
}

static word take_word(word_scanner *scan)
{
    const char *text = scan->document.text, *quotes = scan->quotes ? scan->quotes : "";
    const size_t begin = scan->next, size = scan->document.size;
    if (begin < size && is_one_of(text[begin], quotes)) {
        const char *end = memchr(text + begin + 1, text[begin], size - begin - 1);
        scan->next = end ? (size_t)(end - text) + 1 : size;
    } else if (begin < size && is_one_of(text[begin], scan->marks)) {
        scan->next++;
    } else {
        while (scan->next < size && !is_one_of(text[scan->next], " \t\n\v\f\r") &&
               !is_one_of(text[scan->next], scan->marks) && !is_one_of(text[scan->next], quotes) &&
               !begins_comment(scan))
            scan->next++;
    }
    return (word){text + begin, scan->next - begin, begin};
}

word word_next(word_scanner *scan)
{
    skip_space(scan, " \t\n\v\f\r");
    return take_word(scan);
}

word word_next_in_line(word_scanner *scan)
{
    skip_space(scan, " \t\v\f\r");
    word w = take_word(scan);
    if (w.length == 0)
        word_skip_line(scan);
    return w;
}

bool word_is(word w, const char *text)
{
    return strlen(text) == w.length && memcmp(text, w.text, w.length) == 0;
}

bool word_count(size_t *count, word w, size_t most)
{
    size_t value = 0;
    for (size_t i = 0; i < w.length; i++) {
        if (w.text[i] < '0' || w.text[i] > '9')
            return false;
        size_t digit = (size_t)(w.text[i] - '0');
        if (digit > most || value > (most - digit) / 10)
            return false;
        value = 10 * value + digit;
    }
    if (w.length > 0)
        *count = value;
    return w.length > 0;
}

crease_status word_fail(const word_scanner *scan, word place, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    error_set_list(scan->error, format, arguments);
    va_end(arguments);
    document_locate(scan->error, scan->document, place.offset);
    return error_where(scan->error, "%s", scan->where);
}

crease_status word_refuse(const word_scanner *scan, word actual, const char *format, ...)
{
    char expected[256], token[EXCERPT_SIZE] = "the end of the file";
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(expected, sizeof expected, format, arguments);
    va_end(arguments);
    if (actual.length)
        excerpt_text(token, actual.text, actual.length);
    else if (actual.offset < scan->document.size)
        strcpy(token, "the end of the line");
    return word_fail(scan, actual, "expected %s, found %s", expected, token);
}
