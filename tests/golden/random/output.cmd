# Whole or not at all; what is written reads back.
try random 2-3-1 --seed=5 -o net.json
"$CREASE" random 2-3-1 --seed 5 | cmp - net.json
"$CREASE" random 2-3-1 --seed 5 -o - | cmp - net.json
"$CREASE" random 2-3-1 --seed 5 | "$CREASE" count - --box=-1,1 | grep regions
try info net.json
try random 2-3-1 -o none/net.json
try random 2-3-1 -o /dev/full
ls
