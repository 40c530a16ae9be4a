printf '0 1\n2\n' >short
printf '0 1\n2 2\n' >equal
printf '0 1\n0 9\n' >far
try line
try line nets/steps.json
try line nets/steps.json --from=1
try line nets/steps.json --from=1 --to=1
try line nets/steps.json --from=1 --to=2,3
try line nets/steps.json --from=x --to=2
try line nets/steps.json --from=0 --to=2 --box=-1,1
try line nets/steps.json --from=-2 --to=0 --box=-1,1
try line nets/steps.json --lines short
try line nets/steps.json --lines equal
try line nets/steps.json --lines far --box=0,2
try line nets/steps.json --lines none
try line nets/steps.json --lines short --from=1
try line nets/steps.json --from=0 --to=1 --json --csv
try line nets/steps.json --from=0 --to=1 --points --approximate
try line nets/steps.json --lines short --patterns
try line - --lines -
try line nets/steps.json --from=0 --to=1 --tolerance=1e-9
try line nets/steps.json --lines equal --csv
