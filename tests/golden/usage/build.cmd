try build
try build ''
try build x
try build braid n=3
try build arrangement:briad n=3
try build arrangement
try build arrangement:braid
try build arrangement:braid 3
try build arrangement:braid =3
try build arrangement:braid ''
try build arrangement:braid n
try build arrangement:braid n=
try build arrangement:braid n=1
try build arrangement:braid n=101
try build arrangement:braid n=3.0
try build arrangement:braid n==3
try build arrangement:braid n=3 n=4
try build arrangement:braid d=3
try build arrangement:braid n=3 d=3
try build arrangement:generic n=3
try build arrangement:generic n=99999999999999999999 d=2
try build arrangement:braid "$(printf 'n=\n3')"
try build montufar:folds d=2 widths=4,1,4
try build montufar:folds d=2 widths=4,4 form=odd
try build telgarsky:blocks layers=1
try build --list arrangement:braid
try build --list Telgarsky counterexample:two
try build --list arrangement:briad
try build --list telgarsky:blocks layers=3
try build --list telgarsky:blocks --json=line
try build --list -o list
try build --json
try build arrangement:braid n=3 --json
try build arrangement:braid n=3 --box=0,1
try build arrangement:braid --n=3
ls
