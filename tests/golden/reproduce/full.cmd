# What is done of a figure is kept, and the same command goes on from there.
try reproduce raghu-3 --full --quick
try reproduce raghu-3 --full --no-pictures --time-limit=0.0001 -o there
head -n 1 there/raghu-3.unfinished | sed -E 's/^.* raghu-3/raghu-3/; s/data [^,]*/data DIR/'
try reproduce raghu-3 --full --no-pictures -o there
ls there
"$CREASE" reproduce raghu-3 --no-pictures -o usual >/dev/null
cmp usual/raghu-3.csv there/raghu-3.csv && echo same
"$CREASE" reproduce raghu-1b --list --json | jq -c '.figures[] | [.name, .full]'
# Folders that have not what they should.
mkdir empty
try reproduce hanin-5 --data=empty -o there
echo '{"points": [[1, 2], [3, 4]]}' >empty/a_points.json
try reproduce hanin-5 --data=empty -o there
