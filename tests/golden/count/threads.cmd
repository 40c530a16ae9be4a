# The result does not depend on how many threads there are, nor do the decisions.
for n in 1 2 3; do
    "$CREASE" count nets/fold.json --box=0,1/32 --threads=$n --json | grep -vE '"(seconds|threads)"' >$n
    grep '"float"' $n | tr -c '0-9\n' ' ' | awk '{exit $1 < 1000}' || echo "no decisions"
done
cmp 1 2 && cmp 1 3
try count nets/max.json --threads=0
try count nets/max.json --threads=-1
try count nets/max.json --threads=two
try count nets/max.json --threads=
