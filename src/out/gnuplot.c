// Runs gnuplot between two files, without a shell.
#include "out/gnuplot.h"

#include "base/error.h"
#include <errno.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static crease_status spawn(pid_t *child, int input, int output, int complaints, crease_error *error)
{
    char *const arguments[] = {"gnuplot", "--default-settings", "-", NULL};
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&files, complaints, STDERR_FILENO);
    int reason = posix_spawnp(child, arguments[0], &files, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&files);
    if (reason == ENOENT)
        return error_set(error, "no picture without gnuplot, which is not installed (Debian: "
                                "gnuplot-nox)");
    if (reason)
        return error_set(error, "cannot run gnuplot: %s", strerror(reason));
    return CREASE_OK;
}

// The last line that says something: gnuplot repeats the command and points at the fault first.
static crease_status complain(FILE *complaints, crease_error *error)
{
    char line[256], last[256] = "it failed and does not say why";
    rewind(complaints);
    while (fgets(line, sizeof line, complaints)) {
        line[strcspn(line, "\n")] = '\0';
        if (strpbrk(line, "abcdefghijklmnopqrstuvwxyz"))
            memcpy(last, line, sizeof last);
    }
    return error_set(error, "gnuplot: %s", last);
}

crease_status gnuplot_run(FILE *picture, FILE *script, crease_error *error)
{
    FILE *complaints = tmpfile();
    if (!complaints)
        return error_set(error, "cannot make a temporary file: %s", strerror(errno));
    pid_t child;
    int outcome = 0;
    fflush(script);
    fflush(picture);
    lseek(fileno(script), 0, SEEK_SET);
    crease_status status =
        spawn(&child, fileno(script), fileno(picture), fileno(complaints), error);
    if (status == CREASE_OK) {
        while (waitpid(child, &outcome, 0) < 0 && errno == EINTR)
            ;
        if (!WIFEXITED(outcome) || WEXITSTATUS(outcome))
            status = complain(complaints, error);
    }
    fclose(complaints);
    return status;
}
