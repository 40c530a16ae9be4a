// Pictures as files.
#include "unit.h"
#include "written.h"

#include <sys/wait.h>

#define QUADRANTS RELU("[[1, 0], [0, 1]]", "[0, 0]")

static const crease_picture_format formats[] = {CREASE_SVG, CREASE_PDF, CREASE_PNG};
enum { FORMATS = sizeof formats / sizeof *formats };

static crease_status write_picture(written *file, const crease_picture *picture,
                                   const crease_net *net, const char *box,
                                   const crease_options *options)
{
    crease_domain *domain = domain_of(box);
    crease_counts_init(&file->counts, net);
    file->error = (crease_error){0};
    crease_status status = crease_write_picture(file->path, picture, &file->counts, net, domain,
                                                options, &file->error);
    crease_counts_clear(&file->counts);
    crease_domain_free(domain);
    return status;
}

static void begins_as_it_should(void)
{
    static const char *const start[] = {"<?xml version=", "%PDF-1.", "\x89PNG\r\n\x1a\n"};
    static const char *const end[] = {"</svg>\n", "%%EOF\n", "IEND\xae\x42\x60\x82"};
    crease_net *net = net_of(QUADRANTS);
    for (size_t f = 0; f < FORMATS; f++)
        for (int colours = CREASE_BY_PATTERN; colours <= CREASE_BY_SLOPE; colours++) {
            crease_picture picture = {
                .format = formats[f], .colours = (crease_colours)colours, .creases = 1};
            written file = written_init();
            CU_ASSERT_EQUAL(write_picture(&file, &picture, net, NULL, NULL), CREASE_OK);
            CU_ASSERT_EQUAL(file.counts.activation_regions, 4);
            written_read(&file);
            CU_ASSERT_PTR_NOT_NULL_FATAL(file.text);
            CU_ASSERT(!memcmp(file.text, start[f], strlen(start[f])));
            size_t tail = strlen(end[f]);
            CU_ASSERT(file.size > tail && !memcmp(file.text + file.size - tail, end[f], tail));
            CU_ASSERT(written_clear(&file));
        }
    crease_net_free(net);
}

static unsigned big_endian(const char *text)
{
    const unsigned char *byte = (const unsigned char *)text;
    return (unsigned)byte[0] << 24 | (unsigned)byte[1] << 16 | (unsigned)byte[2] << 8 | byte[3];
}

// Width and height stand in bytes 16 to 23 of a PNG file.
static void sizes(void)
{
    static const struct {
        const char *box;
        int width, height;
        unsigned pixels[2];
    } cases[] = {
        {"-1,1", 0, 0, {800, 800}},
        {"-1,1,-2,2", 0, 0, {400, 800}},
        {"-1,1,-2,2", 100, 0, {100, 200}},
        {"-1,1,-2,2", 0, 100, {50, 100}},
        {"-1,1,-2,2", 30, 20, {30, 20}},
        {"-1,1,-1/100,1/100", 0, 0, {800, 200}},
        {"-1,1", 1, 1, {1, 1}},
        {NULL, 0, 40, {40, 40}},
    };
    crease_net *net = net_of(QUADRANTS);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        crease_picture picture = {
            .format = CREASE_PNG, .width = cases[i].width, .height = cases[i].height};
        written file = written_init();
        CU_ASSERT_EQUAL(write_picture(&file, &picture, net, cases[i].box, NULL), CREASE_OK);
        written_read(&file);
        CU_ASSERT_FATAL(file.size > 24);
        CU_ASSERT_EQUAL(big_endian(file.text + 16), cases[i].pixels[0]);
        CU_ASSERT_EQUAL(big_endian(file.text + 20), cases[i].pixels[1]);
        CU_ASSERT(written_clear(&file));
    }
    crease_net_free(net);
}

// Two processes write the same bytes.
static void same_bytes(void)
{
    const uint64_t seed = 20260707;
    random_state random;
    random_seed(&random, seed);
    crease_net *net = random_net(&random, 2, 6, 3);
    for (size_t f = 0; f < FORMATS; f++) {
        crease_picture picture = {.format = formats[f], .width = 100, .creases = 1};
        written file[2];
        for (int i = 0; i < 2; i++) {
            file[i] = written_init();
            pid_t child = fork();
            if (child == 0)
                _exit((int)write_picture(file + i, &picture, net, NULL, NULL));
            int status;
            CU_ASSERT_EQUAL(waitpid(child, &status, 0), child);
            CU_ASSERT_EQUAL(status, 0);
            written_read(file + i);
            CU_ASSERT_PTR_NOT_NULL_FATAL(file[i].text);
        }
        CU_ASSERT(file[0].size == file[1].size &&
                  !memcmp(file[0].text, file[1].text, file[0].size));
        for (int i = 0; i < 2; i++)
            CU_ASSERT(written_clear(file + i));
    }
    crease_net_free(net);
}

// Nothing in the file tells when it was made.
static void no_dates(void)
{
    crease_net *net = net_of(QUADRANTS);
    crease_picture picture = {.format = CREASE_PDF};
    written file = written_init();
    CU_ASSERT_EQUAL(write_picture(&file, &picture, net, NULL, NULL), CREASE_OK);
    written_read(&file);
    const char *date = memmem(file.text, file.size, "Date", 4);
    CU_ASSERT(!date || !strncmp(date, "Date (19700101000000Z)", 22));
    CU_ASSERT(written_clear(&file));
    crease_net_free(net);
}

static void partial(void)
{
    crease_net *net = net_of(QUADRANTS);
    volatile sig_atomic_t interrupt = 1;
    crease_options options[] = {{.max_regions = 2}, {.interrupt = &interrupt}};
    for (size_t f = 0; f < FORMATS; f++)
        for (int i = 0; i < 2; i++) {
            crease_picture picture = {.format = formats[f], .creases = 1};
            written file = written_init();
            CU_ASSERT_EQUAL(write_picture(&file, &picture, net, NULL, options + i), CREASE_STOPPED);
            CU_ASSERT_EQUAL(file.counts.activation_regions, i ? 0 : 2);
            written_read(&file);
            CU_ASSERT_PTR_NOT_NULL(file.text);
            CU_ASSERT(written_clear(&file));
        }
    crease_net_free(net);
}

static void refused(const char *layers, int inputs, crease_picture picture, const char *message)
{
    crease_net *net = net_with_inputs(inputs, layers);
    crease_domain *domain = crease_domain_new_space((size_t)inputs);
    written file = written_init();
    crease_counts_init(&file.counts, net);
    CU_ASSERT_EQUAL(
        crease_write_picture(file.path, &picture, &file.counts, net, domain, NULL, &file.error),
        CREASE_ERROR);
    CU_ASSERT_STRING_EQUAL(file.error.message, message);
    crease_counts_clear(&file.counts);
    crease_domain_free(domain);
    CU_ASSERT(written_clear(&file));
    crease_net_free(net);
}

static void bad_requests(void)
{
    refused(QUADRANTS, 2, (crease_picture){.width = 32768},
            "expected a width between 1 and 32767, found 32768");
    refused(QUADRANTS, 2, (crease_picture){.height = -1},
            "expected a height between 1 and 32767, found -1");
    // Two parallel creases far apart, and a third: the view is four times as wide.
    refused(RELU("[[1, 0], [1, 0], [0, 1], [0, 1]]", "[0, 1000, 0, 1]"), 2,
            (crease_picture){.height = 30000},
            "expected a width between 1 and 32767, found 120000");
    refused(RELU("[[1, 1, 1]]", "[0]"), 3, (crease_picture){.width = 10},
            "expected a domain of dimension 1 or 2 to draw, found 3: name two or three points of a "
            "slice");
}

// A domain of one dimension becomes a graph; the page is wider than high.
static void graphs(void)
{
    crease_net *net = net_with_inputs(1, RELU("[[1], [2]]", "[0, -1]"));
    for (size_t f = 0; f < FORMATS; f++)
        for (int creases = 0; creases < 2; creases++) {
            crease_picture picture = {.format = formats[f], .creases = creases};
            crease_domain *domain = crease_domain_new_space(1);
            written file = written_init();
            crease_counts_init(&file.counts, net);
            CU_ASSERT_EQUAL(crease_write_picture(file.path, &picture, &file.counts, net, domain,
                                                 NULL, &file.error),
                            CREASE_OK);
            CU_ASSERT_EQUAL(file.counts.activation_regions, 3);
            crease_counts_clear(&file.counts);
            crease_domain_free(domain);
            written_read(&file);
            CU_ASSERT_PTR_NOT_NULL_FATAL(file.text);
            if (formats[f] == CREASE_PNG) {
                CU_ASSERT_EQUAL(big_endian(file.text + 16), 800);
                CU_ASSERT_EQUAL(big_endian(file.text + 20), 500);
            }
            CU_ASSERT(written_clear(&file));
        }
    crease_net_free(net);
}

static void full_disk(void)
{
    if (access("/dev/full", W_OK))
        return;
    crease_net *net = net_of(QUADRANTS);
    for (size_t f = 0; f < FORMATS; f++) {
        crease_picture picture = {.format = formats[f], .creases = 1};
        written file = written_init();
        strcpy(file.path, "/dev/full");
        CU_ASSERT_EQUAL(write_picture(&file, &picture, net, NULL, NULL), CREASE_ERROR);
        CU_ASSERT_STRING_EQUAL(file.error.file, "/dev/full");
        CU_ASSERT_STRING_EQUAL(file.error.message, "cannot write: No space left on device");
        CU_ASSERT(written_clear(&file));
    }
    crease_net_free(net);
}

static void extreme_coordinates(void)
{
    static const char *const layers[] = {
        RELU("[[1, 0], [0, 1], [1, 1]]", "[\"1e300\", \"-1e-300\", 1]"),
        RELU("[[1, 0], [0, 1], [1, 1]]", "[\"1e500\", \"-1e-500\", 1]"),
    };
    static const char *const boxes[] = {NULL, "-1e300,1e300", "-1e-300,1e-300", "-1e9000,1e-9000"};
    for (size_t i = 0; i < sizeof layers / sizeof *layers; i++) {
        crease_net *net = net_of(layers[i]);
        for (size_t b = 0; b < sizeof boxes / sizeof *boxes; b++)
            for (size_t f = 0; f < FORMATS; f++) {
                crease_picture picture = {.format = formats[f], .width = 50, .creases = 1};
                written file = written_init();
                CU_ASSERT_EQUAL(write_picture(&file, &picture, net, boxes[b], NULL), CREASE_OK);
                written_read(&file);
                CU_ASSERT_PTR_NOT_NULL_FATAL(file.text);
                if (formats[f] == CREASE_SVG)
                    CU_ASSERT(!strstr(file.text, "nan") && !strstr(file.text, "inf"));
                CU_ASSERT(written_clear(&file));
            }
        crease_net_free(net);
    }
}

UNIT_MAIN("picture", {"begins as it should", begins_as_it_should}, {"sizes", sizes},
          {"same bytes", same_bytes}, {"no dates", no_dates}, {"partial", partial},
          {"graphs", graphs}, {"bad requests", bad_requests}, {"full disk", full_disk},
          {"extreme coordinates", extreme_coordinates})
