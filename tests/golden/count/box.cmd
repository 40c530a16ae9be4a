"$CREASE" count nets/max.json --box=-1,1 --linear
