"$CREASE" certify nets/steps.json
