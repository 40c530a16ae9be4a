# What does not go together.
try count nets/fold.json --every 1
try count nets/fold.json --checkpoint run --arith float
try count nets/fold.json --part 0/2 --max-regions 5
try count nets/fold.json nets/folds.json --checkpoint run
try count nets/fold.json --part 2/2
try count nets/fold.json --part 1
try count nets/fold.json --part 0/2x
try count nets/fold.json --checkpoint -
try count nets/fold.json --checkpoint run --every 0
try regions nets/fold.json --checkpoint run
try regions nets/fold.json -o - --checkpoint run
try regions nets/fold.json -o regions --neighbours --checkpoint run
ls
