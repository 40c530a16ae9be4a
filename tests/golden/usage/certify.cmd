try certify nets/max.json --arith=float
try certify nets/max.json --format=json
try certify nets/none.json -o none.cert
try certify nets/max.json -o none/max.cert
try certify nets/max.json -o /dev/full
try certify
ls
