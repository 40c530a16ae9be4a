// Fuzzing the reader of ONNX: whatever the bytes, an error of one line, or a network that survives
// being written and read again if it is small. The last byte chooses options.
#include <crease/crease.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

bool LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_round_trip(const crease_net *net)
{
    char *text = NULL;
    size_t length = 0;
    FILE *stream = open_memstream(&text, &length);
    crease_net_write(stream, net);
    fclose(stream);
    crease_net *again;
    crease_error error;
    if (crease_net_parse(&again, text, length, "again", NULL, &error) != CREASE_OK ||
        strcmp(crease_net_sha256(net), crease_net_sha256(again)) != 0)
        abort();
    crease_net_free(again);
    free(text);
}

bool LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const crease_net_options options = {.onnx_drop_last = size && data[size - 1] % 2};
    crease_net *net;
    crease_error error = {0};
    if (crease_net_parse(&net, (const char *)data, size, "fuzz", &options, &error)) {
        if (!error.message[0] || strchr(error.message, '\n') || strchr(error.where, '\n'))
            abort();
        return false;
    }
    if (crease_net_parameters(net) < 10000)
        check_round_trip(net);
    crease_net_free(net);
    return false;
}
