#!/bin/sh
# make install puts programs and pages where they belong, and uninstall leaves nothing behind.
. "$(dirname "$0")/../tap.sh"

mk() {
	# shellcheck disable=SC2086
	MAKEFLAGS='' make -s -C "$root" BIN="${SCREE_BIN#"$root"/}" BUILD="${SCREE_BUILD#"$root"/}" ${SCREE_SAN:+LDFLAGS=-fsanitize=address,undefined} \
		FLAGS="$(cat "$SCREE_BUILD/flags")" DESTDIR="$tmp/stage" PREFIX="${prefix:-/opt/grains}" "$@" 2>&1 # made with the same
}
: "${SCREE_BIN:=$root/bin}" "${SCREE_BUILD:=$root/build}"
ok 'make install' mk install
programs=$(cd "$root/tools" && ls scree-*.c | sed 's/\.c$//')
there() {
	for f in $programs; do
		[ -x "stage/opt/grains/bin/$f" ] || echo "$f"
		[ -f "stage/opt/grains/share/man/man1/$f.1" ] || echo "$f.1"
	done
	for f in bash-completion/completions/scree-shape fish/vendor_completions.d/scree-shape.fish zsh/site-functions/_scree; do
		[ -s "stage/opt/grains/share/$f" ] || echo "$f"
	done
	for f in "$root"/man/*.[57].in; do
		page=$(basename "$f" .in)
		[ -f "stage/opt/grains/share/man/man${page##*.}/$page" ] || echo "$page"
	done
}
is 'every program and page is there' "$(there)" ''
is 'and nothing else' "$(find stage -type f | wc -l)" \
	"$(($(echo "$programs" | wc -l) * 4 + 1 + $(find "$root/man" -name '*.[57].in' | wc -l)))"
is 'an installed program runs' "$(stage/opt/grains/bin/scree-shape --version)" 'scree-shape 0.1.0'
is 'an installed page begins with the name of its program' \
	"$(sed -n 's/^\.Nm //p' stage/opt/grains/share/man/man1/scree-shape.1 | head -n 1)" scree-shape
ok 'make uninstall' mk uninstall
is 'nothing is left' "$(find stage -type f)" ''
# a name with a blank and a quote
prefix="/my own/mill's"
ok 'make install into a folder with a blank in its name' mk install
is 'everything is there' "$(find "stage/my own/mill's" -type f | wc -l)" \
	"$(($(echo "$programs" | wc -l) * 4 + 1 + $(find "$root/man" -name '*.[57].in' | wc -l)))"
is 'and no stray folder' "$(ls stage | grep -v '^opt$'; ls "$root/own" 2>/dev/null)" 'my own'
ok 'make uninstall there' mk uninstall
is 'nothing is left there' "$(find stage -type f)" ''
finish
