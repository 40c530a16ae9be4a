"$CREASE" help search
