# What `crease theorems --all --json` prints, as comma-separated values: $table is claims or bounds.
def table($columns; rows): ($columns | @csv), (rows | @csv);
if $table == "claims" then
  # What theorems say of the networks of their proofs, a row each.
  table(["theorem", "network", "domain", "quantity", "relation", "claimed", "counted", "verdict"];
    .rows[] | select(.relation != "<=")
    | [.theorem, .network, .domain, .quantity, .relation, .claimed, .counted, .verdict | tostring])
else
  # Each upper bound against all networks that were counted, those of a search among them.
  table(["bound", "quantity", "networks", "reached", "violated"];
    .rows | map(select(.relation == "<=")) | group_by([.theorem, .quantity])[]
    | [.[0].theorem, .[0].quantity, length,
       (map(select((.counted | tostring) == .claimed)) | length),
       (map(select(.verdict == "violated")) | length)])
end
