# Where memory runs out before there can be a partial result: one line, and nothing is left. First
# while a file is read that is large; then while networks are made and drawn.
head -c 100000000 /dev/zero | tr '\0' ' ' >large.json
try info large.json --memory-limit=1M 2>&1 | sed -E 's/[0-9.]+ [KMG]iB/SIZE/g; s/: no room for another SIZE//'
try random 9000-9000 --memory-limit=100M -o net.json 2>&1 | sed -E 's/[0-9.]+ [KMG]iB/SIZE/g; s/: no room for another SIZE//'
try count nets/fold.json --memory-limit=2000000000000000G
try count nets/fold.json --memory-limit=half
try count nets/fold.json --memory-limit=1.5XB
try count nets/fold.json --memory-limit=0
try info nets/corner.json --memory-limit=none | sed -n '/network/p; /=>/p'
try info nets/corner.json --memory-limit=1.5GiB | sed -n '/network/p; /=>/p'
try info nets/corner.json --memory-limit=2000000KB | sed -n '/network/p; /=>/p'
rm large.json
ls
