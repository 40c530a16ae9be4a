// Fuzzing crease-check: whatever the bytes, it refuses, or the engine finds what it has verified.
//
// The input is a network and after it, from the line "crease-certificate 5" on, a certificate. A
// network in JSON that the library reads is handed on as its canonical text; anything else as it
// is. The hash in the certificate is set right, or no other line would ever be read. The checker
// keeps its state in static variables and leaves by exit, so each run is a process of its own, a
// fork of this one; its coverage returns through shared memory.
#include "../ref/certificate_judge.h"

#include "base/sha256.h"
#include "format/read.h"
#include <crease/crease.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h> // TEMP_FAILURE_RETRY: the fuzzer has an alarm

static _Noreturn void leave(int status);
int check_main(int count, char **arguments);

#define main check_main
#define exit leave
#define activation checker_activation // the library has another
#include "../../src/check/crease-check.c"
#undef activation
#undef main
#undef exit

// Where clang counts (-fsanitize=fuzzer-no-link), first and end. In C these names would hide those
// of the code that clang generates for the fuzzer.
extern uint8_t *const check_counters[2];
__asm__(".pushsection .data.rel.ro,\"aw\"\n"
        ".globl check_counters\n"
        "check_counters: .quad __start___sancov_cntrs, __stop___sancov_cntrs\n"
        ".popsection");
static uint8_t *covered; // shared

enum { SANITIZER_FOUND = 77 };
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "exitcode=77:detect_leaks=0:allocator_may_return_null=1";
}
const char *__ubsan_default_options(void);
const char *__ubsan_default_options(void)
{
    return "exitcode=77:print_stacktrace=1";
}

static size_t counters(void)
{
    return (size_t)(check_counters[1] - check_counters[0]);
}

static _Noreturn void leave(int status)
{
    fflush(NULL);
    memcpy(covered, check_counters[0], counters());
    _exit(status);
}

// A file in memory with this text, or none; the name is that in path.
static int file_of(char path[40], const char *text, size_t size)
{
    int made = memfd_create("fuzz", 0);
    if (made < 0 || (size && write(made, text, size) != (ssize_t)size))
        abort();
    snprintf(path, 40, "/proc/self/fd/%d", made);
    return made;
}

// Whether it verified; a signal or any other exit status is a fault.
static bool judged(int status, int said)
{
    char heard[4096] = "";
    ssize_t size = pread(said, heard, sizeof heard - 1, 0);
    if (!WIFEXITED(status) || WEXITSTATUS(status) > 2) {
        fwrite(heard, 1, size > 0 ? (size_t)size : 0, stderr);
        abort();
    }
    return WEXITSTATUS(status) == 0;
}

static int checker_verifies(const char *of, size_t of_size, const char *text)
{
    char paths[2][40], *arguments[] = {"crease-check", paths[0], paths[1], NULL}, said[40];
    int files[3] = {file_of(paths[0], of, of_size), file_of(paths[1], text, strlen(text)),
                    file_of(said, "", 0)};
    int status;
    pid_t child = fork();
    if (child == 0) {
        dup2(files[2], STDOUT_FILENO);
        dup2(files[2], STDERR_FILENO);
        memset(check_counters[0], 0, counters());
        leave(check_main(3, arguments));
    }
    if (child < 0 || TEMP_FAILURE_RETRY(waitpid(child, &status, 0)) != child)
        abort();
    int verified = judged(status, files[2]);
    for (int i = 0; i < 3; i++)
        close(files[i]);
    return verified;
}

// The certificate with the hash of the network, to be freed.
static char *with_hash(const char *text, size_t size, const char *net, size_t net_size)
{
    static const char head[] = "crease-certificate 5\nnetwork ";
    char *made, hash[SHA256_TEXT], *copy = strndup(text, size);
    size_t length = strlen(head);
    if (strncmp(copy, head, length) != 0)
        return copy;
    sha256_of(hash, net, net_size);
    if (asprintf(&made, "%s%s%s", head, hash, copy + length + strcspn(copy + length, "\n")) < 0)
        abort();
    free(copy);
    return made;
}

int LLVMFuzzerInitialize(int *count, char ***arguments);
int LLVMFuzzerInitialize(int *count, char ***arguments)
{
    (void)count, (void)arguments;
    covered = mmap(NULL, counters(), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return covered == MAP_FAILED;
}

static crease_net *read_net(const char *text, size_t size)
{
    crease_net *made;
    crease_error error;
    net_source source = {.net = &made, .options = &(crease_net_options){0}};
    return net_parse_json(&source, (document_text){text, size}, &error) ? NULL : made;
}

bool LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
bool LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char mark[] = "crease-certificate 5\n";
    const char *all = (const char *)data;
    const char *from = memmem(all, size, mark, strlen(mark));
    size_t net_size = from ? (size_t)(from - all) : size;
    crease_net *of = read_net(all, net_size);
    char *net = of ? canonical_text(of) : strndup(all, net_size);
    char *text = with_hash(all + net_size, size - net_size, net, strlen(net));
    if (checker_verifies(net, strlen(net), text) && of && !certificate_is_true(text, of))
        abort();
    free(net);
    free(text);
    crease_net_free(of);
    memcpy(check_counters[0], covered, counters()); // of the checker alone
    return false;
}
