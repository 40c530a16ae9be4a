# What a command reads is not what it writes.
cp nets/max.json net.json
cp net.json before.json
ln -s net.json link.json
echo '{"points": [[0, 0], [1, 0], [0, 1]]}' >plane.json
try regions net.json -o net.json
try certify net.json -o ./net.json
try convert net.json -o link.json
try plot net.json --box=0,1 --format=svg -o net.json
try regions link.json --slice=plane.json -o plane.json
try count net.json --checkpoint=net.json
for k in 0 1; do try regions net.json --box=-1,1 --format=csv --part=$k/2 -o part$k; done
try merge part0 part1 -o part1
try merge part0 part1 -o whole
cmp net.json before.json
ls
