// Regions as a table with their geometry as well-known text (ISO 19125), in the column from which
// GDAL and QGIS read it.
#include "out/outline.h"
#include "out/records_table.h"

static const unsigned char wkt_fields[] = {FIELD_WKT,   FIELD_ID,     FIELD_PATTERN,
                                           FIELD_LAYER, FIELD_CLASS,  FIELD_MEASURE,
                                           FIELD_MAP,   FIELD_DIGITS, FIELDS};

const record_format record_wkt = {.name = "wkt",
                                  .fields = wkt_fields,
                                  .rounds = 1,
                                  .check = outline_check,
                                  .begin = record_table_begin,
                                  .region = record_table_region};
