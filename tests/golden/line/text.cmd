try line nets/steps.json --from=-1 --to=3 --linear --points --patterns 2>&1 | sed 's/^seconds .*/seconds             S/'
try line nets/kinds.json --from=-100,0 --to=100,7 --whole-line | sed 's/^seconds .*/seconds             S/'
try line nets/pooled.json --from=-1,0 --to=2,1 --box=-2,3 --whole-line --arith=exact | sed 's/^seconds .*/seconds             S/'
