"$CREASE" regions nets/steps.json --box=-1/3,2 --format=geojson --digits=4 && "$CREASE" regions nets/steps.json --box=-1/3,2 --format=wkt --digits=4
