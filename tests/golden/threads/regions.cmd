# The same bytes by any number of threads, to the end and to a number of regions, in every format.
"$CREASE" random 2-24-24-24-1 --seed=1 --bias-std=.3 -o plane.json
for format in jsonl csv geojson wkt ine; do
    for limit in "" --max-regions=1200; do
        for threads in 1 2 7; do
            "$CREASE" regions plane.json --box=-2,2 --format=$format --threads=$threads $limit \
                -o "$threads" 2>/dev/null || [ $? = 3 ] || echo failed
            [ $threads = 1 ] || cmp 1 "$threads"
        done
        wc -l <1
    done
done
