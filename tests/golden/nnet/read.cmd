# The network of docs/formats.md, with its normalisation and without, by whatever name.
try info nets/small.nnet
try info nets/small.nnet --raw --json
try count nets/small.nnet --linear
try count nets/small.nnet --linear --raw --box=-1,1
gzip -n <nets/small.nnet >net.json
try line net.json --from=-1,-1 --to=1,1
"$CREASE" count - --box=-1,1 <nets/small.nnet
# Of other files there is nothing to leave out.
try count nets/max.json --raw
