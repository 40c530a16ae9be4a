"$CREASE" regions nets/max.json
