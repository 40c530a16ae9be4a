try count nets/max.json --json=lines
try count nets/max.json --json=
try count nets/max.json --json --csv
# The word needs its mark of equality: this is a network.
try count nets/max.json --json line -q
try bounds 2-1-1 --json=line --activation=none
