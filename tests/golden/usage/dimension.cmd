try count nets/steps.json
try regions nets/steps.json
try plot nets/steps.json -o net.svg
try count nets/corner.json --linear
try plot nets/corner.json -o net.svg
ls
