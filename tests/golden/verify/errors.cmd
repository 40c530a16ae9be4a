try verify nothing
try verify --seed=x
try verify telgarsky: --box=0,1
