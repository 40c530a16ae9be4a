// One JSON object, member by member: kept until it is printed, or written at once.
//
// The generator's return codes are not looked at: they speak of misuse, such as a
// member without a key, and of nothing else once the generator stands.
#include "base/json_writer.h"

#include "base/memory.h"
#include "base/text.h"
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <yajl/yajl_gen.h>

static yajl_gen generator(void)
{
    yajl_gen writer = yajl_gen_alloc(NULL);
    if (!writer)
        abort();
    return writer;
}

// Whether the generator, which escapes quotes, backslashes and what is below a space, writes all
// of a text as a terminal can show it.
static int is_tame(const char *text)
{
    for (size_t rest = strlen(text), bytes; rest > 0; text += bytes, rest -= bytes) {
        bytes = 1;
        if (*text >= ' ' && *text <= '~')
            continue;
        bytes = utf8_length(text, rest);
        if (!bytes || ((unsigned char)*text >= ' ' && !utf8_is_visible(text, bytes)))
            return 0;
    }
    return 1;
}

// Escapes all that does not show as itself. A byte that is not UTF-8, from the name of a file, is
// shown as the replacement character.
static void spell(FILE *stream, const char *text)
{
    fputc('"', stream);
    for (size_t rest = strlen(text), bytes; rest > 0; text += bytes, rest -= bytes) {
        bytes = utf8_length(text, rest);
        uint32_t point = bytes ? utf8_point(text, bytes) : 0xfffd;
        bytes = bytes ? bytes : 1;
        if (point >= 0x10000 && !utf8_is_visible(text, bytes))
            fprintf(stream, "\\u%04x\\u%04x", 0xd800 + ((point - 0x10000) >> 10),
                    0xdc00 + ((point - 0x10000) & 0x3ff));
        else if (point == '"' || point == '\\' || point == 0xfffd || !utf8_is_visible(text, bytes))
            fprintf(stream, "\\u%04x", point);
        else
            fwrite(text, 1, bytes, stream);
    }
    fputc('"', stream);
}

// A literal is all that the generator writes as it is; numbers are meant.
static void put_spelt(yajl_gen writer, const char *text)
{
    char *literal;
    size_t size;
    FILE *stream = memory_stream(&literal, &size);
    spell(stream, text);
    fclose(stream);
    yajl_gen_number(writer, literal, size);
    free(literal);
}

static void put_text(yajl_gen writer, const char *text)
{
    if (text && is_tame(text))
        yajl_gen_string(writer, (const unsigned char *)text, strlen(text));
    else if (text)
        put_spelt(writer, text);
}

void json_open(json *out, json_layout layout)
{
    *out = (json){.writer = generator(), .layout = layout};
    yajl_gen_config(out->writer, yajl_gen_beautify, layout == JSON_INDENTED);
    yajl_gen_config(out->writer, yajl_gen_indent_string, "  ");
    yajl_gen_map_open(out->writer);
}

void json_print(json *out, FILE *stream)
{
    yajl_gen_map_close(out->writer);
    const unsigned char *text;
    size_t length;
    yajl_gen_get_buf(out->writer, &text, &length);
    fwrite(text, 1, length, stream);
    if (out->layout == JSON_IN_A_LINE)
        fputc('\n', stream);
    yajl_gen_free(out->writer);
}

static void print(void *stream, const char *text, size_t size)
{
    fwrite(text, 1, size, stream);
}

// The generator has a piece for every comma, so they are gathered on the way to the stream.
void json_open_on(json *out, FILE *stream)
{
    *out = (json){.writer = generator(), .layout = JSON_IN_A_LINE, .stream = stream};
    yajl_gen_map_open(out->writer);
}

void json_flush(json *out)
{
    const unsigned char *text;
    size_t length;
    yajl_gen_get_buf(out->writer, &text, &length);
    fwrite(text, 1, length, out->stream);
    yajl_gen_clear(out->writer);
}

void json_close(json *out)
{
    yajl_gen_map_close(out->writer);
    json_flush(out);
    yajl_gen_free(out->writer);
}

void json_drop(json *out)
{
    if (out->stream)
        json_flush(out);
    yajl_gen_free(out->writer);
}

void json_quote(FILE *stream, const char *text)
{
    yajl_gen writer = generator();
    yajl_gen_config(writer, yajl_gen_print_callback, print, stream);
    put_text(writer, text);
    yajl_gen_free(writer);
}

// ---- Members ----

static void put_name(json *out, const char *name)
{
    enum { LONG = 1 << 16 };
    const unsigned char *text;
    size_t length = 0;
    if (out->stream)
        yajl_gen_get_buf(out->writer, &text, &length);
    if (length > LONG)
        json_flush(out);
    put_text(out->writer, name);
}

void json_text(json *out, const char *name, const char *text)
{
    put_name(out, name);
    put_text(out->writer, text);
}

static void put_number(json *out, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void put_number(json *out, const char *name, const char *format, ...)
{
    char text[64];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    put_name(out, name);
    yajl_gen_number(out->writer, text, (size_t)length);
}

void json_count(json *out, const char *name, uint64_t count)
{
    char text[TEXT_NUMBER];
    const char *end = text_put_number(text, count);
    json_spelt(out, name, text, (size_t)(end - text));
}

// In one line the whole list is a literal: patterns have a thousand places, and regions are many.
void json_counts(json *out, const char *name, const uint32_t *count, size_t counts)
{
    enum { LONGEST = 11 }; // with a comma
    if (out->layout == JSON_INDENTED) {
        json_array_open(out, name);
        for (size_t i = 0; i < counts; i++)
            json_count(out, NULL, count[i]);
        json_array_close(out);
        return;
    }
    char *text = memory_new(counts * LONGEST + 2, 1), *end = text;
    *end++ = '[';
    for (size_t i = 0; i < counts; i++) {
        if (i)
            *end++ = ',';
        end = text_put_number(end, count[i]);
    }
    *end++ = ']';
    put_name(out, name);
    yajl_gen_number(out->writer, text, (size_t)(end - text));
    free(text);
}

void json_spelt(json *out, const char *name, const char *text, size_t length)
{
    put_name(out, name);
    yajl_gen_number(out->writer, text, length);
}

void json_integer(json *out, const char *name, int64_t number)
{
    char text[1 + TEXT_NUMBER] = "-";
    const int sign = number < 0;
    const char *end = text_put_number(text + sign, sign ? -(uint64_t)number : (uint64_t)number);
    json_spelt(out, name, text, (size_t)(end - text));
}

// The generator's own doubles come with twenty digits.
void json_seconds(json *out, const char *name, double seconds)
{
    put_number(out, name, "%.6f", seconds);
}

void json_double(json *out, const char *name, double number)
{
    int digits = 15;
    char text[40];
    do
        snprintf(text, sizeof text, "%.*g", digits, number);
    while (strtod(text, NULL) != number && digits++ < 17);
    if (isfinite(number))
        put_number(out, name, "%s", text);
    else
        json_null(out, name);
}

void json_rounded(json *out, const char *name, double number)
{
    if (isfinite(number))
        put_number(out, name, "%.12g", number);
    else
        json_null(out, name);
}

void json_truth(json *out, const char *name, int truth)
{
    put_name(out, name);
    yajl_gen_bool(out->writer, truth);
}

void json_null(json *out, const char *name)
{
    put_name(out, name);
    yajl_gen_null(out->writer);
}

void json_object_open(json *out, const char *name)
{
    put_name(out, name);
    yajl_gen_map_open(out->writer);
}

void json_object_close(json *out)
{
    yajl_gen_map_close(out->writer);
}

void json_array_open(json *out, const char *name)
{
    put_name(out, name);
    yajl_gen_array_open(out->writer);
}

void json_array_close(json *out)
{
    yajl_gen_array_close(out->writer);
}
