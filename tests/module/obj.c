// Region records as Wavefront objects, and the faces of regions of three dimensions.
#include "out/obj.h"
#include "nets.h"
#include "unit.h"
#include "written.h"

#include <flint/fmpq_mat.h>
#include <flint/fmpq_vec.h>
#include <inttypes.h>

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
            unsigned long generator = strtoul(end, &end, 10);
            CU_ASSERT(line < second ? generator >= 1 && generator <= 8
                                    : generator >= 9 && generator <= 16);
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

typedef struct {
    size_t regions, faces;
    int good;          // of all regions so far
    int may_not_close; // float arithmetic: an error is an answer
    size_t errors;
} survey;

// 6 times the volume of the pyramid from the origin over a triangle.
static void add_pyramid(fmpq_t sum, const crease_region *region, const size_t generator[3])
{
    fmpq_mat_t rows;
    fmpq_t determinant;
    fmpq_init(determinant);
    fmpq_mat_init(rows, 3, 3);
    for (slong i = 0; i < 3; i++)
        crease_region_vertex(fmpq_mat_entry(rows, i, 0), region, generator[i]);
    fmpq_mat_det(determinant, rows);
    fmpq_add(sum, sum, determinant);
    fmpq_mat_clear(rows);
    fmpq_clear(determinant);
}

// The faces, outwards, enclose the volume; every edge is there once in each direction; V - E +
// F = 2.
static int is_solid(const region_faces *faces, const crease_region *region)
{
    size_t n = faces->vertices, edges = 0, used = 0;
    char *directed = memory_new(n * n, 1), *met = memory_new(n, 1);
    fmpq_t sum, volume;
    fmpq_init(sum);
    fmpq_init(volume);
    int good = 1;
    for (size_t f = 0; f < faces->faces; f++) {
        const size_t *vertex = faces->vertex + faces->first[f];
        size_t count = faces->first[f + 1] - faces->first[f];
        for (size_t i = 0; i < count; i++, edges++) {
            char *edge = directed + vertex[i] * n + vertex[(i + 1) % count];
            good &= !*edge;
            *edge = 1;
            used += !met[vertex[i]];
            met[vertex[i]] = 1;
            if (i >= 2)
                add_pyramid(sum, region, (const size_t[]){vertex[0], vertex[i - 1], vertex[i]});
        }
    }
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++)
            good &= directed[i * n + k] == directed[k * n + i];
    crease_region_volume(volume, region);
    fmpq_div_fmpz(sum, sum, (fmpz[]){6});
    good &= fmpq_equal(sum, volume);
    good &= used == n && n + faces->faces == edges / 2 + 2;
    fmpq_clear(sum);
    fmpq_clear(volume);
    free(directed);
    free(met);
    return good;
}

static crease_visit look(void *data, const crease_region *region)
{
    survey *of = data;
    region_faces faces;
    crease_error error;
    of->regions++;
    if (region_faces_init(&faces, region, &error) != CREASE_OK) {
        of->good &= of->may_not_close && strstr(error.message, "faces that close") != NULL;
        of->errors++;
        return CREASE_GO;
    }
    of->good &= faces.faces == crease_region_facets(region) &&
                faces.vertices == crease_region_vertices(region);
    if (!of->may_not_close)
        of->good &= is_solid(&faces, region);
    of->faces += faces.faces;
    region_faces_clear(&faces);
    return CREASE_GO;
}

static survey survey_of(const crease_net *net, const char *box, crease_arith arith)
{
    survey found = {.good = 1, .may_not_close = arith == CREASE_FLOAT};
    crease_domain *domain;
    crease_counts counts;
    crease_options options = {.arith = arith};
    CU_ASSERT_EQUAL_FATAL(crease_domain_parse_box(&domain, box, 3, NULL), CREASE_OK);
    crease_counts_init(&counts, net);
    crease_visitor visitor = {.data = &found, .region = look};
    CU_ASSERT_EQUAL(crease_walk(&counts, net, domain, &options, &visitor, NULL), CREASE_OK);
    crease_counts_clear(&counts);
    crease_domain_free(domain);
    return found;
}

static void known_solids(void)
{
    static const struct {
        const char *layers;
        size_t regions, faces;
    } cases[] = {
        {LINEAR("[[0, 0, 0]]", "[0]"), 1, 6},                            // the cube
        {RELU("[[1, 0, 0]]", "[0]"), 2, 12},                             // two halves
        {RELU("[[1, 1, 1]]", "[-2]"), 2, 11},                            // one generator cut off
        {RELU("[[1, 1, 1]]", "[0]"), 2, 14},                             // through a hexagon
        {RELU("[[1, 1, 0], [1, -1, 0]]", "[0, 0]"), 4, 20},              // prisms over triangles
        {RELU("[[1, 0, 0], [0, 1, 0], [0, 0, 1]]", "[0, 0, 0]"), 8, 48}, // eight cubes
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        crease_net *net = net_with_inputs(3, cases[i].layers);
        survey found = survey_of(net, "-1,1", CREASE_EXACT);
        CU_ASSERT(found.good);
        CU_ASSERT_EQUAL(found.regions, cases[i].regions);
        CU_ASSERT_EQUAL(found.faces, cases[i].faces);
        crease_net_free(net);
    }
}

static void random_networks(void)
{
    const uint64_t seed = 20260710;
    printf("seed %" PRIu64 " ", seed);
    random_state random;
    random_seed(&random, seed);
    size_t regions = 0;
    for (int round = 0; round < 60; round++) {
        crease_net *net = random_net(&random, 3, 4, 3);
        survey found = survey_of(net, round % 2 ? "-1,2,-3/2,1,0,1/7" : "-1,1", CREASE_FILTERED);
        CU_ASSERT(found.good);
        regions += found.regions;
        crease_net_free(net);
    }
    CU_ASSERT(regions > 300);
}

// Faces come from which facets meet where, not from coordinates: rounded vertices do no harm.
static void rounded_vertices(void)
{
    crease_net *net = net_with_inputs(3, RELU("[[1, 2, 3], [3, 1, 7]]", "[\"1/3\", \"1/7\"]"));
    survey found = survey_of(net, "-1/3,1/7", CREASE_FLOAT);
    survey exact = survey_of(net, "-1/3,1/7", CREASE_EXACT);
    CU_ASSERT(found.good && exact.good);
    CU_ASSERT_EQUAL(found.errors, 0);
    CU_ASSERT_EQUAL(found.faces, exact.faces);
    crease_net_free(net);
}

UNIT_MAIN("obj", {"text", text}, {"bad requests", bad_requests}, {"partial", partial},
          {"known solids", known_solids}, {"random networks", random_networks},
          {"rounded vertices", rounded_vertices})
