# Makes a module of the page small: leaves out comments, blanks, line ends and needless parentheses, and gives short names to what the module names itself.
#
# A first reading cuts the text into tokens: words, numbers, texts (with parts of templates and regular expressions), marks. A chunk is what
# begins at the left margin and goes on to the next line that does, so a function, a class, a const. What is named at the top of the module
# has one short name in all of it, which begins with $; what is named within a chunk has one in the widest scope that names it: a short name stands
# for two words only where neither is seen from the other, so scopes stay what they were. Names of properties stay, {name} becomes {name:short}.
# So do the names of the language, those that the module imports or exports, and those that `known` lists as the browser's own; a word that is
# neither bound nor known ends the build, so that nothing is renamed that comes from elsewhere.
#
# What this rests on: statements end with ; or }, no text goes over lines, braces of classes hold methods alone, nothing is assigned to a const
# (which becomes let). What would break in silence ends the build; tests/web/slim.mjs runs code before and after.
BEGIN {
  reserved = " as async await break case catch class const continue default delete do else export extends false finally for from function get if import in instanceof let new null of return set static super switch this throw true try typeof undefined void while yield constructor "
  known = " NaN HTMLDetailsElement innerHeight innerWidth AbortController AbortSignal Array Blob Boolean Date DOMPoint Element Error FileReader Infinity Intl JSON Map Math Node Number Object Path2D Promise Response Set String Uint32Array Uint8Array Uint8ClampedArray ImageData URL URLSearchParams XMLSerializer BigInt CompressionStream DecompressionStream ResizeObserver TextDecoder TextEncoder addEventListener atob btoa clearTimeout cancelAnimationFrame decodeURIComponent devicePixelRatio document encodeURIComponent fetch getComputedStyle history isFinite localStorage location matchMedia navigator performance print requestAnimationFrame removeEventListener scrollTo scrollY sessionStorage setTimeout structuredClone window "
  letters = "e t a r n i s o l c d h u p m g f y b w v k x z j q A B C D E F G H I J K L M N O P Q R S T U V W X Y Z"
  count = chunk = 0
}

function add(text, what) {
  token[++count] = text
  kind[count] = what
  spaced[count] = gap
  fresh_line[count] = first_of_line
  first_of_line = 0
  chunk_of[count] = chunk
  gap = 0
}

# Whether a / here begins a regular expression: after an operator or a word that wants a value.
function wants_value() {
  return count == 0 || (kind[count] == "mark" && token[count] !~ /^[)\]}]$/) || (token[count - 1] != "." && token[count] ~ /^(return|typeof|case|else|do|in|of|await|yield|void|throw)$/)
}

# Where the text that begins at `from` with `mark` ends; in a class of a regular expression / is no end.
function text_end(line, from, mark,   i, c, inside) {
  for (i = from + 1; i <= length(line); i++) {
    c = substr(line, i, 1)
    if (c == "\\") i++
    else if (mark == "/" && c == "[") inside = 1
    else if (mark == "/" && c == "]") inside = 0
    else if (c == mark && !inside) return i
  }
  die("a text without an end: " line)
}

# Where the part of a template that begins at `from` ends: behind its ` or behind the next ${, which opens code again.
function template_end(line, from,   i, c) {
  for (i = from; i <= length(line); i++) {
    c = substr(line, i, 1)
    if (c == "\\") i++
    else if (c == "`") return i
    else if (c == "$" && substr(line, i + 1, 1) == "{") { open_in[++depth] = 0; return i + 1 }
  }
  die("a template without an end: " line)
}

function die(why) {
  print "slim.awk: " why >"/dev/stderr"
  failed = 1
  exit 1
}

{
  line = $0
  if (comment) {
    if (!(at = index(line, "*/"))) next
    line = substr(line, at + 2)
    comment = 0
  }
  if (line ~ /^[^ \t})\]]/ && line !~ /^\/[\/*]/) chunk++
  gap = first_of_line = 1
  while (line != "") {
    if (match(line, /^[ \t]+/)) { gap = 1; line = substr(line, RLENGTH + 1); continue }
    if (substr(line, 1, 2) == "//") break
    if (substr(line, 1, 2) == "/*") {
      if (!(at = index(line, "*/"))) { comment = 1; break }
      line = substr(line, at + 2)
      continue
    }
    c = substr(line, 1, 1)
    end = 0
    what = "text"
    if (c == "\"" || c == "'") end = text_end(line, 1, c)
    else if (c == "/" && wants_value()) {
      end = text_end(line, 1, c)
      while (substr(line, end + 1, 1) ~ /[a-z]/) end++
    } else if (c == "`") end = template_end(line, 2)
    else if (c == "}" && depth && !open_in[depth]) { depth--; end = template_end(line, 2) }
    else if (match(line, /^[A-Za-z_$][A-Za-z0-9_$]*/)) { end = RLENGTH; what = "word" }
    else if (match(line, /^[0-9][A-Za-z0-9_.]*/)) { end = RLENGTH; what = "number" }
    else {
      what = "mark"
      end = match(line, /^(=>|\.\.\.|\?\.)/) ? RLENGTH : 1
      if (depth && c == "{") open_in[depth]++
      if (depth && c == "}") open_in[depth]--
    }
    add(substr(line, 1, end), what)
    line = substr(line, end + 1)
  }
}

# What a brace opens: code, an object (or a pattern of one), a class, or the names of an import or export.
function brace(i,   before) {
  before = token[i - 1]
  if (before ~ /^(import|export)$/) return "names"
  if (token[i - 2] == "class" || token[i - 2] == "extends") return "class"
  return i == 1 || before ~ /^(=>|[);{}]|else|try|catch|finally|do)$/ ? "code" : "object"
}

# Where each bracket is closed.
function match_brackets(   i, top, open) {
  for (i = 1; i <= count; i++) {
    if (closes(i)) { opened[i] = open[top]; closing[open[top--]] = i }
    if (opens(i)) open[++top] = i
  }
}

function opens(i) {
  return kind[i] == "text" ? token[i] ~ /^[`}].*[$][{]$/ : kind[i] == "mark" && token[i] ~ /^[({\[]$/
}

function closes(i) {
  return kind[i] == "text" ? token[i] ~ /^}/ : kind[i] == "mark" && token[i] ~ /^[)}\]]$/
}

# Whether a bracket closes the condition of a statement: what follows is a statement, though it were an empty one or begin with a /.
function ends_head(i) {
  return token[i] == ")" && kind[i] == "mark" && token[opened[i] - 1] ~ /^(if|for|while)$/ && token[opened[i] - 2] != "."
}

# What would be read as something else: a regular expression where a division may stand, and a line's end that ends a statement.
function check(   i) {
  for (i = 2; i <= count; i++) {
    if (token[i] == "/" && kind[i] == "mark" && (ends_head(i - 1) || (token[i - 1] == "}" && kind[i - 1] == "mark"))) die("a / after " token[i - 1])
    if (fresh_line[i] && chunk_of[i] == chunk_of[i - 1] && kind[i] == "word" && token[i] !~ /^(in|of|instanceof|as|from)$/ && (kind[i - 1] == "number" || (kind[i - 1] == "text" && token[i - 1] !~ /[$][{]$/) || (kind[i - 1] == "word" && !index(reserved, " " token[i - 1] " "))))
      die("no ; between " token[i - 1] " and " token[i])
  }
}

# Whether what stands in a bracket is bound by it: parameters, or a pattern.
function binding(i, outer,   before, after) {
  before = token[i - 1]
  after = token[closing[i] + 1]
  if (token[i] == "(") return after == "=>" || before == "catch" || (after == "{" && before !~ /^(if|for|while|switch)$/)
  return before ~ /^(const|let)$/ || (before == "," && after == "=" && declares(i)) || (outer && before ~ /^([(,\[{:]|\.\.\.)$/)
}

# What each word is: a name of a property, a short form of one, or a name of something. Brackets are walked along.
function roles(   i, before, after, top, within, binds, inside) {
  for (i = 1; i <= count; i++) {
    before = token[i - 1]
    after = token[i + 1]
    if (closes(i)) top--
    if (opens(i)) {
      binds[top + 1] = kind[i] == "mark" && binding(i, top && binds[top])
      within[++top] = token[i] == "{" ? brace(i) : token[i]
      opening[top] = i
    }
    if (kind[i] != "word" || index(reserved, " " token[i] " ")) continue
    inside = top ? within[top] : ""
    if (before == "." || before == "?." || inside == "class") role[i] = "property"
    else if (inside == "names") keep[token[i]] = 1
    else if (inside == "object" && ((before ~ /^[{,]$/ && after ~ /^[:(]$/) || (before ~ /^(async|get)$/ && after == "("))) role[i] = "property"
    else {
      role[i] = inside == "object" && before ~ /^[{,]$/ && after ~ /^[,}=]$/ ? "short" : "name"
      if (before ~ /^(const|let|function|class)$/ || after == "=>" || (top && binds[top] && before ~ /^([(,\[{:]|\.\.\.)$/ && after ~ /^[,)=}\]]$/) || (before == "," && after ~ /^[=;,]$/ && declares(i))) {
        bound[token[i], chunk_of[i]] = 1
        binding_at[++bindings] = i
      }
      if (!top && (before ~ /^(const|let|function|class)$/ || (before == "," && after == "="))) {
        if (token[i] in named) die(token[i] " is named twice at the top")
        named[token[i]] = topmost[token[i]] = 1
      }
    }
  }
}

# Whether what follows a comma is declared, as b in let a = 1, b = 2: the statement that it stands in begins with let or const.
function declares(i,   j, deep) {
  for (j = i - 1; j > 0; j--) {
    if (closes(j)) deep++
    if (opens(j) && --deep < 0) return 0
    if (!deep && token[j] ~ /^(const|let)$/) return 1
    if (!deep && token[j] == ";") return 0
  }
  return 0
}

# Whether a name stays as it is.
function stays(word) {
  return (word in keep) || index(known, " " word " ")
}

# The n-th short name, from 1: one letter, then two.
function short(n) {
  return n <= free_count ? free[n] : free[int((n - 1) / free_count)] free[(n - 1) % free_count + 1]
}

# Where what is named at i can be seen: from `from` to `upto`. A function, a method, an arrow, a for, a catch with its body, or a block.
function scopes(   i, j, k) {
  for (i = 1; i <= count; i++) {
    if (kind[i] != "mark") continue
    if (token[i] == "=>") {
      if (token[j = i + 1] == "{" && kind[j] == "mark") j = closing[j]
      else {
        while (chunk_of[j] == chunk_of[i] && !closes(j) && token[j] !~ /^[,;]$/) {
          while (opens(j)) j = closing[j]
          j++
        }
        j--
      }
      scope(token[i - 1] == ")" ? opened[i - 1] : i - 1, j)
    } else if (token[i] == "(" && token[j = closing[i] + 1] == "{" && kind[j] == "mark" && token[i - 1] !~ /^(if|while|switch)$/) scope(i, closing[j])
    else if (token[i] == "{" && brace(i) == "code") scope(i, closing[i])
  }
}

function scope(first, last) {
  from[++scope_count] = first
  upto[scope_count] = last
}

# What a name stands for: the word within the widest of the scopes that bind it in its chunk; the word in the whole chunk where it is said
# outside of these, too. A short name stands for two where neither is seen from the other.
function settle(   i, j, n, best, word, c, s, key, list, part) {
  for (i = 1; i <= count; i++) {
    if (!(chunk_of[i] in chunk_first)) chunk_first[chunk_of[i]] = i
    chunk_last[chunk_of[i]] = i
  }
  for (i = 1; i <= bindings; i++) {
    best = 0
    for (s = 1; s <= scope_count; s++)
      if (from[s] <= binding_at[i] && upto[s] >= binding_at[i] && chunk_of[from[s]] == chunk_of[binding_at[i]] && (!best || upto[s] - from[s] < upto[best] - from[best])) best = s
    key = token[binding_at[i]] SUBSEP chunk_of[binding_at[i]]
    if (!best) everywhere[key] = 1
    else binders[key] = binders[key] " " best
  }
  for (i = 1; i <= count; i++) {
    if (role[i] != "name" && role[i] != "short") continue
    key = token[i] SUBSEP chunk_of[i]
    if (!(scope_of[i] = widest(i, key))) everywhere[key] = 1
  }
  for (i = 1; i <= count; i++) if ((token[i], chunk_of[i]) in everywhere) scope_of[i] = 0
}

function widest(i, key,   n, list, j, best) {
  n = split(binders[key], list, " ")
  for (j = 1; j <= n; j++)
    if (from[list[j]] <= i && upto[list[j]] >= i && (!best || upto[list[j]] - from[list[j]] > upto[best] - from[best])) best = list[j]
  return best
}

function is_free(name, chunk, first, last,   n, list, j) {
  if (index(reserved known, " " name " ")) return 0
  n = split(taken[chunk, name], list, " ")
  for (j = 1; j < n; j += 2) if (first <= list[j + 1] && last >= list[j]) return 0
  return 1
}

# A short name for a word in its scope: the one it had before, if nothing else has it here.
function short_in(chunk, word, s,   n, first, last) {
  first = s ? from[s] : chunk_first[chunk]
  last = s ? upto[s] : chunk_last[chunk]
  n = word in liked && is_free(short(liked[word]), chunk, first, last) ? liked[word] : 1
  while (!is_free(short(n), chunk, first, last)) n++
  liked[word] = n
  taken[chunk, short(n)] = taken[chunk, short(n)] first " " last " "
  return short(n)
}

function rename(   i, n, all, word, c) {
  n = split(letters, all, " ")
  for (i = 1; i <= n; i++) if (!(all[i] in keep)) free[++free_count] = all[i]
  scopes()
  settle()
  for (i = 1; i <= count; i++) {
    if (role[i] != "name" && role[i] != "short") continue
    word = token[i]
    c = chunk_of[i]
    if (stays(word)) continue
    if (word in topmost) {
      if (!(word in to)) to[word] = "$" short(++tops)
    } else if (!((word, c, scope_of[i]) in local)) {
      if (!((word, c) in bound)) die("who is " word "? Neither bound there nor known.")
      local[word, c, scope_of[i]] = short_in(c, word, scope_of[i])
    }
  }
}

# let does what const does, in what has been checked; !0 is true.
function shortened(i,   word, said) {
  word = token[i]
  if (word == "const" && token[i - 1] !~ /^[?]?[.]$/ && token[i + 1] !~ /^[:(]$/) return "let"
  if (word ~ /^(true|false)$/ && kind[i] == "word" && token[i - 1] !~ /^[?]?[.]$/ && !(token[i - 1] ~ /^[{,]$/ && token[i + 1] ~ /^[:(]$/)) return word == "true" ? "!0" : "!1"
  if (kind[i] == "number" && word ~ /^0[.][0-9]/) return substr(word, 2)
  if ((role[i] != "name" && role[i] != "short") || stays(word)) return word
  said = word in topmost ? to[word] : local[word, chunk_of[i], scope_of[i]]
  return role[i] == "short" && said != word ? word ":" said : said
}

# Of declarations in a row the later ones lose their let: a statement is known by its first word, and where it ends by the depth.
function merge(   i, deep, first, fresh) {
  for (i = 1; i <= count; i++) {
    if (chunk_of[i] != chunk_of[i - 1]) { deep = 0; fresh = 1 }
    if (fresh) { first[deep] = token[i]; fresh = 0 }
    if (kind[i] == "text") {
      if (token[i] ~ /^}/) deep--
      if (token[i] ~ /^[`}].*[$][{]$/) first[++deep] = ""
    } else if (token[i] ~ /^[({\[]$/) { first[++deep] = token[i]; fresh = token[i] == "{" }
    else if (token[i] ~ /^[)}\]]$/) { deep--; fresh = token[i] == "}" && kind[i + 1] == "word" }
    else if (token[i] == ";" && first[deep] != "(") {
      fresh = 1
      if (first[deep] ~ /^(const|let)$/ && token[i + 1] ~ /^(const|let)$/ && chunk_of[i + 1] == chunk_of[i]) { token[i] = ","; dropped[++i] = 1; fresh = 0 }
    }
  }
}

# What says nothing: the third = of a comparison with a word in quotes, which nothing else is equal to; parentheses around the one parameter
# of an arrow, and around a whole item, argument or body of an arrow in which no comma stands.
function bare(   i, j, last, alone) {
  for (i = 2; i <= count; i++) {
    if (token[i] == "=" && token[i - 1] == "=" && token[i - 2] ~ /^[=!]$/ && token[i + 1] ~ /^"[A-Za-z]/) dropped[i] = 1
    if (token[i] != "(" || kind[i] != "mark" || kind[i - 1] != "mark" || chunk_of[i - 1] != chunk_of[i] || dropped[i - 1]) continue
    last = closing[i]
    if (token[last + 1] == "=>") alone = last == i + 2 && kind[i + 1] == "word"
    else {
      alone = token[i - 1] ~ /^([(,\[]|=>)$/ && kind[last + 1] == "mark" && token[last + 1] ~ /^[,)\];}]$/ && token[i + 1] !~ /^[({]$/ && last > i + 1
      for (j = i + 1; alone && j < last; j++) {
        if (opens(j)) j = closing[j]
        else if (token[j] == ",") alone = 0
      }
    }
    if (alone) dropped[i] = dropped[last] = 1
  }
}

END {
  if (failed) exit 1
  match_brackets()
  check()
  roles()
  rename()
  merge()
  bare()
  start = 1
  out = ""
  for (i = 1; i <= count; i++) {
    # What ends with ; or is a function needs no line's end, and declarations in a row one let.
    if (i > 1 && chunk_of[i] != chunk_of[i - 1]) {
      begins = token[start]
      if (token[i - 1] == ";" && begins ~ /^(const|let)$/ && token[i] ~ /^(const|let)$/) {
        out = substr(out, 1, length(out) - 1) ","
        dropped[i] = 1
      } else {
        if (token[i - 1] != ";" && (token[i - 1] != "}" || begins !~ /^(function|async|class)$/)) out = out "\n"
        start = i
      }
      printf "%s", out
      out = ""
    }
    if (dropped[i]) continue
    said = shortened(i)
    if (token[i] == "," && token[i + 1] ~ /^[)\]}]$/ && kind[i + 1] == "mark" && token[i - 1] !~ /^[,[]$/) continue
    if (token[i] == ";" && token[i + 1] == "}" && token[i - 1] != "else" && !ends_head(i - 1)) continue
    last = substr(out, length(out))  # none where a chunk begins: it has its sign or a line's end before it
    if (spaced[i] && ((last ~ /[A-Za-z0-9_$]/ && said ~ /^[A-Za-z0-9_$]/) || (last ~ /[-+]/ && substr(said, 1, 1) == last) || (said == "." && kind[i - 1] == "number"))) out = out " "
    out = out said
  }
  print out
}
