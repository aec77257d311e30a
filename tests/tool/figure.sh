#!/bin/sh
# figure.sh PIPELINE: the quick variant of a figure runs from an empty directory, leaves a picture, judges every claim in its
# head, and no claim and no program fails. Speaks TAP; `make check` has prove run it on every figure.
script=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
# shellcheck source=tests/tap.sh
. "$(dirname "$0")/../tap.sh"

ok 'the quick variant runs' sh -c "sh '$script' --quick left >said 2>words || { cat words; false; }"
ok 'it leaves a picture' sh -c 'ls left/*.png left/*.gif 2>/dev/null | grep .'
ok 'it has claims in its head' grep -q '^# CLAIM ' "$script"
awk -f "$root/pipelines/claims.awk" "$script" >claims
while read -r line; do
	id=${line%%"$(printf '\037')"*}
	is "it judges $id" "$(grep "^CLAIM $id printed=[^ ]* measured=[^ ]*" said |
		sed 's/ reason=.\{20\}.*//; s/.* //; s/undecided\|differs/holds/')" holds
done <claims
is 'and nothing else' "$(grep -c '^CLAIM' said)" "$(grep -c . claims)"
finish
