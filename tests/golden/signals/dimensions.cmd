# Limits, signals and progress are heard within a split, in many dimensions too: each of these would
# take minutes. The first is stopped between pairs of generators, the second across lines.
"$CREASE" random 20-30-10 --seed=1 --bias-std=.5 -o many.json
"$CREASE" count many.json --time-limit=0.2 --json 2>talk >result.json
echo "=> $?"
grep complete result.json
cut -d ' ' -f 2-4 talk
"$CREASE" random 300-16-10 --seed=1 -o wide.json
: >talk
"$CREASE" count wide.json --progress --json >result.json 2>talk &
while ! grep -q regions talk && kill -0 $!; do sleep 0.1; done
kill -TERM $!
wait $!
echo "=> $?"
grep complete result.json
tail -n 1 talk | cut -d ' ' -f 2
