#include "exact/kernel_row.h"
#include <flint/fmpz_mat.h>
#include <flint/fmpz_vec.h>
void row_kernel(fmpz *point, const fmpz *const *row, size_t count, size_t columns)
{
    fmpz_mat_t A, N; fmpz_mat_init(A,(slong)count,(slong)columns); fmpz_mat_init(N,(slong)columns,(slong)columns);
    for(size_t i=0;i<count;i++) for(size_t c=0;c<columns;c++) fmpz_set(fmpz_mat_entry(A,i,c),row[i]+c);
    slong n=fmpz_mat_nullspace(N,A); if(n!=1) flint_abort();
    for(size_t c=0;c<columns;c++) fmpz_set(point+c,fmpz_mat_entry(N,c,0));
    fmpz_t g; fmpz_init(g); _fmpz_vec_content(g,point,(slong)columns); if(fmpz_sgn(point+columns-1)<0) fmpz_neg(g,g);
    _fmpz_vec_scalar_divexact_fmpz(point,point,(slong)columns,g); fmpz_clear(g); fmpz_mat_clear(A); fmpz_mat_clear(N);
}
