try count nets/max.json nets/cross.json --box=-1,1
try count nets/max.json nets/cross.json --linear --arith=float
try count --linear nets/max.json nets/cross.json --json
try count nets/max.json nets/cross.json --json=line
try count nets/max.json --json=line
try count nets/max.json nets/cross.json --linear --csv
try count nets/cross.json --csv --box=0,1
# Names are quoted where CSV asks for it, and come from the command line.
cp nets/cross.json 'a, "b".json'
"$CREASE" count 'a, "b".json' --csv | cut -c1-20
"$CREASE" count - nets/cross.json <nets/max.json --json=line | cut -c1-30
