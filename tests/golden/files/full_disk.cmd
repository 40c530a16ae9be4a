# The reason is lost where only the first buffer of what is printed has met the full disk.
for command in help 'help count' 'help --man' --version 'count nets/max.json' \
    'count --json nets/max.json' 'info nets/max.json' 'info --json nets/max.json' \
    'regions nets/max.json' 'regions nets/max.json -o /dev/full' \
    'regions nets/max.json --format=csv' 'regions nets/fold.json --box=0,1' \
    'plot nets/max.json -o - --format=svg' 'plot nets/max.json -o - --format=pdf' \
    'plot nets/max.json -o /dev/full --format=png'; do
    echo "crease $command"
    "$CREASE" $command 2>&1 >/dev/full | sed 's/write error/No space left on device/'
    echo "=> ${PIPESTATUS[0]}"
done
