try distance
try distance nets/cross.json
try distance nets/cross.json --point=1,2 --density
try distance nets/cross.json --point=1
try distance nets/cross.json --point=1,x
try distance nets/cross.json --point=1,2 --box=-1,1
try distance nets/cross.json --random=5
try distance nets/cross.json --random=0 --box=0,1
try distance nets/cross.json --random=5 --box=1,0
try distance nets/cross.json --random=5 --polytope=nothing.ine
echo '{"points": [[0, 1, 2], [1, 1, 3]]}' >three.json
try distance nets/cross.json --points=three.json
try distance nets/cross.json --points=nothing.json
try distance nets/cross.json --slice=three.json --point=1,2
try distance nets/cross.json --point=1,2 --arith=float
try distance nets/cross.json --point=1,2 --json --csv
try distance nets/cross.json --point=1,2 --bins=3 --csv
try distance nets/cross.json --density --bins=3 --box=0,1
try distance nets/cross.json --density --digits=10000000 --box=0,1
try distance nets/cross.json --point=1,2 --digits=3
try distance - --points=-
try distance nets/bad.json --point=1,2
