try reproduce
try reproduce ragu-3
try reproduce raghu-3 nothing --quick
try reproduce Raghu-3 --list
try reproduce --list ragu
try reproduce raghu-3 --json
try reproduce pascanu --quick -o /nowhere/below
try reproduce pascanu --quick -o nets/bad.json
try reproduce hanin-8 --quick --data=/nowhere
try reproduce raghu-3 --seed=-1
ls
