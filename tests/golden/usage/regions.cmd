try regions nets/max.json --format=json
try regions nets/max.json --format=svg
try regions nets/max.json --format=obj --box=0,1
try regions nets/corner.json --format=obj -o corner.obj
try regions nets/corner.json --format=obj --box=0,1 --arith=float
ls
