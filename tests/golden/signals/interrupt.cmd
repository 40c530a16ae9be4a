# SIGINT while records are written: what was found is whole lines, and says that it is
# partial. A shell starts background jobs with SIGINT ignored.
mkfifo pipe
env --default-signal=INT "$CREASE" regions nets/fold.json --box=0,1 -o pipe 2>talk &
exec 3<pipe
head -c 1 <&3 >/dev/null
kill -INT $!
tail -n 1 <&3 | grep -o '"complete":[a-z]*'
wait $!
status=$?
sed -E 's/[0-9]+/N/' talk
exit $status
