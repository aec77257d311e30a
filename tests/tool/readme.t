#!/bin/sh
# The README tells the truth: its example of a program compiles without a warning and does what it says, its table names
# every program, and what it links to is there. (Its commands are run by example.sh.)
. "$(dirname "$0")/../tap.sh"
build=${SCREE_BUILD:-$root/build}

awk '/^ *```c$/ { on = 1; next } /^ *```$/ { on = 0 } on { sub(/^   /, ""); print }' "$root/README.md" >scree-shake.c
with=-fopenmp
[ -z "${SCREE_SAN:-}" ] || with="$with -fsanitize=address,undefined"
ok 'the example of a program compiles' ${CC:-cc} -std=c11 -Wall -Wextra -Werror $with \
	-I"$root/lib" -I"$root/formats" -I"$root/tools" -D_GNU_SOURCE -o scree-shake scree-shake.c "$build/libscree.a" -lm
scree-shape disk >disk.scree
./scree-shake --speed 0.5 disk.scree >shaken.scree
is 'it runs' $? 0
is 'and records its seed' "$(grep '^made' shaken.scree | tail -n 1)" "made scree-shake 0.1.0 --speed 0.5 disk.scree --seed 1 $(noted disk.scree 1)"
is 'it changes the frame' "$(diff disk.scree shaken.scree | grep -c '^> body')" 1
is 'and nothing else' "$(diff disk.scree shaken.scree | grep -c '^>')" 2

for page in $(grep -o 'build/man/[a-z0-9.-]*' "$root/README.md"); do
	ok "make alone makes $page" sh -c "make -C '$root' -n all BUILD='$tmp/b' BIN='$tmp/b/bin' | grep -q 'b/man/${page##*/}'"
done
for p in $(cd "$root/tools" && ls scree-*.c | sed 's/\.c$//'); do
	ok "the README's table has $p" grep -q "^| .*\`$p\`" "$root/README.md"
done
sed -n 's/.*](\([^)#]*\)).*/\1/p' "$root/README.md" | grep -v '^http' >links
while read -r link; do
	ok "the README's link $link leads somewhere" test -e "$root/$link"
done <links
grep -o 'tools/[a-z0-9-]*\.[ch]\|lib/[a-z0-9]*/[a-z0-9]*\.[ch]\|formats/[a-z]*\.md' "$root/README.md" | grep -v shake | sort -u >files
while read -r file; do
	ok "$file is there" test -e "$root/$file"
done <files
finish
