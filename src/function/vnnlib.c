// The language of VNN-LIB (version 1): commands, and the names of inputs and outputs.
#include "function/vnnlib.h"

#include "base/error.h"
#include <stdio.h>
#include <string.h>

enum { MOST_NAMES = 2147483647 };

int vnnlib_is_input(word w)
{
    return w.length > 2 && memcmp(w.text, "X_", 2) == 0;
}

int vnnlib_is_output(word w)
{
    return w.length > 2 && memcmp(w.text, "Y_", 2) == 0;
}

crease_status vnnlib_index(size_t *index, const word_scanner *scan, word name, size_t count,
                           crease_error *error)
{
    const word digits = {name.text + 2, name.length - 2, name.offset + 2};
    const int is_spelled = digits.length == 1 || digits.text[0] != '0'; // X_00 is not X_0
    if (is_spelled && word_count(index, digits, MOST_NAMES) && *index < count)
        return CREASE_OK;
    return word_refuse(error, scan, name, NULL, "an %s that has been declared",
                       vnnlib_is_input(name) ? "input" : "output");
}

int vnnlib_begins_number(word w)
{
    return w.length > 0 && strchr("+-.0123456789", w.text[0]) != NULL;
}

crease_status vnnlib_expect(word_scanner *scan, const char *text, crease_error *error)
{
    word w = word_next(scan);
    if (word_is(w, text))
        return CREASE_OK;
    return word_refuse(error, scan, w, NULL, "%s", text);
}

// Skips from behind an opening parenthesis to behind the closing one.
static crease_status skip_command(word_scanner *scan, crease_error *error)
{
    for (size_t depth = 1; depth > 0;) {
        word w = word_next(scan);
        if (w.length == 0)
            return word_refuse(error, scan, w, NULL, ")");
        depth += word_is(w, "(");
        depth -= word_is(w, ")");
    }
    return CREASE_OK;
}

crease_status vnnlib_next_name(const word_scanner *scan, word name, char kind, size_t count,
                               crease_error *error)
{
    char next[32];
    snprintf(next, sizeof next, "%c_%zu", kind, count);
    if (word_is(name, next))
        return CREASE_OK;
    return word_refuse(error, scan, name, NULL, "%s, the next %s", next,
                       kind == 'X' ? "input" : "output");
}

// After "declare-const".
static crease_status read_declaration(word_scanner *scan, const vnnlib_callbacks *callbacks,
                                      crease_error *error)
{
    word name = word_next(scan);
    if (!vnnlib_is_input(name) && !vnnlib_is_output(name))
        return word_refuse(error, scan, name, NULL, "an input X_i or an output Y_i");
    if (callbacks->declare(callbacks->data, name, error) != CREASE_OK ||
        vnnlib_expect(scan, "Real", error) != CREASE_OK)
        return CREASE_ERROR;
    return vnnlib_expect(scan, ")", error);
}

// Commands that change nothing here.
static int is_skipped(word head)
{
    static const char *const names[] = {"set-logic", "set-info",  "set-option", "check-sat",
                                        "get-model", "get-value", "echo",       "exit"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (word_is(head, names[i]))
            return 1;
    return 0;
}

static crease_status refuse_command(word_scanner *scan, word head, crease_error *error)
{
    char version[EXCERPT_SIZE] = "2.0";
    if (word_is(head, "vnnlib-version")) {
        const word w = word_next(scan);
        excerpt_text(version, w.text, w.length);
    } else if (!word_is(head, "declare-network")) {
        return word_refuse(error, scan, head, NULL, "declare-const or assert");
    }
    return word_fail(error, scan, head, NULL,
                     "this is VNN-LIB %s: expected version 1, as in (declare-const X_0 Real)",
                     version);
}

crease_status vnnlib_commands(word_scanner *scan, const vnnlib_callbacks *callbacks,
                              crease_error *error)
{
    for (;;) {
        word w = word_next(scan);
        if (w.length == 0)
            return CREASE_OK;
        if (!word_is(w, "("))
            return word_refuse(error, scan, w, NULL, "(");
        word head = word_next(scan);
        crease_status status;
        if (word_is(head, "declare-const"))
            status = read_declaration(scan, callbacks, error);
        else if (word_is(head, "assert"))
            status = callbacks->assertion(callbacks->data, error);
        else if (is_skipped(head))
            status = skip_command(scan, error);
        else
            status = refuse_command(scan, head, error);
        if (status != CREASE_OK)
            return status;
    }
}
