# Whatever is read may be packed, by whatever name; standard input too.
pack() { gzip -n <nets/"$1" >"$2"; }
pack corner.json corner.json.gz
pack corner.json net
try count corner.json.gz --box=0,1
"$CREASE" count - --box=0,1 <net | head -n 1
echo '{"points": [[0, 0, 1], [1, 0, 0], [0, 1, 0]]}' | gzip -n >plane
printf 'H-representation\nbegin\n3 3 rational\n0 1 0\n0 0 1\n1 -1 -1/2\nend\n' | gzip -n >triangle.ine
try count net --slice plane
try count nets/corner.json --slice plane --polytope triangle.ine
for i in 0 1 2; do
    echo "(declare-const X_$i Real) (assert (and (<= 0 X_$i) (<= X_$i 1)))"
done | gzip -n >unit.vnnlib
try count net --vnnlib unit.vnnlib
echo '-1 -1 -1 1 2 3' | gzip -n >pairs
try line net --lines pairs
# An error speaks of the place in what was packed.
pack bad.json bad.json.gz
try count bad.json.gz
# Cut off, damaged.
head -c 60 net >cut
try count cut
{ head -c 60 net; printf 'damage'; tail -c +67 net; } >bad
try count bad 2>&1 | sed 's/damaged: .*/damaged: .../'
