# Any number of threads, and either arithmetic, gives the same table.
for i in $(seq 30); do echo "$i -7/$i 3 $((i * i % 11))"; done >pairs
for threads in 1 2 5; do
    for arith in filtered exact; do
        "$CREASE" line nets/kinds.json --lines pairs --csv --linear --threads=$threads --arith=$arith | cksum
    done
done | sort -u | wc -l
for threads in 1 3; do
    "$CREASE" line nets/kinds.json --lines pairs --json --threads=$threads | grep -v '"seconds"\|"threads"' | cksum
done | sort -u | wc -l
