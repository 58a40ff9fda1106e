#!/usr/bin/env python3
"""references.py ROOT: every file that a source, a test or a document names is in the repository, and the rooms of docs/walk.md are there."""
import os
import re
import sys

root = sys.argv[1]
ENDS = "md|mjs|js|ts|json|yaml|css|html|txt|c|h|def|inc|vec|sh|py|cmake|awk|lua|dict"
NAMED = re.compile(r"(?<![\w./<$*{}%…-])(?:\.\.?/)*((?:[\w.-]+/)*[\w-]{2,}\.(?:" + ENDS + r"))(?![\w-])")
PLACEHOLDER = re.compile(r"NAME|SEED|\b[A-Z]+\.yaml$|\bID\.|(?:^|/|_)x\.")  # NAME.c, x.vec: of a game that is still to be written; ID.json: of a problem
# In code `reply.json` is a member, and "said.txt" may be a file that is made: of such names, those in comments are looked at.
MADE = re.compile(r"\.(?:json|yaml|txt|html|css|js|ts)$")
COMMENT = re.compile(r"/\*.*|(?<!:)//.*|^ \*.*")
# Generated, of the system, or of another project, and named as that.
ELSEWHERE = {"examples.h", "description.inc", "tools.inc", "judge.inc", "gallery.inc", "gallery_names.inc", "problems.inc", "revision.inc", "web_bytes.inc", "web_files.inc", "web_version.inc", "gmp.h", "cJSON.h", "microhttpd.h", "check.h", "config.h",
             "zlib.h", "zconf.h", "seccomp.h", "seccomp-syscalls.h", "text_app.js", "text_index.html", "text_style.css", "build/CMakeCache.txt",
             "compile_commands.json", "reached.json", "openapi.json", "openapi-3.2.yaml",  # the last two are served
             "solution.py", "answer.py", "output.txt", "answer.json",  # handed in by students
             "judgemessage.txt", "teammessage.txt", "score_multiplier.txt", "score.txt", "results.json", "record.txt"}  # what judges' systems read


def files():
    for folder, folders, names in os.walk(root):
        folders[:] = [f for f in folders if not f.startswith((".git", "build")) and f not in ("node_modules", "corpus", "wrong")]
        for name in names:
            yield os.path.relpath(os.path.join(folder, name), root)


every = sorted(files())
ends = {"/".join(path.split("/")[i:]) for path in every for i in range(path.count("/") + 1)}
faults = []
for path in every:
    if path.endswith((".json", ".vec", "LICENSE", "references.py", "instructions.txt")):
        continue
    try:
        with open(os.path.join(root, path), encoding="utf-8") as text:
            lines = text.read().split("\n")
    except UnicodeDecodeError:
        continue
    for number, line in enumerate(lines, 1):
        if re.match(r"\s*#\s*include\s*<", line):
            continue
        said = " ".join(COMMENT.findall(line)) if path.endswith((".c", ".h", ".mjs", ".js", ".ts")) else line
        for name in NAMED.findall(line):
            if MADE.search(name) and name not in said:
                continue
            if name.endswith(".js") and name[:-2] + "ts" in ends:  # what is compiled of it
                continue
            if name not in ends and name not in ELSEWHERE and not PLACEHOLDER.search(name):
                faults.append(f"{path}:{number}: there is no {name}")
# A function that a comment of C names is called or defined somewhere.
CALL = re.compile(r"(?<![\w-])([a-z_]\w*)\(\)")
CODE = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
sources = {path: open(os.path.join(root, path), encoding="utf-8").read() for path in every if path.endswith((".c", ".h", ".def"))}
called = {name for text in sources.values() for name in re.findall(r"\b(\w+)\b", CODE.sub(" ", text))}
for path, text in sources.items():
    for comment in CODE.finditer(text):
        for call in CALL.finditer(comment[0]):
            if call[1] not in called:
                faults.append(f"{path}:{text.count(chr(10), 0, comment.start() + call.start()) + 1}: there is no {call[1]}()")
ROOMS = 9
with open(os.path.join(root, "docs/walk.md"), encoding="utf-8") as text:
    rooms = re.findall(r"^\| \w+ \| `([^`]+)` `(\w+)\(\)` \|", text.read(), re.MULTILINE)
if len(rooms) != ROOMS:
    faults.append(f"docs/walk.md: {len(rooms)} rooms, not {ROOMS}")
for path, function in rooms:
    with open(os.path.join(root, path), encoding="utf-8") as text:
        if not re.search(r"^\w[^;=\n]*\b" + function + r"\(", text.read(), re.MULTILINE):
            faults.append(f"docs/walk.md: {path} has no {function}()")

print("\n".join(faults))
sys.exit(1 if faults else 0)
