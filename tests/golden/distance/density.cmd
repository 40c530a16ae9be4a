# How much boundary a domain holds.
try distance nets/cross.json --density --box=-1,2
try distance nets/kinds.json --density --box=-2,2 --digits=30
try distance nets/kinds.json --density --box=-2,2 --json --no-function
printf 'begin\n3 3 integer\n1 1 0\n1 0 1\n1 -1 -1\nend\n' >triangle.ine
try distance nets/cross.json --density --polytope=triangle.ine
try distance nets/cross.json --density --box=-1,2 --max-regions=1
try distance nets/cross.json --density
