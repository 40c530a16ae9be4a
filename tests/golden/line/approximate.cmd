# The doubles depend on the processor in their last digits.
try line nets/kinds.json --from=-100,0 --to=100,7 --approximate --csv | tr -d '\r' | sed 's/^\([0-9]*,[0-9]*\),[-0-9.e]*,[-0-9.e]*,/\1,LOW,HIGH,/'
try line nets/kinds.json --from=-100,0 --to=100,7 --approximate | sed -n '/^breakpoints/,$s/^ *[-0-9.e]* *[-0-9.e]*  /  LOW HIGH  /p'
"$CREASE" line nets/kinds.json --from=-100,0 --to=100,7 --json >exact
"$CREASE" line nets/kinds.json --from=-100,0 --to=100,7 --approximate --json >close
jq -s -c '[.[0].breakpoints[].t | split("/") | map(tonumber) | .[0] / (.[1] // 1)] as $t | [.[1].breakpoints[].t] | to_entries | map(.value[0] <= $t[.key] + 1e-9 and $t[.key] - 1e-9 <= .value[1] and .value[1] - .value[0] < 1e-9)' exact close
