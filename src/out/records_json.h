// Fields of region records as members of a JSON object.
#ifndef OUT_RECORDS_JSON_H
#define OUT_RECORDS_JSON_H

#include "base/json_writer.h"
#include "out/records.h"

// "name": with a comma before it unless an object has just been opened.
void record_json_key(record_file *file, const char *name);
// A member, as both formats have it.
void record_json_field(record_file *file, const crease_region *region, record_field field);
// ["1/2","-3"], or [0.5,-3].
void record_json_row(record_file *file, const number_text *row);

// Two members: how many digits decimals have, and that they are rounded.
void record_json_rounding(json *out, const record_file *file);

#endif
