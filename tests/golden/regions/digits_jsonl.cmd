"$CREASE" regions nets/cross.json --digits=3
