// One JSON object on a stream, member by member.
#ifndef BASE_JSON_WRITER_H
#define BASE_JSON_WRITER_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <yajl/yajl_gen.h>

typedef struct {
    yajl_gen writer;
} json;

// Begins an object. name stands for a member's key; NULL inside an array.
void json_open(json *out);
// Ends the object, prints it with a line end, and frees everything. The caller
// checks the stream.
void json_print(json *out, FILE *stream);
// Frees everything instead.
void json_drop(json *out);

void json_text(json *out, const char *name, const char *text);
void json_count(json *out, const char *name, uint64_t count);
void json_seconds(json *out, const char *name, double seconds);
// With as many digits as tell it apart from other doubles; null if it is not finite.
void json_double(json *out, const char *name, double number);
// With twelve digits; null if it is not finite.
void json_rounded(json *out, const char *name, double number);
void json_truth(json *out, const char *name, int truth);

void json_object_open(json *out, const char *name);
void json_object_close(json *out);
void json_array_open(json *out, const char *name);
void json_array_close(json *out);

#endif
