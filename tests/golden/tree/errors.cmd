try tree nets/steps.json
try tree nets/none.json
try tree nets/max.json -o none/max.json
try tree nets/max.json -o /dev/full
ls
