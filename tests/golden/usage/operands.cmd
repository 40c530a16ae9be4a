try count
try regions --box=0,1
try plot -o net.svg
try info
try regions nets/max.json nets/cross.json
try count ''
try count -- --linear
try count nets/max.json -- --linear
ls
