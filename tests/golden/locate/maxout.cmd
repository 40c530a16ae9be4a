# Three rows meet in a point; a region that only touches it by a corner counts.
cat > max3.json <<'N'
{"inputs": 2, "layers": [{"weights": [[1, 0], [0, 1], [-1, -1]], "bias": [0, 0, 0], "activation": "maxout:3"}]}
N
"$CREASE" locate max3.json --point=0,0
"$CREASE" locate max3.json --point=1,1
