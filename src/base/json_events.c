// JSON as a sequence of events: YAJL, with the place of every token and with
// messages that show what was found.
#include "base/json_events.h"

#include "base/error.h"
#include "base/excerpt.h"
#include "base/memory.h"
#include <stdlib.h>
#include <string.h>
#include <yajl/yajl_parse.h>

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

static void refuse(parser *parse, size_t offset, const char *expected)
{
    char found[EXCERPT_SIZE];
    const char *token = parse->document.text + offset;
    size_t length = json_token_length(parse->document, offset);
    const char *quote = json_is_mark(*token) ? "'" : "";
    parse->status = error_set(parse->error, "expected %s, found %s%s%s", expected, quote,
                              excerpt_text(found, token, length), quote);
    document_locate(parse->error, parse->document, offset);
}

// Inside a string something is wrong in the size bytes at offset.
static void refuse_in_string(parser *parse, size_t offset, size_t size, const char *expected)
{
    char found[EXCERPT_SIZE];
    parse->status = error_set(parse->error, "expected %s in a string, found %s", expected,
                              excerpt_text(found, parse->document.text + offset, size));
    document_locate(parse->error, parse->document, offset);
}

static void refuse_end(parser *parse)
{
    const char *message = parse->any_event
                              ? "expected the rest of the document, found the end of the file"
                              : "expected JSON, found an empty file";
    parse->status = error_set(parse->error, "%s", message);
    document_locate(parse->error, parse->document, parse->document.size);
}

// ---- Events ----

static int send(parser *parse, json_type type, const char *text, size_t length, size_t offset)
{
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
        refuse(parse, offset, "JSON");
    return 0;
}

// Between two events stand white space and at most one comma or colon.
static size_t next_token(const parser *parse)
{
    return json_skip_separators(parse->document, parse->end);
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
    const char *bad = json_bad_byte(text + offset, text + parse->end);
    if (bad < text + parse->end) {
        size_t size = *bad == '\\' ? strlen("\\ud800") : 1;
        refuse_in_string(parse, (size_t)(bad - text), size, "well-formed UTF-8");
        return 0;
    }
    if (memchr(value, '\0', length)) {
        refuse(parse, offset, "a string without NUL characters");
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

// YAJL takes 1/2 for the number 1 with something wrong behind it; the message
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
        refuse_in_string(parse, offset, 1, "control characters to be escaped");
        return;
    }
    size_t begin = offset;
    while (text[begin] != '\\')
        begin--;
    refuse_in_string(parse, begin, offset - begin + 1, "an escape such as \\n or \\u00e9");
}

// The text is wrong behind the last event. The offending token is the next one,
// unless that is a comma or colon which YAJL has accepted: then it has consumed
// more than this one byte.
static void refuse_syntax(parser *parse, const char *complaint)
{
    document_text document = parse->document;
    size_t consumed = yajl_get_bytes_consumed(parse->yajl);
    size_t offset = json_skip_space(document, parse->end);
    if (offset + 1 < consumed && json_skip_separators(document, offset) > offset)
        offset = json_skip_space(document, offset + 1);
    if (offset >= document.size) {
        refuse_end(parse);
    } else if (!strstr(complaint, "lexical")) {
        size_t row = 0;
        while (!strstr(complaint, grammar[row].complaint))
            row++;
        refuse(parse, offset, grammar[row].expected);
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
    size_t rest = json_skip_space(parse->document, parse->end);
    if (rest < parse->document.size)
        refuse(parse, rest, "the end of the file");
}

static void *allocate(void *context, size_t size)
{
    (void)context;
    return memory_new(size, 1);
}

static void *reallocate(void *context, void *old, size_t size)
{
    (void)context;
    return memory_resize(old, size, 1);
}

static void release(void *context, void *old)
{
    (void)context;
    free(old);
}

crease_status json_parse(document_text document, json_handler handler, void *data,
                         crease_error *error)
{
    parser parse = {.document = document, .handler = handler, .data = data, .error = error};
    yajl_alloc_funcs memory = {allocate, reallocate, release, NULL};
    parse.yajl = yajl_alloc(&callbacks, &memory, &parse);
    // Two checks of YAJL's are laxer than ours: json_bad_byte, and the end of run.
    yajl_config(parse.yajl, yajl_dont_validate_strings, 1);
    yajl_config(parse.yajl, yajl_allow_trailing_garbage, 1);
    run(&parse);
    yajl_free(parse.yajl);
    return parse.status;
}
