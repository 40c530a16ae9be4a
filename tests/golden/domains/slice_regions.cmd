echo '{"points": [[0, 0, 1], [1, 0, 0], [0, "1/2", 0]], "about": "a plane"}' >plane.json
try regions nets/corner.json --slice plane.json --box=-1/3,1
