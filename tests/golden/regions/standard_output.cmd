"$CREASE" regions nets/cross.json -o -
