# A network of random integers in -2..2: jq -n --argjson widths '[2, 16, 16, 1]' --argjson seed 1
#
# Relu, the last layer linear. Numbers come from the generator x -> 48271 x mod 2^31 - 1
# (Park, Miller and Stockmeyer 1993), exact in the doubles that jq computes with.
def next: . * 48271 % 2147483647;

# Draws $count numbers: from the state before to {state, drawn}.
def draw($count):
    reduce range($count) as $i ({state: ., drawn: []};
        (.state | next) as $x | {state: $x, drawn: (.drawn + [($x / 2147483647 * 5 | floor) - 2])});

def rows($width): [range(0; length; $width) as $i | .[$i:$i + $width]];

reduce range(1; $widths | length) as $l ({state: ($seed * 7919 + 1 | next | next), layers: []};
    $widths[$l - 1] as $inputs
    | (.state | draw($inputs * $widths[$l])) as $w
    | ($w.state | draw($widths[$l])) as $b
    | {state: $b.state, layers: (.layers + [{
        weights: ($w.drawn | rows($inputs)),
        bias: $b.drawn,
        activation: (if $l + 1 < ($widths | length) then "relu" else "linear" end)}])})
| {inputs: $widths[0], about: "random integers in -2..2, seed \($seed)", layers: .layers}
