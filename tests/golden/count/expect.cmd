try count nets/max.json --expect=5
try count nets/max.json --expect=6
try count nets/max.json --expect=5,linear_regions=3,affine_maps=3,bounded_regions=0
try count nets/max.json --expect=linear_regions=4,affine_maps=3 --json
try count nets/max.json nets/cross.json --expect=5 --csv
try count nets/max.json nets/cross.json --expect=5
# A count that is stopped may still grow, if it is not too large already.
try count nets/max.json --expect=5 --max-regions=3
try count nets/max.json --expect=3,linear_regions=1 --max-regions=4 --json=line
try count nets/max.json --expect=2 --max-regions=3
# The gravest counts: a bad file, a count that differs, a walk that was stopped.
try count nets/max.json nets/cross.json --expect=3 --max-regions=4
try count nets/max.json none.json --expect=6
