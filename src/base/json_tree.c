// A JSON document as a tree whose values are checked against a table.
#include "base/json_tree.h"

#include "base/error.h"
#include "base/memory.h"
#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Values are read recursively, no deeper than the table.
typedef struct {
    json_tree *tree;
    size_t offset; // in the document
    crease_error *error;
} tree_reader;

static const json_place *row_of(const json_tree *tree, int place)
{
    return tree->schema->place + place;
}

// ---- Tokens ----

static bool is_json_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool is_mark(char c)
{
    return c == ',' || c == ':' || c == '[' || c == ']' || c == '{' || c == '}';
}

static const bool ends_word[UCHAR_MAX + 1] = {
    [' '] = true, ['\t'] = true, ['\n'] = true, ['\r'] = true, ['"'] = true, [','] = true,
    [':'] = true, ['['] = true,  [']'] = true,  ['{'] = true,  ['}'] = true,
};

// The bytes of the token that begins at offset < size: a string with its quotes, one mark, or
// everything up to white space, a mark or a quote.
static size_t token_length(document_text document, size_t offset)
{
    const char *begin = document.text + offset, *end = document.text + document.size;
    const char *next = begin + 1;
    if (*begin == '"') {
        while (next < end && *next != '"')
            next += *next == '\\' && next + 1 < end ? 2 : 1;
        return (size_t)(next - begin) + (next < end);
    }
    while (!is_mark(*begin) && next < end && !ends_word[(unsigned char)*next])
        next++;
    return (size_t)(next - begin);
}

static const char *skip_digits(const char *next, const char *end)
{
    while (next < end && *next >= '0' && *next <= '9')
        next++;
    return next;
}

// The length of the number that begins at offset: an integer without leading zeros, then perhaps a
// fraction and an exponent. Returns 0 if the token there is not a number.
static size_t number_length(document_text document, size_t offset)
{
    const char *begin = document.text + offset, *end = document.text + document.size;
    const char *digits = begin + (*begin == '-'), *next = skip_digits(digits, end);
    if (next == digits || (*digits == '0' && next > digits + 1))
        return 0;
    if (next < end && *next == '.') {
        digits = next + 1;
        next = skip_digits(digits, end);
        if (next == digits)
            return 0;
    }
    if (next < end && (*next == 'e' || *next == 'E')) {
        digits = next + 1 + (next + 1 < end && (next[1] == '+' || next[1] == '-'));
        next = skip_digits(digits, end);
        if (next == digits)
            return 0;
    }
    return next == end || ends_word[(unsigned char)*next] ? (size_t)(next - begin) : 0;
}

// Goes to the next token. Returns whether there is one.
static bool find_token(tree_reader *r)
{
    const document_text document = r->tree->document;
    while (r->offset < document.size && is_json_space(document.text[r->offset]))
        r->offset++;
    return r->offset < document.size;
}

// The type and the length of the token at offset < size.
static json_type type_of_token(size_t *length, document_text document, size_t offset)
{
    static const struct {
        const char *text;
        json_type type;
    } words[] = {{"null", JSON_NULL},
                 {"true", JSON_BOOLEAN},
                 {"false", JSON_BOOLEAN},
                 {"[", JSON_ARRAY},
                 {"{", JSON_OBJECT}};
    const char *text = document.text + offset;
    *length = number_length(document, offset);
    if (*length)
        return JSON_NUMBER;
    *length = token_length(document, offset);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i].text) == *length && memcmp(words[i].text, text, *length) == 0)
            return words[i].type;
    return *text == '"' ? JSON_STRING : JSON_WORD;
}

// ---- Errors ----

// Sets `where` to the path of a value. Open lists contain all values that follow.
static void set_path(crease_error *error, const json_tree *tree, size_t value)
{
    const size_t room = sizeof error->where;
    size_t used = 0;
    for (size_t ancestor = 0; ancestor < value;) {
        size_t child = ancestor + 1, index = 0;
        for (; tree->value[child].next <= value; index++)
            child = tree->value[child].next;
        const json_place *row = row_of(tree, tree->value[child].place);
        char *tail = error->where + used;
        used += (size_t)(row->key ? snprintf(tail, room - used, "%s%s", used ? "." : "", row->key)
                                  : snprintf(tail, room - used, "[%zu]", index));
        used = used < room ? used : room - 1;
        ancestor = child;
    }
}

crease_status json_fail_at(crease_error *error, const json_tree *tree, size_t value, size_t offset,
                           const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    error_set_list(error, format, arguments);
    va_end(arguments);
    document_locate(error, tree->document, offset);
    set_path(error, tree, value);
    return CREASE_ERROR;
}

crease_status json_unexpected(crease_error *error, const json_tree *tree, const json_value *value,
                              const char *expected)
{
    static const char *const lists[] = {[JSON_ARRAY] = "an array", [JSON_OBJECT] = "an object"};
    char excerpt[EXCERPT_SIZE];
    const size_t offset = value->offset;
    if (value->type < JSON_OBJECT)
        excerpt_text(excerpt, tree->document.text + offset, token_length(tree->document, offset));
    return json_fail(error, tree, value, "expected %s, found %s",
                     expected ? expected : row_of(tree, value->place)->expected,
                     value->type < JSON_OBJECT ? excerpt : lists[value->type]);
}

// Refuses `size` bytes at an offset.
static crease_status refuse_bytes(const tree_reader *r, size_t value, size_t offset, size_t size,
                                  const char *expected)
{
    char excerpt[EXCERPT_SIZE];
    const char *token = r->tree->document.text + offset, *quote = is_mark(*token) ? "'" : "";
    return json_fail_at(r->error, r->tree, value, offset, "expected %s, found %s%s%s", expected,
                        quote, excerpt_text(excerpt, token, size), quote);
}

static crease_status refuse_end(const tree_reader *r, size_t value)
{
    return json_fail_at(r->error, r->tree, value, r->tree->document.size,
                        "the file ends before its JSON is complete");
}

static crease_status refuse_token(const tree_reader *r, size_t value, const char *expected)
{
    const document_text document = r->tree->document;
    return r->offset == document.size
               ? refuse_end(r, value)
               : refuse_bytes(r, value, r->offset, token_length(document, r->offset), expected);
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
static unsigned long escaped_unit(const char *escape, const char *end, size_t *length)
{
    unsigned long unit = 0;
    *length = 0;
    if (end - escape < 6 || escape[0] != '\\' || escape[1] != 'u')
        return 0;
    for (*length = 2; *length < 6 && isxdigit((unsigned char)escape[*length]); ++*length)
        unit = unit << 4 | (unsigned long)(isdigit((unsigned char)escape[*length])
                                               ? escape[*length] - '0'
                                               : (escape[*length] | 0x20) - 'a' + 10);
    return unit;
}

// Takes an escape at *at; two may form one character.
static crease_status take_escape(tree_reader *r, size_t value, const char **cursor, const char *end)
{
    static const char names[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
    const char *begin = *cursor, *name = end - begin > 1 ? strchr(names, begin[1]) : NULL;
    const size_t offset = (size_t)(begin - r->tree->document.text);
    size_t length, more = 0;
    if (name && *name) {
        put_byte(r->tree, values[name - names]);
        *cursor += 2;
        return CREASE_OK;
    }
    unsigned long unit = escaped_unit(begin, end, &length);
    if (length < 6 && (end - begin < 2 || (begin[1] == 'u' && !length)))
        return refuse_end(r, value);
    if (length < 6)
        return refuse_bytes(r, value, offset, length ? length + 1 : 2,
                            "an escape such as \\n or \\u00e9 in a string");
    if (unit == 0)
        return refuse_token(r, value, "a string without NUL characters");
    if (unit >= 0xd800 && unit <= 0xdfff) {
        const unsigned long low = escaped_unit(begin + 6, end, &more);
        if (unit >= 0xdc00 || more < 6 || low < 0xdc00 || low > 0xdfff)
            return refuse_bytes(r, value, offset, 6, "well-formed UTF-8 in a string");
        unit = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
    }
    put_code_point(r->tree, unit);
    *cursor += length + more;
    return CREASE_OK;
}

// Appends the text of the string here to that of the tree, and skips it. Errors are reported at
// value.
static crease_status take_string(tree_reader *r, size_t value)
{
    const document_text document = r->tree->document;
    const char *end = document.text + document.size, *next = document.text + r->offset + 1;
    while (next < end && *next != '"') {
        const size_t bytes = utf8_length(next, (size_t)(end - next));
        const size_t offset = (size_t)(next - document.text);
        if ((unsigned char)*next < ' ')
            return refuse_bytes(r, value, offset, 1,
                                "control characters to be escaped in a string");
        if (bytes == 0)
            return refuse_bytes(r, value, offset, 1, "well-formed UTF-8 in a string");
        if (*next == '\\') {
            if (take_escape(r, value, &next, end))
                return CREASE_ERROR;
            continue;
        }
        for (size_t k = 0; k < bytes; k++)
            put_byte(r->tree, *next++);
    }
    if (next == end)
        return refuse_end(r, value);
    put_byte(r->tree, '\0');
    r->offset = (size_t)(next - document.text) + 1;
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
    return 0;
}

static crease_status refuse_key(const tree_reader *r, size_t object, size_t offset)
{
    char known[256] = "one of the keys ";
    for (size_t place = 1, any = 0; place < r->tree->schema->places; place++) {
        const json_place *row = row_of(r->tree, (int)place);
        const size_t used = strlen(known);
        if (row->parent != r->tree->value[object].place || !row->key)
            continue;
        snprintf(known + used, sizeof known - used, "%s%s", any ? ", " : "", row->key);
        any = 1;
    }
    return refuse_bytes(r, object, offset, token_length(r->tree->document, offset), known);
}

// Reads a key of an object, which must be known and new, and the colon.
static crease_status take_key(int *place, tree_reader *r, size_t object, uint64_t *seen)
{
    json_tree *tree = r->tree;
    const size_t text = tree->text_size;
    if (!find_token(r) || tree->document.text[r->offset] != '"')
        return refuse_token(r, object, "a key in quotes");
    const size_t offset = r->offset;
    if (take_string(r, object))
        return CREASE_ERROR;
    tree->text_size = text; // keys are not kept
    const char *key = tree->text + text;
    *place = json_find_row(tree, tree->value[object].place, key);
    if (!*place)
        return refuse_key(r, object, offset);
    if (*seen >> *place & 1)
        return json_fail_at(r->error, r->tree, object, offset, "the key \"%s\" appears twice", key);
    *seen |= UINT64_C(1) << *place;
    if (!find_token(r) || tree->document.text[r->offset] != ':')
        return refuse_token(r, object, "':'");
    r->offset++;
    return CREASE_OK;
}

static crease_status check_keys(const tree_reader *r, size_t object, uint64_t seen)
{
    const json_value *value = r->tree->value + object;
    for (size_t place = 1; place < r->tree->schema->places; place++) {
        const json_place *row = row_of(r->tree, (int)place);
        if (row->parent == value->place && row->required && !(seen >> place & 1))
            return json_fail_at(r->error, r->tree, object, value->offset,
                                "the key \"%s\" is missing", row->key);
    }
    return CREASE_OK;
}

// ---- Values ----

static crease_status check_type(tree_reader *r, size_t index, size_t length)
{
    const json_value *value = r->tree->value + index;
    const unsigned types = row_of(r->tree, value->place)->types;
    const document_text document = r->tree->document;
    crease_error wrong;
    if (types & JSON_IS(value->type))
        return CREASE_OK;
    if (value->type == JSON_WORD && r->offset + length == document.size)
        return refuse_end(r, index);
    if (value->type == JSON_WORD && types == JSON_IS_NUMERAL && r->tree->schema->refuse_word) {
        r->tree->schema->refuse_word(&wrong, document.text + r->offset, length);
        return json_fail_at(r->error, r->tree, index, r->offset, "%s", wrong.message);
    }
    return json_unexpected(r->error, r->tree, value, NULL);
}

static crease_status read_value(tree_reader *r, int place);

static crease_status read_members(tree_reader *r, size_t index)
{
    json_tree *tree = r->tree;
    const bool is_object = tree->value[index].type == JSON_OBJECT;
    int place = is_object ? 0 : json_find_row(tree, tree->value[index].place, NULL);
    uint64_t seen = 0;
    r->offset++;
    for (;; tree->value[index].length++) {
        const char c = find_token(r) ? tree->document.text[r->offset] : '\0';
        const bool is_first = tree->value[index].length == 0;
        if (c == (is_object ? '}' : ']'))
            break;
        if (!is_first && c != ',')
            return refuse_token(r, index, is_object ? "',' or '}'" : "',' or ']'");
        r->offset += !is_first;
        if ((is_object && take_key(&place, r, index, &seen)) || read_value(r, place))
            return CREASE_ERROR;
    }
    r->offset++;
    return is_object ? check_keys(r, index, seen) : CREASE_OK;
}

// The value that begins at the next token, with all in it, becomes the next ones of the tree.
// place: of the schema, which says what it may be.
static crease_status read_value(tree_reader *r, int place)
{
    json_tree *tree = r->tree;
    const size_t index = tree->values, text = tree->text_size;
    const bool is_there = find_token(r);
    const char *token = tree->document.text + r->offset;
    size_t length = 0;
    const json_type type = is_there ? type_of_token(&length, tree->document, r->offset) : JSON_WORD;
    crease_status status = CREASE_OK;
    MEMORY_RESERVE(tree->value, tree->value_capacity, tree->values + 1);
    tree->value[tree->values++] = (json_value){.offset = (uint32_t)r->offset,
                                               .next = UINT32_MAX, // not known yet
                                               .text = (uint32_t)text,
                                               .type = (uint8_t)type,
                                               .place = (uint8_t)place};
    if (!is_there || (is_mark(*token) && type == JSON_WORD))
        return refuse_token(r, index, "a value");
    if (check_type(r, index, length))
        return CREASE_ERROR;
    if (type == JSON_OBJECT || type == JSON_ARRAY) {
        status = read_members(r, index);
    } else if (type == JSON_STRING) {
        status = take_string(r, index);
        tree->value[index].length = (uint32_t)(tree->text_size - text - 1);
    } else {
        r->offset += length;
        tree->value[index].length = (uint32_t)length;
    }
    tree->value[index].next = (uint32_t)tree->values;
    return status;
}

crease_status json_tree_read(json_tree *tree, const json_schema *schema, document_text document,
                             crease_error *error)
{
    *tree = (json_tree){.schema = schema, .document = document};
    *error = (crease_error){0};
    tree_reader r = {.tree = tree, .error = error};
    if (!find_token(&r))
        return json_fail_at(error, tree, 0, document.size, "the file is empty");
    if (read_value(&r, 0))
        return CREASE_ERROR;
    return find_token(&r) ? refuse_token(&r, 0, "the end of the file") : CREASE_OK;
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

bool json_text_is(const json_tree *tree, const json_value *value, const char *text)
{
    const document_text content = json_text_of(tree, value);
    return strlen(text) == content.size && memcmp(text, content.text, content.size) == 0;
}

char *json_copy_text(const json_tree *tree, const json_value *value)
{
    return value ? memory_format("%.*s", (int)value->length, json_text_of(tree, value).text) : NULL;
}
