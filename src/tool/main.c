// crease: the command-line tool.
#include "tool/commands.h"
#include "tool/report.h"
#include "tool/stop.h"

#include <errno.h>
#include <fcntl.h>
#include <flint/flint.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// A file opened later must not land on a standard stream that the caller closed.
// The stand-ins are opened the wrong way round, so that using them is an error.
static void occupy_standard_streams(void)
{
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) == -1 && open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY) != fd)
            _exit(CREASE_ERROR);
}

// What was printed is only done when it has arrived. An error that was reported
// already is not reported again.
static crease_status close_output(crease_status status)
{
    errno = 0;
    int failed = ferror(stdout);
    if (fclose(stdout) || failed) {
        if (status == CREASE_ERROR)
            return status;
        return report_usage("standard output: %s", errno ? strerror(errno) : "write error");
    }
    return status;
}

static crease_status run(int count, char **words)
{
    settings s;
    int named = count > 1 && words[1][0] != '-', skip = named ? 2 : 1;
    const command *c = named ? command_find(words[1]) : &no_command;
    if (!c || arguments_read(&s, c, count - skip, words + skip))
        return CREASE_ERROR;
    if (s.version) {
        puts(crease_version());
        return CREASE_OK;
    }
    if (s.help) {
        help_print(stdout, named ? c : NULL);
        return CREASE_OK;
    }
    if (!named)
        return report_usage("no command given; 'crease help' lists the commands");
    stop_watch(&s.run);
    return c->run(&s);
}

int main(int argc, char **argv)
{
    occupy_standard_streams();
    // A file that may not grow is then a failed write, which says what happened and leaves nothing
    // behind. So is a closed pipe, but without a word: who closed it knows.
    report_watch_pipes();
    signal(SIGXFSZ, SIG_IGN);
    crease_status status = close_output(run(argc, argv));
    flint_cleanup();
    if (status == CREASE_ERROR)
        report_end_with_pipe();
    return (int)status;
}
