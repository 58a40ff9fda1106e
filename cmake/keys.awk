# Short names for the keys of texts: awk -f keys.awk MODULE MODULE writes the module with them. A key is short where nothing but t("key") says
# it, alone or as one of two (t(open ? "one" : "other")); one that also stands in quotes elsewhere, or with a - for t(`kind-${kind}`), stays.
#
# What this rests on: what goes to t() is in quotes somewhere, or made with a -. A key of two views is short in both, as the view's own text
# comes before what is said everywhere.
BEGIN { letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ" }

FNR == 1 { file++ }

# What stands in quotes in a line that is left, up to and with the next such word; in `word` the word, and in `asked` whether t() is asked for it.
function cut(line,   before) {
  if (!match(line, /"[A-Za-z0-9]+"/)) return 0
  word = substr(line, RSTART + 1, RLENGTH - 2)
  end = RSTART + RLENGTH
  before = said substr(line, 1, RSTART - 1)
  asked = before ~ /(^|[^A-Za-z0-9_$])t\(([A-Za-z.]+ \? ("[A-Za-z0-9]+" : )?)?$/ && substr(line, end) ~ /^([,)]| : "[A-Za-z0-9]+"[,)])/
  said = said substr(line, 1, end - 1)
  return 1
}

function short(   n, name) {
  do {
    n = count++
    name = n < 52 ? substr(letters, n + 1, 1) : substr(letters, int((n - 52) / 52) + 1, 1) substr(letters, (n - 52) % 52 + 1, 1)
  } while (name in key || name ~ /^(as|do|if|in|is|of)$/)
  return name
}

file == 2 && FNR == 1 {
  for (word in alone) if (word in key && !(word in other)) order[++n] = word
  for (i = 2; i <= n; i++)
    for (j = i; j > 1 && order[j] < order[j - 1]; j--) { word = order[j]; order[j] = order[j - 1]; order[j - 1] = word }
  for (i = 1; i <= n; i++) to[order[i]] = short()
}
/^(export )?const [A-Za-z]+ = couple\("/ {
  from = index($0, "\"") + 1
  upto = from + index(substr($0, from), "\"") - 1
  n = split(substr($0, from, upto - from), list, "~")
  out = ""
  for (i = 1; i <= n; i++) {
    if (file < 2) key[list[i]] = 1
    out = out (i > 1 ? "~" : "") (list[i] in to ? to[list[i]] : list[i])
  }
  if (file > 1) print substr($0, 1, from - 1) out substr($0, upto)
  next
}
file < 2 {
  line = $0
  for (said = ""; cut(line); line = substr(line, end)) {
    if (asked) alone[word] = 1
    else other[word] = 1
  }
  next
}
{
  line = $0
  out = said = ""
  while (cut(line)) {
    out = out substr(line, 1, end - length(word) - 2) (asked && word in to ? to[word] : word) "\""
    line = substr(line, end)
  }
  print out line
}
