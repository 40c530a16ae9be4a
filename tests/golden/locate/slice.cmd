# Coordinates of the slice, as everywhere.
echo '{"points": [[0, 0], [1, 1]]}' > diagonal.json
"$CREASE" locate nets/cross.json --slice=diagonal.json --point=0
try locate nets/cross.json --slice=diagonal.json --point=0,0
