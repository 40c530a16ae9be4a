try count nets/max.json --lineer
try count nets/max.json --lin
try count nets/max.json --ilnear
try count nets/max.json -linear
try count nets/max.json --trheads=4
try count nets/max.json --certificate max.cert
try count nets/max.json --lineer=yes
try count nets/max.json -x
try count nets/max.json ---json
try plot nets/max.json -o net.svg --colr=map
try plot nets/max.json -output=net.svg
try plot nets/max.json --nocreases -o net.svg
ls
