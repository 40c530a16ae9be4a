// Fuzzing the lines of listeners, as records and shares have them: whatever the bytes, after a
// letter for whose they are, an error or what can be joined, added up and written again.
#include "base/memory.h"
#include "function/ranging.h"
#include "function/sloping.h"
#include "regions/joining.h"
#include <flint/fmpq_vec.h>
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { DIMENSION = 2, OUTPUTS = 2, REGIONS = 100 };

static FILE *nowhere(char **text)
{
    static size_t size;
    return memory_stream(text, &size);
}

static void check_error(const crease_error *error)
{
    if (!error->message[0])
        abort();
}

// As a share, twice one after the other.
static void join(word_scanner scan, size_t dimension)
{
    crease_error error = {.line = 0};
    joining all;
    char *text;
    joining_init(&all);
    for (int i = 0; i < 2; i++) {
        word_scanner again = scan;
        joining share;
        joining_init(&share);
        if (joining_take_share(&share, &again, dimension, CREASE_FILTERED, &error) == CREASE_OK)
            joining_append(&all, &share);
        else
            check_error(&error);
        joining_clear(&share);
    }
    FILE *to = nowhere(&text);
    joining_put_share(to, &all);
    fclose(to);
    free(text);
    joining_clear(&all);
}

static void range(word_scanner scan, int wants_moments)
{
    crease_error error = {.line = 0};
    crease_range ranges[2][OUTPUTS];
    ranging all[2];
    char *text;
    fmpq *forms = _fmpq_vec_init(OUTPUTS * (OUTPUTS + 1));
    for (size_t i = 0; i < 2; i++) {
        for (size_t f = 0; f < OUTPUTS; f++)
            range_init(ranges[i] + f, DIMENSION);
        ranging_init(all + i, ranges[i], forms, OUTPUTS, OUTPUTS, DIMENSION, wants_moments);
    }
    word_scanner again = scan;
    if (ranging_take_share(all, REGIONS, &scan, &error) == CREASE_OK &&
        ranging_take_share(all + 1, REGIONS, &again, &error) == CREASE_OK) {
        ranging_append(all, all + 1, REGIONS);
        ranging_finish(all);
    } else {
        check_error(&error);
    }
    FILE *to = nowhere(&text);
    ranging_put_share(to, all);
    fclose(to);
    free(text);
    for (size_t i = 0; i < 2; i++) {
        ranging_clear(all + i);
        for (size_t f = 0; f < OUTPUTS; f++)
            crease_range_clear(ranges[i] + f);
    }
    _fmpq_vec_clear(forms, OUTPUTS * (OUTPUTS + 1));
}

static void slope(word_scanner scan, crease_norm norm)
{
    crease_error error = {.line = 0};
    crease_slope all, next;
    slope_init(&all, DIMENSION, OUTPUTS);
    slope_init(&next, DIMENSION, OUTPUTS);
    if (slope_take_share(&next, REGIONS, &scan, &error) == CREASE_OK) {
        slope_append(&all, &next, norm, REGIONS);
        slope_finish(&all, norm, 3);
    } else {
        check_error(&error);
    }
    crease_slope_clear(&all);
    crease_slope_clear(&next);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!size)
        return 0;
    const word_scanner scan = kept_scanner((const char *)data + 1, size - 1);
    switch (data[0]) {
    case 'j':
        join(scan, DIMENSION);
        break;
    case 'J':
        join(scan, 3);
        break;
    case 'r':
    case 'm':
        range(scan, data[0] == 'm');
        break;
    case 's':
        slope(scan, CREASE_NORM_2);
        break;
    default:
        slope(scan, CREASE_NORM_MAX);
    }
    return 0;
}
