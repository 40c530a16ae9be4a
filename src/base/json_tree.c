// A JSON document as a tree whose values are checked against a table.
#include "base/json_tree.h"

#include "base/error.h"
#include "base/memory.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// An object or array whose end has not been read.
typedef struct {
    uint32_t value;
    int element;   // the place of its elements, if it is an array
    uint64_t seen; // keys of an object, by their row after the first one of this parent
} open_value;

enum { NOWHERE = -1 }; // in an object, in front of a key, or at the end

typedef struct {
    json_tree *tree;
    open_value *open;
    size_t depth, capacity;
    int place; // of the next value
} tree_builder;

static const json_place *row_of(const json_tree *tree, int place)
{
    return tree->schema->place + place;
}

// ---- Errors ----

typedef struct {
    char text[sizeof((crease_error *)0)->where];
    size_t used;
} value_path;

static void extend_path(value_path *path, const json_place *row, size_t index)
{
    char *to = path->text + path->used;
    const size_t room = sizeof path->text - path->used;
    const int length = row->key ? snprintf(to, room, "%s%s", path->used ? "." : "", row->key)
                                : snprintf(to, room, "[%zu]", index);
    path->used += (size_t)length < room ? (size_t)length : room - 1;
}

static crease_status fail_at(crease_error *error, const json_tree *tree, const value_path *path,
                             size_t offset, const char *message)
{
    error_set(error, "%s", message);
    document_locate(error, tree->document, offset);
    return error_where(error, "%s", path->text);
}

static void describe_found(char found[EXCERPT_SIZE], const json_tree *tree, json_type type,
                           size_t offset)
{
    if (type == JSON_ARRAY || type == JSON_OBJECT)
        strcpy(found, type == JSON_ARRAY ? "an array" : "an object");
    else
        excerpt_text(found, tree->document.text + offset,
                     json_token_length(tree->document, offset));
}

static value_path path_of_value(const json_tree *tree, const json_value *value)
{
    value_path path = {"", 0};
    for (const json_value *at = tree->value; at < value;) {
        const json_value *child = at + 1;
        size_t index = 0;
        for (; tree->value + child->next <= value; index++)
            child = tree->value + child->next;
        extend_path(&path, row_of(tree, child->place), index);
        at = child;
    }
    return path;
}

crease_status json_fail(crease_error *error, const json_tree *tree, const json_value *value,
                        const char *format, ...)
{
    char message[sizeof error->message];
    const value_path path = path_of_value(tree, value);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    return fail_at(error, tree, &path, value->offset, message);
}

crease_status json_unexpected(crease_error *error, const json_tree *tree, const json_value *value,
                              const char *expected)
{
    char found[EXCERPT_SIZE];
    describe_found(found, tree, value->type, value->offset);
    return json_fail(error, tree, value, "expected %s, found %s",
                     expected ? expected : row_of(tree, value->place)->expected, found);
}

// The path of what is read now.
static value_path path_of_next(const tree_builder *b)
{
    const json_value *value = b->tree->value;
    value_path path = {"", 0};
    for (size_t k = 1; k < b->depth; k++)
        extend_path(&path, row_of(b->tree, value[b->open[k].value].place),
                    value[b->open[k - 1].value].length);
    if (b->place != NOWHERE && b->depth)
        extend_path(&path, row_of(b->tree, b->place), value[b->open[b->depth - 1].value].length);
    return path;
}

static crease_status fail_here(crease_error *error, const tree_builder *b, size_t offset,
                               const char *message)
{
    const value_path path = path_of_next(b);
    return fail_at(error, b->tree, &path, offset, message);
}

static crease_status refuse_event(crease_error *error, const tree_builder *b,
                                  const json_event *event, const char *expected)
{
    char found[EXCERPT_SIZE], message[sizeof error->message];
    describe_found(found, b->tree, event->type, event->offset);
    snprintf(message, sizeof message, "expected %s, found %s", expected, found);
    return fail_here(error, b, event->offset, message);
}

// ---- Keys ----

// The first row of the table with this parent.
static int first_place(const json_tree *tree, int parent)
{
    int place = 1;
    while ((size_t)place < tree->schema->places && row_of(tree, place)->parent != parent)
        place++;
    return place;
}

static crease_status refuse_key(crease_error *error, const tree_builder *b, const json_event *event,
                                int object)
{
    static const char rest[] = ", ...";
    char known[128] = "a key in quotes";
    size_t used = 0;
    int all_fit = 1;
    for (size_t place = 1; place < b->tree->schema->places; place++) {
        const json_place *row = row_of(b->tree, (int)place);
        const char *before = used ? ", " : "one of the keys ";
        if (row->parent != object || !row->key)
            continue;
        all_fit &= used + strlen(before) + strlen(row->key) + strlen(rest) < sizeof known;
        if (all_fit)
            used += (size_t)sprintf(known + used, "%s%s", before, row->key);
    }
    if (!all_fit)
        strcpy(known + used, rest);
    return refuse_event(error, b, event, known);
}

// Goes to the place of the value of a key; it must be known and new.
static crease_status take_key(tree_builder *b, const json_event *event, crease_error *error)
{
    open_value *object = b->open + b->depth - 1;
    const int parent = b->tree->value[object->value].place, first = first_place(b->tree, parent);
    for (int place = first; (size_t)place < b->tree->schema->places; place++) {
        const json_place *row = row_of(b->tree, place);
        if (row->parent != parent || !row->key || strlen(row->key) != event->length ||
            memcmp(row->key, event->text, event->length) != 0)
            continue;
        if (object->seen >> (place - first) & 1) {
            char message[128];
            snprintf(message, sizeof message, "the key \"%s\" appears twice", row->key);
            return fail_here(error, b, event->offset, message);
        }
        object->seen |= UINT64_C(1) << (place - first);
        b->place = place;
        return CREASE_OK;
    }
    return refuse_key(error, b, event, parent);
}

static crease_status check_keys(const tree_builder *b, crease_error *error)
{
    const open_value *object = b->open + b->depth - 1;
    const json_value *value = b->tree->value + object->value;
    const int first = first_place(b->tree, value->place);
    for (int place = first; (size_t)place < b->tree->schema->places; place++) {
        const json_place *row = row_of(b->tree, place);
        if (row->parent != value->place || !row->required || object->seen >> (place - first) & 1)
            continue;
        char message[128];
        snprintf(message, sizeof message, "the key \"%s\" is missing", row->key);
        return fail_here(error, b, value->offset, message);
    }
    return CREASE_OK;
}

// ---- Values ----

// The value before is complete: the next one is a further member of what is open.
static void go_on(tree_builder *b)
{
    b->place = NOWHERE;
    if (b->depth) {
        b->tree->value[b->open[b->depth - 1].value].length++;
        b->place = b->open[b->depth - 1].element;
    }
}

static int element_of(const json_tree *tree, int array)
{
    for (size_t place = 1; place < tree->schema->places; place++)
        if (row_of(tree, (int)place)->parent == array && !row_of(tree, (int)place)->key)
            return (int)place;
    return NOWHERE;
}

static uint32_t keep_text(json_tree *tree, const json_event *event)
{
    const size_t at = tree->text_size;
    MEMORY_RESERVE(tree->text, tree->text_capacity, at + event->length + 1);
    memcpy(tree->text + at, event->text, event->length);
    tree->text[at + event->length] = '\0';
    tree->text_size += event->length + 1;
    return (uint32_t)at;
}

static crease_status check_type(const tree_builder *b, const json_event *event, crease_error *error)
{
    const json_place *row = row_of(b->tree, b->place);
    if (row->types & JSON_IS(event->type))
        return CREASE_OK;
    if (event->type != JSON_WORD || row->types != JSON_IS_NUMERAL || !b->tree->schema->refuse_word)
        return refuse_event(error, b, event, row->expected);
    crease_error found;
    b->tree->schema->refuse_word(&found, event->text, event->length);
    return fail_here(error, b, event->offset, found.message);
}

static crease_status take_value(tree_builder *b, const json_event *event, crease_error *error)
{
    json_tree *tree = b->tree;
    if (check_type(b, event, error))
        return CREASE_ERROR;
    MEMORY_RESERVE(tree->value, tree->value_capacity, tree->values + 1);
    const uint32_t index = (uint32_t)tree->values++;
    tree->value[index] =
        (json_value){.offset = (uint32_t)event->offset,
                     .next = index + 1,
                     .length = (uint32_t)event->length,
                     .text = event->type == JSON_STRING ? keep_text(tree, event) : 0,
                     .type = (uint8_t)event->type,
                     .place = (uint8_t)b->place};
    if (event->type != JSON_OBJECT && event->type != JSON_ARRAY) {
        go_on(b);
        return CREASE_OK;
    }
    MEMORY_RESERVE(b->open, b->capacity, b->depth + 1);
    const int element = event->type == JSON_ARRAY ? element_of(tree, b->place) : NOWHERE;
    b->open[b->depth++] = (open_value){index, element, 0};
    b->place = element;
    return CREASE_OK;
}

static crease_status take_event(void *data, const json_event *event, crease_error *error)
{
    tree_builder *b = data;
    if (event->type == JSON_KEY)
        return take_key(b, event, error);
    if (event->type != JSON_END && b->place == NOWHERE) // a word in place of a key
        return refuse_key(error, b, event, NOWHERE);
    if (event->type != JSON_END)
        return take_value(b, event, error);
    json_value *value = b->tree->value + b->open[b->depth - 1].value;
    if (value->type == JSON_OBJECT && check_keys(b, error))
        return CREASE_ERROR;
    value->next = (uint32_t)b->tree->values;
    b->depth--;
    go_on(b);
    return CREASE_OK;
}

crease_status json_tree_read(json_tree *tree, const json_schema *schema, document_text document,
                             crease_error *error)
{
    *tree = (json_tree){.schema = schema, .document = document};
    *error = (crease_error){0};
    tree_builder b = {.tree = tree};
    crease_status status = json_parse(document, take_event, &b, error);
    if (status != CREASE_OK && !error->where[0]) { // an error of syntax has no path
        const value_path path = path_of_next(&b);
        error_where(error, "%s", path.text);
    }
    free(b.open);
    return status;
}

void json_tree_clear(json_tree *tree)
{
    free(tree->value);
    free(tree->text);
    *tree = (json_tree){0};
}

// ---- What it holds ----

const json_value *json_first(const json_value *array)
{
    return array + 1;
}

const json_value *json_next(const json_tree *tree, const json_value *element)
{
    return tree->value + element->next;
}

const json_value *json_member(const json_tree *tree, const json_value *object, int place)
{
    const json_value *member = object->type == JSON_OBJECT ? json_first(object) : NULL;
    for (size_t i = 0; member && i < object->length; i++, member = json_next(tree, member))
        if (member->place == place)
            return member;
    return NULL;
}

document_text json_text_of(const json_tree *tree, const json_value *value)
{
    const char *text =
        value->type == JSON_STRING ? tree->text + value->text : tree->document.text + value->offset;
    return (document_text){text, value->length};
}

int json_text_is(const json_tree *tree, const json_value *value, const char *text)
{
    const document_text found = json_text_of(tree, value);
    return strlen(text) == found.size && memcmp(text, found.text, found.size) == 0;
}

char *json_copy_text(const json_tree *tree, const json_value *value)
{
    return value ? memory_format("%.*s", (int)value->length, json_text_of(tree, value).text) : NULL;
}
