"$CREASE" tree nets/cross.json --format=dot
