try regions nets/max.json --linear
try count nets/max.json -o file
try count nets/max.json --colour=map
try info nets/max.json --box=0,1
try plot nets/max.json -o net.svg --json
try count nets/max.json --man
