#include "exact/rows.h"
void row_kernel(fmpz *point, const fmpz *const *row, size_t count, size_t columns);
