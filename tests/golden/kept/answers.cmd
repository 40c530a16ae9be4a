# Shares of ranges and slopes, merged: the bytes of one run, times apart; and what is refused.
"$CREASE" random 2-12-12-2 --seed 7 --bias-std 1/2 -o net.json
"$CREASE" random 2-12-12-2 --seed 8 --bias-std 1/2 -o other.json
of() { "$CREASE" "$@" --json=line; }
same() {
    for i in 0 1 2; do of "$@" --part $i/3 >$i; done
    diff <(of "$@" | sed 's/"seconds".*//') <("$CREASE" merge 2 0 1 --json=line | sed 's/"seconds".*//') &&
        diff <("$CREASE" "$@" | grep -v ^seconds) <("$CREASE" merge 1 2 0 | grep -v ^seconds) && echo same
}
same range net.json
same range net.json --box=-1,1 --mean
same range net.json --box=-1,1 --row=1,-0.5
same lipschitz net.json
same lipschitz net.json --box=-1,1 --digits=40
same lipschitz net.json --norm=inf
try range net.json --box=-1,1 --part 1/3
try lipschitz net.json --box=-1,1 --part 1/3
for i in 0 1 2; do of range net.json --box=-1,1 --part $i/3 >$i; done
try merge 0 1 2
try merge 0 2
try merge 0 1 2 1
try merge 0 1 2 -o joined
of range other.json --box=-1,1 --part 1/3 >foreign
try merge 0 foreign 2
of range net.json --box=-1,1 --part 1/3 --mean >foreign
try merge 0 foreign 2
of range net.json --box=-1,1 --part 1/3 --row=1,0 >foreign
try merge 0 foreign 2
of lipschitz net.json --box=-1,1 --part 1/3 >foreign
try merge 0 foreign 2
of count net.json --box=-1,1 --part 1/3 >foreign
try merge 0 foreign 2
of range net.json --box=-1,1 --part 1/3 --time-limit 1e-6 2>talk >foreign
try merge 0 foreign 2
of range net.json --box=-1,1 >foreign
try merge foreign
sed 's/kept region [0-9]*/kept region 0/' 1 >foreign
try merge 0 foreign 2
sed 's/"kept":/"linear":/' 1 >foreign
try merge 0 foreign 2
sed 's/"outputs":2/"outputs":20000/' 1 >foreign
try merge foreign
sed 's/"range-/"rage-/' 1 | sed 's!"of":3!"of":1!; s/"index":1/"index":0/' >foreign
try merge foreign
# The hash is that of the lines, but these are not what was found.
change() {
    python3 -c '
import hashlib, json, sys
share = json.load(open("1"))
old, new = sys.argv[1:]
lines = "".join(line + "\n" for line in share["part"]["kept"][:-1])
assert old in lines
lines = lines.replace(old, new, 1)
share["part"]["kept"] = lines.split("\n")[:-1] + ["sha256 " + hashlib.sha256(lines.encode()).hexdigest()]
json.dump(share, open("foreign", "w"))' "$@"
}
change "kept region " "kept region 1000"
try merge 0 foreign 2
change "kept known 1" "kept known 0"
try merge 0 foreign 2
change "kept value" "kept point"
try merge 0 foreign 2
