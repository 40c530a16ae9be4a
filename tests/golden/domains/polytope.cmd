cat >triangle.ine <<END
triangle
H-representation
begin
3 3 rational
0 1 0
0 0 1
1 -1 -1/2
end
END
try count nets/max.json --polytope triangle.ine
