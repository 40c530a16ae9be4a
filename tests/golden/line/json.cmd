"$CREASE" line nets/kinds.json --from=-100,0 --to=100,7 --linear --points --patterns --json | jq -c '.seconds = "S" | .breakpoints[], .patterns[], del(.breakpoints, .patterns)'
"$CREASE" line nets/steps.json --from=-1 --to=3 --json | sed 's/"seconds": [0-9.e-]*/"seconds": "S"/'
