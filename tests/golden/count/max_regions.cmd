"$CREASE" count nets/max.json --max-regions=3
