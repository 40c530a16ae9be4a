# The formatter has nothing to warn of, where there is one.
"$CREASE" help --man >crease.1 || exit
if command -v groff >/dev/null; then groff -man -Tutf8 -ww crease.1 >/dev/null; fi
