try growth
try growth 3-1
try growth 3
try growth 3-4-1 --activation=abs
try growth 3-4-1 --init=values:1,2
try growth 3-4-1 --alpha=2
try growth 3-4-1 --bias-std=-1
try growth 3-4-1 --init=he --unscaled
try growth 3-4-1 --seed=1
