// Files: region records, certificates, region trees, pictures and pages.
//
// Regular files appear whole or not at all; "-" is standard output. A failed write is CREASE_ERROR.
#pragma once

#include <crease/function.h>
#include <crease/images.h>
#include <crease/regions.h>

CREASE_BEGIN

typedef enum {
    CREASE_JSONL, // one JSON object a region
    CREASE_CSV,   // the same as a table
    CREASE_INE,   // one H-representation of lrs and cddlib a region
} crease_record_format;

// Zeros are the defaults.
typedef struct {
    crease_record_format format;
    // Not for CREASE_INE: significant digits of all numbers, rounded to nearest, ties to even (0:
    // exact); fields to compute and write, separated by commas, or "all" (NULL: the usual ones).
    unsigned digits;
    const char *fields;
    // NULL, or of a network of crease_property_network: as CREASE_JSONL the regions that satisfy
    // this property alone; *counterexamples is set to their number.
    const crease_property *property;
    uint64_t *counterexamples;
} crease_records;

// One record a region, in the order of the walk (docs/formats.md); a stopped walk writes the
// regions it met. CREASE_ERROR, before anything is written, if the format does not support the
// domain or a field.
crease_status crease_regions_write(const char *path, const crease_records *records,
                                   crease_counts *counts, const crease_net *net,
                                   const crease_domain *domain, const crease_options *options,
                                   crease_error *error);

// crease_adjacency_new: as CREASE_JSONL a line a region, as CREASE_CSV a line a pair.
crease_status crease_adjacency_write(const char *path, crease_record_format format,
                                     crease_counts *counts, const crease_net *net,
                                     const crease_domain *domain, const crease_options *options,
                                     crease_error *error);

// The lines of a certificate that define the domain (src/proof/certificate.md).
void crease_domain_write(FILE *stream, const crease_domain *domain);

// A certificate of the counts, and of linear unless it is NULL (src/proof/certificate.md).
// CREASE_STOPPED leaves none; CREASE_FLOAT is refused.
crease_status crease_certificate_write(const char *path, crease_counts *counts,
                                       crease_linear_counts *linear, const crease_net *net,
                                       const crease_domain *domain, const crease_options *options,
                                       crease_error *error);

// The same of counts by images (crease_count), which it counts too: a lemma for each image.
crease_status crease_certificate_write_by_images(const char *path, crease_totals *totals,
                                                 const crease_net *net, const crease_domain *domain,
                                                 const crease_options *options,
                                                 crease_error *error);

// The same with bounds of outputs: each row, outputs + 1 numbers with the constant last, is at most
// 0 on the domain and 0 at its point, in the domain's coordinates.
typedef struct {
    size_t count;
    const fmpq *row, *point;
} crease_bounds;
crease_status crease_certificate_write_bounds(const char *path, crease_counts *counts,
                                              const crease_bounds *bounds, const crease_net *net,
                                              const crease_domain *domain,
                                              const crease_options *options, crease_error *error);
// The same of a known decision, by a point that satisfies the property, or in each region by cones.
// CREASE_ERROR if inputs have other than bounds, or the property more than 10000 alternatives.
crease_status crease_certificate_write_decision(const char *path, crease_counts *counts,
                                                const crease_decision *verdict,
                                                const crease_property *property,
                                                const crease_net *net,
                                                const crease_options *options, crease_error *error);

// The tree of splits, as a JSON object (docs/formats.md). Nodes are numbered in pre-order and
// written as they are reached; after CREASE_STOPPED the tree ends with the last one. cells: those
// of crease_tree_insert, each with its line, cell and map; after CREASE_STOPPED none.
crease_status crease_tree_write(const char *path, int cells, crease_counts *counts,
                                const crease_net *net, const crease_domain *domain,
                                const crease_options *options, crease_error *error);

typedef enum { CREASE_SVG, CREASE_PDF, CREASE_PNG, CREASE_TEX } crease_picture_format;
// Slope and output are those of the first output; the class is the greatest output, or the sign of
// a single one. By image, the cells on entry to a layer are drawn, and those with one image have
// one colour (crease/images.h).
typedef enum {
    CREASE_BY_PATTERN,
    CREASE_BY_MAP,
    CREASE_BY_SLOPE,
    CREASE_BY_OUTPUT,
    CREASE_BY_CLASS,
    CREASE_BY_AREA,
    CREASE_BY_IMAGE
} crease_colours;

// The domain has two dimensions; zeros are the defaults. The view of an unbounded domain contains
// most vertices: in each coordinate those within Tukey's fences. Texts are UTF-8.
typedef struct {
    crease_picture_format format;
    crease_colours colours;
    size_t layer;            // by image: the layer that cells enter, from 1; 0: the last hidden one
    double width, height;    // points; 0: 486 (6.75 inches), and what the view asks for
    double dpi;              // pixels an inch (72 points) of a PNG; 0: one a point
    double font_size;        // points; 0: 8
    double line_width;       // points, of the first layer's creases; 0: by the size of regions
    const char *font;        // NULL: Helvetica; TikZ has that of the document
    int creases;             // draw the creases, thinner with depth, one colour a layer
    int labels;              // number the regions that have room, as crease_regions_write does
    int outlines;            // SVG: letters as outlines, which need no font, not as text
    size_t after;            // the regions after this many units, by pattern or area; 0: all
    int bare;                // the regions alone, without axes and legend
    const char *class_names; // in order, with commas between them; NULL: "class 0", ..
    const char *title;       // above; NULL: none
    const char *label[2];    // of the axes; NULL: x1 and x2, or u and v on a slice
    const char *name, *command; // what the file says of the network and how it was made; NULL
    // TikZ of more than CREASE_MOST_OF_TEX regions: the PDF that shows them, which the figure
    // includes by its name without folders; NULL: they are commands, and TeX's memory may end.
    const char *inset;
} crease_picture;

enum { CREASE_MOST_OF_TEX = 4000 };

crease_status crease_picture_write(const char *path, const crease_picture *picture,
                                   crease_counts *counts, const crease_net *net,
                                   const crease_domain *domain, const crease_options *options,
                                   crease_error *error);

// ---- Interactive viewer: one HTML file with the exact data of all regions ----

typedef struct crease_page crease_page;

// After CREASE_OK the caller calls crease_page_close or crease_page_drop. title: NULL for the names
// of the networks. colours: shown first; not by image.
crease_status crease_page_open(crease_page **page, const char *path, const char *title,
                               crease_colours colours, crease_error *error);
// Walks a network and adds it under a heading; all domains have one dimension, or all two. Memory:
// about a kilobyte a region.
crease_status crease_page_add(crease_page *page, const char *name, crease_counts *counts,
                              const crease_net *net, const crease_domain *domain,
                              const crease_options *options, crease_error *error);
crease_status crease_page_close(crease_page *page, crease_error *error);
void crease_page_drop(crease_page *page); // leaves no file; NULL is allowed

CREASE_END
