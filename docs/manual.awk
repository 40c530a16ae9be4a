# From docs/formats.md to a manual page: awk -v version=0.1 -f docs/manual.awk docs/formats.md
#
# Knows the Markdown that these pages have: headings, paragraphs, lists, tables, code in fences and
# in the line, emphasis, links. A table becomes a list: what its first column names, and of the
# other columns what they say. Plain awk, such as mawk.

BEGIN {
    name = "crease-formats"
    purpose = "the files that crease reads and writes"
    see = "crease crease-check crease-canonical" # pages of section 1
    print ".nr HY 0" # words such as activations are not to be broken
    print ".TH " toupper(name) " 5 \"\" \"crease " version "\" \"File Formats\""
    print ".ad l"
    print ".SH NAME"
    print roff(name) " \\- " roff(purpose)
    print ".SH DESCRIPTION"
    fresh = 1 # nothing has to part the next paragraph from what stands before it
}

# ---- text ----

# Characters that troff would obey or replace.
function roff(text)
{
    gsub(/\\/, "\\e", text)
    gsub(/-/, "\\-", text)
    gsub(/\^/, "\\(ha", text)
    gsub(/~/, "\\(ti", text)
    gsub(/`/, "\\(ga", text)
    return text
}

function verbatim(text)
{
    text = roff(text)
    gsub(/'/, "\\(aq", text)
    return text
}

# Of text without code: **bold**, *emphasis*, [words](address).
function prose(text,    made, part)
{
    made = ""
    while (match(text, /\*\*[^*]+\*\*|\*[^* ][^*]*\*|\[[^]]*\]\([^)]*\)/)) {
        made = made roff(substr(text, 1, RSTART - 1))
        part = substr(text, RSTART, RLENGTH)
        text = substr(text, RSTART + RLENGTH)
        if (part ~ /^\*\*/)
            made = made "\\fB" roff(substr(part, 3, length(part) - 4)) "\\fR"
        else if (part ~ /^\*/)
            made = made "\\fI" roff(substr(part, 2, length(part) - 2)) "\\fR"
        else
            made = made roff(substr(part, 2, index(part, "](") - 2))
    }
    return made roff(text)
}

function inline(text,    made, part, count, i)
{
    gsub(/\\\|/, "|", text)
    count = split(text, part, "`")
    made = ""
    for (i = 1; i <= count; i++)
        made = made (i % 2 ? prose(part[i]) : "\\fB" verbatim(part[i]) "\\fR")
    return made
}

# Lines that do not begin with what troff takes for a request.
function say(text,    line, count, i)
{
    count = split(text, line, "\n")
    for (i = 1; i <= count; i++)
        print (line[i] ~ /^[.']/ ? "\\&" : "") line[i]
}

# ---- blocks ----

# The paragraph or the point of a list that was collected.
function flush()
{
    if (text == "")
        return
    if (!fresh && kind == "")
        print ".PP"
    if (kind != "")
        print ".IP " kind
    say(inline(text))
    text = ""
    kind = ""
    fresh = 0
}

# Of a section in capitals, but for code.
function heading(request, words,    part, count, i)
{
    flush()
    count = split(words, part, "`")
    words = ""
    for (i = 1; i <= count; i++)
        words = words (i % 2 && request == ".SH" ? toupper(part[i]) : part[i])
    print request " \"" roff(words) "\""
    fresh = 1
}

# cell[1], .. of a row, its number of cells.
function cells(row, cell,    count, i)
{
    gsub(/\\\|/, "\001", row)
    sub(/^\| */, "", row)
    sub(/ *\| *$/, "", row)
    count = split(row, cell, / *\| */)
    for (i = 1; i <= count; i++)
        gsub(/\001/, "|", cell[i])
    return count
}

function row(count,    i)
{
    print ".TP"
    say(inline(cell[1]))
    said = ""
    for (i = 2; i <= count; i++)
        if (cell[i] != "")
            said = said (said == "" ? "" : "; ") (i == 2 ? "" : head[i] ": ") cell[i]
    say(inline(said))
}

/^```/ {
    flush()
    print fence ? ".EE\n.RE" : ".PP\n.RS 4\n.EX"
    fence = !fence
    fresh = 0
    next
}
fence {
    say(verbatim($0))
    next
}
/^# / { next }
/^## / {
    heading(".SH", substr($0, 4))
    next
}
/^###* / {
    sub(/^#* /, "")
    heading(".SS", $0)
    next
}
/^\|/ {
    flush()
    if (!table)
        cells($0, head)
    else if (table > 1)
        row(cells($0, cell))
    table++
    fresh = 0
    next
}
{ table = 0 }
/^ *$/ {
    flush()
    next
}
/^\* / {
    flush()
    kind = "\\(bu 3"
    sub(/^\* */, "")
}
/^[0-9]+\. / {
    flush()
    kind = $1 " 4"
    sub(/^[0-9]+\. */, "")
}
{
    sub(/^ +/, "")
    text = text (text == "" ? "" : "\n") $0
}

END {
    flush()
    print ".SH SEE ALSO"
    count = split(see, page, " ")
    for (i = 1; i <= count; i++)
        print ".BR " roff(page[i]) " (1)" (i < count ? "," : "")
}
