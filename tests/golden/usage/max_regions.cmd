try count nets/max.json --max-regions=0
try count nets/max.json --max-regions=-5
try count nets/max.json --max-regions=+5
try count nets/max.json --max-regions=1e6
try count nets/max.json --max-regions=
try count nets/max.json '--max-regions= 5'
try count nets/max.json --max-regions=5x
try count nets/max.json --max-regions=18446744073709551616
