// Region records as solids: Wavefront OBJ, one object a region.
#include "out/obj.h"

#include "base/error.h"
#include "base/memory.h"
#include "exact/rational.h"
#include "out/records.h"

#include <flint/fmpq_mat.h>
#include <flint/fmpq_vec.h>
#include <math.h>
#include <stdlib.h>

enum { SPACE = 3, COLUMNS = SPACE + 1, NONE = -1 };

// ---- the faces of a region ----
//
// Which vertices lie on which facet is decided in rationals; the rest is incidence. Two
// facets of a polytope of three dimensions meet in an edge, a vertex or nowhere. So the edges
// of a facet are the pairs of vertices that it shares with another one, and they make one
// cycle through its vertices.

typedef struct {
    size_t facets, vertices;
    fmpq *row, *point; // COLUMNS entries each; points end with 1
    char *on;          // on[f * vertices + v]: vertex v lies on facet f
    long *next;        // scratch: two neighbours of each vertex in a facet, or NONE
} incidence;

static void incidence_init(incidence *in, const crease_region *region)
{
    *in = (incidence){.facets = crease_region_facets(region),
                      .vertices = crease_region_vertices(region)};
    in->row = _fmpq_vec_init((slong)(in->facets * COLUMNS));
    in->point = _fmpq_vec_init((slong)(in->vertices * COLUMNS));
    in->on = memory_new(in->facets * in->vertices, 1);
    in->next = memory_new(in->vertices, 2 * sizeof *in->next);
    crease_facet owner;
    for (size_t f = 0; f < in->facets; f++)
        crease_region_facet(in->row + f * COLUMNS, &owner, region, f);
    for (size_t v = 0; v < in->vertices; v++) {
        crease_region_vertex(in->point + v * COLUMNS, region, v);
        fmpq_one(in->point + v * COLUMNS + SPACE);
    }
    fmpq_t value;
    fmpq_init(value);
    for (size_t f = 0; f < in->facets; f++)
        for (size_t v = 0; v < in->vertices; v++) {
            _fmpq_vec_dot(value, in->row + f * COLUMNS, in->point + v * COLUMNS, COLUMNS);
            in->on[f * in->vertices + v] = fmpq_is_zero(value);
        }
    fmpq_clear(value);
}

static void incidence_clear(incidence *in)
{
    _fmpq_vec_clear(in->row, (slong)(in->facets * COLUMNS));
    _fmpq_vec_clear(in->point, (slong)(in->vertices * COLUMNS));
    free(in->on);
    free(in->next);
}

// Makes a and b neighbours. Returns 0 if one of them has two already.
static int join(incidence *in, size_t a, size_t b)
{
    const size_t ends[] = {a, b};
    for (int i = 0; i < 2; i++) {
        long *slot = in->next + 2 * ends[i];
        slot += *slot != NONE;
        if (*slot != NONE)
            return 0;
        *slot = (long)ends[1 - i];
    }
    return 1;
}

// The edges of facet f, as neighbours of its vertices.
static int find_edges(incidence *in, size_t f)
{
    const char *on = in->on + f * in->vertices;
    for (size_t v = 0; v < 2 * in->vertices; v++)
        in->next[v] = NONE;
    for (size_t g = 0; g < in->facets; g++) {
        const char *other = in->on + g * in->vertices;
        size_t common[2], count = 0;
        for (size_t v = 0; v < in->vertices && g != f; v++)
            if (on[v] && other[v]) {
                if (count == 2)
                    return 0;
                common[count++] = v;
            }
        if (count == 2 && !join(in, common[0], common[1]))
            return 0;
    }
    return 1;
}

// One cycle through all vertices of facet f, whichever way round. Returns 0 if there is none.
static int follow_edges(region_faces *faces, const incidence *in, size_t f)
{
    const char *on = in->on + f * in->vertices;
    size_t start = 0, expected = 0, begin = faces->first[f], used = begin;
    for (size_t v = in->vertices; v-- > 0;)
        if (on[v]) {
            start = v;
            expected++;
        }
    if (expected < 3)
        return 0;
    long at = (long)start, before = NONE;
    do {
        if (at == NONE || used - begin == expected)
            return 0;
        faces->vertex[used++] = (size_t)at;
        const long *next = in->next + 2 * at;
        long to = next[0] == before ? next[1] : next[0];
        before = at;
        at = to;
    } while (at != (long)start);
    faces->first[f + 1] = used;
    return used - begin == expected;
}

// A row (a, c) is positive inside, so -a points outwards; three vertices of a convex polygon
// turn to the left as seen from there iff det(q - p, r - p, -a) > 0.
static int turns_left(const incidence *in, const size_t *vertex, size_t f)
{
    fmpq_mat_t rows;
    fmpq_t determinant;
    fmpq_init(determinant);
    fmpq_mat_init(rows, SPACE, SPACE);
    for (slong c = 0; c < SPACE; c++) {
        const fmpq *p = in->point + c;
        for (slong r = 0; r < 2; r++)
            fmpq_sub(fmpq_mat_entry(rows, r, c), p + vertex[r + 1] * COLUMNS,
                     p + vertex[0] * COLUMNS);
        fmpq_neg(fmpq_mat_entry(rows, 2, c), in->row + f * COLUMNS + (size_t)c);
    }
    fmpq_mat_det(determinant, rows);
    int left = fmpq_sgn(determinant) > 0;
    fmpq_mat_clear(rows);
    fmpq_clear(determinant);
    return left;
}

static void reverse(size_t *vertex, size_t count)
{
    for (size_t i = 0; i < count / 2; i++) {
        size_t other = vertex[i];
        vertex[i] = vertex[count - 1 - i];
        vertex[count - 1 - i] = other;
    }
}

static int make_faces(region_faces *faces, incidence *in)
{
    for (size_t f = 0; f < in->facets; f++) {
        if (!find_edges(in, f) || !follow_edges(faces, in, f))
            return 0;
        size_t *vertex = faces->vertex + faces->first[f];
        // The least vertex stays in front.
        if (!turns_left(in, vertex, f))
            reverse(vertex + 1, faces->first[f + 1] - faces->first[f] - 1);
    }
    return 1;
}

crease_status region_faces_init(region_faces *faces, const crease_region *region,
                                crease_error *error)
{
    incidence in;
    incidence_init(&in, region);
    size_t ends = 0;
    for (size_t i = 0; i < in.facets * in.vertices; i++)
        ends += in.on[i] != 0;
    *faces = (region_faces){.faces = in.facets, .vertices = in.vertices};
    faces->first = memory_new(in.facets + 1, sizeof *faces->first);
    faces->vertex = memory_new(ends, sizeof *faces->vertex);
    int closed = make_faces(faces, &in);
    incidence_clear(&in);
    if (closed)
        return CREASE_OK;
    region_faces_clear(faces);
    return error_set(error,
                     "expected region %llu to have faces that close, found some that do "
                     "not: the arithmetic is not exact",
                     (unsigned long long)crease_region_id(region));
}

void region_faces_clear(region_faces *faces)
{
    free(faces->first);
    free(faces->vertex);
}

// ---- the file ----

static crease_status obj_check(const record_file *file, crease_error *error)
{
    if (file->dimension != SPACE)
        return error_set(error, "expected a domain of dimension 3 for obj, found %zu",
                         file->dimension);
    if (!crease_domain_is_bounded(file->domain))
        return error_set(error, "expected a bounded domain for obj, such as a box, found %s",
                         crease_domain_text(file->domain));
    // Rounded vertices lie on no facet.
    if (file->arith == CREASE_FLOAT)
        return error_set(error, "expected filtered or exact arithmetic for obj, found float");
    return CREASE_OK;
}

static void obj_begin(FILE *stream, const record_file *file)
{
    fprintf(stream, "# crease: network %s\n# domain %s\n", crease_net_sha256(file->net),
            crease_domain_text(file->domain));
}

// The shortest decimals that are the nearest doubles again.
static void print_double(FILE *stream, double x)
{
    char text[32];
    int digits = 15;
    do
        snprintf(text, sizeof text, "%.*g", digits, x + 0.0); // no -0
    while (strtod(text, NULL) != x && digits++ < 17);
    fprintf(stream, " %s", text);
}

static crease_status obj_vertex(FILE *stream, const record_file *file, const crease_region *region,
                                size_t index, crease_error *error)
{
    crease_region_vertex(file->row, region, index);
    fputs("v", stream);
    for (size_t i = 0; i < SPACE; i++) {
        double x = rational_double(file->row + i);
        if (!isfinite(x))
            return error_set(error,
                             "expected vertices within the range of doubles, found region "
                             "%llu outside",
                             (unsigned long long)crease_region_id(region));
        print_double(stream, x);
    }
    putc('\n', stream);
    return CREASE_OK;
}

static void obj_face(FILE *stream, const record_file *file, const region_faces *faces, size_t face)
{
    putc('f', stream);
    for (size_t i = faces->first[face]; i < faces->first[face + 1]; i++)
        fprintf(stream, " %llu", (unsigned long long)(file->points + faces->vertex[i] + 1));
    putc('\n', stream);
}

static crease_status obj_region(FILE *stream, record_file *file, const crease_region *region,
                                const fmpq *volume, crease_error *error)
{
    (void)volume;
    region_faces faces;
    if (region_faces_init(&faces, region, error) != CREASE_OK)
        return CREASE_ERROR;
    crease_status status = CREASE_OK;
    fprintf(stream, "o region_%llu\n", (unsigned long long)crease_region_id(region));
    for (size_t i = 0; i < faces.vertices && status == CREASE_OK; i++)
        status = obj_vertex(stream, file, region, i, error);
    for (size_t i = 0; i < faces.faces && status == CREASE_OK; i++)
        obj_face(stream, file, &faces, i);
    file->points += faces.vertices;
    region_faces_clear(&faces);
    return status;
}

const record_format record_obj = {
    .shape_only = 1, .check = obj_check, .begin = obj_begin, .region = obj_region};
