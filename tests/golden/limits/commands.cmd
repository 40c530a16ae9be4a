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
mkfifo never
exec 3<>never
# catches_signals PID: whether its set of caught signals has SIGTERM.
catches_signals() {
    local mask
    mask=$(sed -n 's/^SigCgt:\t//p' "/proc/$1/status" 2>/dev/null)
    [ "$mask" ] && ((16#$mask & 1 << 14))
}
ended() {
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
    sleep 0.3
    kill -TERM $!
    wait $!
    ended $? "$*"
    (ulimit -t 300 && exec "$CREASE" "$@" --time-limit=0.3) >result 2>talk
    ended $? "$* --time-limit"
}
stop count many.json
stop count wide.json --arith=exact
stop count many.json --linear --box=-1,1
stop regions many.json -o regions.jsonl
stop certify many.json --box=0,1 -o many.cert
stop certify many.json --linear -o many.cert
stop tree many.json -o tree.json
stop plot plane.json --box=-1,1 -o plane.svg
stop locate wide.json --point="$zeros"
stop line plane.json --lines=lines --linear
stop trajectory deep.json --repeat=1000000
stop trajectory deep.json --repeat=1000000 --arc=1000
stop distance many.json --random=1000000 --box=0,1
stop distance many.json --density --box=0,1
stop info never
stop evaluate never --point=0
stop convert never
stop bounds --net=many.json
stop search 8-8-8-1 --climbs=1000000
stop search 16-24-24-1
stop verify --all
stop reproduce all -o made
stop random 9000-9000 --bias-std=1 -o random.json
rm -rf made tree.json plane.svg regions.jsonl result talk
ls -A
