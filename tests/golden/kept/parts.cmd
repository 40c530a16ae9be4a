# Shares of a walk. Other numbers than these mean another order of the walk: WALK_ORDER is to be
# counted up.
"$CREASE" random 2-32-32-32-32-32-32-1 --seed 7 --bias-std 1/2 -o net.json
for i in 0 1 2; do
    "$CREASE" count net.json --box=-1,1 --part $i/3 --json=line |
        sed -E 's/^.*("activation_regions)/\1/; s/"seconds":[0-9.]*,"threads":[0-9]*/../'
done
