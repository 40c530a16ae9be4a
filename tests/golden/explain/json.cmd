"$CREASE" certify nets/steps.json --box=-1,1 | "$CREASE" explain nets/steps.json - --region=1 --json
