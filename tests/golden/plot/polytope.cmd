printf 'begin\n3 3 rational\n0 1 0\n0 0 1\n1 -1 -1/2\nend\n' >triangle.ine
printf 'begin\n1 3 rational\n0 1 1\nend\n' >half.ine
try plot nets/max.json --polytope triangle.ine -o triangle.svg
try plot nets/max.json --polytope half.ine -o half.svg
ls
