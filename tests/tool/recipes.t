#!/bin/sh
# The documents tell the truth: every block of commands in them runs without a failure, and prints the lines of the block that
# follows it. The recipes stand alone, each in a folder of its own; the blocks of the other documents follow one another. There are
# thirty recipes, and what the documents link to is there.
. "$(dirname "$0")/../tap.sh"
guard_programs

# split DOCUMENT: block K of it into K.sh, what it shall print into K.out, its heading into K.name.
split() {
	awk '
		/^```/ && open { close(file); open = 0; next }
		/^```sh$/ { k++; file = k ".sh"; printf "" >file; printf "" >(k ".out"); print heading >(k ".name"); close(k ".out"); close(k ".name"); open = 1; next }
		/^```/ { file = k ".out"; open = 1; next }
		open { print >file }
		/^#/ && !open { heading = $0; sub(/^#* /, "", heading) }
		END { print k >"blocks" }' "$1"
}
limit=3600 # seconds, against blocks that never end
# prints K FOLDER: block K, run in the folder, prints what the document says
prints() {
	mkdir -p "$2"
	rm -f "$tmp/failed"
	(cd "$2" && PATH="$tmp/guard:$PATH" timeout $limit sh -e "$tmp/$document/$1.sh" </dev/null 2>"$tmp/said") >"$tmp/printed"
	rc=$?
	[ $rc = 0 ] && [ ! -e "$tmp/failed" ] && diff "$1.out" "$tmp/printed" && return 0
	echo "status $rc"
	tail -n 20 "$tmp/said"
	cat "$tmp/failed" 2>/dev/null
	return 1
}
for document in RECIPES COMING-FROM TUTORIAL CHOOSING ACCURACY; do
	page=$root/docs/$document.md
	[ -e "$page" ] || continue
	mkdir "$tmp/$document"
	cd "$tmp/$document" || exit
	split "$page"
	blocks=$(cat blocks)
	k=1
	while [ $k -le "$blocks" ]; do
		folder=here
		[ $document = RECIPES ] && folder=here$k
		ok "$document: $(cat $k.name)" prints $k $folder
		k=$((k + 1))
	done
	[ $document = RECIPES ] && is 'there are thirty-two recipes' "$blocks $(grep -c '^### [0-9]' "$page")" '32 32'
	cd "$tmp" || exit
done
for page in "$root"/docs/*.md; do
	sed 's/)/)\n/g' "$page" | sed -n 's/.*](\([^)#]*\)).*/\1/p' | grep -v '^http' | sort -u >links
	while read -r link; do
		ok "the link to $link in $(basename "$page") leads somewhere" test -e "$root/docs/$link"
	done <links
done
finish
