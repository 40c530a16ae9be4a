"$CREASE" certify nets/cross.json
