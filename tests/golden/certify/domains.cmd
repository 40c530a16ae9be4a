echo '{"points": [[0, 0, 1], [1, 0, 0], [0, "1/2", 0]]}' >plane.json
try certify nets/corner.json --slice plane.json
printf 'begin\n3 3 rational\n1 0 -1\n1 0 0\n0 1/3 0\nend\n' >strip.ine
try certify nets/max.json --polytope strip.ine
printf '(declare-const X_%d Real)\n' 0 1 2 >box.vnnlib
printf '(assert (and (<= X_%d 1) (>= X_%d %d)))\n' 0 0 0 1 1 1 2 2 -1 >>box.vnnlib
try certify nets/corner.json --vnnlib box.vnnlib
