try bounds --net nets/steps.json --json
