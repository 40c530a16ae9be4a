# Every command that writes files, in every format, on a disk that takes no byte: what was there
# stays as it was, and nothing else is there.
refused() {
    echo "$*"
    rm -rf there
    mkdir there
    echo precious >there/old.out
    (ulimit -f 0 && exec "$CREASE" "$@") 2>&1 | sed 's/^/! /'
    echo "=> ${PIPESTATUS[0]}, $(cd there && ls -A | tr '\n' ' ')$(cat there/old.out)"
    echo "$1" >>tried
}
all() {
    "$CREASE" help "$1" | sed -n 's/^  --format=\([a-z|]*\).*/\1/p' | tr '|' '\n'
}
for format in $(all regions); do
    case $format in
    geojson | wkt) net=nets/cross.json ;; # of two inputs
    *) net=nets/corner.json ;;
    esac
    refused regions $net --box=-1,1 --format=$format -o there/old.out
done
for format in $(all tree); do
    refused tree nets/max.json --format=$format -o there/old.out
done
for format in $(all plot); do
    refused plot nets/max.json --format=$format -o there/old.out
done
refused certify nets/max.json --linear -o there/old.out
"$CREASE" certify nets/max.json --part 0/1 -o share
refused merge share -o there/old.out
refused convert nets/max.json -o there/old.out
refused build arrangement:shi n=4 -o there/old.out
refused random 2-3-1 -o there/old.out
refused search 2-2-1 --climbs=1 --steps=2 -o there/old.out
"$CREASE" random 2-3-3-1 --init=gaussian:8 --activation=hardtanh -o turn.json
echo '{"points": [[1, 2], [2, 1], [2, 4]]}' >three.json
refused dichotomies turn.json --with=turn.json --points=three.json --vertices=8 -o there/old.out
for command in $("$CREASE" help | sed -n '/^Commands/,/^$/s/^  \([a-z][a-z]*\) .*/\1/p'); do
    ! "$CREASE" help "$command" | grep -q '^  -o ' || grep -qx "$command" tried ||
        echo "not tried: $command"
done
