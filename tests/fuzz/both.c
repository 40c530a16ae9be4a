// Fuzzing both readers of networks at once: whatever the bytes, crease-check reads a network if and
// only if the library does, and then both name it by the same hash.
//
// The checker leaves by exit and its memory to the system. Here exit is a jump, and what it has
// taken is freed afterwards; a process for each input, as in check.c, would be a hundred times
// slower.
#include "format/read.h"

#include <crease/crease.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- Memory and streams of the checker ----

typedef struct block {
    struct block *before, *after;
    size_t size; // of what follows
    max_align_t memory[];
} block;

static block taken = {&taken, &taken, 0};

static block *block_of(void *memory)
{
    return (block *)((char *)memory - offsetof(block, memory));
}

static void give_back(void *memory)
{
    if (!memory)
        return;
    block *old = block_of(memory);
    old->before->after = old->after;
    old->after->before = old->before;
    free(old);
}

static void *take(void *old, size_t size)
{
    block *made = malloc(sizeof *made + size);
    if (!made)
        abort();
    *made = (block){taken.before, &taken, size};
    made->before->after = made->after->before = made;
    if (old) {
        size_t had = block_of(old)->size;
        memcpy(made->memory, old, had < size ? had : size);
        give_back(old);
    }
    return made->memory;
}

static void *gmp_take(size_t size)
{
    return take(NULL, size);
}

static void *gmp_resize(void *old, size_t old_size, size_t size)
{
    (void)old_size;
    return take(old, size);
}

static void gmp_give_back(void *memory, size_t size)
{
    (void)size;
    give_back(memory);
}

// One stream is open at a time.
static struct {
    FILE *stream;
    char *text, **to;
    size_t size, *to_size;
} memory_file;

static FILE *open_memory(char **text, size_t *size)
{
    memory_file.to = text;
    memory_file.to_size = size;
    return memory_file.stream = open_memstream(&memory_file.text, &memory_file.size);
}

static int close_memory(FILE *stream)
{
    int status = fclose(stream);
    memory_file.stream = NULL;
    *memory_file.to =
        memcpy(take(NULL, memory_file.size + 1), memory_file.text, memory_file.size + 1);
    *memory_file.to_size = memory_file.size;
    free(memory_file.text);
    return status;
}

static void give_all_back(void)
{
    if (memory_file.stream) {
        fclose(memory_file.stream);
        memory_file.stream = NULL;
        free(memory_file.text);
    }
    while (taken.after != &taken)
        give_back(taken.after->memory);
}

// ---- The checker ----

static jmp_buf refused;
static char heard[8192]; // by the checker
static FILE *saying;

static _Noreturn void leave(int status)
{
    (void)status;
    longjmp(refused, 1);
}

int check_main(int count, char **arguments);
#define main check_main
#define exit leave
#define realloc take
#define free give_back
#define open_memstream open_memory
#define fclose close_memory
#undef stderr
#define stderr saying
#define activation checker_activation // the library has another
#include "../../src/check/crease-check.c"
#undef activation
#undef main
#undef exit
#undef realloc
#undef free
#undef open_memstream
#undef fclose

static int checker_reads(char hash[65], const char *text, size_t size)
{
    void *(*old_take)(size_t), *(*old_resize)(void *, size_t, size_t);
    void (*old_give_back)(void *, size_t);
    mp_get_memory_functions(&old_take, &old_resize, &old_give_back);
    mp_set_memory_functions(gmp_take, gmp_resize, gmp_give_back);
    volatile int reads = 0;
    rewind(saying);
    if (!setjmp(refused)) {
        char *copy = take(NULL, size + 1);
        if (size)
            memcpy(copy, text, size);
        copy[size] = '\0';
        file = "fuzz";
        begin = at = copy;
        end = copy + size;
        line = 1;
        read_network();
        identify(hash);
        reads = 1;
    }
    fflush(saying);
    give_all_back();
    mp_set_memory_functions(old_take, old_resize, old_give_back);
    return reads;
}

// ---- Both ----

int LLVMFuzzerInitialize(int *count, char ***arguments);
int LLVMFuzzerInitialize(int *count, char ***arguments)
{
    (void)count, (void)arguments;
    saying = fmemopen(heard, sizeof heard, "w");
    return !saying;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    char hash[65];
    crease_net *made;
    crease_error error;
    net_source source = {.net = &made, .options = &(crease_net_options){0}};
    int reads = net_parse_json(&source, (document_text){text, size}, &error) == CREASE_OK;
    int checked = checker_reads(hash, text, size);
    if (reads != checked || (reads && strcmp(hash, crease_net_sha256(made)) != 0)) {
        printf("the library: %s\nthe checker: %s\n",
               reads ? crease_net_sha256(made) : error.message, checked ? hash : heard);
        abort();
    }
    if (reads)
        crease_net_free(made);
    return 0;
}
