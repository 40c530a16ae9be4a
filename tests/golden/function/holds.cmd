# max(x, 0) and max(y, 0) for 0 <= x <= 1 and -1 <= y <= 1/3.
head() {
    cat <<END
(declare-const X_0 Real)
(declare-const X_1 Real)
(declare-const Y_0 Real)
(declare-const Y_1 Real)
END
}
box() {
    head
    echo "(assert (and (>= X_0 0) (<= X_0 1) (>= X_1 -1) (<= X_1 1/3)))"
    echo "(assert $1)"
}
box '(>= Y_1 Y_0)' >equal.vnnlib
try holds nets/cross.json --vnnlib equal.vnnlib
# In one point only.
box '(>= (- Y_1 Y_0) 1/3)' >touch.vnnlib
try holds nets/cross.json --vnnlib touch.vnnlib
try holds nets/cross.json --vnnlib touch.vnnlib --arith=exact --json
# And in none, by less than a double sees.
box '(>= (- Y_1 Y_0) 0.33333333333333333333333333333334)' >missed.vnnlib
try holds nets/cross.json --vnnlib missed.vnnlib
try holds nets/cross.json --vnnlib missed.vnnlib --json=line
# Two boxes, the second with an input that is fixed; a box that is a point; none; a half-plane.
{ head && echo '(assert (or (and (<= 2 X_0) (<= X_0 3) (<= 0 X_1) (<= X_1 1) (<= Y_0 Y_1))
    (and (<= 5 X_0) (<= X_0 6) (>= X_1 11/2) (<= X_1 11/2) (<= Y_0 Y_1))))'; } >boxes.vnnlib
try holds nets/cross.json --vnnlib boxes.vnnlib
{ head && echo '(assert (and (<= 2 X_0) (<= X_0 2) (>= X_1 -1) (<= X_1 -1) (>= Y_1 0)))'; } >point.vnnlib
try holds nets/cross.json --vnnlib point.vnnlib
{ head && echo '(assert (and (<= 3 X_0) (<= X_0 2) (>= X_1 -1) (<= X_1 1)))'; } >none.vnnlib
try holds nets/cross.json --vnnlib none.vnnlib
{ head && echo '(assert (and (<= 3 X_0) (>= X_1 1000000) (<= (* 7 Y_1) Y_0)))'; } >half.vnnlib
try holds nets/cross.json --vnnlib half.vnnlib
{ head && echo '(assert (>= Y_0 (+ X_0 1e-40)))(assert (>= X_0 0))'; } >unbounded.vnnlib
try holds nets/cross.json --vnnlib unbounded.vnnlib
# Nothing but bounds of inputs, on a half-line, a strip and the plane: the witness is a point.
echo '{"inputs": 1, "layers": [{"weights": [[1], [1]], "bias": [0, 0], "activation": "abs"}]}' >line.json
{ head | grep -v X_1 && echo '(assert (<= X_0 -2))'; } >ray.vnnlib
try holds line.json --vnnlib ray.vnnlib
{ head && echo '(assert (>= X_1 -1/2))(assert (<= X_1 1))'; } >strip.vnnlib
try holds nets/cross.json --vnnlib strip.vnnlib
head >plane.vnnlib
try holds nets/cross.json --vnnlib plane.vnnlib
try holds nets/max.json --vnnlib equal.vnnlib
try holds nets/cross.json
try holds nets/cross.json --vnnlib missing.vnnlib
# Limits: the answer is then none.
"$CREASE" random 8-60-60-60-60-2 --seed=1 --bias-std=1 -o large.json
{
    head
    printf '(declare-const X_%d Real)\n' 2 3 4 5 6 7
    printf '(assert (<= 0 X_%d))(assert (<= X_%d 1))\n' 0 0 1 1 2 2 3 3 4 4 5 5 6 6 7 7
    echo '(assert (>= (+ Y_0 Y_1) 10))'
} >large.vnnlib
try holds large.json --vnnlib large.vnnlib --timeout=0.2
try holds large.json --vnnlib large.vnnlib --max-regions=1 --arith=exact
