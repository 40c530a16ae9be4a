// Charts, drawn.
#include "draw/graph.h"
#include "draw/palette.h"
#include "nets.h"
#include "unit.h"

#include <math.h>

enum { WIDTH = 1600, HEIGHT = 1000 };

typedef struct {
    cairo_surface_t *image;
    int width, height;
} sheet;

static sheet painted(const char *layers, const char *box, int width, int height, int creases)
{
    crease_net *net = net_with_inputs(1, layers);
    crease_domain *domain;
    crease_counts counts;
    graph curves;
    CU_ASSERT_EQUAL_FATAL(crease_domain_parse_box(&domain, box, 1, NULL), CREASE_OK);
    crease_counts_init(&counts, net);
    crease_picture picture = {.creases = creases};
    graph_init(&curves, &picture, net, domain);
    crease_visitor visitor = {.data = &curves, .wants_maps = 1, .region = graph_add};
    CU_ASSERT_EQUAL(crease_walk(&counts, net, domain, NULL, &visitor, NULL), CREASE_OK);
    sheet page = {cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height), width, height};
    cairo_t *cairo = cairo_create(page.image);
    canvas *over = canvas_over(cairo);
    graph_fit(&curves, &width, &height);
    chart_paint(over, &curves.shown, width, height);
    CU_ASSERT_PTR_NULL(canvas_close(over));
    CU_ASSERT_EQUAL(cairo_status(cairo), CAIRO_STATUS_SUCCESS);
    cairo_destroy(cairo);
    cairo_surface_flush(page.image);
    graph_clear(&curves);
    crease_counts_clear(&counts);
    crease_domain_free(domain);
    crease_net_free(net);
    return page;
}

static int is_near(const sheet *page, int x, int y, colour c)
{
    const unsigned char *row =
        cairo_image_surface_get_data(page->image) + y * cairo_image_surface_get_stride(page->image);
    uint32_t word = ((const uint32_t *)(const void *)row)[x];
    const double part[] = {c.red, c.green, c.blue};
    for (int i = 0; i < 3; i++)
        if (abs((int)(word >> (16 - 8 * i) & 255) - (int)lround(255 * part[i])) > 12)
            return 0;
    return 1;
}

// Where the colour is seen: the least and the greatest place, and how often.
typedef struct {
    int count, x[2], y[2];
} extent;

static extent find(const sheet *page, colour c, int right)
{
    extent found = {0, {page->width, -1}, {page->height, -1}};
    for (int y = 0; y < page->height; y++)
        for (int x = 0; x < right; x++)
            if (is_near(page, x, y, c)) {
                found.count++;
                found.x[0] = x < found.x[0] ? x : found.x[0];
                found.x[1] = x > found.x[1] ? x : found.x[1];
                found.y[0] = y < found.y[0] ? y : found.y[0];
                found.y[1] = y > found.y[1] ? y : found.y[1];
            }
    return found;
}

#define VEE LAYER("abs", "[[1]]", "[0]") "," LINEAR("[[1], [-1]]", "[0, 0]")
enum { RIGHT = 1375 }; // between the graph and the legend

// |x| above, -|x| below, both as wide as the view.
static void curves_are_where_they_belong(void)
{
    sheet page = painted(VEE, "-1,1", WIDTH, HEIGHT, 0);
    extent up = find(&page, palette_curve(0), RIGHT), down = find(&page, palette_curve(1), RIGHT);
    CU_ASSERT(up.count > 50 && down.count > 50);
    CU_ASSERT(up.x[1] - up.x[0] > RIGHT * 3 / 4);
    CU_ASSERT(abs(up.y[1] - down.y[0]) < 8);
    CU_ASSERT(up.y[1] - up.y[0] > HEIGHT / 4 && down.y[1] - down.y[0] > HEIGHT / 4);
    CU_ASSERT(up.y[0] < HEIGHT / 5 && down.y[1] > HEIGHT * 3 / 4);
    cairo_surface_destroy(page.image);
}

// One vertical line in the middle of the graph, if wanted.
static void breakpoints(void)
{
    for (int creases = 0; creases < 2; creases++) {
        sheet page = painted(VEE, "-1,1", WIDTH, HEIGHT, creases);
        extent up = find(&page, palette_curve(0), RIGHT);
        extent tick = find(&page, palette_crease(0, 1), RIGHT);
        CU_ASSERT_EQUAL(tick.count > 0, creases);
        if (creases)
            CU_ASSERT(abs(tick.x[0] + tick.x[1] - up.x[0] - up.x[1]) < 8 &&
                      tick.x[1] - tick.x[0] < 6);
        cairo_surface_destroy(page.image);
    }
}

// The legend shows every colour once more, if the page has room for it.
static void legends(void)
{
    sheet page = painted(VEE, "-1,1", WIDTH, HEIGHT, 1);
    for (size_t i = 0; i < 2; i++) {
        int all = find(&page, palette_curve(i), WIDTH).count;
        CU_ASSERT(all > find(&page, palette_curve(i), RIGHT).count + 10);
    }
    cairo_surface_destroy(page.image);
    page = painted(VEE, "-1,1", 100, 60, 1);
    extent up = find(&page, palette_curve(0), 100);
    CU_ASSERT(up.x[1] > 85); // the graph has the place of the legend
    cairo_surface_destroy(page.image);
}

// Any size, more outputs than colours, numbers that fill the page.
static void extremes(void)
{
    static const int sizes[][2] = {{1, 1}, {1, 300}, {300, 1}, {20, 20}, {2000, 30}};
    static const char *const boxes[] = {"-1,1", "-1e500,1e-500", "1e-300,2e-300",
                                        "1,1000000000000000000000001/1000000000000000000000000"};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (size_t b = 0; b < sizeof boxes / sizeof *boxes; b++)
            cairo_surface_destroy(painted(VEE, boxes[b], sizes[s][0], sizes[s][1], 1).image);
    cairo_surface_destroy(
        painted(LINEAR("[[1],[2],[3],[4],[5],[6],[7],[8],[9],[0],[1],[2],[3],[4],[5]]",
                       "[0,0,0,0,0,0,0,0,0,0,1,1,1,1,1]"),
                "0,1", WIDTH, 600, 1)
            .image);
}

// A curve of one panel that goes up, on a page of its own.
static sheet painted_curve(chart_style style, size_t mark, int interval)
{
    sheet page = {cairo_image_surface_create(CAIRO_FORMAT_RGB24, WIDTH, HEIGHT), WIDTH, HEIGHT};
    chart shown = {.title = "title", .panels = 1, .curves = 1};
    shown.panel = memory_new(1, sizeof *shown.panel);
    shown.curve = memory_new(1, sizeof *shown.curve);
    for (int side = 0; side < 2; side++) {
        axis_init(shown.panel->side + side);
        fmpq_one(&shown.panel->side[side].hi);
        shown.panel->side[side].label = "label";
    }
    *shown.curve = (chart_curve){.style = style, .mark = mark, .ink = palette_curve(1)};
    for (int i = 1; i < 4; i++)
        chart_add(shown.curve,
                  (chart_point){i / 4., i / 4., interval ? i / 4. - 0.2 : 1, i / 4. + 0.2, 0});
    cairo_t *cairo = cairo_create(page.image);
    canvas *over = canvas_over(cairo);
    chart_paint(over, &shown, WIDTH, HEIGHT);
    CU_ASSERT_PTR_NULL(canvas_close(over));
    CU_ASSERT_EQUAL(cairo_status(cairo), CAIRO_STATUS_SUCCESS);
    cairo_destroy(cairo);
    cairo_surface_flush(page.image);
    chart_clear(&shown);
    return page;
}

// Every style looks different, and so does every mark.
static void styles(void)
{
    int seen[CHART_RULES + 1], marks[7];
    for (int style = CHART_MARKED; style <= CHART_RULES; style++) {
        sheet page = painted_curve((chart_style)style, 0, 0);
        seen[style] = find(&page, palette_curve(1), WIDTH).count;
        CU_ASSERT(seen[style] > 50);
        for (int i = 0; i < style; i++)
            CU_ASSERT(seen[i] != seen[style]);
        cairo_surface_destroy(page.image);
    }
    for (size_t mark = 0; mark < 7; mark++) {
        sheet page = painted_curve(CHART_POINTS, mark, 0);
        marks[mark] = find(&page, palette_curve(1), WIDTH).count;
        for (size_t i = 0; i < mark; i++)
            CU_ASSERT(marks[i] != marks[mark]);
        cairo_surface_destroy(page.image);
    }
}

// They reach where they should.
static void intervals(void)
{
    sheet bare = painted_curve(CHART_POINTS, 0, 0), page = painted_curve(CHART_POINTS, 0, 1);
    extent points = find(&bare, palette_curve(1), WIDTH),
           all = find(&page, palette_curve(1), WIDTH);
    double unit = (points.y[1] - points.y[0]) / 0.5;
    CU_ASSERT_DOUBLE_EQUAL(all.y[1] - all.y[0], 0.9 * unit, 0.06 * unit);
    CU_ASSERT(abs(all.x[0] - points.x[0]) < 6 && abs(all.x[1] - points.x[1]) < 6);
    cairo_surface_destroy(bare.image);
    cairo_surface_destroy(page.image);
}

UNIT_MAIN("chart", {"styles", styles}, {"intervals", intervals},
          {"curves are where they belong", curves_are_where_they_belong},
          {"breakpoints", breakpoints}, {"legends", legends}, {"extremes", extremes})
