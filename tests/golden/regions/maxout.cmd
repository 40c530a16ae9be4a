# The breakpoint of a facet of a maxout unit is the number of a pair of rows.
"$CREASE" regions nets/pooled.json --box=0,1
