# Every command, at work that would take hours, ends by itself when it is told to: once by SIGTERM,
# as soon as it catches signals and a moment later, once by --time-limit. Whoever does not end is
# killed in the end, and has another status.
"$CREASE" random 20-30-10 --seed=1 --bias-std=.5 -o many.json
"$CREASE" random 200-300-300-10 --seed=1 -o wide.json
"$CREASE" random 2-300-300-300-300-2 --seed=1 --bias-std=.5 -o plane.json
"$CREASE" random 8-40-40-40-1 --seed=1 -o deep.json
zeros=$(printf '0%.0s,' {1..200})
zeros=${zeros%,}
awk 'BEGIN { for (i = 0; i < 200000; i++) print i / 7, i, -i / 3, 1 - i }' >lines
"$CREASE" random 8-300-300-1 --seed=1 -o left.json
"$CREASE" random 8-300-300-1 --seed=2 -o right.json
awk 'BEGIN {
    printf "{\"points\": ["
    for (i = 0; i < 3000; i++) {
        printf "%s[%d", i ? ", " : "", i * i % 1009 - 500
        for (j = 1; j < 8; j++) printf ", %d", i * (i + 7 * j) % 997 - 500
        printf "]"
    }
    print "]}"
}' >points.json
awk 'BEGIN {
    n = 250
    printf "{\"inputs\": %d, \"layers\": [{\"weights\": [", n
    for (i = 0; i < n; i++) {
        printf "%s[", i ? ", " : ""
        for (j = 0; j < n; j++) printf "%s%d.%06d", j ? ", " : "", i * j % 7, (i * 7919 + j * j * 104729) % 1000003 % 1000000
        printf "]"
    }
    printf "], \"bias\": ["
    for (i = 0; i < n; i++) printf "%s0", i ? ", " : ""
    print "], \"activation\": \"linear\"}]}"
}' >linear.json
{
    printf '(declare-const X_%d Real)\n' 0 1 2 3 4 5 6 7
    echo '(declare-const Y_0 Real) (assert (>= Y_0 -1e300))'
    echo '(assert (and (>= (- X_0 X_1) 1e-6) (>= (- X_1 X_2) 1e-6) (>= (- X_2 X_0) 1e-6)))'
    printf '(assert (<= -100 X_%d)) (assert (<= X_%d 100))\n' 0 0 1 1 2 2 3 3 4 4 5 5 6 6 7 7
} >deep.vnnlib
mkfifo never
exec 3<>never
# catches_signals PID: whether its set of caught signals has SIGTERM.
catches_signals() {
    local mask
    mask=$(sed -n 's/^SigCgt:\t//p' "/proc/$1/status" 2>/dev/null)
    [ "$mask" ] && ((16#$mask & 1 << 14))
}
ended() {
    ! grep 'could not be cut short' talk || echo "did not hear: $2"
    case $1 in
    3) ;;
    *) echo "not stopped: $1: $2" && cat talk ;;
    esac
    [ "$(wc -l <talk)" -eq 1 ] || { echo "said of $2:" && cat talk; }
}
stop() {
    echo "$1"
    (ulimit -t 300 && exec "$CREASE" "$@") >result 2>talk &
    until catches_signals $! || ! kill -0 $!; do sleep 0.05; done
    sleep 0.15
    kill -TERM $!
    wait $!
    ended $? "$*"
    (ulimit -t 300 && exec "$CREASE" "$@" --time-limit=0.15) >result 2>talk
    ended $? "$* --time-limit"
}
stop count many.json
stop count wide.json --arith=exact
stop count many.json --linear --box=-1,1
stop regions many.json -o regions.jsonl
stop certify many.json --box=0,1 -o many.cert
stop certify many.json --linear -o many.cert
stop tree many.json -o tree.json
stop tree plane.json --box=-1,1 -o tree.json
stop range many.json --box=0,1
stop range many.json --box=0,1 --mean
stop lipschitz many.json
stop lipschitz many.json --norm=2 --arith=exact
stop lipschitz linear.json --norm=2
stop classes many.json --row=1,1,1,1,1,1,1,1,1,1
stop holds deep.json --vnnlib=deep.vnnlib
stop holds deep.json --vnnlib=deep.vnnlib --arith=exact
stop plot plane.json --box=-1,1 -o plane.svg
stop locate wide.json --point="$zeros"
stop locate wide.json --point="$zeros" --arith=exact
stop line plane.json --lines=lines --linear
stop trajectory deep.json --repeat=1000000
stop trajectory deep.json --repeat=1000000 --arc=1000
stop distance many.json --random=1000000 --box=0,1
stop distance many.json --density --box=0,1
stop info never
stop evaluate never --point=0
stop convert never
stop dichotomies left.json --with=right.json --points=points.json
stop bounds --net=many.json
stop search 8-8-8-1 --climbs=1000000
stop search 16-24-24-1
stop verify --all
stop random 9000-9000 --bias-std=1 -o random.json
rm -rf deep.vnnlib left.json right.json points.json tree.json plane.svg regions.jsonl result talk
ls -A
