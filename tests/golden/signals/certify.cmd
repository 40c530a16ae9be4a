# An interrupted certificate is not there, nor anything else.
: >talk
"$CREASE" certify nets/fold.json --box=0,1 --progress -o fold.cert 2>talk &
while ! grep -q regions talk && kill -0 $!; do sleep 0.1; done
kill -TERM $!
wait $!
status=$?
ls -A
exit $status
