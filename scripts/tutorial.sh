#!/bin/sh
# tutorial.sh: run the commands of docs/TUTORIAL.md in a folder of their own, and put the pictures that it shows into docs/tutorial.
# The programs must be on the PATH.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
awk '/^```/ { on = $0 == "```sh"; next } on' "$root/docs/TUTORIAL.md" >"$work/commands"
mkdir -p "$root/docs/tutorial"
cd "$work"
sh -eu commands >/dev/null
for picture in $(sed -n 's|.*](tutorial/\([a-z]*\.png\)).*|\1|p' "$root/docs/TUTORIAL.md"); do
	cp "$picture" "$root/docs/tutorial/"
done
