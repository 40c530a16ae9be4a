// The page of src/out/page as the build puts it together, but for its data.
#ifndef DRAW_PAGE_TEXT_H
#define DRAW_PAGE_TEXT_H

extern const char page_before_data[], page_after_data[];

#endif
