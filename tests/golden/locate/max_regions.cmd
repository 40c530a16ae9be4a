try locate nets/cross.json --point=0,0 --max-regions=3
try locate nets/cross.json --point=0,0 --max-regions=3 --json
