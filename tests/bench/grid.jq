# Lines that meet on a grid, as one layer: jq -n --argjson n 32 --argjson diagonals true
#
# x = i and y = i for 0 < i < n, on the box [0, n]^2, which they cut into n^2 squares. The
# diagonals x + y = i, 0 < i < 2 n, go through the grid's points only and halve each square.
[range(1; $n)] as $i
| ($i | map([1, 0, -.]) + map([0, 1, -.])) as $grid
| ($grid + if $diagonals then [range(1; 2 * $n) | [1, 1, -.]] else [] end) as $lines
| {inputs: 2, about: "\($lines | length) lines on a grid", layers: [
    {weights: ($lines | map(.[0:2])), bias: ($lines | map(.[2])), activation: "relu"},
    {weights: [$lines | map(1)], bias: [0], activation: "linear"}]}
