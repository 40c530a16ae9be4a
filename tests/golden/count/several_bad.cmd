# What cannot be read is reported; the others are counted.
echo '{}' >bad.json
try count nets/max.json none.json bad.json nets/cross.json
try count none.json bad.json --csv
try count none.json --json
try count nets/corner.json nets/max.json --box=0,1,0,1
# Limits are those of each network.
try count nets/max.json nets/fold.json nets/cross.json --max-regions=4 --threads=1
try count nets/max.json nets/fold.json --max-regions=4 --csv --threads=1
try count nets/max.json none.json --max-regions=4
try count - nets/max.json -
