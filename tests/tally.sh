# shellcheck shell=bash
# Counts the cases of a test runner; to be sourced.
# One line per case, then "N passed, M failed" and ", K skipped" if any were; tally_end fails if any
# case did.
#
# No process of a test may take more processor time than CREASE_SECONDS (300; 0: any). No test
# depends on time by the clock: however slow the machine, it only ends later.

case ${CREASE_SECONDS:=300} in
0) ulimit -S -t unlimited ;;
*) ulimit -S -t "$CREASE_SECONDS" ;;
esac
export CREASE_SECONDS
export OPENBLAS_NUM_THREADS=1 # where memory is limited, its threads wait for ever

passed=0
failed=0
skipped=0

ok() {
    echo "ok $1"
    passed=$((passed + 1))
}

not_ok() {
    echo "not ok $1"
    failed=$((failed + 1))
}

# Reports a test that needs a missing program; it does not count as passed.
skip() {
    echo "skipped $1"
    skipped=$((skipped + 1))
}

# Whether the next case of a long list is tried: with CREASE_CASES=50% the first and every other one.
sampled=100
sampled() {
    local share=100
    [[ ${CREASE_CASES-} != *% ]] || share=${CREASE_CASES%\%}
    sampled=$((sampled + share))
    [ $sampled -ge 100 ] && sampled=$((sampled % 100))
}

# read_totals FILE: the output of crease count --json, a flat object, into ${totals[KEY]}. Starting jq
# or a subshell for it would take longer.
declare -A totals
read_totals() {
    local text key
    text=$(<"$1")
    totals=()
    for key in activation_regions linear_regions affine_maps bounded_regions network_sha256; do
        [[ $text =~ \"$key\":\ *\"?([0-9a-f]+) ]] && totals[$key]=${BASH_REMATCH[1]}
    done
    return 0
}

tally_end() {
    local also=
    [ "$skipped" -eq 0 ] || also=", $skipped skipped"
    echo "$passed passed, $failed failed$also"
    [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
}
