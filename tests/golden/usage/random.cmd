try random
try random ''
try random 2
try random 2-
try random 2-0-3
try random 2--3
try random -2-3
try random x
try random 2-3x
try random 2-1000001
try random 2-7071-7071-7071
try random 2-3 4-5
try random 2-3-1 --init=xavier
try random 2-3-1 --init=
try random 2-3-1 --bias-std=-0.1
try random 2-3-1 --bias-std=x
try random 2-3-1 --bias-std=1e400
try random 2-3-1 --bias-std
try random 2-3-1 --activation=tanh
try random 2-3-1 --activation=leaky:x
try random 2-3-1 --seed=-1
try random 2-3-1 --seed=1.5
try random 2-3-1 --seed=18446744073709551616
try random 2-3-1 --seed=
try random 2-3-1 --box=-1,1
try random 2-3-1 --sead=1
ls
try random 2-3 --bias-std=1/0
try random 2-3-1 --init=gaussian
try random 2-3-1 --init=gaussian:1,2,3
try random 2-3-1 --init=discrete:1.5
try random 2-3-1 --init=gaussian:1e700
try random 2-3-1 --init=pytorch-default --bias-std=1
try random 2-3-1 --alpha=1.5
try random 2-3-1 --unscaled
