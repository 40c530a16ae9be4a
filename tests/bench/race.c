// Runs commands in turns and reports, for each, the median time and the peak memory.
//
// race SECONDS COMMAND [ARGUMENT...] [:: COMMAND [ARGUMENT...]]...
//
// A command prints one JSON object with a number "seconds", the time measured, without the
// start of the process. Turns spread the noise of the machine evenly.
// A command is run three times at least and until its times add up to SECONDS; a slow one
// (ten times that in all) no more. For each command one line of JSON:
//   {"runs": N, "seconds": MEDIAN, "peak_kib": PEAK, "status": EXIT, "output": {...}}
// with the exit status and the output of the last run; after a failure only "status".
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { OUTPUT_SIZE = 1 << 16, LEAST_RUNS = 3, MOST_RUNS = 1000, PATIENCE = 10 };

typedef struct {
    char **words; // ends with NULL
    size_t runs;
    double seconds[MOST_RUNS];
    double total;
    long peak_kib;
    int status;
    char output[OUTPUT_SIZE];
} runner;

static void die(const char *what)
{
    perror(what);
    exit(2);
}

static void read_all(char text[OUTPUT_SIZE], int from)
{
    size_t used = 0;
    ssize_t count;
    while ((count = read(from, text + used, OUTPUT_SIZE - 1 - used)) > 0)
        used += (size_t)count;
    text[used] = '\0';
}

static void run_once(runner *r)
{
    int ends[2];
    if (pipe(ends))
        die("pipe");
    pid_t child = fork();
    if (child < 0)
        die("fork");
    if (child == 0) {
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        close(ends[1]);
        execvp(r->words[0], r->words);
        perror(r->words[0]);
        _exit(127);
    }
    close(ends[1]);
    read_all(r->output, ends[0]);
    close(ends[0]);
    int status;
    struct rusage usage;
    if (wait4(child, &status, 0, &usage) != child)
        die("wait4");
    r->status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    if (usage.ru_maxrss > r->peak_kib)
        r->peak_kib = usage.ru_maxrss;
    const char *seconds = strstr(r->output, "\"seconds\":");
    if (!seconds)
        r->status = 2;
    else
        r->total += r->seconds[r->runs] = strtod(seconds + strlen("\"seconds\":"), NULL);
    r->runs++;
}

// 3 is the exit status of a count that a limit has stopped.
static bool has_failed(const runner *r)
{
    return r->runs > 0 && r->status != 0 && r->status != 3;
}

static bool is_done(const runner *r, double enough)
{
    return has_failed(r) || r->runs == MOST_RUNS || r->total >= PATIENCE * enough ||
           (r->runs >= LEAST_RUNS && r->total >= enough);
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void report(runner *r)
{
    if (has_failed(r)) {
        printf("{\"status\": %d}\n", r->status);
        return;
    }
    qsort(r->seconds, r->runs, sizeof *r->seconds, compare);
    double median = (r->seconds[(r->runs - 1) / 2] + r->seconds[r->runs / 2]) / 2;
    for (char *c = r->output; *c; c++)
        if (*c == '\n')
            *c = ' ';
    printf(
        "{\"runs\": %zu, \"seconds\": %.9f, \"peak_kib\": %ld, \"status\": %d, \"output\": %s}\n",
        r->runs, median, r->peak_kib, r->status, r->output);
}

// Cuts the words at every "::".
static size_t find_runners(runner **runners, char **words)
{
    size_t count = 0;
    *runners = NULL;
    for (char **word = words; *word; word++) {
        *runners = realloc(*runners, (count + 1) * sizeof **runners);
        if (!*runners)
            die("realloc");
        memset(*runners + count, 0, sizeof **runners);
        (*runners)[count++].words = word;
        while (*word && strcmp(*word, "::") != 0)
            word++;
        if (!*word)
            break;
        *word = NULL;
    }
    return count;
}

int main(int argc, char **argv)
{
    double enough = argc > 2 ? strtod(argv[1], NULL) : 0;
    if (enough <= 0) {
        fprintf(stderr, "usage: race SECONDS COMMAND... [:: COMMAND...]...\n");
        return 2;
    }
    runner *runners;
    size_t count = find_runners(&runners, argv + 2);
    for (size_t left = count; left > 0;) {
        left = 0;
        for (size_t i = 0; i < count; i++)
            if (!is_done(&runners[i], enough)) {
                run_once(&runners[i]);
                left++;
            }
    }
    for (size_t i = 0; i < count; i++)
        report(&runners[i]);
    free(runners);
    return 0;
}
