// Exact numbers in input files.
#include "exact/literals.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include <stdio.h>
#include <stdlib.h>

// ---- Of a JSON tree ----

void literal_refuse_word(crease_error *error, const char *text, size_t length)
{
    char shown[EXCERPT_SIZE];
    fmpq_t value;
    fmpq_init(value);
    if (rational_parse(value, text, length, error) == CREASE_OK)
        error_set(error, "this number must stand in quotes: \"%s\"",
                  excerpt_text(shown, text, length));
    fmpq_clear(value);
}

crease_status literal_read(fmpq *x, const json_tree *tree, const json_value *value,
                           rational_rounding rounding, crease_error *error)
{
    const document_text text = json_text_of(tree, value);
    crease_error inner;
    char expected[80];
    if (rational_parse_short(x, text.text, text.size, rounding))
        return CREASE_OK;
    if (rational_parse(x, text.text, text.size, &inner))
        return json_fail(error, tree, value, "%s", inner.message);
    if (rational_round(x, rounding, NULL) == CREASE_OK)
        return CREASE_OK;
    snprintf(expected, sizeof expected, "a number in the range of %s",
             rational_rounding_name[rounding]);
    return json_unexpected(error, tree, value, expected);
}

crease_status literal_read_rounding(rational_rounding *rounding, const json_tree *tree,
                                    const json_value *value, crease_error *error)
{
    *rounding = RATIONAL_DECIMAL;
    for (int r = RATIONAL_DECIMAL; r <= RATIONAL_BINARY32; r++)
        if (!value || json_text_is(tree, value, rational_rounding_name[r])) {
            *rounding = (rational_rounding)r;
            return CREASE_OK;
        }
    char expected[64];
    snprintf(expected, sizeof expected, "one of %s, %s, %s", rational_rounding_name[0],
             rational_rounding_name[1], rational_rounding_name[2]);
    return json_unexpected(error, tree, value, expected);
}

// ---- Of other files ----

void literals_shorten(literal_list *list, size_t count)
{
    while (list->count > count)
        fmpq_clear(&list->number[--list->count].value);
}

void literals_clear(literal_list *list)
{
    literals_shorten(list, 0);
    free(list->number);
    *list = (literal_list){0};
}

void literals_add(literal_list *list, fmpq_t value, size_t offset)
{
    MEMORY_RESERVE(list->number, list->capacity, list->count + 1);
    literal *number = list->number + list->count++;
    fmpq_init(&number->value);
    fmpq_swap(&number->value, value);
    number->offset = offset;
}

crease_status literals_take(literal_list *list, const word_scanner *scan, word w)
{
    crease_error inner;
    fmpq_t value;
    fmpq_init(value);
    const crease_status status = rational_parse(value, w.text, w.length, &inner);
    if (status == CREASE_OK)
        literals_add(list, value, w.offset);
    else
        word_fail(scan, w, "%s", inner.message);
    fmpq_clear(value);
    return status;
}

void literals_move(fmpq *number, literal_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        fmpq_swap(number + i, &list->number[i].value);
}
