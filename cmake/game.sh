#!/bin/sh
# game.sh NAME: begins a game from the template, core/games/template.c and tests/vectors/template.vec.
set -eu
cd "$(dirname "$0")/.."
name=${1:-}
case $name in
  "" | [!a-z]* | *[!a-z0-9_]*) echo "usage: make game NAME=x: small letters, digits and _; the path has - where the name has _" >&2; exit 2 ;;
esac
source=core/games/$name.c vectors=tests/vectors/$name.vec
for file in "$source" "core/games/$name" "$vectors"; do
  [ ! -e "$file" ] || { echo "$file is there already" >&2; exit 2; }
done
id=$(echo "$name" | tr _ -)
sed -e "s/\"template\"/\"$id\"/; s/game_template/game_$name/; 1s/.*/\/* $name: what it is, in one line./" core/games/template.c >"$source"
cp tests/vectors/template.vec "$vectors"
echo "GAME($name)" >>core/games.def
cat <<END
$source    the game, so far that of the template: rules, fields, solve, apply, explain, words, sample
$vectors   its pairs and searches, so far those of the template
core/games.def   its line: \`make check-game NAME=$name\` passes already; change, and run it again
END
