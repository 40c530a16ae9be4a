// crease-check, run as a program.
#include "checker.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_SECONDS = 60 };

void checker_init(checker *of)
{
    const char *program = getenv("CREASE_CHECK"), *argv0 = program_invocation_name;
    char *beside;
    *of = (checker){.program = program, .directory = "/tmp/crease-check-XXXXXX"};
    if (!program) { // argv0 is build/tests/all or build/tests/cross/NAME
        const char *tests = strstr(argv0, "tests/");
        for (const char *next = tests; next; next = strstr(next + 1, "tests/"))
            tests = next;
        int size = tests && tests > argv0 ? (int)(tests - argv0) - 1 : 0;
        if (asprintf(&beside, "%.*s/crease-check", size ? size : 1, size ? argv0 : ".") < 0)
            abort();
        of->program = beside;
    } else if (!(of->program = strdup(program))) {
        abort();
    }
    // Sanitizers, if it was built with them: their findings are not refusals. Memory is freed
    // by exit.
    setenv("ASAN_OPTIONS", "detect_leaks=0:exitcode=77", 1);
    setenv("UBSAN_OPTIONS", "exitcode=77", 1);
    if (access(of->program, X_OK) != 0 || !mkdtemp(of->directory)) {
        perror(of->program);
        abort();
    }
    snprintf(of->net, sizeof of->net, "%s/net.json", of->directory);
    snprintf(of->certificate, sizeof of->certificate, "%s/cert", of->directory);
    snprintf(of->said, sizeof of->said, "%s/said", of->directory);
}

void checker_clear(checker *of)
{
    unlink(of->net);
    unlink(of->certificate);
    unlink(of->said);
    rmdir(of->directory);
    free((char *)of->program);
}

void checker_write(const char *path, const char *text, size_t size)
{
    FILE *to = fopen(path, "w");
    if (!to || fwrite(text, 1, size, to) != size || fclose(to) != 0)
        abort();
}

static pid_t start(const checker *of)
{
    pid_t child;
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, of->said, O_WRONLY | O_CREAT | O_TRUNC,
                                     0600);
    posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, STDERR_FILENO);
    char *const arguments[] = {(char *)of->program, (char *)of->net, (char *)of->certificate, NULL};
    if (posix_spawn(&child, of->program, &files, NULL, arguments, environ) != 0)
        abort();
    posix_spawn_file_actions_destroy(&files);
    const struct rlimit limit = {MOST_SECONDS, MOST_SECONDS};
    prlimit(child, RLIMIT_CPU, &limit, NULL); // it may be gone already
    return child;
}

checker_verdict checker_run(const checker *of, char *text, size_t size)
{
    int status;
    pid_t child = start(of);
    if (waitpid(child, &status, 0) != child)
        abort();
    FILE *from = fopen(of->said, "r");
    if (!from)
        abort();
    size_t read = fread(text, 1, size - 1, from);
    text[read] = '\0';
    fclose(from);
    size_t lines = 0;
    for (const char *c = text; *c; c++)
        lines += *c == '\n';
    if (!WIFEXITED(status))
        return CHECKER_BROKEN;
    bool says_so = !strncmp(text, "VERIFIED ", 9) || !strncmp(text, "PROVED ", 7);
    if (WEXITSTATUS(status) == 0 && says_so && lines == 1)
        return CHECKER_VERIFIED;
    // Quoted text may contain a newline.
    if (WEXITSTATUS(status) == 1 && !strncmp(text, "REFUSED ", 8) && read < size - 1)
        return CHECKER_REFUSED;
    return CHECKER_BROKEN;
}
