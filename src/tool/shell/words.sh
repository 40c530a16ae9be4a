# The words that may end the line $2 of the tool $1, from its help: one on each line, with a tab and
# what it does; or <files> or <directories>.
_crease_words() {
    local command line=$2
    # After crease split COUNT come the words of crease COUNT.
    case $line in *crease" split "[a-z]*" "*) line="crease ${line#* split }" ;; esac
    read -r _ command _ <<<"$line"
    { "$1" help; echo @help; "$1" "$command" --help; echo @list; "$1" construct --list; } 2>/dev/null |
        LINE=$line awk '
function offer(word, text) {
    sub(/[.:;,(].*/, "", text)
    if (index(word, typed) == 1)
        print word (text == "" ? "" : "\t" text)
}
# A value of an option or an operand; before stands in the same word.
function values(argument, before,    i, count, each) {
    count = split(argument, each, /[|]/)
    for (i = 1; i <= count; i++) {
        if (each[i] ~ /^(FILE|NET)/)
            print "<files>"
        else if (each[i] ~ /^DIR/)
            print "<directories>"
        else if (each[i] ~ /^[a-z0-9]/)
            offer(before each[i])
    }
}
function finish(    i, k, count, part, before, option) {
    if (typed ~ /^--[^=]*=/) {
        option = substr(typed, 1, index(typed, "=") - 1)
        before = option "="
    } else
        option = word[words - 1]
    if (argument[option] != "") {
        values(argument[option], before)
    } else if (typed ~ /^-/) {
        for (i = 1; i <= options; i++)
            offer(name[i], does[i])
    } else if (operand == "COMMAND" && words < 4) {
        for (i = 1; i <= commands; i++)
            offer(command[i], purpose[i])
    } else if (operand == "NAME") {
        for (i = 3; i < words && word[2] == "construct"; i++)
            if (word[i] in parameters) {
                count = split(parameters[word[i]], part, " ")
                for (k = 1; k <= count; k++)
                    offer(part[k])
                return
            }
        for (i = 1; i <= made; i++)
            offer(construction[i])
    } else
        values(operand == "COMMAND" ? "NET" : operand, "")
}
BEGIN {
    words = split(ENVIRON["LINE"], word, /[ \t]+/)
    typed = word[words]
    section = "commands"
}
/^@/ { section = substr($0, 2); in_options = 0; next }
section == "commands" && /^Examples:/ { section = "" }
section == "commands" && /^  [a-z]/ {
    command[++commands] = $1
    purpose[commands] = $0
    sub(/^ *[a-z]+ */, "", purpose[commands])
}
# The line of a command itself counts as one of the command "crease".
words == 2 ? section == "commands" : section == "help" {
    if (/^Usage: /) {
        operand = $(words > 3 && $5 ~ /^[A-Z]/ ? 5 : 4)
        gsub(/[][]/, "", operand)
        if (words == 2)
            operand = "COMMAND"
    }
    if (/^[A-Z]/)
        in_options = /^Options:/
    if (in_options && /^  -/) {
        wide = length($0) > 24 && substr($0, 24, 1) == " "
        names = wide ? substr($0, 1, 24) : $0
        text = wide ? substr($0, 25) : ""
        gsub(/^ +| +$/, "", names)
        # Every name of the option; the last one that begins with -- has its value.
        value = names ~ /=/ ? names : ""
        sub(/^[^=]*=/, "", value)
        sub(/, --.*/, "", value)
        each_count = split(names, each, /, /)
        for (i = 1; i <= each_count; i++) {
            sub(/[= ].*/, "", each[i])
            argument[each[i]] = value
        }
        name[++options] = each[1] ~ /^--/ ? each[1] : each[2]
        does[options] = text
        if (name[options] == "--init")
            value = "he|xavier-normal|xavier-uniform|pytorch-default|gaussian:|uniform:|discrete:|values:"
        if (name[options] == "--activation")
            value = "relu|leaky:|abs|hardtanh|linear|pwl:|maxout:"
        argument[name[options]] = value
        if (value != "")
            name[options] = name[options] "="
    } else if (in_options && options && does[options] == "" && /^   /) {
        does[options] = substr($0, 25)
    }
}
section == "list" && /^[a-z]/ {
    construction[++made] = $1
    parameters[$1] = ""
    for (i = 2; i <= NF; i++) {
        gsub(/[][]|=.*/, "", $i)
        parameters[$1] = parameters[$1] " " $i "="
    }
}
END { commands++; command[commands] = "help"; purpose[commands] = "show help"; finish() }'
}
