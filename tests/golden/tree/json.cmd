"$CREASE" tree nets/max.json
