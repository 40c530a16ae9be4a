printf -- '-1 3\n0 5\n' >pairs
try line nets/steps.json --from=-1 --to=3 --max-regions=2 | sed 's/^seconds .*/seconds             S/'
try line nets/steps.json --lines pairs --max-regions=2 | sed 's/^seconds .*/seconds             S/'
try line nets/steps.json --lines pairs --max-regions=2 --csv | tr -d '\r'
