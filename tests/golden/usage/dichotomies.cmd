echo '{"points": [[1, 2], [2, 1]]}' > points.json
echo '{"points": [[1, 2, 3], [2, 1, 3]]}' > long.json
echo '{"points": [[1, 2]]}' > one.json
"$CREASE" random 2-3-1 -o a.json
"$CREASE" random 2-4-1 -o b.json
try dichotomies
try dichotomies a.json
try dichotomies a.json --with=a.json
try dichotomies a.json --with=none.json --points=points.json
try dichotomies a.json --with=b.json --points=points.json
try dichotomies a.json --with=a.json --points=long.json
try dichotomies a.json --with=a.json --points=one.json
try dichotomies a.json --with=a.json --points=points.json --layer=2
try dichotomies a.json --with=a.json --points=points.json --label=1
try dichotomies a.json --with=a.json --points=points.json --vertices=2
try dichotomies a.json --with=a.json --points=points.json --vertices=10001
try dichotomies a.json --with=a.json --points=points.json --arith=float
try dichotomies a.json --with=a.json --points=points.json --json -o -
try dichotomies a.json --with=a.json --points=points.json -o none/out.csv
try dichotomies a.json --with=a.json --points=points.json -o /dev/full
"$CREASE" dichotomies a.json --with=a.json --points=points.json --vertices=10000 --time-limit=1e-9 -o late.csv 2>&1 | grep -v seconds
ls late.csv
