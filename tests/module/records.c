// Writing records: the state of the file, for every format.
#include "unit.h"
#include "written.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

// Eight folds of the unit square: many regions to wait for.
#define FOLD LAYER("abs", "[[2, 0], [0, 2]]", "[-1, -1]")
#define FOLDS FOLD "," FOLD "," FOLD "," FOLD "," FOLD "," FOLD "," FOLD "," FOLD
#define REGIONS 65536 // 4^8

static const crease_record_format formats[] = {CREASE_JSONL, CREASE_CSV};
enum { FORMATS = sizeof formats / sizeof *formats };

static void put_old(const written *file)
{
    FILE *stream = fopen(file->path, "w");
    fputs("old", stream);
    fclose(stream);
}

static size_t count_lines(const char *text)
{
    size_t lines = 0;
    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

static void complete(void)
{
    for (size_t f = 0; f < FORMATS; f++) {
        crease_net *net = net_of(FOLD "," FOLD);
        written file = written_init();
        put_old(&file);
        CU_ASSERT_EQUAL(written_records(&file, formats[f], net, "0,1", NULL), CREASE_OK);
        CU_ASSERT_EQUAL(file.counts.activation_regions, 16);
        CU_ASSERT_EQUAL(count_lines(file.text), 17);
        CU_ASSERT(written_clear(&file));
        crease_net_free(net);
    }
}

// A walk that was stopped is written as far as it went.
static void partial(void)
{
    for (size_t f = 0; f < FORMATS; f++) {
        crease_options options = {.max_regions = 100};
        crease_net *net = net_of(FOLDS);
        written file = written_init();
        put_old(&file);
        CU_ASSERT_EQUAL(written_records(&file, formats[f], net, NULL, &options), CREASE_STOPPED);
        CU_ASSERT_EQUAL(file.counts.activation_regions, 100);
        CU_ASSERT_EQUAL(file.counts.complete, 0);
        CU_ASSERT_EQUAL(count_lines(file.text), 101);
        CU_ASSERT(written_clear(&file));
        crease_net_free(net);
    }
}

// An error leaves the old file as it was, and none where there was none.
static void errors_leave_the_old_file(void)
{
    for (size_t f = 0; f < FORMATS; f++)
        for (int old = 0; old < 2; old++) {
            crease_net *net = net_with_inputs(3, RELU("[[1, 2, 3]]", "[0]"));
            written file = written_init();
            if (old)
                put_old(&file);
            CU_ASSERT_EQUAL(written_records(&file, formats[f], net, "0,1", NULL), CREASE_ERROR);
            CU_ASSERT(old ? file.text && !strcmp(file.text, "old") : !file.text);
            CU_ASSERT(written_clear(&file));
            crease_net_free(net);
        }
}

// Nor does it write the beginning of a file to a pipe.
static void errors_write_nothing(void)
{
    int ends[2];
    CU_ASSERT_EQUAL_FATAL(pipe(ends), 0);
    crease_net *net = net_with_inputs(3, RELU("[[1, 2, 3]]", "[0]"));
    for (size_t f = 0; f < FORMATS; f++) {
        written file = written_init();
        snprintf(file.path, sizeof file.path, "/dev/fd/%d", ends[1]);
        crease_domain *domain = domain_of(NULL);
        crease_counts_init(&file.counts, net);
        CU_ASSERT_EQUAL(crease_regions_write(file.path, &(crease_records){.format = formats[f]},
                                             &file.counts, net, domain, NULL, &file.error),
                        CREASE_ERROR);
        crease_counts_clear(&file.counts);
        crease_domain_free(domain);
        CU_ASSERT(written_clear(&file));
    }
    crease_net_free(net);
    close(ends[1]);
    char byte;
    CU_ASSERT_EQUAL(read(ends[0], &byte, 1), 0);
    close(ends[0]);
}

// Writes to a file that fails; the walk must not continue to the end.
static void stops_early(const char *path, const char *message)
{
    for (size_t f = 0; f < FORMATS; f++) {
        crease_net *net = net_of(FOLDS);
        crease_domain *domain = domain_of("0,1");
        crease_counts counts;
        crease_error error = {0};
        crease_counts_init(&counts, net);
        CU_ASSERT_EQUAL(crease_regions_write(path, &(crease_records){.format = formats[f]}, &counts,
                                             net, domain, NULL, &error),
                        CREASE_ERROR);
        CU_ASSERT_STRING_EQUAL(error.file, path);
        CU_ASSERT_STRING_EQUAL(error.message, message);
        CU_ASSERT(counts.activation_regions < REGIONS / 10);
        crease_counts_clear(&counts);
        crease_domain_free(domain);
        crease_net_free(net);
    }
}

static void full_disk(void)
{
    if (access("/dev/full", W_OK) == 0)
        stops_early("/dev/full", "cannot write: No space left on device");
}

static void closed_pipe(void)
{
    int ends[2];
    char name[64];
    void (*before)(int) = signal(SIGPIPE, SIG_IGN);
    CU_ASSERT_EQUAL_FATAL(pipe(ends), 0);
    snprintf(name, sizeof name, "/dev/fd/%d", ends[1]);
    close(ends[0]);
    stops_early(name, "cannot write: Broken pipe");
    close(ends[1]);
    signal(SIGPIPE, before);
}

UNIT_MAIN("records", {"complete", complete}, {"partial", partial},
          {"errors leave the old file", errors_leave_the_old_file},
          {"errors write nothing", errors_write_nothing}, {"full disk", full_disk},
          {"closed pipe", closed_pipe})
