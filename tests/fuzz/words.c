// Fuzzing what is read from a word: numbers, activations, widths, boxes and points. Whatever the
// bytes, an error, or a value whose text is read as the same value.
#include "base/text.h"
#include "exact/rational.h"
#include "make/widths.h"
#include "net/activation.h"
#include <crease/crease.h>
#include <flint/fmpq_vec.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

bool LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void expect(int truth)
{
    if (!truth)
        abort();
}

// An error has a message, and it is printable.
static void check_error(const crease_error *error)
{
    char text[sizeof *error], tamed[sizeof *error];
    expect(error->message[0]);
    strcpy(tamed, crease_error_text(text, sizeof text, error));
    text_sanitize(tamed, '#');
    expect(!strcmp(text, tamed));
}

// text is terminated after size bytes, but may have NUL bytes before.
static void check_number(const char *text, size_t size)
{
    fmpq_t number, again;
    crease_error error;
    fmpq_init(number);
    fmpq_init(again);
    if (rational_parse(number, text, size, &error)) {
        check_error(&error);
    } else {
        expect(strspn(text, "+-./0123456789abcdefxpABCDEFXP") == size);
        expect(fmpq_is_canonical(number));
        char *spelt = rational_text(number);
        expect(!rational_parse(again, spelt, strlen(spelt), &error) && fmpq_equal(number, again));
        flint_free(spelt);
    }
    fmpq_clear(again);
    fmpq_clear(number);
}

static void check_activation(const char *text)
{
    activation act, again;
    crease_error error;
    if (activation_parse(&act, text, &error)) {
        check_error(&error);
        return;
    }
    expect(!activation_parse(&again, act.name, &error) && !strcmp(act.name, again.name));
    activation_clear(&again);
    activation_clear(&act);
}

static void check_widths(const char *text)
{
    size_t *widths, count;
    crease_error error;
    if (crease_widths_parse(&widths, &count, text, &error)) {
        check_error(&error);
        return;
    }
    expect(count >= 2 && count <= strlen(text));
    widths_check(widths, count, &error);
    char *spelt = widths_text(widths, count);
    expect(strlen(spelt) <= strlen(text)); // who writes zeros in front is longer
    free(spelt);
    free(widths);
}

static void check_domain(const char *text)
{
    enum { DIMENSION = 2 };
    crease_domain *box;
    crease_error error;
    fmpq *point = _fmpq_vec_init(DIMENSION);
    if (crease_point_parse(point, text, DIMENSION, &error))
        check_error(&error);
    if (crease_domain_parse_box(&box, text, DIMENSION, &error)) {
        check_error(&error);
    } else {
        expect(crease_domain_dimension(box) == DIMENSION && crease_domain_text(box)[0] == '[');
        crease_domain_free(box);
    }
    _fmpq_vec_clear(point, DIMENSION);
}

bool LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = calloc(size + 1, 1);
    if (size)
        memcpy(text, data, size);
    check_number(text, size);
    check_activation(text);
    check_widths(text);
    check_domain(text);
    free(text);
    return false;
}
