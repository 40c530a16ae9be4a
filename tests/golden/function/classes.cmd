try classes nets/max.json
try classes nets/cross.json --boundary
try classes nets/corner.json --box=-1,1 --boundary
# Three classes, of which one is an island, in integers.
cat >three.json <<'END'
{"inputs": 2, "layers": [
  {"weights": [[1, 0], [-1, 0], [0, 1], [0, -1], [1, 1]], "bias": [0, 0, 0, 0, -5],
   "activation": "relu"},
  {"weights": [[-1, -1, -2, -2, 0], [1, 0, 0, 0, -3], [0, 1, 0, 0, 0]], "bias": [3, 0, 0],
   "activation": "linear"}]}
END
try classes three.json --box=-4,4
try classes three.json --regions --boundary
try classes three.json --boundary --json=line
try classes three.json --box=-4,4 --regions --json
try classes three.json --box=-4,4 --csv
try classes three.json --box=-4,4 --regions --csv
try classes three.json --row=1,-1,0 --boundary --csv
try classes three.json --box=-4,4 --no-volumes
try classes three.json --box=-4,4 --max-regions=3
echo '{"points": [[-1, 0], [2, 1]]}' >line.json
try classes three.json --slice=line.json --boundary
try classes three.json --slice=line.json --box=-3,3 --boundary --json
try classes three.json --slice=line.json --boundary --csv
"$CREASE" build arrangement:boolean n=3 >space.json
try classes space.json
try classes space.json --box=-1,1 --digits=30
try classes three.json --point=1,0
try classes three.json --point=0,0 --row=1,-1,0 --json=line
echo '{"points": [[3, 4], [0, 5], [-1, "1/3"], [100, -200]]}' >points.json
try classes three.json --points=points.json
try classes three.json --points=points.json --csv
try classes three.json --points=points.json --max-regions=1
# Tied everywhere; nowhere; and in one point, where the lesser number is chosen.
echo '{"inputs": 1, "layers": [{"weights": [[1], [1]], "bias": [0, 0], "activation": "linear"}]}' >same.json
try classes same.json --point=1
echo '{"inputs": 1, "layers": [{"weights": [[0], [1]], "bias": [-1, 0], "activation": "abs"},
  {"weights": [[0, -1], [1, 0]], "bias": [0, 0], "activation": "linear"}]}' >never.json
try classes never.json --point=1
echo '{"inputs": 1, "layers": [{"weights": [[1]], "bias": [0], "activation": "abs"},
  {"weights": [[0], [1]], "bias": [0, 0], "activation": "linear"}]}' >once.json
try classes once.json --point=-2/3
try classes once.json --boundary
try classes three.json --point=1,0 --box=0,1
try classes three.json --row=1
try classes three.json --arith=float
