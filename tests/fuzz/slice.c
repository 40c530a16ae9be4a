// Fuzzing the reader of slices: whatever the bytes, an error or points; if they are affinely
// independent, they make a domain.
#include "../module/text_file.h"
#include "domain/domain.h"
#include <crease/crease.h>
#include <flint/fmpq_vec.h>
#include <stdint.h>
#include <stdlib.h>

bool LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

bool LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fmpq *points;
    size_t count, inputs;
    crease_error error;
    if (FROM_TEXT((const char *)data, size,
                  crease_points_read(&points, &count, &inputs, path, &error)) != CREASE_OK) {
        if (!error.message[0])
            abort();
        return false;
    }
    if (count * inputs < 100) {
        crease_domain *domain = crease_domain_new_space(count - 1);
        crease_status status = crease_domain_set_slice(domain, points, count, inputs, &error);
        if (crease_domain_inputs(domain) != (status == CREASE_OK ? inputs : count - 1))
            abort();
        crease_domain_free(domain);
    }
    _fmpq_vec_clear(points, (slong)(count * inputs));
    return false;
}
