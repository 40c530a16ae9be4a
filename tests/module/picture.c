// Pictures as files.
#include "unit.h"
#include "written.h"

#include <cairo.h>
#include <inttypes.h>
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
        for (int colours = CREASE_BY_PATTERN; colours <= CREASE_BY_AREA; colours++) {
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
            .format = CREASE_PNG, .width = cases[i].width, .height = cases[i].height, .bare = 1};
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

// With axes the view has its shape, whatever the page is like: its regions fill a part of the page
// that is as wide and as high as the box, and the page has what was asked for.
static void equal_aspect(void)
{
    static const struct {
        const char *box;
        int width, height;
        double shape; // of the box
    } cases[] = {
        {"-1,1", 0, 0, 1},         {"0,5,0,4", 0, 0, 1.25},        {"0,5,0,4", 300, 0, 1.25},
        {"0,5,0,4", 0, 300, 1.25}, {"0,5,0,4", 300, 300, 1.25},    {"0,5,0,4", 600, 200, 1.25},
        {"0,1,0,3", 0, 0, 1. / 3}, {"-1,1,-1/100,1/100", 0, 0, 4},
    };
    crease_net *net = net_of(QUADRANTS);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        crease_picture picture = {
            .format = CREASE_SVG, .width = cases[i].width, .height = cases[i].height};
        written file = written_init();
        int width, height;
        double across, up;
        CU_ASSERT_EQUAL(write_picture(&file, &picture, net, cases[i].box, NULL), CREASE_OK);
        written_read(&file);
        CU_ASSERT_EQUAL_FATAL(
            sscanf(strstr(file.text, " width="), " width=\"%dpt\" height=\"%dpt", &width, &height),
            2);
        CU_ASSERT(width == (cases[i].width ? cases[i].width : width) &&
                  height == (cases[i].height ? cases[i].height : height));
        CU_ASSERT(cases[i].width || cases[i].height || width == 800);
        const char *panel = strstr(file.text, "<clipPath");
        CU_ASSERT_PTR_NOT_NULL_FATAL(panel);
        CU_ASSERT_EQUAL_FATAL(
            sscanf(strstr(panel, " width="), " width=\"%lf\" height=\"%lf", &across, &up), 2);
        CU_ASSERT_DOUBLE_EQUAL(across / up, cases[i].shape, 1e-3 * cases[i].shape);
        CU_ASSERT(across > width / 4. || up > height / 4.);
        CU_ASSERT_EQUAL(strstr(file.text, "not to one scale") != NULL, cases[i].shape == 4);
        CU_ASSERT(written_clear(&file));
    }
    crease_net_free(net);
}

// ---- what is in an SVG file ----

static size_t count(const char *text, const char *what)
{
    size_t found = 0;
    for (text = strstr(text, what); text; text = strstr(text + 1, what))
        found++;
    return found;
}

// Elements are nested, attributes quoted, and there is nothing that a parser would stumble over.
static int is_well_formed(const char *text)
{
    char open[32][32];
    size_t depth = 0;
    text = strstr(text, "<svg");
    while (text && (text = strchr(text, '<'))) {
        int closes = text[1] == '/';
        size_t length = strcspn(text + 1 + closes, " />");
        if (length == 0 || length > 31 || depth == 32)
            return 0;
        const char *name = text + 1 + closes, *end = name + length;
        for (int quoted = 0; *end && (quoted || *end != '>'); end++)
            if (*end == '"')
                quoted = !quoted;
            else if (*end == '<')
                return 0;
        if (closes) {
            if (!depth-- || strlen(open[depth]) != length || strncmp(open[depth], name, length))
                return 0;
        } else if (end[-1] != '/') {
            snprintf(open[depth++], 32, "%.*s", (int)length, name);
        }
        text = end;
    }
    return depth == 0;
}

// A path for each region with its number, the layer of its newest crease and a title; text is text;
// the file says what it shows.
static void structure(void)
{
    const uint64_t seed = 20261122;
    printf("seed %" PRIu64 " ", seed);
    random_state random;
    random_seed(&random, seed);
    for (int round = 0; round < 24; round++) {
        crease_net *net = random_net(&random, 2, 6, 3);
        crease_picture picture = {.format = CREASE_SVG,
                                  .colours = (crease_colours)(round % 6),
                                  .creases = round % 3 > 0,
                                  .bare = round % 5 == 4,
                                  .title = "a < b & \"c\"",
                                  .name = "net\x1b.json",
                                  .command = "crease plot '<net>'"};
        written file = written_init();
        CU_ASSERT_EQUAL(write_picture(&file, &picture, net, "-3,2,-1,4", NULL), CREASE_OK);
        written_read(&file);
        CU_ASSERT_PTR_NOT_NULL_FATAL(file.text);
        size_t regions = file.counts.activation_regions;
        CU_ASSERT(is_well_formed(file.text));
        CU_ASSERT(!strstr(file.text, "nan") && !strstr(file.text, "inf"));
        for (size_t i = 0; i < regions; i++) {
            char id[48];
            snprintf(id, sizeof id, "<path id=\"r%zu\" class=\"layer", i);
            CU_ASSERT_EQUAL(count(file.text, id), 1);
        }
        // By class a region may have several parts.
        size_t paths = count(file.text, "<path id=\"r");
        CU_ASSERT(picture.colours == CREASE_BY_CLASS ? paths >= regions : paths == regions);
        CU_ASSERT_EQUAL(count(file.text, "; area "), count(file.text, "<path id=\"r"));
        CU_ASSERT_EQUAL(count(file.text, "<text ") > 6, !picture.bare);
        CU_ASSERT_EQUAL(strstr(file.text, crease_net_sha256(net)) != NULL, !picture.bare);
        CU_ASSERT_EQUAL(strstr(file.text, "crease plot '&lt;net&gt;'") != NULL, !picture.bare);
        CU_ASSERT_EQUAL(strstr(file.text, "a &lt; b &amp; &quot;c&quot;<") != NULL, !picture.bare);
        CU_ASSERT(!strchr(file.text, 0x1b));
        CU_ASSERT(written_clear(&file));
        crease_net_free(net);
    }
}

// The areas in the titles are those of the regions.
static void areas(void)
{
    crease_net *net = net_of(QUADRANTS);
    crease_picture picture = {.format = CREASE_SVG};
    written file = written_init();
    CU_ASSERT_EQUAL(write_picture(&file, &picture, net, "-1,3,-2,5", NULL), CREASE_OK);
    written_read(&file);
    static const char *const title[] = {"<title>00; area 2<", "<title>01; area 5<",
                                        "<title>10; area 6<", "<title>11; area 15<"};
    for (size_t i = 0; i < 4; i++)
        CU_ASSERT_EQUAL(count(file.text, title[i]), 1);
    CU_ASSERT(written_clear(&file));
    file = written_init();
    CU_ASSERT_EQUAL(write_picture(&file, &picture, net, NULL, NULL), CREASE_OK);
    written_read(&file);
    CU_ASSERT_EQUAL(count(file.text, "; unbounded<"), 4);
    CU_ASSERT(written_clear(&file));
    crease_net_free(net);
}

// Far vertices do not make a dot of the others, and the picture says how many there are.
static void outliers(void)
{
    crease_net *net = net_of(RELU("[[1, 0], [1, 0], [1, 0], [1, 0], [1, 0], "
                                  "[0, 1], [0, 1], [0, 1], [0, 1]]",
                                  "[0, 1, 2, 3, -1000000, 0, 1, 2, 3]"));
    crease_picture picture = {.format = CREASE_SVG, .creases = 1};
    written file = written_init();
    CU_ASSERT_EQUAL(write_picture(&file, &picture, net, NULL, NULL), CREASE_OK);
    written_read(&file);
    CU_ASSERT_PTR_NOT_NULL(strstr(file.text, ">4 of 20 vertices outside<"));
    CU_ASSERT_PTR_NOT_NULL(strstr(file.text, ">30 regions<"));
    CU_ASSERT_EQUAL(count(file.text, "<path id=\"r"), 25); // five are out of sight
    CU_ASSERT(written_clear(&file));
    crease_net_free(net);
}

// What a PNG or a PDF says of itself.
static void metadata(void)
{
    crease_net *net = net_of(QUADRANTS);
    for (int bare = 0; bare < 2; bare++) {
        crease_picture picture = {.format = CREASE_PNG,
                                  .width = 72,
                                  .dpi = 300,
                                  .bare = bare,
                                  .name = "some.json",
                                  .command = "crease plot some.json"};
        written file = written_init();
        CU_ASSERT_EQUAL(write_picture(&file, &picture, net, "-1,1", NULL), CREASE_OK);
        written_read(&file);
        CU_ASSERT_EQUAL(big_endian(file.text + 16), 300);
        const char *resolution = memmem(file.text, file.size, "pHYs", 4);
        CU_ASSERT_PTR_NOT_NULL_FATAL(resolution);
        CU_ASSERT_EQUAL(big_endian(resolution + 4), 11811); // 300 / 0.0254
        CU_ASSERT_EQUAL(memmem(file.text, file.size, picture.command, 21) != NULL, !bare);
        CU_ASSERT_EQUAL(memmem(file.text, file.size, crease_net_sha256(net), 64) != NULL, !bare);
        cairo_surface_t *image = NULL;
        CU_ASSERT_EQUAL(write_picture(&file, &picture, net, "-1,1", NULL), CREASE_OK);
        image = cairo_image_surface_create_from_png(file.path); // checks every chunk
        CU_ASSERT_EQUAL(cairo_surface_status(image), CAIRO_STATUS_SUCCESS);
        cairo_surface_destroy(image);
        written_read(&file);
        picture.format = CREASE_PDF;
        CU_ASSERT_EQUAL(write_picture(&file, &picture, net, "-1,1", NULL), CREASE_OK);
        written_read(&file);
        CU_ASSERT_EQUAL(memmem(file.text, file.size, picture.command, 21) != NULL, !bare);
        CU_ASSERT(written_clear(&file));
    }
    crease_net_free(net);
}

// Points of two classes in a plane and over a line.
static void data_points(void)
{
    static const char text[] = "x,y,kind\n0,1,no\n1/2,-1,yes\n9,9,no\n";
    crease_data data;
    CU_ASSERT_EQUAL_FATAL(crease_data_parse(&data, text, strlen(text), "data", NULL), CREASE_OK);
    for (int inputs = 1; inputs <= 2; inputs++) {
        crease_net *net = net_with_inputs(inputs, inputs == 1 ? RELU("[[1]]", "[0]") : QUADRANTS);
        crease_domain *domain;
        crease_picture picture = {.format = CREASE_SVG, .data = &data};
        written file = written_init();
        CU_ASSERT_EQUAL_FATAL(crease_domain_parse_box(&domain, "-2,2", (size_t)inputs, NULL),
                              CREASE_OK);
        crease_counts_init(&file.counts, net);
        CU_ASSERT_EQUAL(
            crease_write_picture(file.path, &picture, &file.counts, net, domain, NULL, &file.error),
            CREASE_OK);
        crease_counts_clear(&file.counts);
        crease_domain_free(domain);
        written_read(&file);
        CU_ASSERT(strstr(file.text, ">no<") && strstr(file.text, ">yes<"));
        CU_ASSERT_EQUAL(count(file.text, "1 data point outside"), inputs == 2);
        CU_ASSERT(is_well_formed(file.text));
        CU_ASSERT(written_clear(&file));
        crease_net_free(net);
    }
    crease_data_clear(&data);
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
            (crease_picture){.height = 30000, .bare = 1},
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
          {"equal aspect", equal_aspect}, {"structure", structure}, {"areas", areas},
          {"outliers", outliers}, {"metadata", metadata}, {"data points", data_points},
          {"same bytes", same_bytes}, {"no dates", no_dates}, {"partial", partial},
          {"graphs", graphs}, {"bad requests", bad_requests}, {"full disk", full_disk},
          {"extreme coordinates", extreme_coordinates})
