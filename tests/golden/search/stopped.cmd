# A partial result is still a result.
"$CREASE" search 2-4-3-1 --time-limit=0.2 -o best.json >text 2>talk
echo "=> $?"
grep complete text
sed -E 's/[0-9]+/N/' talk
"$CREASE" count best.json | grep -c 'activation regions'
"$CREASE" search 2-4-3-1 --climbs=1 --steps=1000000000 --progress --time-limit=1.5 --json 2>talk | grep complete
grep -c '0 climbs done, .* best' talk
