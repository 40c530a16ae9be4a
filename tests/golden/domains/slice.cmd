# Three planes cut the plane x + y + z = 1 in three lines: seven regions.
echo '{"points": [[0, 0, 1], [1, 0, 0], [0, 1, 0]]}' >plane.json
try count nets/corner.json --slice plane.json
try count nets/corner.json --slice plane.json --box=-1,2 --linear
try count nets/corner.json --slice=- <plane.json
