"$CREASE" count nets/max.json --box -1,1/2,0,0x1.8p1 --json
