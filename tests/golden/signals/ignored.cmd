# A signal that the caller ignores stays ignored, as under nohup.
trap '' INT
mkfifo pipe
"$CREASE" regions nets/fold.json --box=0,1 --max-regions=20000 -o pipe 2>/dev/null &
exec 3<pipe
head -c 1 <&3 >/dev/null
kill -INT $!
tail -n 1 <&3 | grep -o '"activation_regions":[0-9]*'
wait $!
