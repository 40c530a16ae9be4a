// Fuzzing the reader of data points: whatever the bytes, an error or points, each of a class that
// has a name.
#include "../module/text_file.h"
#include <crease/crease.h>
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    crease_data read;
    crease_error error;
    if (FROM_TEXT((const char *)data, size, crease_data_read(&read, path, NULL, &error)) !=
        CREASE_OK) {
        if (!error.message[0] || read.count || read.x)
            abort();
        return 0;
    }
    for (size_t i = 0; i < read.count; i++)
        if (read.class_of[i] >= read.classes || !read.name[read.class_of[i]])
            abort();
    crease_data_clear(&read);
    return 0;
}
