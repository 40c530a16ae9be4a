#!/bin/sh
# The manual page crease(1), from the help of the tool: src/tool/shell/manual.sh build/crease
#
# An option that one command takes is described there, the others in a section of their own.
tool=$1
{
    echo "@ crease"
    "$tool" help
    for command in $("$tool" help | sed -n '/^Options/q; s/^  \([a-z]*\) .*/\1/p') help; do
        echo "@ $command"
        "$tool" help "$command"
    done
} | awk -v version="$("$tool" --version | cut -d ' ' -f 2)" '
# Lines as they are, but for what troff would obey or replace.
function lines(text) {
    gsub(/\\/, "\\e", text)
    gsub(/-/, "\\-", text)
    gsub(/\n\./, "\n\\\\\\&.", text)
    gsub(/\n'\''/, "\n\\\\\\&'\''", text)
    printf "%s", ".nf" text "\n.fi\n"
}
/^@ / { count++; name[count] = $2; part = "text"; next }
/^crease [a-z]+: / || /^crease: / || /^NET is a file / { next }
/^Usage: / { usage = usage "\n" substr($0, 8); next }
/^Options:$/ { part = "options"; next }
/^Examples:$/ { part = "examples"; next }
/^Exit status:$/ { part = "exits"; next }
part == "options" && /^  -/ { item[count, ++options[count]] = "" }
part == "options" && NF {
    item[count, options[count]] = item[count, options[count]] "\n" $0
    next
}
part == "exits" && /^  / { exits = exits "\n" $0; next }
part == "text" { text[count] = text[count] "\n" $0 }
part == "examples" { examples[count] = examples[count] "\n" $0 }
END {
    print ".TH CREASE 1 \"\" \"crease " version "\" \"User Commands\"\n.nr HY 0\n.ad l"
    print ".SH NAME\ncrease \\- the exact regions of piecewise-linear networks\n.SH SYNOPSIS"
    lines(usage)
    print ".SH DESCRIPTION"
    lines("\nA network with piecewise-linear activations divides its input space into" \
        "\nregions, on each of which it is an affine function. crease enumerates these" \
        "\nregions exactly: it counts, lists, draws and certifies them, and computes exact" \
        "\nranges, Lipschitz constants, distances and margins from them.\n" \
        "\nNET is a network file in JSON, ONNX or NNet, optionally compressed by gzip; -" \
        "\nis standard input. Results are written to standard output, messages to standard" \
        "\nerror. Options may precede or follow NET; -- ends them, and the last one of a" \
        "\nrepeated option counts.")
    for (i = 2; i <= count; i++)
        for (k = 1; k <= options[i]; k++)
            owners[item[i, k]]++
    print ".SH COMMANDS"
    for (i = 2; i <= count; i++) {
        print ".SS " name[i]
        own = also = ""
        for (k = 1; k <= options[i]; k++) {
            option = item[i, k]
            if (owners[option] == 1) {
                own = own option
            } else {
                if (!(option in listed))
                    shared = shared option
                listed[option] = 1
                match(option, /--[a-z-]+/)
                if (owners[option] < count - 1)
                    also = also " " substr(option, RSTART, RLENGTH)
            }
        }
        sub(/\n+$/, "", text[i])
        lines(text[i] "\n" own)
        gsub(/-/, "\\-", also)
        if (also != "")
            print ".PP\nAlso, see OPTIONS:" also "\n.PP"
        lines(examples[i])
    }
    print ".SH OPTIONS"
    lines(shared)
    print ".SH EXIT STATUS"
    lines(exits)
    print ".SH FILES"
    lines("\nPREFIX is the directory below which crease is installed, such as /usr/local.\n" \
        "\nPREFIX/share/crease" \
        "\n       Trained networks (trained), and small ones with their counts: of papers" \
        "\n       (papers, counterexamples), arrangements (arrangements), and networks" \
        "\n       that doubles miscount (ties)." \
        "\nPREFIX/share/doc/crease" \
        "\n       README.md and the pages of docs that it names. Their commands run there." \
        "\nPREFIX/include/crease/crease.h" \
        "\n       The C library; its pkg-config name is crease.")
    print ".SH SEE ALSO\n.BR crease\\-check (1),\n.BR crease\\-canonical (1),\n.BR crease\\-formats (5)"
}'
