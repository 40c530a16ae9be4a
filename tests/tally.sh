# shellcheck shell=bash
# Counts the cases of a test runner; to be sourced.
# One line per case, then "N passed, M failed"; tally_end fails if any case did.

passed=0
failed=0

ok() {
    echo "ok $1"
    passed=$((passed + 1))
}

not_ok() {
    echo "not ok $1"
    failed=$((failed + 1))
}

tally_end() {
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
}
