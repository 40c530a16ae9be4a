"$CREASE" verify pascanu:folds --json | jq -c '.rows[] | select(.relation != "<=") | [.theorem, .network, .domain, .quantity, .relation, .claimed, .counted, .verdict]'
"$CREASE" verify pascanu:folds --json | jq -c '[.claims == (.rows | length), .violated, .false_as_printed, .complete, (.rows[0] | keys)]'
