try locate nets/cross.json
try locate nets/cross.json --point=1
try locate nets/cross.json --point=1,2,3
try locate nets/cross.json --point=
try locate nets/cross.json --point=1,x
try locate nets/cross.json --point=1,1/0
try locate nets/cross.json --point=1,2 --box=-1,1
try locate nets/cross.json --point=1,2 --box=-1,1 --json
try locate --point=1,2
try locate nets/nothing.json --point=1,2
try count nets/cross.json --point=1,2
