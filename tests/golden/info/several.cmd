try info nets/max.json none.json nets/cross.json
try info nets/max.json nets/cross.json --json=line
try info -q nets/max.json nets/bad.json
