try convert nets/max.json
try convert nets/small.nnet
try convert nets/small.nnet --raw -o raw.json
try info raw.json
gzip -n <nets/small.nnet | "$CREASE" convert - -o net.json && "$CREASE" info net.json | head -n 2
# A file of another format is not written, and what was there stays.
echo precious >third.nnet
try convert nets/kinds.json -o third.nnet
cat third.nnet
echo '{"inputs": 1, "layers": [{"weights": [["1/3"]], "bias": [0.1], "activation": "linear"}]}' >third.json
try convert third.json --round
try convert nets/cross.json --round -o cross.json
echo '{"inputs": 1, "layers": [{"weights": [[1e39]], "bias": [0.1], "activation": "linear"}]}' >far.json
try convert far.json --round
try convert nets/max.json -o max.txt
try convert nets/bad.json
ls
