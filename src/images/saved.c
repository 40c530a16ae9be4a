// The state of a count by images in a file, from which it goes on.
#include "images/saved.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/work_file.h"
#include "domain/domain.h"
#include "net/net.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const work_file_kind kind = {
    .magic = "crease-images 1\n",
    .missing = "is missing",
    .damaged = "is damaged: remove it, and the count begins anew",
    .other = "is of another network, domain or question, or of another version",
};

static char *state_path(const crease_options *options)
{
    return memory_format("%s/images", options->folder);
}

static void state_key(char key[SHA256_TEXT], const image_state *state, const crease_net *net,
                      const crease_domain *domain, const crease_options *options)
{
    char domain_hash[SHA256_TEXT];
    domain_sha256(domain_hash, domain);
    char *text = memory_format("%s %s %s %d %s", crease_net_sha256(net), domain_hash,
                               crease_arith_name(options->arith), state->totals->per_neuron != NULL,
                               options->question ? options->question : "");
    sha256_of(key, text, strlen(text));
    free(text);
}

static void pack_folding(crease_folding *folding, pack *p)
{
    pack_integers(p, folding->cells, 1);
    pack_integers(p, folding->points, 1);
    pack_integers(p, folding->most_of_one, 1);
    folding->images = pack_word(p, folding->images);
    folding->walked = pack_word(p, folding->walked);
    folding->met = pack_word(p, folding->met);
}

// Sums over the images so far: the last numbers are made from them at the end.
static void pack_totals(crease_totals *t, pack *p)
{
    pack_integers(p, t->bounded_regions, 1);
    pack_integers(p, t->splits, 1);
    pack_integers(p, t->per_layer, t->layers);
    if (t->per_neuron)
        pack_integers(p, t->per_neuron, t->neurons);
    for (size_t l = 0; l < t->layers; l++)
        pack_folding(t->folding + l, p);
    uint64_t *const word[] = {&t->images, &t->images_met, &t->decided_float, &t->decided_exact};
    for (size_t i = 0; i < sizeof word / sizeof *word; i++)
        *word[i] = pack_word(p, *word[i]);
}

static void pack_state(image_state *state, pack *p, const crease_net *net, size_t dimension)
{
    const size_t layers = state->totals->layers;
    state->layer = pack_word(p, state->layer);
    state->image = pack_word(p, state->image);
    pack_bytes(p, &state->seconds, sizeof state->seconds);
    pack_totals(state->totals, p);
    p->failed |= state->layer > layers || !(state->seconds >= 0 && state->seconds < 1e18);
    if (!p->failed && state->layer < layers)
        image_set_pack(&state->now, p, net->layer[state->layer].rows, dimension);
    if (!p->failed && state->layer + 1 < layers)
        image_set_pack(&state->next, p, net->layer[state->layer + 1].rows, dimension);
    if (!p->failed && state->layer + 1 == layers)
        image_set_pack(&state->next, p, 0, 0); // points alone
    p->failed |= state->image > state->now.count;
}

crease_status image_state_save(image_state *state, const crease_net *net,
                               const crease_domain *domain, const crease_options *options,
                               crease_error *error)
{
    char key[SHA256_TEXT], *path = state_path(options);
    work_writer writer;
    crease_status status = CREASE_ERROR;
    state_key(key, state, net, domain, options);
    if (mkdir(options->folder, 0777) && errno != EEXIST) {
        error_set(error, "%s", strerror(errno));
        error_file(error, options->folder);
    } else {
        status = work_write_begin(&writer, path, &kind, key, error);
    }
    if (status == CREASE_OK) {
        pack_state(state, &writer.content, net, domain->dimension);
        status = work_write_end(&writer, error);
    }
    free(path);
    return status;
}

crease_status image_state_load(bool *is_there, image_state *state, const crease_net *net,
                               const crease_domain *domain, const crease_options *options,
                               crease_error *error)
{
    char key[SHA256_TEXT], *path = state_path(options);
    work_reader reader;
    crease_status status = CREASE_OK;
    *is_there = access(path, F_OK) == 0;
    if (*is_there) {
        state_key(key, state, net, domain, options);
        status = work_read_begin(&reader, path, &kind, key, error);
    }
    if (*is_there && status == CREASE_OK) {
        pack_state(state, &reader.content, net, domain->dimension);
        status = work_read_end(&reader, 0, error);
    }
    free(path);
    return status;
}
