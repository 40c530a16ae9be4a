"$CREASE" count nets/max.json
