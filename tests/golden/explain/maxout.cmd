# Four rows, of which the last is nowhere the largest.
cat > max4.json <<'N'
{"inputs": 2, "layers": [{"weights": [[1, 0], [0, 1], [-1, -1], [0, 0]], "bias": [0, 0, 0, -1], "activation": "maxout:4"}]}
N
"$CREASE" certify max4.json -o max.cert
"$CREASE" explain max4.json max.cert --region=0
"$CREASE" explain max4.json max.cert --region=2 --json=line
"$CREASE" certify max4.json --box=1,2 -o max.cert
"$CREASE" explain max4.json max.cert --region=1
