# Averages, and every one of many; the same bytes for any number of threads and either arithmetic.
"$CREASE" random 3-8-8-8-2 --init=gaussian:2,1/10 --activation=hardtanh --seed=5 -o net.json
printf '%s\n' '# P and Q' '0,0,0 1,2,3' '1 1 1, -1 -1 -1/3' '0.5,0,0,0,0,1' >pairs.txt
try trajectory net.json --lines=pairs.txt
"$CREASE" trajectory net.json --repeat=20 --arc=5 --seed=3 --threads=1 --csv >one.csv
"$CREASE" trajectory net.json --repeat=20 --arc=5 --seed=3 --threads=4 --csv | cmp - one.csv
"$CREASE" trajectory net.json --repeat=20 --arc=5 --seed=3 --arith=exact --csv | cut -d, -f1-4 | cmp - <(cut -d, -f1-4 one.csv)
"$CREASE" trajectory net.json --repeat=20 --arc=5 --seed=4 --csv >two.csv
cmp -s one.csv two.csv || echo other points
wc -l <one.csv
"$CREASE" trajectory net.json --lines=pairs.txt --json | jq -c '.trajectories, (.averages[2] | .transitions, .growth.mean), (.each[1].layers[1])'
"$CREASE" trajectory net.json --repeat=1 --json | jq -c '.averages[1].length | has("mean"), has("interval95")'
