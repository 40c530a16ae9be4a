# Shares of a count, merged: the bytes of one count, times apart; and what is refused.
"$CREASE" random 2-32-32-32-32-32-32-1 --seed 7 --bias-std 1/2 -o net.json
"$CREASE" random 2-32-32-32-32-32-32-1 --seed 8 --bias-std 1/2 -o other.json
of() { "$CREASE" count "$@" --json=line; }
numbers() { sed 's/"seconds".*//'; }
for options in "" --per-neuron --arith=exact; do
    for i in 0 1 2; do of net.json --box=-1,1 $options --part $i/3 >$i; done
    diff <(of net.json --box=-1,1 $options | numbers) <("$CREASE" merge 2 0 1 --json=line | numbers) && echo same
done
for i in 0 1 2; do of net.json --box=-1,1 --part $i/3 >$i; done
try merge 0 1 2
try merge 0 2
try merge 0
try merge 0 1 2 1
of other.json --box=-1,1 --part 1/3 >foreign
try merge 0 foreign 2
of net.json --box=-1,2 --part 1/3 >foreign
try merge 0 foreign 2
of net.json --box=-1,1 --part 1/4 >foreign
try merge 0 foreign 2
of net.json --box=-1,1 --part 1/3 --arith exact >foreign
try merge 0 foreign 2
of net.json --box=-1,1 --part 1/3 --per-neuron >foreign
try merge 0 foreign 2
sed 's/"order":/"order":1/' 1 >foreign
try merge 0 foreign 2
of net.json --box=-1,1 --part 1/3 --time-limit 1e-6 2>talk >foreign
try merge 0 foreign 2
of net.json --box=-1,1 >foreign
try merge foreign
sed 's/"regions_per_layer":\[/&1,/' 1 >foreign
try merge 0 foreign 2
sed 's/"activation_regions":[0-9]*/"activation_regions":18446744073709551615/' 1 >foreign
try merge 0 foreign 2
sed 's/"activation_regions":[0-9]*/"activation_regions":-1/' 1 >foreign
try merge 0 foreign 2
sed 's/"index":1/"index":3/' 1 >foreign
try merge 0 foreign 2
sed 's/"splits"/"splitz"/' 1 >foreign
try merge 0 foreign 2
try merge
try merge nowhere
try merge - 0 - <1
