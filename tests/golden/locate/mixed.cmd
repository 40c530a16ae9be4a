"$CREASE" locate nets/mixed.json --point=0,-1/2 && "$CREASE" distance nets/mixed.json --point=1,1
