# Out of time: what was measured is given, flagged as not complete.
"$CREASE" random 8-40-40-40-1 --seed=1 -o net.json
"$CREASE" trajectory net.json --repeat=10000 --time-limit=0.05 --json >out.json 2>err
echo $?
jq '.complete, (.trajectories < 10000), ([.each[] | select(.complete)] | length) == .trajectories, .each[-1].layers' -c out.json
sed -E 's/after [0-9]+/after some/' err
"$CREASE" trajectory net.json --repeat=10000 --arc=100 --time-limit=0.01 2>/dev/null | grep -E '^complete' | sed -E 's/[0-9]+/some/'
