"$CREASE" count nets/max.json --arith=float --linear
