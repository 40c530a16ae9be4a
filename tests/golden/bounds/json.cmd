try bounds 1-3-3-1 --json
