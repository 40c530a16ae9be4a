// Fuzzing the reader of lines: whatever the bytes, an error or pairs of points.
#include "path/line.h"
#include <crease/crease.h>
#include <flint/fmpq_vec.h>
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// The first byte is the dimension.
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fmpq *points;
    size_t count, dimension = size ? 1 + data[0] % 4 : 1;
    crease_error error;
    size_t skip = size > 0;
    if (crease_lines_parse(&points, &count, dimension, (const char *)data + skip, size - skip,
                           "fuzz", &error) != CREASE_OK) {
        if (!error.message[0])
            abort();
        return 0;
    }
    // A number is a character at least, and so is what separates it from the next.
    if (count < 1 || count > size / (4 * dimension) + 1)
        abort();
    _fmpq_vec_clear(points, (slong)(2 * dimension * count));
    return 0;
}
