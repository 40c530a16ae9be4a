// Fuzzing the reader of .ine files: whatever the bytes, an error or a polytope.
#include "../module/text_file.h"
#include "domain/domain.h"
#include <crease/crease.h>
#include <stdint.h>
#include <stdlib.h>

bool LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

bool LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    crease_domain *domain;
    crease_error error;
    if (FROM_TEXT((const char *)data, size, crease_domain_read_ine(&domain, path, &error)) !=
        CREASE_OK) {
        if (!error.message[0])
            abort();
        return false;
    }
    if (crease_domain_dimension(domain) < 1 || !crease_domain_text(domain)[0])
        abort();
    crease_domain_free(domain);
    return false;
}
