"$CREASE" tree nets/cross.json --format=dot -o - | cmp - <("$CREASE" tree nets/cross.json --format=dot)
