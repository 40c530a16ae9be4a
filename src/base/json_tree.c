// A JSON document as a tree whose values are checked against a table.
#include "base/json_tree.h"

#include "base/error.h"
#include "base/memory.h"
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// An object or array whose end has not been read.
typedef struct {
    uint32_t value;
    int element;   // the place of its elements, if it is an array
    uint64_t seen; // rows of the keys of an object
} open_value;

enum { NOWHERE = -1 }; // in an object, in front of a key, or at the end

typedef struct {
    json_tree *tree;
    size_t at; // in the document
    open_value *open;
    size_t depth, capacity;
    int place; // of the next value
    crease_error *error;
} tree_reader;

static const json_place *row_of(const json_tree *tree, int place)
{
    return tree->schema->place + place;
}

// ---- Tokens ----

static int is_json_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static int is_mark(char c)
{
    return c == ',' || c == ':' || c == '[' || c == ']' || c == '{' || c == '}';
}

// The bytes of the token that begins at offset < size: a string with its quotes, one mark, or
// everything up to white space, a mark or a quote.
static size_t token_length(document_text document, size_t offset)
{
    const char *begin = document.text + offset, *end = document.text + document.size;
    const char *at = begin + 1;
    if (*begin == '"') {
        while (at < end && *at != '"')
            at += *at == '\\' && at + 1 < end ? 2 : 1;
        return (size_t)(at - begin) + (at < end);
    }
    while (!is_mark(*begin) && at < end && !is_json_space(*at) && !is_mark(*at) && *at != '"')
        at++;
    return (size_t)(at - begin);
}

static size_t skip_digits(const char *text, size_t length, size_t at)
{
    while (at < length && text[at] >= '0' && text[at] <= '9')
        at++;
    return at;
}

// An integer without leading zeros, then perhaps a fraction and an exponent.
static int is_json_number(const char *text, size_t length)
{
    const size_t first = length && text[0] == '-';
    size_t at = skip_digits(text, length, first);
    if (at == first || (text[first] == '0' && at > first + 1))
        return 0;
    if (at < length && text[at] == '.') {
        const size_t point = at;
        at = skip_digits(text, length, at + 1);
        if (at == point + 1)
            return 0;
    }
    if (at < length && (text[at] == 'e' || text[at] == 'E')) {
        at += 1 + (at + 1 < length && (text[at + 1] == '+' || text[at + 1] == '-'));
        const size_t digits = at;
        at = skip_digits(text, length, at);
        if (at == digits)
            return 0;
    }
    return at == length;
}

static json_type type_of_token(const char *text, size_t length)
{
    static const struct {
        const char *text;
        json_type type;
    } words[] = {{"null", JSON_NULL},
                 {"true", JSON_BOOLEAN},
                 {"false", JSON_BOOLEAN},
                 {"[", JSON_ARRAY},
                 {"{", JSON_OBJECT}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i].text) == length && memcmp(words[i].text, text, length) == 0)
            return words[i].type;
    return *text == '"' ? JSON_STRING : is_json_number(text, length) ? JSON_NUMBER : JSON_WORD;
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

static crease_status fail_list(crease_error *error, const json_tree *tree, const value_path *path,
                               size_t offset, const char *format, va_list arguments)
{
    *error = (crease_error){0};
    vsnprintf(error->message, sizeof error->message, format, arguments);
    document_locate(error, tree->document, offset);
    return error_where(error, "%s", path->text);
}

static void describe_found(char found[EXCERPT_SIZE], const json_tree *tree, json_type type,
                           size_t offset)
{
    if (type == JSON_ARRAY || type == JSON_OBJECT)
        strcpy(found, type == JSON_ARRAY ? "an array" : "an object");
    else
        excerpt_text(found, tree->document.text + offset, token_length(tree->document, offset));
}

static value_path path_of_value(const json_tree *tree, const json_value *value)
{
    value_path path = {"", 0};
    for (const json_value *at = tree->value; at < value;) {
        const json_value *child = at + 1;
        size_t index = 0;
        for (; child->next <= (size_t)(value - tree->value); index++)
            child = tree->value + child->next;
        extend_path(&path, row_of(tree, child->place), index);
        at = child;
    }
    return path;
}

crease_status json_fail(crease_error *error, const json_tree *tree, const json_value *value,
                        const char *format, ...)
{
    const value_path path = path_of_value(tree, value);
    va_list arguments;
    va_start(arguments, format);
    fail_list(error, tree, &path, value->offset, format, arguments);
    va_end(arguments);
    return CREASE_ERROR;
}

crease_status json_unexpected(crease_error *error, const json_tree *tree, const json_value *value,
                              const char *expected)
{
    char found[EXCERPT_SIZE];
    describe_found(found, tree, value->type, value->offset);
    return json_fail(error, tree, value, "expected %s, found %s",
                     expected ? expected : row_of(tree, value->place)->expected, found);
}

static crease_status fail_here(const tree_reader *r, size_t offset, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// An error of what is read now: the place of the next value, or of the object that is open.
static crease_status fail_here(const tree_reader *r, size_t offset, const char *format, ...)
{
    const json_value *value = r->tree->value;
    const json_value *top = r->depth ? value + r->open[r->depth - 1].value : NULL;
    value_path path = {"", 0};
    if (top)
        path = path_of_value(r->tree, top);
    if (top && r->place != NOWHERE)
        extend_path(&path, row_of(r->tree, r->place), top->length);
    va_list arguments;
    va_start(arguments, format);
    fail_list(r->error, r->tree, &path, offset, format, arguments);
    va_end(arguments);
    return CREASE_ERROR;
}

// Refuses `size` bytes at an offset.
static crease_status refuse_bytes(const tree_reader *r, size_t offset, size_t size,
                                  const char *expected)
{
    char found[EXCERPT_SIZE];
    const char *token = r->tree->document.text + offset, *quote = is_mark(*token) ? "'" : "";
    return fail_here(r, offset, "expected %s, found %s%s%s", expected, quote,
                     excerpt_text(found, token, size), quote);
}

static crease_status refuse_token(const tree_reader *r, const char *expected)
{
    return refuse_bytes(r, r->at, token_length(r->tree->document, r->at), expected);
}

static crease_status refuse_end(const tree_reader *r)
{
    return fail_here(r, r->tree->document.size, "%s",
                     r->tree->values ? "the file ends before its JSON is complete"
                                     : "the file is empty");
}

// ---- Strings ----

static void put_byte(json_tree *tree, char c)
{
    MEMORY_RESERVE(tree->text, tree->text_capacity, tree->text_size + 1);
    tree->text[tree->text_size++] = c;
}

static void put_code_point(json_tree *tree, unsigned long point)
{
    const int more = point < 0x80 ? 0 : point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
    static const unsigned char lead[] = {0, 0xc0, 0xe0, 0xf0};
    put_byte(tree, (char)(lead[more] | point >> 6 * more));
    for (int k = more; k-- > 0;)
        put_byte(tree, (char)(0x80 | (point >> 6 * k & 0x3f)));
}

// The code unit of an escape \uXXXX; *length is 6, or less if a digit is wrong.
static unsigned long escaped_unit(const char *at, const char *end, size_t *length)
{
    unsigned long unit = 0;
    *length = 0;
    if (end - at < 6 || at[0] != '\\' || at[1] != 'u')
        return 0;
    for (*length = 2; *length < 6 && isxdigit((unsigned char)at[*length]); ++*length)
        unit = unit << 4 | (unsigned long)(isdigit((unsigned char)at[*length])
                                               ? at[*length] - '0'
                                               : (at[*length] | 0x20) - 'a' + 10);
    return unit;
}

// Takes an escape at *at, of which two may be one character.
static crease_status take_escape(tree_reader *r, const char **at, const char *end)
{
    static const char names[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
    const char *begin = *at, *name = end - begin > 1 ? strchr(names, begin[1]) : NULL;
    const size_t offset = (size_t)(begin - r->tree->document.text);
    size_t length, more = 0;
    if (name && *name) {
        put_byte(r->tree, values[name - names]);
        *at += 2;
        return CREASE_OK;
    }
    unsigned long unit = escaped_unit(begin, end, &length);
    if (length < 6)
        return end - begin < 2 || (begin[1] == 'u' && !length)
                   ? refuse_end(r)
                   : refuse_bytes(r, offset, length ? length + 1 : 2,
                                  "an escape such as \\n or \\u00e9 in a string");
    if (unit == 0)
        return refuse_token(r, "a string without NUL characters");
    if (unit >= 0xd800 && unit <= 0xdfff) {
        const unsigned long low = escaped_unit(begin + 6, end, &more);
        if (unit >= 0xdc00 || more < 6 || low < 0xdc00 || low > 0xdfff)
            return refuse_bytes(r, offset, 6, "well-formed UTF-8 in a string");
        unit = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
    }
    put_code_point(r->tree, unit);
    *at += length + more;
    return CREASE_OK;
}

// Appends the text of the string at the present place to that of the tree, and goes behind it.
static crease_status take_string(tree_reader *r)
{
    const document_text document = r->tree->document;
    const char *end = document.text + document.size, *at = document.text + r->at + 1;
    while (at < end && *at != '"') {
        const size_t bytes = utf8_length(at, (size_t)(end - at));
        const size_t offset = (size_t)(at - document.text);
        if ((unsigned char)*at < ' ')
            return refuse_bytes(r, offset, 1, "control characters to be escaped in a string");
        if (bytes == 0)
            return refuse_bytes(r, offset, 1, "well-formed UTF-8 in a string");
        if (*at == '\\') {
            if (take_escape(r, &at, end))
                return CREASE_ERROR;
            continue;
        }
        for (size_t k = 0; k < bytes; k++)
            put_byte(r->tree, *at++);
    }
    if (at == end)
        return refuse_end(r);
    put_byte(r->tree, '\0');
    r->at = (size_t)(at - document.text) + 1;
    return CREASE_OK;
}

// ---- Keys ----

// The row of the elements of an array (key NULL), or of a key of an object.
static int json_find_row(const json_tree *tree, int parent, const char *key)
{
    for (int place = 1; (size_t)place < tree->schema->places; place++) {
        const json_place *row = row_of(tree, place);
        if (row->parent == parent && (key ? row->key && !strcmp(row->key, key) : !row->key))
            return place;
    }
    return NOWHERE;
}

static crease_status refuse_key(const tree_reader *r, size_t offset, int object)
{
    char known[256] = "", found[EXCERPT_SIZE];
    size_t used = 0;
    for (size_t place = 1; place < r->tree->schema->places && used < sizeof known; place++) {
        const json_place *row = row_of(r->tree, (int)place);
        if (row->parent == object && row->key)
            used += (size_t)snprintf(known + used, sizeof known - used, "%s%s", used ? ", " : "",
                                     row->key);
    }
    describe_found(found, r->tree, JSON_STRING, offset);
    return fail_here(r, offset, "expected one of the keys %s, found %s", known, found);
}

// Goes to the place of the value of a key, which must be known and new.
static crease_status take_key(tree_reader *r)
{
    json_tree *tree = r->tree;
    open_value *object = r->open + r->depth - 1;
    const int parent = tree->value[object->value].place;
    const size_t offset = r->at, text = tree->text_size;
    if (tree->document.text[offset] != '"')
        return refuse_token(r, "a key in quotes");
    if (take_string(r))
        return CREASE_ERROR;
    tree->text_size = text; // it is not kept
    const char *key = tree->text + text;
    const int place = json_find_row(tree, parent, key);
    if (place == NOWHERE)
        return refuse_key(r, offset, parent);
    if (object->seen >> place & 1)
        return fail_here(r, offset, "the key \"%s\" appears twice", key);
    object->seen |= UINT64_C(1) << place;
    r->place = place;
    return CREASE_OK;
}

static crease_status check_keys(const tree_reader *r)
{
    const open_value *object = r->open + r->depth - 1;
    const json_value *value = r->tree->value + object->value;
    for (size_t place = 1; place < r->tree->schema->places; place++) {
        const json_place *row = row_of(r->tree, (int)place);
        if (row->parent == value->place && row->required && !(object->seen >> place & 1))
            return fail_here(r, value->offset, "the key \"%s\" is missing", row->key);
    }
    return CREASE_OK;
}

// ---- Values ----

static crease_status check_type(const tree_reader *r, json_type type, size_t length)
{
    const json_place *row = row_of(r->tree, r->place);
    const document_text document = r->tree->document;
    char found[EXCERPT_SIZE];
    crease_error wrong;
    if (row->types & JSON_IS(type))
        return CREASE_OK;
    if (type == JSON_WORD && r->at + length == document.size)
        return refuse_end(r);
    if (type == JSON_WORD && row->types == JSON_IS_NUMERAL && r->tree->schema->refuse_word) {
        r->tree->schema->refuse_word(&wrong, document.text + r->at, length);
        return fail_here(r, r->at, "%s", wrong.message);
    }
    describe_found(found, r->tree, type, r->at);
    return fail_here(r, r->at, "expected %s, found %s", row->expected, found);
}

static crease_status take_value(tree_reader *r)
{
    json_tree *tree = r->tree;
    const size_t length = token_length(tree->document, r->at), text = tree->text_size;
    const char *token = tree->document.text + r->at;
    const json_type type = type_of_token(token, length);
    if (is_mark(*token) && type == JSON_WORD)
        return refuse_token(r, "a value");
    if (check_type(r, type, length))
        return CREASE_ERROR;
    const int is_list = type == JSON_OBJECT || type == JSON_ARRAY;
    const uint32_t index = (uint32_t)tree->values;
    json_value made = {.offset = (uint32_t)r->at,
                       .next = is_list ? UINT32_MAX : index + 1, // not known yet
                       .length = is_list ? 0 : (uint32_t)length,
                       .text = (uint32_t)text,
                       .type = (uint8_t)type,
                       .place = (uint8_t)r->place};
    if (type == JSON_STRING && take_string(r))
        return CREASE_ERROR;
    if (type == JSON_STRING)
        made.length = (uint32_t)(tree->text_size - text - 1);
    else
        r->at += length;
    MEMORY_RESERVE(tree->value, tree->value_capacity, tree->values + 1);
    tree->value[tree->values++] = made;
    if (is_list) {
        MEMORY_RESERVE(r->open, r->capacity, r->depth + 1);
        const int element = type == JSON_ARRAY ? json_find_row(tree, r->place, NULL) : NOWHERE;
        r->open[r->depth++] = (open_value){index, element, 0};
    }
    return CREASE_OK;
}

// To the next token, which must be there.
static crease_status find_token(tree_reader *r)
{
    const document_text document = r->tree->document;
    while (r->at < document.size && is_json_space(document.text[r->at]))
        r->at++;
    return r->at < document.size ? CREASE_OK : refuse_end(r);
}

// Reads what follows a value: a comma, or ends of the open objects and arrays. `first`: the value
// is an object or array that was just opened, and may end at once.
static crease_status take_separators(tree_reader *r, int first)
{
    while (r->depth) {
        open_value *top = r->open + r->depth - 1;
        json_value *value = r->tree->value + top->value;
        const int is_object = value->type == JSON_OBJECT;
        if (!first)
            value->length++;
        r->place = top->element;
        if (find_token(r))
            return CREASE_ERROR;
        const char c = r->tree->document.text[r->at];
        if (c == (is_object ? '}' : ']')) {
            if (is_object && check_keys(r))
                return CREASE_ERROR;
            value->next = (uint32_t)r->tree->values;
            r->at++;
            r->depth--;
            first = 0;
            continue;
        }
        if (first)
            return CREASE_OK;
        if (c != ',')
            return refuse_token(r, is_object ? "',' or '}'" : "',' or ']'");
        r->at++;
        return CREASE_OK;
    }
    r->place = NOWHERE;
    return CREASE_OK;
}

static crease_status read_document(tree_reader *r)
{
    const document_text document = r->tree->document;
    do {
        if (find_token(r))
            return CREASE_ERROR;
        if (r->depth && r->place == NOWHERE) {
            if (take_key(r) || find_token(r))
                return CREASE_ERROR;
            if (document.text[r->at] != ':')
                return refuse_token(r, "':'");
            r->at++;
            if (find_token(r))
                return CREASE_ERROR;
        }
        const size_t depth = r->depth;
        if (take_value(r) || take_separators(r, r->depth > depth))
            return CREASE_ERROR;
    } while (r->depth);
    while (r->at < document.size && is_json_space(document.text[r->at]))
        r->at++;
    return r->at < document.size ? refuse_token(r, "the end of the file") : CREASE_OK;
}

crease_status json_tree_read(json_tree *tree, const json_schema *schema, document_text document,
                             crease_error *error)
{
    *tree = (json_tree){.schema = schema, .document = document};
    *error = (crease_error){0};
    tree_reader r = {.tree = tree, .error = error};
    const crease_status status = read_document(&r);
    free(r.open);
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
