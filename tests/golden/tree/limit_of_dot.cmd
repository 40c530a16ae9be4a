# A graph stops after 10000 regions unless told otherwise; JSON does not.
"$CREASE" tree nets/folds.json --box=0,1/512 | jq -c '[.complete, .activation_regions, (.nodes | length)]'
"$CREASE" tree nets/folds.json --box=0,1/512 --format=dot -o folds.dot
echo "=> $?"
grep -c ellipse folds.dot
"$CREASE" tree nets/folds.json --box=0,1/512 --format=dot --max-regions=20000 -o folds.dot
echo "=> $?"
grep -c ellipse folds.dot
