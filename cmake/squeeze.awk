# Takes the blanks around punctuation out of a module of the page; texts, templates and regular expressions stay as they are. Around + and - they
# stay too (a + +b). One line in, one line out: a text does not go over lines, a template may.
function flush_code() {
  while (match(code, / [=<>*&|?:{},;()![\]]/)) code = substr(code, 1, RSTART - 1) substr(code, RSTART + 1)
  while (match(code, /[=<>*&|?:{},;()![] /)) code = substr(code, 1, RSTART) substr(code, RSTART + 2)
  out = out code
  code = ""
}
# Whether a / after this code begins a regular expression: after an operator or a word that wants a value.
function wants_value(text) {
  sub(/ +$/, "", text)
  return text == "" || text ~ /[=(,:[!&|?{};>]$/ || text ~ /(^|[^a-zA-Z])return$/
}
# Where the text that begins at `from` with `mark` ends: behind the next `mark` that no \ stands before; in a class of a regular expression / is no end.
function text_end(line, from, mark,   i, c, inside) {
  for (i = from + 1; i <= length(line); i++) {
    c = substr(line, i, 1)
    if (c == "\\") i++
    else if (mark == "/" && c == "[") inside = 1
    else if (mark == "/" && c == "]") inside = 0
    else if (c == mark && !inside) return i
  }
  return length(line)
}
# Where the part of a template that begins at `from` ends: behind its ` or behind the next ${, which opens code again.
function template_end(line, from,   i, c) {
  for (i = from; i <= length(line); i++) {
    c = substr(line, i, 1)
    if (c == "\\") i++
    else if (c == "`") return i
    else if (c == "$" && substr(line, i + 1, 1) == "{") { open_in[++depth] = 0; return i + 1 }
  }
  return length(line)
}
{
  out = code = ""
  for (at = 1; at <= length($0); at++) {
    c = substr($0, at, 1)
    end = 0
    if (c == "\"" || c == "'" || (c == "/" && wants_value(out code))) end = text_end($0, at, c)
    else if (c == "`") end = template_end($0, at + 1)
    else if (c == "}" && depth && !open_in[depth]) { depth--; end = template_end($0, at + 1) }
    if (end) {
      flush_code()
      out = out substr($0, at, end - at + 1)
      at = end
      continue
    }
    if (depth && c == "{") open_in[depth]++
    if (depth && c == "}") open_in[depth]--
    code = code c
  }
  flush_code()
  print out
}
