// Pictures as files.
#include "draw/palette.h"
#include "text_file.h"
#include "unit.h"
#include "written.h"

#include <cairo.h>
#include <inttypes.h>
#include <locale.h>
#include <math.h>
#include <sys/wait.h>

#define QUADRANTS RELU("[[1, 0], [0, 1]]", "[0, 0]")

static const crease_picture_format formats[] = {CREASE_SVG, CREASE_PDF, CREASE_PNG};
enum { FORMATS = sizeof formats / sizeof *formats };

static crease_status write_picture(written *file, const crease_picture *picture,
                                   const crease_net *net, const char *box,
                                   const crease_options *options)
{
    crease_domain *domain = NULL;
    if (!box)
        domain = crease_domain_new_space(crease_net_inputs(net));
    else if (crease_domain_parse_box(&domain, box, crease_net_inputs(net), NULL))
        abort();
    crease_counts_init(&file->counts, net);
    file->error = (crease_error){0};
    crease_status status = crease_picture_write(file->path, picture, &file->counts, net, domain,
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
        {"-1,1", 0, 0, {486, 486}},
        {"-1,1,-2,2", 0, 0, {243, 486}},
        {"-1,1,-2,2", 100, 0, {100, 200}},
        {"-1,1,-2,2", 0, 100, {50, 100}},
        {"-1,1,-2,2", 30, 20, {30, 20}},
        {"-1,1,-1/100,1/100", 0, 0, {486, 122}},
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

// ---- what an image shows ----

enum { WIDTH = 1600, HEIGHT = 1000 };

static colour pixel_at(cairo_surface_t *image, int x, int y)
{
    const unsigned char *row =
        cairo_image_surface_get_data(image) + y * cairo_image_surface_get_stride(image);
    uint32_t word = ((const uint32_t *)(const void *)row)[x];
    return (colour){(word >> 16 & 255) / 255., (word >> 8 & 255) / 255., (word & 255) / 255.};
}

static double difference(colour a, colour b)
{
    return fmax(fabs(a.red - b.red), fmax(fabs(a.green - b.green), fabs(a.blue - b.blue)));
}

static cairo_surface_t *painted(const crease_picture *picture, const crease_net *net,
                                const char *box)
{
    written file = written_init();
    CU_ASSERT_EQUAL(write_picture(&file, picture, net, box, NULL), CREASE_OK);
    cairo_surface_t *image = cairo_image_surface_create_from_png(file.path);
    CU_ASSERT_EQUAL_FATAL(cairo_surface_status(image), CAIRO_STATUS_SUCCESS);
    written_read(&file);
    CU_ASSERT(written_clear(&file));
    return image;
}

// The colours of the quadrants 00, 01, 10, 11, and creases between them, but nowhere else.
static void regions_are_where_they_belong(void)
{
    enum { SIDE = 120, NEAR = 5, AWAY = SIDE - NEAR };
    static const int at[][2] = {{NEAR, AWAY}, {NEAR, NEAR}, {AWAY, AWAY}, {AWAY, NEAR}};
    crease_net *net = net_of(QUADRANTS);
    crease_picture picture = {.format = CREASE_PNG, .bare = 1, .width = SIDE};
    cairo_surface_t *plain = painted(&picture, net, "-1,1");
    picture.creases = 1;
    cairo_surface_t *image = painted(&picture, net, "-1,1");
    for (size_t i = 0; i < 4; i++) {
        uint64_t hue = (i & 1 ? palette_turn(0, 1) : 0) + (i & 2 ? palette_turn(0, 0) : 0);
        CU_ASSERT(difference(pixel_at(image, at[i][0], at[i][1]), palette_by_pattern(hue)) < 0.01);
    }
    for (int x = 0; x < SIDE; x++) {
        double change = difference(pixel_at(plain, x, SIDE / 4), pixel_at(image, x, SIDE / 4));
        CU_ASSERT(abs(x - SIDE / 2) < 2 || change == 0);
        CU_ASSERT(x != SIDE / 2 || change > 0.02);
    }
    cairo_surface_destroy(plain);
    cairo_surface_destroy(image);
    crease_net_free(net);
}

// Narrow regions of one colour look like one: a fan of creases of a network that is constant.
static void gaps(void)
{
    enum { SIDE = 120 };
    crease_net *net = net_of(RELU(
        "[[1, 0], [2, 1], [1, 1], [1, 2], [0, 1], [-1, 2], [-1, 1], [-2, 1], [5, 1], [-5, 1]]",
        "[0, 0, 0, 0, 0, 0, 0, 0, 0, 0]") "," LINEAR("[[0, 0, 0, 0, 0, 0, 0, 0, 0, 0]]", "[1]"));
    crease_picture picture = {
        .format = CREASE_PNG, .bare = 1, .width = SIDE, .colours = CREASE_BY_MAP};
    cairo_surface_t *image = painted(&picture, net, "-1,1");
    double worst = 0;
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++)
            if (hypot(x - SIDE / 2, y - SIDE / 2) > 8) // in the middle all meet in one pixel
                worst = fmax(worst, difference(pixel_at(image, x, y), palette_by_index(0)));
    CU_ASSERT(worst < 0.02);
    cairo_surface_destroy(image);
    crease_net_free(net);
}

// Pages of any size.
static void any_page(void)
{
    static const int sizes[][2] = {{1, 1}, {1, 300}, {300, 1}, {20, 20}, {2000, 30}};
    crease_net *net = net_of(QUADRANTS);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        crease_picture picture = {.format = CREASE_PNG,
                                  .colours = CREASE_BY_SLOPE,
                                  .width = sizes[i][0],
                                  .height = sizes[i][1],
                                  .title = "title"};
        cairo_surface_destroy(painted(&picture, net, "-1,1"));
    }
    crease_net_free(net);
}

// ---- what a file says about itself ----

static void svg_description(void)
{
    crease_net *net = net_of(QUADRANTS);
    for (int bare = 0; bare < 2; bare++) {
        crease_picture picture = {.bare = bare,
                                  .title = "a < b & \"c\"",
                                  .name = "net\x1b.json",
                                  .command = "crease plot '<net>'"};
        written file = written_init();
        CU_ASSERT_EQUAL(write_picture(&file, &picture, net, "-3,2,-1,4", NULL), CREASE_OK);
        written_read(&file);
        CU_ASSERT_EQUAL(strstr(file.text, crease_net_sha256(net)) != NULL, !bare);
        CU_ASSERT_EQUAL(strstr(file.text, "<desc>crease plot '&lt;net>'; ") != NULL, !bare);
        CU_ASSERT_EQUAL(strstr(file.text, "<title>a &lt; b &amp; &quot;c&quot;</title>") != NULL,
                        !bare);
        CU_ASSERT(!strchr(file.text, 0x1b) && !strstr(file.text, "nan"));
        CU_ASSERT(written_clear(&file));
    }
    crease_net_free(net);
}

// The resolution of a PNG, and the description of a PDF.
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

// Two processes write the same bytes, the second with a decimal comma where there is that locale.
static void same_bytes(void)
{
    const uint64_t seed = 20260707;
    random_state random = unit_random(seed);
    crease_net *net = random_net(&random, 2, 6, 3);
    for (size_t f = 0; f < FORMATS; f++) {
        crease_picture picture = {.format = formats[f], .width = 100, .creases = 1};
        written file[2];
        for (int i = 0; i < 2; i++) {
            file[i] = written_init();
            pid_t child = fork();
            if (child == 0) {
                setlocale(LC_NUMERIC, i ? "de_DE.UTF-8" : "C");
                _exit((int)write_picture(file + i, &picture, net, NULL, NULL));
            }
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
        crease_picture_write(file.path, &picture, &file.counts, net, domain, NULL, &file.error),
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
            "expected a domain of dimension 2 to draw, found 3: name three points of a slice");
    refused(RELU("[[1]]", "[0]"), 1, (crease_picture){.width = 10},
            "a picture shows two dimensions, found 1: a viewer page, FILE.html, draws the "
            "outputs, crease line lists the breakpoints");
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
          {"regions are where they belong", regions_are_where_they_belong}, {"gaps", gaps},
          {"any page", any_page}, {"SVG description", svg_description}, {"metadata", metadata},
          {"same bytes", same_bytes}, {"no dates", no_dates}, {"partial", partial},
          {"bad requests", bad_requests}, {"full disk", full_disk},
          {"extreme coordinates", extreme_coordinates})
