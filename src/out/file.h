// What writers of files have in common.
#ifndef OUT_FILE_H
#define OUT_FILE_H

#include "base/out_file.h"

#include <flint/fmpq.h>

// "1/2 -3": spaces between them.
void out_rationals(FILE *stream, const fmpq *x, size_t count);

#endif
