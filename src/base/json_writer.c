// One JSON object on a stream, member by member.
//
// The generator's return codes are not looked at: they speak of misuse, such as a
// member without a key, and of nothing else once the generator stands.
#include "base/json_writer.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void put_text(json *out, const char *text)
{
    yajl_gen_string(out->writer, (const unsigned char *)text, strlen(text));
}

static void put_name(json *out, const char *name)
{
    if (name)
        put_text(out, name);
}

void json_open(json *out)
{
    out->writer = yajl_gen_alloc(NULL);
    if (!out->writer)
        abort();
    yajl_gen_config(out->writer, yajl_gen_beautify, 1);
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
    yajl_gen_free(out->writer);
}

void json_drop(json *out)
{
    yajl_gen_free(out->writer);
}

void json_text(json *out, const char *name, const char *text)
{
    put_name(out, name);
    put_text(out, text);
}

// The generator's own integers are signed.
void json_count(json *out, const char *name, uint64_t count)
{
    char text[32];
    int length = snprintf(text, sizeof text, "%" PRIu64, count);
    put_name(out, name);
    yajl_gen_number(out->writer, text, (size_t)length);
}

// The generator's own doubles come with twenty digits.
void json_seconds(json *out, const char *name, double seconds)
{
    char text[64];
    int length = snprintf(text, sizeof text, "%.6f", seconds);
    put_name(out, name);
    yajl_gen_number(out->writer, text, (size_t)length);
}

void json_double(json *out, const char *name, double number)
{
    char text[40];
    int digits = 15, length;
    put_name(out, name);
    if (!isfinite(number)) {
        yajl_gen_null(out->writer);
        return;
    }
    do
        length = snprintf(text, sizeof text, "%.*g", digits, number);
    while (strtod(text, NULL) != number && digits++ < 17);
    yajl_gen_number(out->writer, text, (size_t)length);
}

void json_rounded(json *out, const char *name, double number)
{
    char text[40];
    put_name(out, name);
    if (isfinite(number))
        yajl_gen_number(out->writer, text, (size_t)snprintf(text, sizeof text, "%.12g", number));
    else
        yajl_gen_null(out->writer);
}

void json_truth(json *out, const char *name, int truth)
{
    put_name(out, name);
    yajl_gen_bool(out->writer, truth);
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
