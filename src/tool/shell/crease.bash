# Completion for bash of crease(1) and crease-check(1).
_crease() {
    local line=${COMP_LINE:0:COMP_POINT} typed before= breaks= each
    typed=${line##*[[:blank:]]}
    [[ $typed == --*=* ]] && before=${typed%%=*}=
    case $1 in
    *crease-check) COMPREPLY=('<files>')
        [[ $typed == -* ]] && mapfile -t COMPREPLY < <(
            compgen -W '--box= --domain= --help --signs --version' -- "$typed") ;;
    *) mapfile -t COMPREPLY < <(_crease_words "$1" "$line") ;;
    esac
    case ${COMPREPLY[0]-} in
    '<files>') each=-f ;;
    '<directories>') each=-d ;;
    esac
    if [[ $each ]]; then
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen $each -P "$before" -- "${typed#"$before"}")
    fi
    COMPREPLY=("${COMPREPLY[@]%%$'\t'*}")
    [[ ${#COMPREPLY[@]} -eq 1 && $COMPREPLY == *[:=] ]] && compopt -o nospace 2>/dev/null
    # bash replaces what stands behind the last of its word breaks.
    for each in = :; do [[ $COMP_WORDBREAKS == *$each* ]] && breaks+=$each; done
    [[ $breaks && $typed == *[$breaks]* ]] || return 0
    COMPREPLY=("${COMPREPLY[@]#"${typed%"${typed##*[$breaks]}"}"}")
}
complete -F _crease crease crease-check
