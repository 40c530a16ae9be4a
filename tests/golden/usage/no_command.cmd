try
try --
try -
try ''
try --json
try --hlep
try -x
try nets/max.json
