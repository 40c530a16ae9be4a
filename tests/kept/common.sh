# shellcheck shell=bash disable=SC2034 # what is set here is used by those who source it
# Works that are stopped, killed and shared: what the parts of tests/kept have in common; to be
# sourced by a part that was called with BUILD, in the root. CREASE_CASES is how many moments,
# records and so on are tried (default 12), from CREASE_SEED on.

crease=$(realpath "$1/crease") || exit 2
check=$(realpath "$1/crease-check") || exit 2
. tests/tally.sh
source=$PWD/tests/kept/unsynced.c
data=$PWD/data
mutated=$PWD/tests/kept/mutated.py
mutated_lines=$PWD/tests/kept/mutated_lines.py
changed=$PWD/tests/kept/changed.py
formats=$PWD/docs/formats.md
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2
cases=${CREASE_CASES:-12}
[[ $cases == *% ]] && cases=$(((12 * ${cases%\%} + 99) / 100))
RANDOM=${CREASE_SEED:-1}
echo "seed ${CREASE_SEED:-1}, $cases cases"

"$crease" random 2-32-32-32-32-32-32-32-32-1 --seed 7 --bias-std 1/2 -o deep.json
"$crease" random 2-24-24-24-1 --seed 7 --bias-std 1/2 -o wide.json
"$crease" random 3-9-9-1 --seed 3 --activation maxout:3 --bias-std 1/2 -o maxout.json
"$crease" random 3-8-8-2 --seed 5 --bias-std 1/2 -o solid.json
"$crease" build arrangement:resonance n=5 -o resonance.json
# Many regions of few maps: weights and biases of few values.
round_weights() {
    jq -c '.layers |= map(.weights |= map(map(tonumber * 2 | round)) | .bias |= map(tonumber * 2 | round))'
}
"$crease" random 2-32-32-32-1 --seed 7 --activation hardtanh --bias-std 1 | round_weights >equal.json
"$crease" random 3-9-9-1 --seed 7 --activation hardtanh --bias-std 1 | round_weights >equal3.json
# What is done: a command, its options, and the networks in turn.
works=(count linear range lipschitz regions csv certify proof)
count=(deep.json resonance.json)
linear=(equal.json equal3.json)
range=(wide.json solid.json)
lipschitz=(deep.json)
regions=(wide.json maxout.json)
csv=(resonance.json)
certify=(deep.json maxout.json)
proof=(equal.json equal3.json maxout.json)

# do_work WORK NET OPTIONS...: leaves the result in the file `result`.
do_work() {
    local options=("${@:3}")
    case $2 in deep.json | wide.json | equal.json) options+=(--box=-1,1) ;; esac
    case $1 in
    count | lipschitz) exec "$crease" "$1" "$2" --json=line "${options[@]}" >result ;;
    linear) exec "$crease" count --linear "$2" --json=line "${options[@]}" >result ;;
    range) # with means where there are such
        [ "$2" != wide.json ] || options+=(--mean)
        exec "$crease" range "$2" --json=line "${options[@]}" >result
        ;;
    csv) exec "$crease" regions "$2" --format=csv --digits=9 -o result "${options[@]}" ;;
    proof) exec "$crease" certify --linear "$2" -o result "${options[@]}" ;;
    *) exec "$crease" "$1" "$2" -o result "${options[@]}" ;;
    esac
}
export -f do_work
export crease
numbers() {
    case $1 in
    count | linear | range | lipschitz) sed 's/"seconds".*//' "$2" ;;
    *) cat "$2" ;;
    esac
}

# What can be taken up again, or shared, is tried here: the commands that have the option.
# all_have OPTION WORD...
all_have() {
    local command missing=
    for command in $("$crease" help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
        "$crease" help "$command" | grep -q -- "^ *$1=" || continue
        [[ " ${*:2} " == *" $command "* ]] || missing+=" $command"
    done
    if [ -z "$missing" ]; then
        ok "all commands with $1"
    else
        not_ok "all commands with $1: not$missing"
    fi
}

# What can be shared. What is written: a command with its options, joined from shares.
listings=("certify" "certify --linear" "regions" "regions --format=csv" "regions --digits=5"
    "regions --format=csv --digits=3" "regions --fields=pattern,bounded" "regions --fields=id,map --format=csv")
# What is printed, and merged as JSON.
answers=("count" "count --per-neuron" "count --linear" "range" "range --mean" "lipschitz" "lipschitz --norm=1")

# Shares of linear regions look at all regions in one walk, a whole count at those that may have the
# same map in a second one: other signs are decided.
numbers_of_answer() {
    if [[ $1 = *linear* ]]; then
        sed 's/"decisions".*//' "$2"
    else
        sed 's/"seconds".*//' "$2"
    fi
}

# do_merge PART..: leaves what they are together in the file `joined`.
do_merge() {
    case $(head -c 9 "$1") in
    '{"network' | $'{\n  "netw') exec "$crease" merge "$@" --json=line >joined ;;
    *) exec "$crease" merge "$@" -o joined ;;
    esac
}
export -f do_merge

preload= # what is preloaded into what will be killed
power_cut() {
    [ ! -e run.before ] || mv run.before run
    [ ! -e result.before ] || mv result.before result
}

# killed WORK NET MILLISECONDS OPTIONS...: begins or goes on, and is killed after so long. Succeeds if
# it came to its end before.
killed() {
    export LD_PRELOAD=$preload
    # Killed while it looks for leaks, a program with sanitizers says that threads are gone.
    export ASAN_OPTIONS=detect_leaks=0
    (do_work "$1" "$2" "${@:4}" --checkpoint run --resume run --every 0.003 --threads $((RANDOM % 3 + 1))) 2>talk &
    unset LD_PRELOAD ASAN_OPTIONS
    sleep "$(printf %d.%03d $(($3 / 1000)) $(($3 % 1000)))"
    kill -9 $! 2>/dev/null
    wait $! 2>/dev/null
}
