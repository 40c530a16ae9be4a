# What is no path, and options that do not go together.
echo '{"inputs": 2, "layers": [{"weights": [[1, 0]], "bias": [0], "activation": "relu"}]}' >net.json
echo '{"points": [[0, 0], [1, 1], [1, 1]]}' >twice.json
echo '{"points": [[0, 0, 0], [1, 1, 1]]}' >space.json
echo '{"points": [[0, 0]]}' >single.json
printf '%s\n' '0,0 1,1' '2,3 2,3' >same.txt
printf '%s\n' '0,0 1,1' '2,3 2' >short.txt
try trajectory net.json
try trajectory net.json --from=0,0
try trajectory net.json --to=0,0
try trajectory net.json --from=0,0 --to=0,0
try trajectory net.json --from=0,0 --to=0,0,1
try trajectory net.json --from=0,x --to=0,0
try trajectory net.json --from=1,0 --to=0,1 --arc=2
try trajectory net.json --from=1,0 --to=0,1 --circle=2
try trajectory net.json --from=1,0 --to=0,1 --circle=0
try trajectory net.json --from=1,2 --to=-2,-4 --circle=9
try trajectory net.json --from=1,2 --to=1,2 --arc=9
try trajectory net.json --from=1,0 --to=0,1 --arc=4 --circle=4
try trajectory net.json --from=1,0 --to=0,1 --arc=4000000
try trajectory net.json --from=1,0 --to=0,1 --repeat=3
try trajectory net.json --repeat=2000000
try trajectory net.json --points=twice.json
try trajectory net.json --points=space.json
try trajectory net.json --points=single.json
try trajectory net.json --points=twice.json --arc=4
try trajectory net.json --points=missing.json
try trajectory net.json --lines=same.txt
try trajectory net.json --lines=short.txt
try trajectory net.json --lines=same.txt --arc=4
try trajectory - --lines=-
try trajectory net.json --repeat=2 --width=0
try trajectory net.json --repeat=2 --width=wide
try trajectory net.json --repeat=2 --arith=float
try trajectory net.json --repeat=2 --json --csv
try trajectory missing.json --repeat=2
try trajectory net.json --repeat=2 --box=0,1
