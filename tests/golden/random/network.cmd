try random 2-3-1 --init he --bias-std 0.1 --seed 1
try random 1-1 --seed=18446744073709551615
try random 3-2-2 --activation=leaky:1/10 --bias-std=1/3
