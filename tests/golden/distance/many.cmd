# Points of a file and of a box: means, histograms, tables.
echo '{"points": [[0, "1/2"], [1, 1], [-3, 0.25], [2, -2]]}' >points.json
try distance nets/cross.json --points=points.json
try distance nets/cross.json --points=points.json --bins=4
try distance nets/cross.json --points=points.json --csv
try distance nets/cross.json --points=points.json --json --nearest --bins=2
try distance nets/folds.json --random=200 --box=-2,3 --seed=5 --bins=10
# The same for any number of threads and either arithmetic.
"$CREASE" distance nets/folds.json --random=200 --box=-2,3 --seed=5 --csv --threads=1 >one
"$CREASE" distance nets/folds.json --random=200 --box=-2,3 --seed=5 --csv --threads=3 --arith=exact | cmp - one
wc -l <one
