"$CREASE" locate nets/cross.json --point=0,0
"$CREASE" locate nets/cross.json --point=1/3,-0.5
