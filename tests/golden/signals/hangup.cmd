# SIGHUP while counting, even where whoever runs this ignores it (nohup).
: >talk
env --default-signal=HUP "$CREASE" count nets/folds.json --box=0,1 --progress --json >result.json 2>talk &
while ! grep -q regions talk && kill -0 $!; do sleep 0.1; done
kill -HUP $!
wait $!
status=$?
grep complete result.json
tail -n 1 talk | sed -E 's/[0-9]+/N/'
exit $status
