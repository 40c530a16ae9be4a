"$CREASE" count nets/max.json --linear
