// What a record of unexplored work says of a file that is being written (docs/formats.md).
#ifndef WALK_KEPT_FILE_H
#define WALK_KEPT_FILE_H

#include "base/out_file.h"
#include "walk/kept_lines.h"

// Opens the file of a walk that begins: so that it can be gone on with, if options ask for a record
// of the walk.
crease_status kept_file_open(out_file *file, const char *path, const crease_options *options,
                             crease_error *error);
// How that file began when kept_file_save wrote the line, which the scanner is at.
crease_status kept_file_take_mark(out_mark *mark, word_scanner *scan, crease_error *error);
// The same of a walk that goes on, from the line that kept_file_save wrote, which the scanner is
// at.
crease_status kept_file_reopen(out_file *file, const char *path, word_scanner *scan,
                               crease_error *error);
// Sees to it that the file is on the disk, and writes a line that says how long it is.
crease_status kept_file_save(FILE *to, out_file *file, crease_error *error);

#endif
