try convert nets/max.json
try convert nets/small.nnet
try convert nets/small.nnet --format=nnet
try convert nets/small.nnet --raw -o raw.nnet
try info raw.nnet
gzip -n <nets/small.nnet | "$CREASE" convert - -o net.json && "$CREASE" info net.json | head -n 2
# What NNet cannot be leaves nothing behind, and what was there as it was.
try convert nets/kinds.json -o kinds.nnet
echo '{"inputs": 1, "layers": [{"weights": [["1/3"]], "bias": [0.1], "activation": "linear"}]}' >third.json
echo precious >third.nnet
try convert third.json -o third.nnet
cat third.nnet
try convert third.json -o third.nnet --round
cat third.nnet
try convert nets/cross.json --round --format=nnet
echo '{"inputs": 1, "layers": [{"weights": [[1e39]], "bias": [0.1], "activation": "linear"}]}' >far.json
try convert far.json --round
try convert nets/max.json -o max.txt
try convert nets/max.json -o max.onnx
"$CREASE" info max.onnx | sed -n '2p; /^layer/p'
try convert nets/pooled.json -o pooled.onnx
try convert nets/pooled.json -o pooled.onnx --round
try convert nets/max.json -o max.txt --format=json
try convert nets/bad.json
try convert nets/max.json --format=pdf
ls
