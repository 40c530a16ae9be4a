try bounds 2-4-4-1 --per-parameter
try bounds 2-4-1 --per-parameter --json
