// Fuzzing the parameters of constructions: NAME PARAMETER=VALUE .. in lines. Whatever the bytes,
// an error, or parameters that have claims; and if they are small, a network.
#include "make/catalogue.h"
#include <crease/crease.h>
#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

bool LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST = 8 };

// Takes NAME=VALUE lines apart, in place.
static size_t split(crease_argument *argument, char *text)
{
    size_t count = 0;
    for (char *line = strtok(text, "\n"); line && count < MOST; line = strtok(NULL, "\n")) {
        char *equals = strchr(line, '=');
        if (!equals)
            continue;
        *equals = '\0';
        argument[count++] = (crease_argument){line, equals + 1};
    }
    return count;
}

// No number has more than one digit, and there are few: what is built then takes no time.
static bool is_small(const crease_argument *argument, size_t count)
{
    size_t digits = 0;
    for (size_t k = 0; k < count; k++)
        for (const char *c = argument[k].value; *c; c++) {
            digits += isdigit((unsigned char)*c) != 0;
            if (isdigit((unsigned char)*c) && isdigit((unsigned char)c[1]))
                return false;
        }
    return digits <= 8;
}

static void check_net(const char *name, const crease_argument *argument, size_t count)
{
    crease_net *net;
    crease_error error;
    if (crease_net_construct(&net, name, argument, count, &error)) {
        if (!error.message[0])
            abort();
        return;
    }
    if (!crease_net_about(net)[0] || crease_net_layers(net) < 1)
        abort();
    crease_net_free(net);
}

bool LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 1)
        return false;
    const char *name = construction_describe(data[0] % construction_count())->name;
    char *text = strndup((const char *)data + 1, size - 1);
    crease_argument argument[MOST];
    size_t count = split(argument, text);
    parameters given;
    crease_error error;
    const construction *made = construction_find(name);
    if (!parameters_read(&given, made->parameter, made->parameters, argument, count, &error))
        parameters_clear(&given);
    else if (!error.message[0])
        abort();
    if (is_small(argument, count))
        check_net(name, argument, count);
    free(text);
    return false;
}
