# The time limit is that of each network, also of one that follows another that took it all.
"$CREASE" count nets/folds.json nets/max.json nets/folds.json --box=0,1 --time-limit=0.3 --json=line 2>talk |
    jq -c '[.network, .complete, .activation_regions > 1]'
cut -d ' ' -f 2-4 talk
# A signal ends the present one, and no other begins.
: >talk
"$CREASE" count nets/folds.json nets/max.json --box=0,1 --progress --json=line >result 2>talk &
while ! grep -q regions talk && kill -0 $!; do sleep 0.1; done
kill -TERM $!
wait $!
echo "=> $?"
jq -c '[.network, .complete]' result
