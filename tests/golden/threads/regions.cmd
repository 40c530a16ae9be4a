# The same bytes by any number of threads, to the end and to a number of regions, in every format.
"$CREASE" random 2-24-24-24-1 --seed=1 --bias-std=.3 -o plane.json
"$CREASE" random 3-12-12-1 --seed=2 --bias-std=.3 -o space.json
for format in jsonl csv geojson wkt ine obj; do
    net=plane.json
    [ $format != obj ] || net=space.json
    for limit in "" --max-regions=1200; do
        for threads in 1 2 7; do
            "$CREASE" regions $net --box=-2,2 --format=$format --threads=$threads $limit \
                -o "$threads" 2>/dev/null || [ $? = 3 ] || echo failed
            [ $threads = 1 ] || cmp 1 "$threads"
        done
        wc -l <1
    done
done
