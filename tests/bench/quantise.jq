# A network with its numbers rounded: jq --argjson bits 4 -f quantise.jq NET.json
#
# Per layer: the step is the least power of two with which every weight and bias of the
# layer is a multiple k * step, |k| < 2^(bits-1), after rounding to the nearest.
.layers |= map(
    (([.weights[][], .bias[]] | map(fabs) | max) / (pow(2; $bits - 1) - 1)
        | log2 | ceil | exp2) as $step
    | (.weights[][], .bias[]) |= (. / $step | round * $step))
| .about += "; weights and biases rounded to \($bits) bits per layer"
