#!/usr/bin/env python3
"""references.py ROOT: every file that a source, a test or a document names is in the repository, and the rooms of docs/walk.md are there."""
import os
import re
import sys

root = sys.argv[1]
ENDS = "md|mjs|c|h|def|inc|vec|sh|py|cmake|awk|lua|dict"
NAMED = re.compile(r"(?<![\w./<$*{}%…-])(?:\.\.?/)*((?:[\w.-]+/)*[\w-]{2,}\.(?:" + ENDS + r"))(?![\w-])")
PLACEHOLDER = re.compile(r"NAME|(?:^|/|_)x\.")  # NAME.c, x.vec: of a game that is still to be written
# Generated, of the system, or of another project, and named as that.
ELSEWHERE = {"examples.h", "tools.inc", "judge.inc", "gallery.inc", "gallery_names.inc", "problems.inc", "revision.inc", "web_bytes.inc", "web_files.inc", "web_version.inc", "gmp.h", "cJSON.h", "microhttpd.h", "check.h", "config.h",
             "solution.py", "answer.py"}  # the last two are handed in by students


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
        for name in NAMED.findall(line):
            if name not in ends and name not in ELSEWHERE and not PLACEHOLDER.search(name):
                faults.append(f"{path}:{number}: there is no {name}")
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
