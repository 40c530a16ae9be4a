// Files: networks, region records, certificates, region trees, pictures and pages.
//
// A path that names a regular file, or nothing yet, is written beside it and
// renamed when all is well: the file appears whole or not at all. A pipe or a
// device is written to directly; "-" is standard output. A failed write, a full
// disk or a closed pipe is CREASE_ERROR.
#ifndef CREASE_OUT_H
#define CREASE_OUT_H

#include <crease/regions.h>

CREASE_BEGIN

typedef enum { CREASE_NET_JSON, CREASE_NET_CANONICAL } crease_net_text;

// Writes a network as crease_net_write or crease_net_write_canonical does.
crease_status crease_write_net(const char *path, const crease_net *net, crease_net_text text,
                               crease_error *error);

typedef enum {
    CREASE_JSONL, // everything that is known of a region, one JSON object a line
    CREASE_CSV,   // the same as a table
    CREASE_INE, // its inequalities, as lrs and cddlib read them: one H-representation after another
    // Its shape and what goes with it, in decimals, for geographic information systems: bounded
    // domains of one or two dimensions.
    CREASE_GEOJSON, // one FeatureCollection of GeoJSON (RFC 7946)
    CREASE_WKT,     // a table with a column of well-known text (ISO 19125)
} crease_record_format;

// Zeros are the defaults.
typedef struct {
    crease_record_format format;
    // Significant digits of all numbers, each the decimal nearest to the exact number, ties to
    // even; 0: exact numbers, or CREASE_DIGITS where the format has only decimals. Not for
    // CREASE_INE.
    unsigned digits;
    // Names of fields, as the format has them, separated by commas: no others are computed or
    // written. They come in the order of the format. NULL: all. Not for CREASE_INE.
    const char *fields;
} crease_records;
enum { CREASE_DIGITS = 17 };

// Writes one record per region, in the order of the walk (docs/formats.md). JSON lines end with a
// line {"end": ...} that holds the totals. A walk that a limit stopped writes what it found,
// flagged "complete": false. CREASE_ERROR, before anything is written, if the format cannot show
// the domain or has no such fields.
crease_status crease_write_records(const char *path, const crease_records *records,
                                   crease_counts *counts, const crease_net *net,
                                   const crease_domain *domain, const crease_options *options,
                                   crease_error *error);

// Which regions are neighbours (crease_neighbours_new), the regions numbered as in their records:
// as CREASE_JSONL a line for each region and the totals, as CREASE_CSV one for each two neighbours.
// format is one of these.
crease_status crease_write_neighbours(const char *path, crease_record_format format,
                                      crease_counts *counts, const crease_net *net,
                                      const crease_domain *domain, const crease_options *options,
                                      crease_error *error);

// A certificate, from which a short program that shares nothing with this library can establish
// the counts again: docs/certificate.md. With linear, which may be NULL, linear regions and
// affine maps are counted too, as crease_count_linear does. A walk that a limit stopped leaves no
// certificate: CREASE_STOPPED. CREASE_ERROR if options ask for CREASE_FLOAT. What is claimed
// does not depend on the arithmetic; with CREASE_FILTERED, points inside of regions may have fewer
// digits. Memory, without linear: that of the walk.
crease_status crease_write_certificate(const char *path, crease_counts *counts,
                                       crease_linear_counts *linear, const crease_net *net,
                                       const crease_domain *domain, const crease_options *options,
                                       crease_error *error);

typedef enum { CREASE_TREE_JSON, CREASE_TREE_DOT } crease_tree_format;

// A recorded region tree, complete or not, as one JSON object with a flat list of
// nodes, or in the language of Graphviz (docs/formats.md).
crease_status crease_write_tree(const char *path, crease_tree_format format,
                                const crease_tree *tree, crease_error *error);

// Points to draw above regions, each of a class; or, over a line, points (x, y).
typedef struct {
    size_t count, classes;
    fmpq *x;          // count rows of 2 entries
    size_t *class_of; // each point, less than classes
    char **name;      // of the classes
} crease_data;

// From a file of comma-separated values or JSON (docs/formats.md); "-" is standard input. Points
// without classes are all of one, "data". To be cleared in any case.
crease_status crease_data_read(crease_data *data, const char *path, crease_error *error);
crease_status crease_data_parse(crease_data *data, const char *text, size_t size, const char *name,
                                crease_error *error);
void crease_data_clear(crease_data *data);

typedef enum { CREASE_SVG, CREASE_PDF, CREASE_PNG } crease_picture_format;
// By pattern, by affine map, by the gradient or by the values of the first output, by the greatest
// output (of a single one: by its sign), by area.
typedef enum {
    CREASE_BY_PATTERN,
    CREASE_BY_MAP,
    CREASE_BY_SLOPE,
    CREASE_BY_OUTPUT,
    CREASE_BY_CLASS,
    CREASE_BY_AREA
} crease_colours;

// What a picture of a domain of one or two dimensions is to show; zeros are the defaults. A view of
// an unbounded domain shows where most vertices are: those that lie, in each coordinate, no farther
// from the middle half of all than 1.5 times its extent. Texts are UTF-8.
typedef struct {
    crease_picture_format format;
    crease_colours colours;
    int width, height; // points, or pixels of a PNG without dpi; 0: 800, and what the view asks for
    double dpi;        // pixels an inch (72 points) of a PNG; 0: one a point
    int creases;       // draw the creases, thinner with depth, one colour a layer
    int bare;          // of two dimensions: the regions alone, without axes and legend
    const char *title; // above; NULL: none
    const char *label[2];       // of the axes; NULL: x1 and x2, or u and v on a slice
    const crease_data *data;    // NULL: none
    const char *name, *command; // what the file says of the network and how it was made; NULL
} crease_picture;

crease_status crease_write_picture(const char *path, const crease_picture *picture,
                                   crease_counts *counts, const crease_net *net,
                                   const crease_domain *domain, const crease_options *options,
                                   crease_error *error);

// ---- Pages that answer ----
//
// One HTML file that needs nothing else: a browser shows the regions of one or more networks, all
// on domains of one dimension or all of two, and says of every place and region what is known:
// pattern, vertices, map, neighbours, all exactly.

typedef struct crease_page crease_page;

// Opens the file; on CREASE_OK *page is the caller's, and one of the last two functions is due.
// colours: what is shown first.
crease_status crease_page_open(crease_page **page, const char *path, crease_colours colours,
                               crease_error *error);
// Walks a network and adds it, name as its heading. A walk that a limit stopped adds
// what it found, and the page says so. Cost: that of a walk of all regions. Memory, until it
// returns: about a kilobyte a region.
crease_status crease_page_add(crease_page *page, const char *name, crease_counts *counts,
                              const crease_net *net, const crease_domain *domain,
                              const crease_options *options, crease_error *error);
// Ends the file and frees the page, whatever it returns.
crease_status crease_page_close(crease_page *page, crease_error *error);
// Leaves no file, and frees the page; NULL is nothing.
void crease_page_drop(crease_page *page);

CREASE_END
#endif
