# Killed on the way: what was there is still whole, and what was written has another name.
echo precious >fold.jsonl
: >talk
"$CREASE" regions nets/fold.json --box=0,1 --progress -o fold.jsonl 2>talk &
while ! grep -q regions talk && kill -0 $!; do sleep 0.1; done
kill -KILL $!
wait $! 2>/dev/null
echo "=> $?"
cat fold.jsonl
ls -A | sed -E 's/[0-9]+-[0-9]+/N/'
