try lipschitz nets/max.json
"$CREASE" random 2-6-6-2 --seed=3 --bias-std=1/2 -o two.json
try lipschitz two.json
try lipschitz two.json --norm=1 --box=-1,1
try lipschitz two.json --norm=inf --json
try lipschitz two.json --digits=40 --box=-1,1 --json=line
try lipschitz two.json --box=-1,1 --max-regions=3
try lipschitz two.json --norm=3
try lipschitz two.json --arith=float
