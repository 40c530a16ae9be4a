printf '# from, to\n-1 3\n0, 5\n-2 1/2\n' >pairs
try line nets/steps.json --lines pairs --linear --threads=2 | sed 's/^seconds .*/seconds             S/'
try line nets/steps.json --lines pairs --csv --linear --points | tr -d '\r'
try line nets/steps.json --lines pairs --csv --whole-line --threads=1 | tr -d '\r'
"$CREASE" line nets/steps.json --lines pairs --json --linear --threads=2 | sed 's/"seconds": [0-9.e-]*/"seconds": "S"/'
