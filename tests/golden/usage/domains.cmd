touch p.ine p.vnnlib s.json
try count nets/max.json --slice
try count nets/max.json --slice=
try count nets/max.json --slice none.json
try count nets/max.json --polytope none.ine
try count nets/max.json --vnnlib none.vnnlib
try count nets/max.json --vnnlib nets
try count nets/max.json --box=0,1 --polytope p.ine
try count nets/max.json --box=0,1 --vnnlib p.vnnlib
try count nets/max.json --polytope p.ine --vnnlib p.vnnlib
try count nets/max.json --vnnlib p.vnnlib --slice s.json
try count - --slice -
try info nets/max.json --slice s.json
