"$CREASE" regions nets/folds.json --box=0,1 --time-limit=1.5 --progress -o fold.jsonl 2>talk
status=$?
tail -n 1 fold.jsonl | grep -o '"complete":[a-z]*'
sed -E 's/[0-9]+(\.[0-9]+)?/N/g' talk | uniq
exit $status
