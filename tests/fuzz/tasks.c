// Fuzzing folders of tasks: a plan, the subtrees of the first tasks and the result of task 1, of
// which the last two get the hash that they lack. Whatever the bytes, merge ends, with results or
// with an error.
//
// The input is a plan in one line, the length of the subtrees in decimal in another, and the two
// files without the hashes at their ends. tests/fuzz/task_seeds makes such inputs.
#include "base/sha256.h"
#include "tool/commands.h"
#include "tool/plan.h"
#include <crease/crease.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int LLVMFuzzerInitialize(int *count, char ***words);
bool LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char folder[] = "/tmp/crease-fuzz-XXXXXX";

static void remove_folder(void)
{
    static const char *const names[] = {"plan.json", "network.json", "top", "1.result"};
    if (chdir(folder))
        return;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        unlink(names[i]);
    rmdir(folder);
}

// The network of all inputs; see task_seeds.
int LLVMFuzzerInitialize(int *count, char ***words)
{
    (void)count, (void)words;
    char path[sizeof folder + 20];
    crease_net *net;
    crease_error error;
    if (crease_net_read(&net, "tests/golden/nets/corner.json", NULL, &error) || !mkdtemp(folder))
        abort();
    snprintf(path, sizeof path, "%s/network.json", folder);
    if (crease_net_save(path, net, CREASE_NET_JSON, &error) || !freopen("/dev/null", "w", stdout))
        abort();
    crease_net_free(net);
    return atexit(remove_folder);
}

static void write_part(const char *name, const uint8_t *data, size_t size, bool hashed)
{
    char path[sizeof folder + 20], hash[SHA256_TEXT];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *stream = fopen(path, "wb");
    if (!stream)
        abort();
    fwrite(data, 1, size, stream);
    sha256_of(hash, (const char *)data, size);
    if (hashed)
        fputs(hash, stream);
    fclose(stream);
}

// The next line; moves behind it. NULL: there is none.
static const uint8_t *next_line(size_t *length, const uint8_t **data, const uint8_t *end)
{
    const uint8_t *line = *data;
    const uint8_t *stop = line < end ? memchr(line, '\n', (size_t)(end - line)) : NULL;
    if (!stop)
        return NULL;
    *length = (size_t)(stop - line);
    *data = stop + 1;
    return line;
}

bool LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t *end = data + size;
    size_t length, digits;
    const uint8_t *plan = next_line(&length, &data, end);
    const uint8_t *number = plan ? next_line(&digits, &data, end) : NULL;
    if (!number || digits > 6)
        return false;
    const size_t subtrees = strtoul((const char *)number, NULL, 10); // ends with the line
    if (subtrees > (size_t)(end - data))
        return false;
    write_part("plan.json", plan, length, 0);
    write_part("top", data, subtrees, 1);
    write_part("1.result", data + subtrees, (size_t)(end - data) - subtrees, 1);
    settings s;
    char *words[] = {folder, (char[]){"--threads=1"}, (char[]){"--time-limit=5"}, NULL};
    const command *merge = command_find("merge");
    if (arguments_read(&s, merge, 3, words) == CREASE_OK)
        plan_do_step(&s);
    return false;
}
