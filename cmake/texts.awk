# Parts the two languages of a module of texts: its lines are  key: ["English", "Chinese"],  and what comes out is first one line with all that
# is Chinese, ~ between, and then the module with the keys and the English likewise, from which couple() makes the pairs again. What is of one
# kind compresses better together. A line of another form ends the build.
function die() {
  print "texts.awk: no text in two languages: " $0 >"/dev/stderr"
  failed = 1
  exit 1
}

/^\/[\/*]/ || /^  \/\// || /^$/ { next }
/^export const [A-Za-z]+ = \{$/ { sub(/\{$/, "couple("); out = out $0; keys = english = between = ""; next }
/^\};$/ { out = out "\"" keys "\", \"" english "\");\n"; next }
/^  ("[^"~]+"|[A-Za-z0-9]+): \["/ {
  match($0, /: \[/)
  key = substr($0, 3, RSTART - 3)
  rest = substr($0, RSTART + 3)
  gsub(/"/, "", key)
  if (!match(rest, /^"([^"\\~]|\\.)*", /)) die()
  keys = keys between key
  english = english between substr(rest, 2, RLENGTH - 4)
  between = "~"
  rest = substr(rest, RLENGTH + 1)
  if (!match(rest, /^"([^"\\~]|\\.)*"\],$/)) die()
  chinese = chinese (chinese == "" ? "" : "~") substr(rest, 2, RLENGTH - 4)
  next
}
{ die() }

END {
  if (!failed) printf "%s\n%s", chinese, out
}
