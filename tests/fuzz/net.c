// Fuzzing the network reader, of every format and of what gzip has packed: whatever the bytes, an
// error or a network that survives being written and read again.
// A network that is small is counted, too.
#include <crease/crease.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

bool LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_round_trip(const crease_net *net)
{
    char *text = NULL;
    size_t length = 0;
    crease_error error;
    FILE *stream = open_memstream(&text, &length);
    crease_net_write(stream, net);
    fclose(stream);
    crease_net *again;
    if (crease_net_parse(&again, text, length, "again", NULL, &error) != CREASE_OK ||
        strcmp(crease_net_sha256(net), crease_net_sha256(again)) != 0)
        abort();
    crease_net_free(again);
    free(text);
}

static void check_counts(const crease_net *net)
{
    if (crease_net_inputs(net) != 2 || crease_net_parameters(net) > 40)
        return;
    crease_domain *plane = crease_domain_new_space(2);
    uint64_t regions[2];
    for (int i = 0; i < 2; i++) {
        crease_options options = {
            .arith = i ? CREASE_EXACT : CREASE_FILTERED, .threads = 1, .max_regions = 10000};
        crease_counts counts;
        crease_counts_init(&counts, net);
        crease_walk(&counts, net, plane, &options, NULL, NULL);
        regions[i] = counts.activation_regions;
        crease_counts_clear(&counts);
    }
    crease_domain_free(plane);
    if (regions[0] != regions[1])
        abort();
}

bool LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    crease_net *net;
    crease_error error;
    if (crease_net_parse(&net, (const char *)data, size, "fuzz", NULL, &error) != CREASE_OK)
        return false;
    check_round_trip(net);
    check_counts(net);
    crease_net_free(net);
    return false;
}
