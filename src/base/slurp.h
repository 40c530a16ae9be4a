// A whole file in memory.
#ifndef BASE_SLURP_H
#define BASE_SLURP_H

#include <crease/status.h>
#include <stddef.h>

#define SLURP_MAX_SIZE ((size_t)1 << 30) // bytes

// Reads all of a file; path "-" is standard input. The caller frees *text, which
// has *size bytes and no terminating NUL. The error names the file.
crease_status slurp_file(char **text, size_t *size, const char *path, crease_error *error);

// What messages call the file: path itself, or "<stdin>".
const char *slurp_name(const char *path);

#endif
