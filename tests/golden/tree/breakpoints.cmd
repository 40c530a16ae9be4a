"$CREASE" tree nets/kinds.json --format dot
