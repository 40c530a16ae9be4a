try count nets/max.json --box
try count nets/max.json --time-limit
try regions nets/max.json -o
try regions nets/max.json --output=
try regions nets/max.json -o ''
try count nets/max.json --json=1
try count nets/max.json --linear=no
