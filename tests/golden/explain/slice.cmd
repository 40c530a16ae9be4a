# Coordinates of the slice.
echo '{"points": [[0, 0], [1, 1]]}' > diagonal.json
"$CREASE" certify nets/cross.json --slice=diagonal.json -o cross.cert
"$CREASE" explain nets/cross.json cross.cert --point=1/2
