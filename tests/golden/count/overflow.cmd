# Products of these weights are no doubles any more; the middle row of the maxout unit wins above,
# and all three rows are equal where the crease of the first unit meets them.
for H in 1 1e160 1e320; do
    cat >net.json <<END
{"inputs": 2, "layers": [
 {"weights": [[0, $H], [0, -$H], [$H, 0], [0, $H], [-$H, 0]], "bias": [0, 0, 0, $H, 2${H#1}],
  "activation": ["leaky:-1/2", "pwl:0;-2,2", "maxout:3"]},
 {"weights": [[0, 0, 1]], "bias": [0], "activation": "linear"}]}
END
    for arith in filtered exact; do
        "$CREASE" count net.json --box=-3/2,7/3 --arith=$arith | grep regions
    done
done
