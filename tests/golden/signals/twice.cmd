# The second signal kills: here the first cannot end a write that nobody reads.
mkfifo pipe
"$CREASE" regions nets/fold.json --box=0,1 -o pipe 2>/dev/null &
exec 3<pipe
head -c 1 <&3 >/dev/null
sleep 0.5
kill -TERM $!
sleep 0.2
kill -TERM $!
wait $! 2>/dev/null
