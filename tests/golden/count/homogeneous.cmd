# Without biases all creases of a cone meet at the origin: a sign there needs no integers.
"$CREASE" random 2-24-24-24-1 --init he --seed=1 -o net.json
for box in -1,1 -1,2 0,1; do
    for arith in filtered exact; do
        "$CREASE" count net.json --box=$box --arith=$arith --json |
            jq -c '[.arithmetic, .activation_regions, .bounded_regions, .decisions.exact > 0]'
    done
done
