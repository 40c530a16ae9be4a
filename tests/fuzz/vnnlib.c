// Fuzzing the reader of VNN-LIB files: whatever the bytes, an error or a box.
#include "function/alternatives.h"
#include <crease/crease.h>
#include <stdint.h>
#include <stdlib.h>

bool LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

bool LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    crease_domain *domain;
    crease_error error;
    if (crease_domain_parse_vnnlib(&domain, (const char *)data, size, "fuzz", &error) !=
        CREASE_OK) {
        if (!error.message[0])
            abort();
        return false;
    }
    size_t dimension = crease_domain_dimension(domain);
    if (dimension < 1 || dimension > crease_domain_inputs(domain))
        abort();
    crease_domain_free(domain);
    return false;
}
