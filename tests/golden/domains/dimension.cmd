echo '{"points": [[0, 0, 1], [1, 0, 0]]}' >line.json
echo '{"points": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]}' >space.json
try plot nets/corner.json --slice line.json -o line.svg
try count nets/corner.json --slice space.json --box=0,1,0,1
try count nets/max.json --slice space.json
ls
