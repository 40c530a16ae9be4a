"$CREASE" count nets/max.json --json
