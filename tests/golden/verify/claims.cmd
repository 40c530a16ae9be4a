# Seconds are masked: they stand at the end of a line here.
brief() { try "$@" | sed -E 's/[0-9.]+ s$/X s/'; }
cat >claims.json <<'JSON'
{"networks": [
 {"construction": "telgarsky:sawtooth layers=3", "box": "0,1",
  "claims": [
   {"quantity": "activation_regions", "value": 8},
   {"quantity": "activation_regions", "value": 7, "source": "one too few"},
   {"quantity": "activation_regions", "relation": "<=", "value": "99999999999999999999999"},
   {"quantity": "activation_regions", "relation": ">=", "value": "99999999999999999999999"},
   {"quantity": "linear_regions", "layers": 2, "value": 4},
   {"quantity": "affine_maps", "layers": 1, "relation": "<=", "value": 2},
   {"bound": "serra"},
   {"quantity": "activation_regions", "value": 9, "false_as_printed": true},
   {"quantity": "activation_regions", "value": 8, "false_as_printed": true}]},
 {"file": "nets/max.json",
  "claims": [
   {"quantity": "bounded_regions", "value": 0, "source": "cones only"}]},
 {"file": "nets/corner.json", "slice": "slice.json", "box": "-1,1",
  "claims": [
   {"quantity": "activation_regions", "value": 4, "source": "a slice"}]}
]}
JSON
echo '{"points": [[0, 0, 1], [1, 0, 1], [0, 1, 1]]}' >slice.json
brief verify --claims claims.json
brief verify --claims claims.json --quiet
brief verify --claims claims.json nets cones
brief verify --claims claims.json none
"$CREASE" verify --claims claims.json --json | jq -c '[.rows[] | [.layers, .quantity, .relation, .claimed, .counted, .verdict]], .claims, .violated, .false_as_printed, .complete'
# Names of files are those of the folder of the claims.
mkdir below && sed 's|"nets|"../nets|; s|slice.json|../slice.json|' claims.json >below/claims.json
brief verify --claims below/claims.json ../nets
brief verify --claims - nets <claims.json
ls
try verify --claims none.json
try verify --claims
try verify --claims claims.json --all
