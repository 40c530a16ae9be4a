# A domain with 2^30 vertices is refused at once, by whatever walks it, and however it is given:
# as a box, as inequalities, on a slice, as a property. What needs no vertices is not.
"$CREASE" random 30-8-1 --seed=1 --bias-std=.3 -o net.json
ones=$(printf '1%.0s,' {1..30})
zeros=$(printf '0%.0s,' {1..30})
jq -n '{points: ([[range(30) | 0]] + [range(30) as $i | [range(30) | if . == $i then 1 else 0 end]])}' >slice.json
{
    printf 'H-representation\nbegin\n60 31 rational\n'
    for ((i = 0; i < 30; i++)); do
        for side in 1 -1; do
            echo 1 $(for ((k = 0; k < 30; k++)); do echo $((k == i ? side : 0)); done)
        done
    done
    echo end
} >cube.ine
for ((i = 0; i < 30; i++)); do
    echo "(declare-const X_$i Real) (assert (>= X_$i 0)) (assert (<= X_$i 1))"
done >cube.vnnlib
try count net.json --box=-1,1
try regions net.json --box=-1,1
try tree net.json --box=-1,1
try certify net.json --box=-1,1 -o net.cert
try bounds --net=net.json --box=-1,1 | tail -n 2
try distance net.json --density --box=-1,1
try distance net.json --density --polytope=cube.ine
try search 30-4-1 --box=-1,1
try count net.json --polytope=cube.ine
try count net.json --slice=slice.json --box=0,1
try count net.json --vnnlib=cube.vnnlib
try locate net.json --box=-1,1 --point="${zeros%,}" | grep -E '^(=|region)'
try line net.json --box=-1,1 --from="${zeros%,}" --to="${ones%,}" | grep -E '^(=|within)'
try distance net.json --point="${zeros%,}" | grep -E '^='
ls
