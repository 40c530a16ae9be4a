// One JSON object, member by member.
#include "base/json_writer.h"

#include "base/fatal.h"
#include "base/text.h"
#include <string.h>

// ---- Texts ----

// Writes a character that is not printable or has a meaning in a string.
static void put_json_escape(FILE *stream, uint32_t point)
{
    static const char named[] = "\"\\\b\f\n\r\t", names[] = "\"\\bfnrt";
    const char *match = point && point < 0x80 ? strchr(named, (int)point) : NULL;
    if (match)
        fprintf(stream, "\\%c", names[match - named]);
    else if (point < 0x10000)
        fprintf(stream, "\\u%04x", point);
    else
        fprintf(stream, "\\u%04x\\u%04x", 0xd800 + ((point - 0x10000) >> 10),
                0xdc00 + ((point - 0x10000) & 0x3ff));
}

void json_quote(FILE *stream, const char *text)
{
    size_t rest = strlen(text);
    putc_unlocked('"', stream);
    for (size_t bytes; rest > 0; text += bytes, rest -= bytes) {
        for (bytes = 0; bytes < rest && text[bytes] >= ' ' && text[bytes] <= '~' &&
                        text[bytes] != '"' && text[bytes] != '\\';)
            bytes++;
        fwrite_unlocked(text, 1, bytes, stream);
        if (bytes)
            continue;
        // A byte that is not UTF-8, from the name of a file, is shown as the replacement character.
        const size_t length = utf8_length(text, rest);
        const uint32_t point = length ? utf8_point(text, length) : 0xfffd;
        bytes = length ? length : 1;
        if (point >= 0x80 && point != 0xfffd && utf8_is_visible(text, bytes))
            fwrite_unlocked(text, 1, bytes, stream);
        else
            put_json_escape(stream, point);
    }
    putc_unlocked('"', stream);
}

// ---- Structure ----

static void json_break_line(const json *out)
{
    if (out->layout == JSON_INDENTED)
        fprintf(out->stream, "\n%*s", 2 * (int)out->depth, "");
}

// Writes what precedes a member: a comma, white space, the key.
static void put_name(json *out, const char *name)
{
    const uint64_t bit = UINT64_C(1) << out->depth;
    if (out->begun & bit)
        putc_unlocked(',', out->stream);
    out->begun |= bit;
    if (out->depth)
        json_break_line(out);
    if (!name)
        return;
    json_quote(out->stream, name);
    fputs_unlocked(out->layout == JSON_INDENTED ? ": " : ":", out->stream);
}

static void open_level(json *out, const char *name, bool is_array)
{
    put_name(out, name);
    putc_unlocked(is_array ? '[' : '{', out->stream);
    if (++out->depth == JSON_MOST_LEVELS)
        FATAL("JSON of more than %d levels", JSON_MOST_LEVELS);
    const uint64_t bit = UINT64_C(1) << out->depth;
    out->begun &= ~bit;
    out->arrays = is_array ? out->arrays | bit : out->arrays & ~bit;
}

void json_open(json *out, FILE *stream, json_layout layout)
{
    *out = (json){.stream = stream, .layout = layout};
    open_level(out, NULL, 0);
}

void json_object(json *out, const char *name)
{
    open_level(out, name, 0);
}

void json_array(json *out, const char *name)
{
    open_level(out, name, 1);
}

void json_end(json *out)
{
    ASSERT(out->depth > 0);
    const bool is_array = out->arrays >> out->depth & 1;
    out->depth--;
    json_break_line(out);
    putc_unlocked(is_array ? ']' : '}', out->stream);
}

// ---- Members ----

void json_spelt(json *out, const char *name, const char *text)
{
    put_name(out, name);
    fputs_unlocked(text, out->stream);
}

void json_text(json *out, const char *name, const char *text)
{
    put_name(out, name);
    json_quote(out->stream, text);
}

void json_count(json *out, const char *name, uint64_t count)
{
    char text[TEXT_NUMBER + 1];
    *text_put_number(text, count) = '\0';
    json_spelt(out, name, text);
}

void json_counts(json *out, const char *name, const uint32_t *count, size_t counts)
{
    json_array(out, name);
    for (size_t i = 0; i < counts; i++)
        json_count(out, NULL, count[i]);
    json_end(out);
}

void json_truth(json *out, const char *name, int truth)
{
    json_spelt(out, name, truth ? "true" : "false");
}
