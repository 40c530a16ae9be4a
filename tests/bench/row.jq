# One row of the table: jq -rs --arg title T --argjson names '["filtered", ...]' -f row.jq RESULTS
#
# RESULTS are the lines of race, named in their order. Lines that begin with "!" follow if
# one of them failed, or two found different numbers.
def commas: tostring | [while(length > 0; .[:-3]) | .[-3:]] | reverse | join(",");

# Three significant digits.
def three:
    if . == 0 then 0
    else (log10 | floor) as $size
        | if $size > 2 then pow(10; $size - 2) as $unit | (. / $unit | round) * $unit
          else pow(10; 2 - $size) as $parts | (. * $parts | round) / $parts end
    end;

# Per cent. A share that is neither nothing nor all never looks like it.
def share:
    if . == 0 or . == 1 then "\(100 * .)"
    elif . < 0.00001 then "<0.001"
    elif . > 0.99999 then ">99.999"
    else "\((. * 100000 | round) / 1000)" end;

def tiers:
    (map(.) | add) as $all
    | to_entries | map(select(.value > 0) | "\(.key) \(.value / $all | share)")
    | if . == [] then "-" else join(", ") end;

def ran: . != null and .output != null;
def regions: .output.activation_regions;
def star: if .output.complete then "" else "*" end;
# 0 for a walk that was stopped before its first region, or took no time to speak of.
def rate: if .seconds > 0 then regions / .seconds else 0 end;
def ratio($a; $b): if $a > 0 and $b > 0 then "\($a / $b | three)" else "-" end;

([., $names] | transpose | map({key: .[1], value: select(.[0] | ran)[0]}) | from_entries) as $run
| $run.filtered as $own
| (if $own == null then "| \($title) | failed |" + " |" * 9
  else
    ([$title,
      ($own | "\(regions | commas)\(star)"),
      ($own.seconds | three),
      ($own | rate | three | commas),
      ($own.peak_kib / 1024 | three),
      ($own.output.decisions | tiers),
      ($run.float | if . == null then "-"
          else ratio(rate; $own | rate) + star
              + if regions == ($own | regions) then "" else " (\(regions | commas))" end end),
      ($run.exact | if . == null then "-" else ratio($own | rate; rate) + star end),
      ($run.two | if . == null then "-" else ratio(rate; $own | rate) + star end),
      ($run.cgal | if . == null or ($own.output.complete | not) then "-"
          elif .output.faces != $own.output.regions_per_layer[0] then "another count"
          elif $own.output.hidden | length > 1 then "same count"
          else ratio(.seconds; $own.seconds) end),
      ($run.baseline | if . == null or ($own.output.complete | not) then "-"
          elif regions != ($own | regions) then "another count"
          else ratio($own.seconds; .seconds) end)]
     | "| \(map(tostring) | join(" | ")) |"),

    ($run | {exact, two} | to_entries[] | select(.value != null and $own.output.complete)
        | select(.value.output.complete and (.value | regions) != ($own | regions))
        | "! \($title): \(.key) found \(.value | regions) regions, filtered \($own | regions)"),
    ($run.cgal | select(. != null and $own.output.complete)
        | select(.output.faces != $own.output.regions_per_layer[0])
        | "! \($title): CGAL found \(.output.faces) faces, filtered \($own.output.regions_per_layer[0])")
  end),
  ($names - ($run | keys) | .[] | "! \($title): \(.) failed")
