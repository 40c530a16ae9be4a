// JSON as a sequence of events: YAJL, with the place of every token and with
// messages that show what was found.
#include "base/json_events.h"

#include "base/error.h"
#include <stdlib.h>
#include <string.h>
#include <yajl/yajl_parse.h>

// ---- Tokens ----

// Classes of characters, to be combined.
enum { SPACE = 1, SEPARATORS = 2, BRACKETS = 4, QUOTE = 8 };

static const unsigned char class_of[256] = {
    [' '] = SPACE,      ['\t'] = SPACE,     ['\n'] = SPACE,   ['\r'] = SPACE,
    [','] = SEPARATORS, [':'] = SEPARATORS, ['['] = BRACKETS, [']'] = BRACKETS,
    ['{'] = BRACKETS,   ['}'] = BRACKETS,   ['"'] = QUOTE,
};

static int is_one_of(char c, unsigned classes)
{
    return (class_of[(unsigned char)c] & classes) != 0;
}

// The offset of the next token, after characters of these classes; the size if there is none.
static size_t skip(document_text document, size_t offset, unsigned classes)
{
    while (offset < document.size && is_one_of(document.text[offset], classes))
        offset++;
    return offset;
}

static int is_mark(char c)
{
    return is_one_of(c, SEPARATORS | BRACKETS);
}

size_t json_token_length(document_text document, size_t offset)
{
    const char *begin = document.text + offset, *end = document.text + document.size;
    const char *at = begin + 1;
    if (*begin == '"') {
        while (at < end && *at != '"')
            at += *at == '\\' && at + 1 < end ? 2 : 1;
        return (size_t)(at - begin) + (at < end);
    }
    if (!is_mark(*begin))
        while (at < end && !is_one_of(*at, SPACE | SEPARATORS | BRACKETS | QUOTE))
            at++;
    return (size_t)(at - begin);
}

// The code unit of an escape \uXXXX, or 0 if there is none at this place.
static unsigned long escaped_unit(const char *at, const char *end)
{
    if (end - at < 6 || at[0] != '\\' || at[1] != 'u')
        return 0;
    char digits[5] = {at[2], at[3], at[4], at[5], '\0'};
    return strtoul(digits, NULL, 16);
}

// The first place in a raw string, from at to end, that is neither well-formed
// UTF-8 nor an escape; end if there is none. A lone surrogate, such as \ud800,
// is no character. What follows a backslash must have been checked before.
static const char *bad_byte(const char *at, const char *end)
{
    while (at < end) {
        unsigned long unit = escaped_unit(at, end);
        if (unit >= 0xd800 && unit <= 0xdfff) {
            unsigned long low = escaped_unit(at + 6, end);
            if (unit >= 0xdc00 || low < 0xdc00 || low > 0xdfff)
                return at;
            at += 12;
        } else if (*at == '\\') {
            at += 2;
        } else {
            size_t length = utf8_length(at, (size_t)(end - at));
            if (length == 0)
                return at;
            at += length;
        }
    }
    return end;
}

typedef struct {
    document_text document;
    json_handler handler;
    void *data;
    crease_error *error;
    yajl_handle yajl;
    size_t end;    // of the last token that was an event
    int any_event; // whether there was one
    crease_status status;
} parser;

// ---- Errors ----

// Of size bytes at offset.
static void refuse(parser *parse, size_t offset, size_t size, const char *expected)
{
    char found[EXCERPT_SIZE];
    const char *token = parse->document.text + offset, *quote = is_mark(*token) ? "'" : "";
    parse->status = error_set(parse->error, "expected %s, found %s%s%s", expected, quote,
                              excerpt_text(found, token, size), quote);
    document_locate(parse->error, parse->document, offset);
}

static void refuse_token(parser *parse, size_t offset, const char *expected)
{
    refuse(parse, offset, json_token_length(parse->document, offset), expected);
}

static void refuse_end(parser *parse)
{
    const char *message =
        parse->any_event ? "the file ends before its JSON is complete" : "the file is empty";
    parse->status = error_set(parse->error, "%s", message);
    document_locate(parse->error, parse->document, parse->document.size);
}

// ---- Events ----

// YAJL takes vertical tabs and form feeds for white space, JSON does not.
static int is_white_elsewhere(char c)
{
    return c == '\v' || c == '\f';
}

static int send(parser *parse, json_type type, const char *text, size_t length, size_t offset)
{
    if (is_white_elsewhere(parse->document.text[offset])) {
        refuse(parse, offset, 1, "no white space but spaces, tabs and line ends");
        return 0;
    }
    json_event event = {type, text, length, offset};
    parse->any_event = 1;
    parse->status = parse->handler(parse->data, &event, parse->error);
    return parse->status == CREASE_OK;
}

// A piece of text that stands where a value should: the handler says why not.
static int send_word(parser *parse, size_t offset)
{
    size_t length = json_token_length(parse->document, offset);
    if (send(parse, JSON_WORD, parse->document.text + offset, length, offset))
        refuse_token(parse, offset, "JSON");
    return 0;
}

// Between two events stand white space and at most one comma or colon.
static size_t next_token(const parser *parse)
{
    return skip(parse->document, parse->end, SPACE | SEPARATORS);
}

static int send_simple(parser *parse, json_type type)
{
    size_t offset = next_token(parse);
    parse->end = yajl_get_bytes_consumed(parse->yajl);
    return send(parse, type, NULL, 0, offset);
}

static int send_string(parser *parse, json_type type, const unsigned char *value, size_t length)
{
    size_t offset = next_token(parse);
    parse->end = yajl_get_bytes_consumed(parse->yajl);
    const char *text = parse->document.text;
    const char *bad = bad_byte(text + offset, text + parse->end);
    if (bad < text + parse->end) {
        size_t size = *bad == '\\' ? strlen("\\ud800") : 1;
        refuse(parse, (size_t)(bad - text), size, "well-formed UTF-8 in a string");
        return 0;
    }
    if (memchr(value, '\0', length)) {
        refuse_token(parse, offset, "a string without NUL characters");
        return 0;
    }
    return send(parse, type, (const char *)value, length, offset);
}

static int on_null(void *data)
{
    return send_simple(data, JSON_NULL);
}

static int on_boolean(void *data, int value)
{
    (void)value;
    return send_simple(data, JSON_BOOLEAN);
}

static int on_object(void *data)
{
    return send_simple(data, JSON_OBJECT);
}

static int on_array(void *data)
{
    return send_simple(data, JSON_ARRAY);
}

static int on_end(void *data)
{
    return send_simple(data, JSON_END);
}

static int on_key(void *data, const unsigned char *value, size_t length)
{
    return send_string(data, JSON_KEY, value, length);
}

static int on_string(void *data, const unsigned char *value, size_t length)
{
    return send_string(data, JSON_STRING, value, length);
}

// YAJL takes 1/2 for the number 1 with something wrong after it; the message
// should show the whole. The end is not asked of YAJL, which starts a new count
// when the number is the last thing in the text.
static int on_number(void *data, const char *text, size_t length)
{
    parser *parse = data;
    size_t offset = next_token(parse);
    parse->end = offset + length;
    if (json_token_length(parse->document, offset) != length)
        return send_word(parse, offset);
    return send(parse, JSON_NUMBER, text, length, offset);
}

static const yajl_callbacks callbacks = {
    .yajl_null = on_null,
    .yajl_boolean = on_boolean,
    .yajl_number = on_number,
    .yajl_string = on_string,
    .yajl_start_map = on_object,
    .yajl_map_key = on_key,
    .yajl_end_map = on_end,
    .yajl_start_array = on_array,
    .yajl_end_array = on_end,
};

// ---- Syntax ----

// What was expected, by what YAJL complains of.
static const struct {
    const char *complaint, *expected;
} grammar[] = {
    {"unallowed token", "a value"},        {"invalid object key", "a key in quotes"},
    {"object key and value", "':'"},       {"after key and value", "',' or '}'"},
    {"after array element", "',' or ']'"}, {"", "JSON"},
};

// The lexer stopped inside a string, at the first character it does not take:
// a bare control character or the last character of an escape.
static void refuse_string(parser *parse, size_t offset)
{
    const char *text = parse->document.text;
    if ((unsigned char)text[offset] < ' ') {
        refuse(parse, offset, 1, "control characters to be escaped in a string");
        return;
    }
    size_t begin = offset;
    while (text[begin] != '\\')
        begin--;
    refuse(parse, begin, offset - begin + 1, "an escape such as \\n or \\u00e9 in a string");
}

// The text is wrong after the last event. The offending token is the next one,
// unless that is a comma or colon which YAJL has accepted: then it has consumed
// more than this one byte.
static void refuse_syntax(parser *parse, const char *complaint)
{
    document_text document = parse->document;
    size_t consumed = yajl_get_bytes_consumed(parse->yajl);
    size_t offset = skip(document, parse->end, SPACE);
    if (offset + 1 < consumed && skip(document, offset, SPACE | SEPARATORS) > offset)
        offset = skip(document, offset + 1, SPACE);
    if (offset >= document.size) {
        refuse_end(parse);
    } else if (!strstr(complaint, "lexical")) {
        size_t row = 0;
        while (!strstr(complaint, grammar[row].complaint))
            row++;
        refuse_token(parse, offset, grammar[row].expected);
    } else if (document.text[offset] == '"') {
        refuse_string(parse, consumed);
    } else {
        send_word(parse, offset);
    }
}

static void run(parser *parse)
{
    const unsigned char *text = (const unsigned char *)parse->document.text;
    yajl_status status = yajl_parse(parse->yajl, text, parse->document.size);
    if (status == yajl_status_error) {
        unsigned char *complaint = yajl_get_error(parse->yajl, 0, text, parse->document.size);
        refuse_syntax(parse, (const char *)complaint);
        yajl_free_error(parse->yajl, complaint);
    } else if (status == yajl_status_ok) {
        // Only now does YAJL know that nothing follows.
        if (yajl_complete_parse(parse->yajl) == yajl_status_error)
            refuse_end(parse);
    }
    if (parse->status != CREASE_OK)
        return;
    size_t rest = skip(parse->document, parse->end, SPACE);
    if (rest < parse->document.size)
        refuse_token(parse, rest, "the end of the file");
}

crease_status json_parse(document_text document, json_handler handler, void *data,
                         crease_error *error)
{
    parser parse = {.document = document, .handler = handler, .data = data, .error = error};
    parse.yajl = yajl_alloc(&callbacks, NULL, &parse);
    // Two checks of YAJL's are laxer than ours: bad_byte, and the end of run.
    yajl_config(parse.yajl, yajl_dont_validate_strings, 1);
    yajl_config(parse.yajl, yajl_allow_trailing_garbage, 1);
    run(&parse);
    yajl_free(parse.yajl);
    return parse.status;
}
