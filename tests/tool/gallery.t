#!/bin/sh
# The gallery shows what it says: its page is what the script makes of the claims and pictures, its links lead somewhere, its pictures
# can be read and are small, every study with claims has its place in it, and what stands in it as a command draws a picture.
. "$(dirname "$0")/../tap.sh"
gallery=$root/docs/gallery

(cd "$root" && sh scripts/gallery.sh) >page
ok 'the page is current; if not: make gallery STUDY=none' cmp page "$gallery/README.md"
for page in README.md docs/gallery/README.md; do
	sed 's/](/\n](/g; s/src="/\nsrc="/g' "$root/$page" | sed -n 's/^](\([^)#]*\).*/\1/p; s/^src="\([^"]*\).*/\1/p' | grep -v '^http' | sort -u >links
	ok "$page has links" test -s links
	is "they lead somewhere" "$(while read -r to; do [ -e "$(dirname "$root/$page")/$to" ] || echo "$to"; done <links)" ''
done
# the anchors of a page are its headings
for page in README.md docs/gallery/README.md; do
	sed 's/](/\n](/g' "$root/$page" | sed -n 's/^](\([^)#]*\)#\([^)]*\)).*/\1 \2/p' | while read -r to anchor; do
		grep -qx "##* $anchor" "$(dirname "$root/$page")/$to" || echo "$to#$anchor"
	done >lost
	is "links of $page to headings" "$(cat lost)" ''
done
is 'no picture has more than 200 kB' "$(find "$gallery" -name '*.png' -size +200000c)" ''
is 'all of them have less than 4 MB' "$(find "$gallery" -name '*.png' -exec cat {} + | wc -c | awk '$1 > 4e6')" ''
is 'each is a PNG at least 400 pixels wide' "$(for f in "$gallery"/*.png; do
	od -An -tu1 -N24 "$f" | awk -v f="$f" '{ b = b " " $0 } END { split(b, v, " "); if (v[2] != 80 || v[19] * 256 + v[20] < 400) print f }'
done)" ''
cut -s -f 1 "$gallery/pictures.tsv" | sort >places
for f in "$root"/pipelines/*.sh; do
	case $(basename "$f") in
	show-*) basename "$f" .sh ;;
	*) ! grep -q '^# CLAIM ' "$f" || basename "$f" .sh ;;
	esac
done | sort >studies
is 'every study has one place' "$(diff studies places)" ''
is 'every study has a picture, and every picture a study' "$(cd "$gallery" && ls ./*.png | sed 's|./||; s|\.png$||' | sort | diff - "$tmp/places")" ''

while IFS="$(printf '\t')" read -r study picture _; do
	case $study in
	show-*)
		sh "$root/pipelines/$study.sh" --quick "$study" >said 2>&1 </dev/null
		ok "$study draws a picture" test -s "$study/$picture"
		;;
	esac
done <"$gallery/pictures.tsv"
finish
