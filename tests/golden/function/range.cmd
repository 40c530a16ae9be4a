try range nets/max.json
try range nets/max.json --box=-1,2 --mean
try range nets/max.json --box=-1,2 --json
try range nets/corner.json --box=-1,1 --row=2
# A vertex beyond every other, and a mean of long fractions.
"$CREASE" random 2-6-6-2 --seed=3 --bias-std=1/2 -o two.json
try range two.json --box=-1/3,1 --row=1,-1/2 --mean
try range two.json --row=1,-1 --json=line
try range two.json --box=-1,1 --max-regions=3
try range nets/max.json --mean
try range nets/max.json --row=1,2
try range nets/max.json --row=
try range nets/max.json --arith=float
