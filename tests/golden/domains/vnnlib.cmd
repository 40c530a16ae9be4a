cat >property.vnnlib <<END
; relu of each of three inputs; the third is fixed
(declare-const X_0 Real)
(declare-const X_1 Real)
(declare-const X_2 Real)
(declare-const Y_0 Real)
(assert (and (<= X_0 1) (>= X_0 -0.5)))
(assert (<= -2 X_1))
(assert (>= 0.25 X_1))
(assert (and (<= X_2 0.1) (>= X_2 1e-1)))
(assert (or (<= Y_0 0) (>= Y_0 1)))
END
try count nets/corner.json --vnnlib property.vnnlib
try regions nets/corner.json --vnnlib property.vnnlib --max-regions=1
