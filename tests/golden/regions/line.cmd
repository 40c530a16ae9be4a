"$CREASE" regions nets/steps.json --box=-1/2,2 && "$CREASE" regions nets/steps.json --format=csv
