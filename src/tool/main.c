// crease: the command-line tool.
#include "base/memory.h"
#include "tool/commands.h"
#include "tool/job.h"
#include "tool/plan.h"
#include "tool/report.h"
#include "tool/stop.h"

#include <errno.h>
#include <fcntl.h>
#include <flint/flint.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// A file opened later must not land on a standard stream that the caller closed.
// The stand-ins are opened the wrong way round, so that using them is an error.
static void main_occupy_streams(void)
{
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) == -1 && open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY) != fd)
            _exit(CREASE_ERROR);
}

// Reads the words of a command, or of the one whose work is split.
static crease_status main_read(settings *s, const command *c, int count, char **words)
{
    if (c->bit == in_split && count && words[0][0] != '-')
        return plan_read_split(s, count, words);
    char **kept = memory_new((size_t)count, sizeof *kept); // reading moves them
    memcpy(kept, words, (size_t)count * sizeof *kept);
    crease_status status = arguments_read(s, c, count, words);
    if (status == CREASE_OK && !s->help && !s->version && s->options.folder)
        status = plan_open_checkpoint(s, count, kept);
    free(kept);
    return status;
}

// Whether --help is among the words; what follows "--" is not an option.
static bool main_asks_for_help(size_t count, char **words)
{
    for (size_t i = 0; i < count && strcmp(words[i], "--") != 0; i++)
        if (!strcmp(words[i], "--help") || !strcmp(words[i], "-h"))
            return true;
    return false;
}

// Replaces this program by a command of the Python module. Returns only without Python.
static crease_status main_run_python(const char *name, size_t count, char **words)
{
    const char *named = getenv("PYTHON"), *python = named && *named ? named : "python3";
    char *tool = realpath("/proc/self/exe", NULL);
    const char *first[] = {python, "-c", start_text, tool ? tool : "", name};
    const size_t before = sizeof first / sizeof *first;
    char **all = memory_new(before + count + 1, sizeof *all);
    memcpy(all, first, sizeof first);
    memcpy(all + before, words, count * sizeof *all);
    sigset_t interrupt; // waits until Python has started
    sigemptyset(&interrupt);
    sigaddset(&interrupt, SIGINT);
    sigprocmask(SIG_BLOCK, &interrupt, NULL);
    execvp(python, all);
    const int problem = errno;
    free(all);
    free(tool);
    if (main_asks_for_help(count, words)) {
        help_print(stdout, command_find(name), false);
        return CREASE_OK;
    }
    return report_usage("%s needs Python 3.11 and the module that 'make install-python' installs; "
                        "%s: %s",
                        name, python, strerror(problem));
}

// Runs count with --definitions or --characteristic, which are in Python.
static crease_status main_run_theory(const settings *s)
{
    char **words = memory_new(OPTIONS_MOST + 1 + s->operand_count, sizeof *words);
    size_t count = 1;
    for (const option *o = options; o < options + options_count; o++) {
        const char *value = s->given[o - options];
        if (value && o->place == offsetof(settings, count.theory))
            words[0] = (char *)o->name;
        else if (value)
            words[count++] = memory_format(*value ? "--%s=%s" : "--%s", o->name, value);
    }
    words[count++] = memory_copy_text("--"); // what follows may begin with a dash
    memcpy(words + count, s->operands, s->operand_count * sizeof *words);
    const crease_status status = main_run_python("theory", count + s->operand_count, words);
    while (count-- > 1)
        free(words[count]);
    free(words);
    return status;
}

static crease_status main_run(int argc, char **argv)
{
    settings s;
    int named = argc > 1 && argv[1][0] != '-', skip = named ? 2 : 1;
    const command *c = named ? command_find(argv[1]) : &no_command;
    if (c && !c->run)
        return main_run_python(c->name, (size_t)argc - 2, argv + 2);
    if (!c || main_read(&s, c, argc - skip, argv + skip))
        return CREASE_ERROR;
    if (s.version)
        puts(crease_version());
    else if (s.help)
        help_print(stdout, named ? c : NULL, s.help == HELP_IN_BRIEF);
    if (s.version || s.help)
        return CREASE_OK;
    if (s.count.theory)
        return main_run_theory(&s);
    if (!named)
        return report_usage("no command given; 'crease help' lists the commands");
    if (s.command->bit == in_verify && !s.verify.all)
        s.last_words = s.format == FORMAT_TEXT ? "timeout\n" : "{\"answer\": \"timeout\"}\n";
    if (stop_watch(&s))
        return CREASE_ERROR;
    return s.command->bit & (in_run | in_merge) ? plan_do_step(&s) : job_run(&s);
}

// An error that was reported already is not reported again.
static crease_status main_close_output(crease_status status)
{
    errno = 0;
    const bool failed = ferror(stdout);
    if (fclose(stdout) || failed) {
        if (status == CREASE_ERROR)
            return status;
        return report_usage("standard output: %s", errno ? strerror(errno) : "write error");
    }
    return status;
}

int main(int argc, char **argv)
{
    main_occupy_streams();
    stop_watch_memory();
    // A write to a closed pipe, or to a file that may not grow, fails: the first silently, the
    // second with a message and without a partial file.
    report_watch_pipes();
    signal(SIGXFSZ, SIG_IGN);
    const crease_status status = main_close_output(main_run(argc, argv));
    flint_cleanup();
    if (status == CREASE_ERROR)
        report_end_with_pipe();
    return (int)status;
}
