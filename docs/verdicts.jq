# The rows of `crease verify --all --json` as the pages of docs/verdicts.md.
def cell: tostring | gsub("\\|"; "\\|");
def row: "| " + (map(cell) | join(" | ")) + " |";
"# Verdicts",
"",
"Made by `make verdicts` from `crease verify --all --json`; what the words mean, and the theorems in full, is in theorems.md.",
"\(.claims) claims: \(.violated) violated, \(.false_as_printed) false as printed and shown to be, all others hold.",
"",
"## What theorems say of the networks of their proofs",
"",
"| theorem | network | domain | quantity | claimed | counted | verdict |",
"| --- | --- | --- | --- | --: | --: | --- |",
(.rows[] | select(.relation != "<=")
 | [.theorem, .network, .domain, .quantity, .relation + " " + .claimed, .counted, .verdict] | row),
"",
"## Upper bounds",
"",
"On all of these networks, on random ones and on some that a search for many regions has found. Reached: the count is the bound.",
"",
"| bound | quantity | networks | reached | violated |",
"| --- | --- | --: | --: | --: |",
(.rows | map(select(.relation == "<=")) | group_by([.theorem, .quantity])[]
 | [.[0].theorem, .[0].quantity, length, (map(select((.counted | tostring) == .claimed)) | length),
    (map(select(.verdict == "violated")) | length)] | row)
