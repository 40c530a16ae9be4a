// Reading a JSON file by a grammar: tables of places, keys and rules.
#include "base/json_reader.h"

#include "base/error.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// ---- Errors ----

// "layers[0].weights[1][2]", or "" for the document itself.
static crease_status name_place(crease_error *error, const json_reader *reader, int where)
{
    const size_t *index = reader->index;
    return error_where(error, reader->grammar->places[where].path, index[0], index[1], index[2]);
}

crease_status json_refuse(crease_error *error, const json_reader *reader, int where, size_t offset,
                          const char *format, ...)
{
    char message[sizeof error->message];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    error_set(error, "%s", message);
    document_locate(error, reader->document, offset);
    return name_place(error, reader, where);
}

crease_status json_refuse_event(crease_error *error, const json_reader *reader,
                                const json_event *event, const char *expected)
{
    char token[EXCERPT_SIZE];
    const char *found = "an object";
    if (event->type == JSON_ARRAY)
        found = "an array";
    else if (event->type != JSON_OBJECT)
        found = excerpt_text(token, reader->document.text + event->offset,
                             json_token_length(reader->document, event->offset));
    return json_refuse(error, reader, reader->at, event->offset, "expected %s, found %s",
                       expected ? expected : reader->grammar->places[reader->at].expected, found);
}

// ---- Keys ----

// Goes to the place of the value of a key; it must be known and new.
static crease_status take_key(json_reader *reader, const json_event *event, crease_error *error)
{
    static const char rest[] = ", ...";
    char known[128] = "";
    size_t used = 0;
    int all_fit = 1;
    for (size_t k = 0; k < reader->grammar->key_count; k++) {
        const json_key *key = reader->grammar->keys + k;
        if (key->object != reader->at)
            continue;
        if (strlen(key->name) == event->length &&
            memcmp(key->name, event->text, event->length) == 0) {
            if (reader->seen[k])
                return json_refuse(error, reader, reader->at, event->offset,
                                   "the key \"%s\" appears twice", key->name);
            reader->seen[k] = 1;
            reader->at = key->value;
            return CREASE_OK;
        }
        const char *before = used ? ", " : "one of the keys ";
        all_fit &= used + strlen(before) + strlen(key->name) + strlen(rest) < sizeof known;
        if (all_fit)
            used += (size_t)sprintf(known + used, "%s%s", before, key->name);
    }
    if (!all_fit)
        strcpy(known + used, rest);
    return json_refuse_event(error, reader, event, known);
}

// At the end of an object: the required keys must have been there.
static crease_status check_keys(json_reader *reader, crease_error *error)
{
    int object = reader->at;
    for (size_t k = 0; k < reader->grammar->key_count; k++) {
        const json_key *key = reader->grammar->keys + k;
        if (key->object != object)
            continue;
        if (key->required && !reader->seen[k])
            return json_refuse(error, reader, object, reader->opened[object],
                               "the key \"%s\" is missing", key->name);
        reader->seen[k] = 0; // the next object of this kind starts afresh
    }
    return CREASE_OK;
}

// ---- Events ----

static crease_status obey(json_reader *reader, const json_rule *rule, const json_event *event,
                          crease_error *error)
{
    if (rule->next == JSON_BY_KEY)
        return take_key(reader, event, error);
    if (event->type == JSON_END && check_keys(reader, error) != CREASE_OK)
        return CREASE_ERROR;
    if (rule->action && rule->action(reader, event, error) != CREASE_OK)
        return CREASE_ERROR;
    reader->at = rule->next;
    if (event->type == JSON_OBJECT || event->type == JSON_ARRAY)
        reader->opened[reader->at] = event->offset;
    return CREASE_OK;
}

static crease_status take_event(void *data, const json_event *event, crease_error *error)
{
    json_reader *reader = data;
    const json_rule *rules = reader->grammar->rules;
    int literal =
        event->type == JSON_NUMBER || event->type == JSON_STRING || event->type == JSON_WORD;
    for (size_t r = 0; r < reader->grammar->rule_count; r++)
        if (rules[r].at == reader->at &&
            (rules[r].type == event->type || (literal && rules[r].type == JSON_LITERAL)))
            return obey(reader, rules + r, event, error);
    return json_refuse_event(error, reader, event, NULL);
}

crease_status json_read(json_reader *reader, crease_error *error)
{
    *error = (crease_error){0};
    crease_status status = json_parse(reader->document, take_event, reader, error);
    if (status != CREASE_OK && !error->where[0])
        name_place(error, reader, reader->at); // an error of syntax knows no path
    return status;
}
