# Found, written, read back, counted again; and the same for any number of threads.
try search 2-3-2-1 --seed=1 --climbs=3 --steps=300 --threads=1 -o one.json
cat one.json
"$CREASE" count one.json | grep 'activation regions'
"$CREASE" search 2-3-2-1 --seed=1 --climbs=3 --steps=300 --threads=3 -o - | cmp - one.json
try search 1-2-2-1 --goal=7 --steps=500 --json
"$CREASE" search 1-2-1 --of=linear --box=-1/2,3 --climbs=2 --steps=100 --activation=hardtanh | grep -E 'domain|linear'
"$CREASE" search 2-2-1 --climbs=2 --steps=200 --activation=maxout:3 -o best.json | grep 'activation regions'
"$CREASE" count best.json | grep 'activation regions'
