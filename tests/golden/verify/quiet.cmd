try verify serra:line --quiet
try verify counterexample:mirrors -q --json
