"$CREASE" count nets/folds.json --box=0,1 --time-limit=0.05 --json >result.json 2>talk
status=$?
grep complete result.json
sed -E 's/[0-9]+/N/' talk
exit $status
