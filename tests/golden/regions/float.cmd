"$CREASE" regions nets/max.json --box=-1,1 --arith=float
