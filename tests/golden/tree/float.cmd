"$CREASE" tree nets/cross.json --arith=float | head -n 1
