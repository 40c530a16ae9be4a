"$CREASE" count nets/max.json --arith=exact
