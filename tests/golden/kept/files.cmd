# Shares of regions and certificates, joined: the bytes of one run; and what is refused.
"$CREASE" random 2-12-12-1 --seed 7 --bias-std 1/2 -o net.json
"$CREASE" random 2-12-12-1 --seed 8 --bias-std 1/2 -o other.json
of() { "$CREASE" "$@" --box=-1,1; }
tell() { sed -n "$1p" "$2" | tr -d '\r' | sed -E 's/[0-9a-f]{64}/HASH/g; s/(order ?"?:?)[0-9]+/\1N/; s/"domain":"[^"]*"/"domain":"BOX"/'; }
for work in certify "certify --linear" regions "regions --format=csv" "regions --digits=4"; do
    of $work net.json -o whole
    for i in 0 1 2; do of $work net.json --part $i/3 -o $i; done
    "$CREASE" merge 2 0 1 -o merged && cmp whole merged && echo same
    [ "$work" = certify ] && tell 4 1 || tell '$' 1
done
for i in 0 1 2; do
    of certify net.json --part $i/3 -o $i.cert
    of regions net.json --part $i/3 -o $i.jsonl
    of regions net.json --format=csv --part $i/3 -o $i.csv
done
for kind in cert jsonl csv; do
    try merge 0.$kind 2.$kind
    try merge 0.$kind -o merged
    try merge 0.$kind 1.$kind 2.$kind 1.$kind
    sed '$d' 1.$kind >foreign
    try merge 0.$kind foreign 2.$kind
    sed '5d' 1.$kind >foreign
    [ $kind = cert ] || try merge 0.$kind foreign 2.$kind
    head -c 300 1.$kind >foreign
    try merge 0.$kind foreign 2.$kind
    (cat 1.$kind; echo) >foreign
    try merge 0.$kind foreign 2.$kind
    sed -E 's/(part 1 3 order |"order":)[0-9]+/&9/' 1.$kind >foreign
    try merge 0.$kind foreign 2.$kind
    sed -E 's/(part |"index":)1/\17/' 1.$kind >foreign
    try merge 0.$kind foreign 2.$kind
    sed -E 's/(activation_regions["]?[: ]|regions )[0-9]+/\1123456789012345678/' 1.$kind >foreign
    try merge 0.$kind foreign 2.$kind
done
foreign() { # NAME-OF-FILES COMMAND...
    of "${@:2}" -o foreign
    try merge 0.$1 foreign 2.$1
}
foreign cert certify other.json --part 1/3
foreign cert certify net.json --linear --part 1/3
foreign jsonl regions other.json --part 1/3
foreign csv regions other.json --format=csv --part 1/3
"$CREASE" certify net.json --box=-1,2 --part 1/3 -o foreign
try merge 0.cert foreign 2.cert
"$CREASE" regions net.json --box=-1,2 --part 1/3 -o foreign
try merge 0.jsonl foreign 2.jsonl
foreign cert certify net.json --part 1/4
foreign csv regions net.json --format=csv --part 1/4
foreign jsonl regions net.json --part 1/3 --digits=3
foreign csv regions net.json --part 1/3 --digits=3 --format=csv
foreign jsonl regions net.json --part 1/3 --fields=id,pattern
foreign csv regions net.json --part 1/3 --arith=exact --format=csv
foreign jsonl regions net.json
foreign csv regions net.json --format=csv
foreign cert certify net.json
foreign cert regions net.json --part 1/3
try merge foreign
sed 's/"sum":"[^"]*"/"sum":null/' 1.jsonl >foreign
try merge 0.jsonl foreign 2.jsonl
sed 's/"sum":"[^"]*"/"sum":"1\/0"/' 1.jsonl >foreign
try merge 0.jsonl foreign 2.jsonl
sed 's/"complete":true/"complete":false/' 1.jsonl >foreign
try merge 0.jsonl foreign 2.jsonl
try merge 0.jsonl - 2.jsonl
try merge 0.jsonl 1.jsonl 2.jsonl --json
try merge 0.jsonl nowhere 2.jsonl
gzip -9 1.cert
"$CREASE" merge 0.cert 1.cert.gz 2.cert | cmp - <(of certify net.json -o -) && echo same
head -c 300 1.cert.gz >cut.gz
try merge 0.cert cut.gz 2.cert
"$CREASE" count net.json --part 0/2 --json >0.json
try merge 0.json -o merged
# Of no such work there are shares.
try regions net.json --format=ine --part 0/2
try regions net.json --neighbours --part 0/2
try certify net.json --part 2/2 -o cert
