"$CREASE" regions nets/cross.json --format=geojson
