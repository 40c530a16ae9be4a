# The same bytes by any number of threads, of generic networks and of such where many creases meet
# and outputs see only some of them: to the end and to a number of regions.
"$CREASE" random 2-24-24-24-3 --seed=1 --bias-std=.3 -o plane.json
# Weights of few bits: exact volumes take long otherwise.
"$CREASE" random 3-14-14-2 --seed=2 --bias-std=.3 | jq -c '
    .layers[] |= (.weights[][] |= (tonumber * 256 | round / 256) | .bias[] |= (tonumber * 256 | round / 256))' >space.json
"$CREASE" random 2-24-18-3 --init=discrete:2 --unscaled --bias-std=1 --seed=5 --activation=maxout:3 -o maxout.json
"$CREASE" random 4-24-24-24-3 --seed=5 --bias-std=.3 -o deep.json
# tied SEED WIDTHS: small integers, the last layer mostly zeros.
tied() {
    awk -v state="$1" -v widths="$2" '
    function below(n) { state = state * 16807 % 2147483647; return int(state / 2147483647 * n) }
    function integer(most) { return below(2 * most + 1) - most }
    BEGIN {
        layers = split(widths, width, "-")
        printf "{\"inputs\": %d, \"layers\": [", width[1]
        for (l = 2; l <= layers; l++) {
            printf "%s{\"weights\": [", (l == 2) ? "" : ", "
            for (i = 1; i <= width[l]; i++) {
                printf "%s[", (i == 1) ? "" : ", "
                for (j = 1; j <= width[l - 1]; j++)
                    printf "%s%d", (j == 1) ? "" : ", ", (l < layers || !below(3)) ? integer(2) : 0
                printf "]"
            }
            printf "], \"bias\": ["
            for (i = 1; i <= width[l]; i++)
                printf "%s%d", (i == 1) ? "" : ", ", integer((l < layers) ? 4 : 1)
            printf "], \"activation\": \"%s\"}", (l < layers) ? "relu" : "linear"
        }
        print "]}"
    }'
}
tied 7 2-40-40-40-2 >ties.json
tied 8 3-16-12-2 >ties3.json
tied 9 1-60-60-60-60-2 >line.json
cat >missed.vnnlib <<END
(declare-const X_0 Real) (declare-const X_1 Real) (declare-const X_2 Real) (declare-const X_3 Real)
(declare-const Y_0 Real) (declare-const Y_1 Real) (declare-const Y_2 Real)
(assert (and (<= -1 X_0) (<= X_0 1) (<= -1 X_1) (<= X_1 1)))
(assert (and (<= -1 X_2) (<= X_2 1) (<= -1 X_3) (<= X_3 1)))
(assert (>= Y_0 -0.284))
END
sed 's/-0.284/-0.2841/' missed.vnnlib >met.vnnlib

# same COMMAND...: what differs but for times, and how many lines there are.
same() {
    for threads in 1 2 7; do
        "$CREASE" "$@" --threads=$threads 2>talk | grep -av -e '"seconds"' -e '"threads"' >"$threads"
        cmp 1 "$threads"
    done
    echo "$(wc -l <1) $*"
}
for net in plane space maxout ties ties3 line; do
    same count $net.json --box=-4,4 --linear --json
    same range $net.json --box=-4,4 --json
    same lipschitz $net.json --json
    same classes $net.json --box=-4,4 --json --max-regions=900
    same tree $net.json --box=-4,4 --max-regions=1200
    same regions $net.json --neighbours --max-regions=1500
    same distance $net.json --box=-1,1 --density --json
done
same count ties.json --linear --json --max-regions=2500
same range space.json --box=-4,4 --mean --json --max-regions=600
same range ties3.json --box=-4,4 --mean --json
same lipschitz plane.json --norm=1 --json --max-regions=1100
same classes ties.json --box=-4,4 --boundary --json
same tree maxout.json --format=dot
for net in plane maxout ties line; do
    same plot $net.json --format=svg -o -
    same plot $net.json --format=html -o - --max-regions=1500
done
same plot ties.json --box=-4,4 --bare --colour=class --format=png -o -
same holds deep.json --vnnlib=missed.vnnlib --json
same holds deep.json --vnnlib=met.vnnlib --json
rm -f 1 2 7 talk
