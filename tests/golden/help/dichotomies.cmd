"$CREASE" help dichotomies
