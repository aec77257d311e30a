#!/bin/sh
# figure.sh BIN FIGURE: runs pipelines/FIGURE.sh with the programs in BIN, unless it has finished before with the same script
# and the same programs. Writes its output to out/figures/FIGURE/log and, when it has finished, a checksum of script and programs
# to out/figures/FIGURE/finished. Run at the top of the tree.
bin=$(cd "$1" && pwd)
name=$2
script=pipelines/$name.sh
out=out/figures/$name
PATH=$bin:$PATH
export PATH

mkdir -p "$out" || exit 1
includes=$(grep -o "[a-z0-9-]*\.inc\.sh" "$script" | sort -u | sed "s|^|pipelines/|")
# shellcheck disable=SC2086
programs=$(grep -oh "scree-[a-z0-9]*" "$script" $includes | sort -u | while read -r p; do
	[ ! -f "$bin/$p" ] || echo "$bin/$p"
done)
# shellcheck disable=SC2086
key=$(cat "$script" $includes pipelines/claims.awk $programs | cksum)
if [ -f "$out/finished" ] && [ "$(cat "$out/finished")" = "$key" ]; then
	echo "$name: finished before"
	exit
fi

rm -f "$out/finished"
began=$(date +%s)
if ! sh "$script" >"$out/log" 2>&1; then
	echo "$name: failed; its last words in $out/log:" >&2
	tail -n 5 "$out/log" >&2
	exit 1
fi
for id in $(awk -f pipelines/claims.awk "$script" | cut -d "$(printf '\037')" -f 1); do
	grep -q "^CLAIM $id " "$out/log" || { echo "$name: said nothing of the claim $id" >&2; exit 1; }
done
echo "$key" >"$out/finished"
awk -v name="$name" -v s="$(($(date +%s) - began))" '/^CLAIM/ { n++; v = $5; k[v]++ }
	END { printf "%s: %d claims in %d s:", name, n, s; for (v in k) printf " %d %s", k[v], v; print "" }' "$out/log"
