// Region records as Wavefront objects.
#include "unit.h"
#include "written.h"

static crease_status write_obj(written *file, const crease_net *net, crease_domain *domain,
                               const crease_options *options)
{
    crease_counts_init(&file->counts, net);
    crease_status status = crease_write_records(file->path, CREASE_OBJ, &file->counts, net, domain,
                                                options, &file->error);
    crease_counts_clear(&file->counts);
    crease_domain_free(domain);
    if (status != CREASE_ERROR)
        written_read(file);
    return status;
}

static crease_domain *box_of(const char *text, size_t dimension)
{
    crease_domain *domain;
    CU_ASSERT_EQUAL_FATAL(crease_domain_parse_box(&domain, text, dimension, NULL), CREASE_OK);
    return domain;
}

// The vertices of the second region are numbered after those of the first.
static void text(void)
{
    crease_net *net = net_with_inputs(3, RELU("[[1, 0, 0]]", "[\"-1/3\"]"));
    written file = written_init();
    char *expected = NULL;
    CU_ASSERT_EQUAL(write_obj(&file, net, box_of("0,1", 3), NULL), CREASE_OK);
    int size = asprintf(&expected,
                        "# crease: network %s\n# domain [0, 1] x [0, 1] x [0, 1]\n"
                        "o region_0\n",
                        crease_net_sha256(net));
    CU_ASSERT_FATAL(size > 0);
    CU_ASSERT(!strncmp(file.text, expected, (size_t)size));
    CU_ASSERT_PTR_NOT_NULL(strstr(file.text, "\nv 0.3333333333333333 1 0\n"));
    const char *second = strstr(file.text, "\no region_1\nv ");
    CU_ASSERT_PTR_NOT_NULL_FATAL(second);
    size_t vertices = 0, faces = 0;
    for (const char *line = file.text; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        vertices += line[0] == 'v';
        if (line[0] != 'f')
            continue;
        faces++;
        for (char *end = (char *)line + 1; *end == ' ';) {
            unsigned long corner = strtoul(end, &end, 10);
            CU_ASSERT(line < second ? corner >= 1 && corner <= 8 : corner >= 9 && corner <= 16);
        }
    }
    CU_ASSERT_EQUAL(vertices, 16);
    CU_ASSERT_EQUAL(faces, 12);
    free(expected);
    CU_ASSERT(written_clear(&file));
    crease_net_free(net);
}

static void refused(int inputs, crease_domain *domain, crease_arith arith, const char *message)
{
    crease_net *net =
        net_with_inputs(inputs, inputs == 2 ? RELU("[[1, 0]]", "[0]") : RELU("[[1, 0, 0]]", "[0]"));
    crease_options options = {.arith = arith};
    written file = written_init();
    CU_ASSERT_EQUAL(write_obj(&file, net, domain, &options), CREASE_ERROR);
    CU_ASSERT_STRING_EQUAL(file.error.message, message);
    CU_ASSERT(written_clear(&file)); // no file
    crease_net_free(net);
}

static void bad_requests(void)
{
    refused(2, box_of("0,1", 2), CREASE_EXACT, "expected a domain of dimension 3 for obj, found 2");
    refused(3, crease_domain_new_space(3), CREASE_EXACT,
            "expected a bounded domain for obj, such as a box, found R^3");
    refused(3, box_of("0,1", 3), CREASE_FLOAT,
            "expected filtered or exact arithmetic for obj, found float");
    refused(3, box_of("0,1e400", 3), CREASE_FILTERED,
            "expected vertices within the range of doubles, found region 0 outside");
}

static void partial(void)
{
    crease_net *net = net_with_inputs(3, RELU("[[1, 0, 0]]", "[\"-1/3\"]"));
    crease_options options = {.max_regions = 1};
    written file = written_init();
    CU_ASSERT_EQUAL(write_obj(&file, net, box_of("0,1", 3), &options), CREASE_STOPPED);
    CU_ASSERT(strstr(file.text, "o region_0\n") && !strstr(file.text, "o region_1\n"));
    CU_ASSERT(written_clear(&file));
    crease_net_free(net);
}

UNIT_MAIN("obj", {"text", text}, {"bad requests", bad_requests}, {"partial", partial})
