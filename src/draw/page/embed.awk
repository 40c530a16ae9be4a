# Makes page.html, and the files that it names in double braces, two texts in C: what comes before
# the data, and after it. awk -f embed.awk DIRECTORY/page.html
function put(line) {
    gsub(/\\/, "&&", line)
    gsub(/["?]/, "\\\\&", line)
    print "    \"" line "\\n\""
}
BEGIN {
    directory = ARGV[1]
    sub(/[^\/]*$/, "", directory)
    print "extern const char page_before_data[], page_after_data[];"
    print "const char page_before_data[] ="
}
/^\{\{data\}\}$/ {
    print "    ;\nconst char page_after_data[] ="
    next
}
/^\{\{.*\}\}$/ {
    file = directory substr($0, 3, length($0) - 4)
    while ((state = (getline line < file)) > 0)
        put(line)
    if (state < 0) {
        print "embed.awk: cannot read " file > "/dev/stderr"
        exit 1
    }
    close(file)
    next
}
{ put($0) }
END { print "    ;" }
