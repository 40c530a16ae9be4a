// The numbers of a JSON file while it is read: exact, and each remembers its place.
#include "exact/literals.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void literals_clear(literal_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        fmpq_clear(&list->number[i].value);
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

void literals_drop(literal_list *list)
{
    fmpq_clear(&list->number[--list->count].value);
}

crease_status literals_move(fmpq *to, literal_list *list, rational_rounding rounding,
                            document_text document, size_t *failed, crease_error *error)
{
    for (size_t i = 0; i < list->count; i++) {
        literal *number = list->number + i;
        if (rational_round(&number->value, rounding, NULL) != CREASE_OK) {
            char found[EXCERPT_SIZE];
            excerpt_text(found, document.text + number->offset,
                         json_token_length(document, number->offset));
            error_set(error, "expected a number in the range of %s, found %s",
                      rational_rounding_name[rounding], found);
            document_locate(error, document, number->offset);
            *failed = i;
            return CREASE_ERROR;
        }
        fmpq_swap(to + i, &number->value);
    }
    return CREASE_OK;
}

crease_status literal_take(literal_list *list, json_reader *reader, const json_event *event,
                           crease_error *error)
{
    fmpq_t value;
    fmpq_init(value);
    char shown[EXCERPT_SIZE];
    crease_error inner;
    crease_status status = rational_parse(value, event->text, event->length, &inner);
    if (status != CREASE_OK)
        status = json_refuse(error, reader, reader->at, event->offset, "%s", inner.message);
    else if (event->type == JSON_WORD)
        status = json_refuse(error, reader, reader->at, event->offset,
                             "this number must stand in quotes: \"%s\"",
                             excerpt_text(shown, event->text, event->length));
    else
        literals_add(list, value, event->offset);
    fmpq_clear(value);
    return status;
}

crease_status literal_take_rounding(rational_rounding *rounding, json_reader *reader,
                                    const json_event *event, crease_error *error)
{
    for (int r = RATIONAL_DECIMAL; r <= RATIONAL_BINARY32; r++)
        if (strlen(rational_rounding_name[r]) == event->length &&
            memcmp(rational_rounding_name[r], event->text, event->length) == 0) {
            *rounding = (rational_rounding)r;
            return CREASE_OK;
        }
    char expected[64];
    snprintf(expected, sizeof expected, "one of %s, %s, %s", rational_rounding_name[0],
             rational_rounding_name[1], rational_rounding_name[2]);
    return json_refuse_event(error, reader, event, expected);
}
