# A file that may not grow is removed again.
ulimit -f 16
"$CREASE" regions nets/fold.json --box=0,1/16 -o fold.jsonl
status=$?
ls -A
exit $status
