// Charts: the script, and a file that gnuplot makes of it.
#include "out/diagram.h"
#include "unit.h"
#include "written.h"

static const diagram chart = {
    .title = "it's a chart",
    .x = "x",
    .x_label = "x",
    .y_label = "y",
    .log_y = 1,
    .series = "s",
    .panel = "p",
    .more = "set xrange [0:3]",
    .curve = {{.y = "y", .low = "lo", .high = "hi", .legend = "<%s>"},
              {.y = "b", .legend = "bound of %s", .style = DIAGRAM_DASHED},
              {.y = "c", .legend = "100 % once", .style = DIAGRAM_STEPS, .once = 1}},
};

static void fill(table *t)
{
    table_init(t, "p,s,x,y,lo,hi,b,c");
    table_add(t, "one,A,1,2,1,3,7,5");
    table_add(t, "one,A,2,3,2,4,,5");
    table_add(t, "one,B,1,9,8,10,,5");
    table_add(t, "two,A,1,4,3,5,8,5");
}

// How often text stands in the script.
static size_t count(const char *script, const char *text)
{
    size_t found = 0;
    for (const char *at = script; (at = strstr(at, text)); at += strlen(text))
        found++;
    return found;
}

static void script(void)
{
    table t;
    char *text;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    fill(&t);
    diagram_script(stream, &chart, &t);
    fclose(stream);
    CU_ASSERT_EQUAL(count(text, "set multiplot layout 1,2 title 'it''s a chart'"), 1);
    CU_ASSERT_EQUAL(count(text, "set logscale y"), 1);
    CU_ASSERT_EQUAL(count(text, "set logscale x"), 0);
    CU_ASSERT_EQUAL(count(text, "set xrange [0:3]\n"), 1);
    CU_ASSERT_EQUAL(count(text, "set title 'one'"), 1);
    CU_ASSERT_EQUAL(count(text, "\nplot $data0"), 2);
    CU_ASSERT_EQUAL(count(text, "$data0 << end\n1 2 1 3\n2 3 2 4\nend\n"), 1);
    CU_ASSERT_EQUAL(count(text, "$data1 << end\n1 7\nend\n"), 1); // an empty cell is left out
    CU_ASSERT_EQUAL(count(text, "title '<A>' with yerrorlines"), 2);
    CU_ASSERT_EQUAL(count(text, "title '<B>'"), 1);
    CU_ASSERT_EQUAL(count(text, "'bound of A' with lines dt 2"), 2);
    CU_ASSERT_EQUAL(count(text, "'bound of B'"), 0); // no point of it
    CU_ASSERT_EQUAL(count(text, "'100 % once' with histeps"), 2);
    // a curve that all series share has the points of all of them
    CU_ASSERT_EQUAL(count(text, "<< end\n1 5\n2 5\n1 5\nend\n"), 1);
    CU_ASSERT_EQUAL(count(text, "using 1:2 smooth unique title '100 % once'"), 2);
    free(text);
    table_clear(&t);
}

static void picture(void)
{
    written file = written_init();
    table t;
    fill(&t);
    CU_ASSERT_EQUAL(diagram_write(file.path, &chart, &t, &file.error), CREASE_OK);
    written_read(&file);
    CU_ASSERT_PTR_NOT_NULL_FATAL(file.text);
    CU_ASSERT_PTR_NOT_NULL(strstr(file.text, "s a chart"));
    CU_ASSERT_PTR_NOT_NULL(strstr(file.text, "bound of A"));
    CU_ASSERT(written_clear(&file));
    table_clear(&t);
}

// Nothing is left of a picture that cannot be drawn.
static void failure(void)
{
    written file = written_init();
    table t;
    diagram broken = chart;
    broken.more = "set nonsense";
    fill(&t);
    CU_ASSERT_EQUAL(diagram_write(file.path, &broken, &t, &file.error), CREASE_ERROR);
    CU_ASSERT_STRING_EQUAL(file.error.file, file.path);
    CU_ASSERT(!strncmp(file.error.message, "gnuplot: ", 9));
    CU_ASSERT(written_clear(&file));
    table_clear(&t);
}

UNIT_MAIN("diagram", {"script", script}, {"picture", picture}, {"failure", failure})
