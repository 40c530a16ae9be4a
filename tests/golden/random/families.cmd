try random 2-2-1 --init xavier-normal --bias-std 1/2 --seed 3
try random 2-2-1 --init xavier-uniform --seed 3
try random 2-2-1 --init pytorch-default --seed 3
try random 2-2-1 --init gaussian:2,0.01 --seed 3 --activation 'pwl:-1,1;0,1,0;0'
try random 2-2-1 --init gaussian:2 --bias-std 0.1 --seed 3 --unscaled
try random 2-2-1 --init uniform:3 --alpha 0.5 --seed 3
try random 2-2-1 --init discrete:9 --unscaled --seed 3 --activation maxout:2
try random 2-2-1 --init values:-1,0.1,1 --alpha=2/3 --seed 3
# What is drawn can be walked.
for activation in relu maxout:2 'pwl:-1,1;0,1,0;0'; do
    "$CREASE" random 2-4-3-1 --init discrete:3 --alpha 0.8 --bias-std 0.5 --activation "$activation" |
        "$CREASE" count - --linear | grep -E 'regions|maps'
done
