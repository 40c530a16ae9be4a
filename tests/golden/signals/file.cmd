# An interrupted file is there, whole as far as it goes, and nothing else.
: >talk
"$CREASE" regions nets/fold.json --box=0,1 --progress -o fold.jsonl 2>talk &
while ! grep -q regions talk && kill -0 $!; do sleep 0.1; done
kill -TERM $!
wait $!
status=$?
tail -n 1 fold.jsonl | grep -o '"complete":[a-z]*'
ls -A
exit $status
