try evaluate nets/max.json --point=1/2,1/3
try evaluate nets/max.json --point=1/2,1/3 --json
try evaluate nets/corner.json --point=0x1p-3,1e-1,-2 --csv
try evaluate nets/small.nnet --point=1/2,0.25
try evaluate nets/small.nnet --point=1/2,0.25 --raw
echo '{"points": [[0, 0], ["1/7", 0.25], [1e300, -1e-300]]}' >points.json
try evaluate nets/max.json --points points.json
try evaluate nets/small.nnet --points points.json --csv
# A value beyond all doubles.
echo '{"points": [["1e400", 0], ["-1e400", 0]]}' >far.json
try evaluate nets/cross.json --points far.json --json
try evaluate nets/cross.json --points far.json --csv
try evaluate nets/max.json --point=1
try evaluate nets/corner.json --points points.json
try evaluate nets/max.json
try evaluate nets/max.json --point=1,2 --points points.json
try evaluate nets/max.json --point=1,2 --json --csv
