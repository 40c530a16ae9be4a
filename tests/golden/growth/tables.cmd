try growth 784-784-784-1 --init=gaussian:4 --alpha=0.5 --bias-std=0.01
try growth 784-784-784-1 --init=gaussian:4 --alpha=0.5
try growth 10-8-8-1
try growth 10-8-4-1 --init=uniform:3 --unscaled --bias-std=1
try growth 5-4-4-1 --init=gaussian:8,1 --activation=hardtanh
try growth 5-4-4-1 --init=discrete:2 --activation=hardtanh
try growth 2-2-1 --init=xavier-normal --bias-std=1
"$CREASE" growth 3-1-1 --json | sed -E 's/([0-9]\.[0-9]{6})[0-9]+/\1/'
try growth 2-2-1 --init=xavier-normal --from=0,1 --to=1,0
try growth 2-2-2-1 --init=gaussian:4,1 --activation=hardtanh --from=0,1 --to=1,0
try growth 2-2-1 --init=gaussian:4 --activation=hardtanh --from=1,1 --to=3,3
try growth 2-2-1 --activation=hardtanh --from=1,1 --to=1,1
try growth 2-2-1 --activation=hardtanh --from=1,1
"$CREASE" growth 2-2-2-1 --init=gaussian:4,1 --activation=hardtanh --from=0,1 --to=1,0 --json | sed -E 's/([0-9]\.[0-9]{6})[0-9]+/\1/'
try growth 2-2-1 --init=discrete:2 --activation=hardtanh --from=1,1 --to=3,3
