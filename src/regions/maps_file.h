// What a record of a count of linear regions keeps beside it, as it only grows: PATH.maps, in words
// of 64 bits, the least byte first.
//
// First the witnesses of all regions, two words each, as the first walk tells of them; then, as the
// second walk goes on, maps that are new, the number of their words and these, and regions that are
// joined, 0 and their two numbers (docs/formats.md).
#ifndef REGIONS_MAPS_FILE_H
#define REGIONS_MAPS_FILE_H

#include "walk/kept_file.h"

typedef struct {
    char *path;   // NULL: no record is asked for
    out_file out; // open from maps_file_begin or maps_file_go_on to maps_file_end
    int opened;
} maps_file;

// Of a walk that begins.
crease_status maps_file_begin(maps_file *file, const crease_options *options, crease_error *error);
void maps_file_put(maps_file *file, const uint64_t *of, size_t words);
// Its line of the record; what was put is on the disk.
crease_status maps_file_save(FILE *to, maps_file *file, crease_error *error);
// Gives it its name, if the count has come to its end, and clears it in any case.
crease_status maps_file_end(maps_file *file, crease_status status, crease_error *error);

// A file that is read from its beginning.
typedef struct {
    FILE *stream;
    char *path;
    struct sha256_ctx hash;
    uint64_t left; // words
    out_mark mark;
    maps_file *copy; // what is read goes there too; or NULL
} maps_reading;

// Of a walk that goes on, with the scanner at its line: words are read by maps_file_take, as many
// as `left` says; maps_file_go_on follows, which refuses a file that has changed.
crease_status maps_file_open(maps_reading *reading, maps_file *file, const crease_options *options,
                             word_scanner *scan, crease_error *error);
// CREASE_ERROR if there are not so many.
crease_status maps_file_take(uint64_t *to, size_t words, maps_reading *reading,
                             crease_error *error);
// status: whether all of it was taken; that is returned if it is an error.
crease_status maps_file_go_on(maps_file *file, maps_reading *reading, crease_status status,
                              crease_error *error);

#endif
