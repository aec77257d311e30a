#!/bin/sh
# make install puts programs, pages, documents and examples where they belong, and uninstall leaves nothing behind. The version is
# what git describes, and make dist writes it down.
. "$(dirname "$0")/../tap.sh"

mk() {
	# shellcheck disable=SC2086
	MAKEFLAGS='' make -s -C "$root" BIN="${SCREE_BIN#"$root"/}" BUILD="${SCREE_BUILD#"$root"/}" ${SCREE_SAN:+LDFLAGS=-fsanitize=address,undefined} \
		FLAGS="$(cat "$SCREE_BUILD/flags")" DESTDIR="$tmp/stage" PREFIX="${prefix:-/opt/grains}" "$@" 2>&1 # made with the same
}
: "${SCREE_BIN:=$root/bin}" "${SCREE_BUILD:=$root/build}"
ok 'make install' mk install
programs=$(cd "$root/tools" && ls scree-*.c | sed 's/\.c$//')
mpi=$(cd "$SCREE_BIN" && find . -name 'scree-*-mpi' | sed 's|^./||') # after make mpi
there() {
	for f in $programs; do
		[ -x "stage/opt/grains/bin/$f" ] || echo "$f"
		[ -f "stage/opt/grains/share/man/man1/$f.1" ] || echo "$f.1"
	done
	for f in $mpi; do
		[ -x "stage/opt/grains/bin/$f" ] || echo "$f"
		[ "$(cat "stage/opt/grains/share/man/man1/$f.1")" = ".so man1/${f%-mpi}.1" ] || echo "$f.1"
		[ -s "stage/opt/grains/share/bash-completion/completions/$f" ] || echo "$f for bash"
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
documents() {
	for f in README.md CHANGELOG.md LICENSE docs/ARCHITECTURE.md docs/RECIPES.md docs/ACCURACY.md docs/tutorial/curve.png docs/gallery/README.md docs/gallery/show-chains.png formats/particles.md; do
		cmp "$root/$f" "stage/opt/grains/share/doc/scree/$f"
	done
	for f in "$root"/pipelines/*; do
		cmp "$f" "stage/opt/grains/share/doc/scree/pipelines/$(basename "$f")"
	done
}
is 'the documents and the pipelines too' "$(documents 2>&1)" ''
dead_links() {
	cd stage/opt/grains/share/doc/scree || return
	for f in *.md tests/*.md docs/*.md docs/*/*.md formats/*.md pipelines/*.md; do
		grep -o ']([^)#]*)' "$f" | sed 's/^](//; s/)$//' | grep -v '^http' | while read -r to; do
			[ -e "$(dirname "$f")/$to" ] || echo "$f: $to"
		done
	done
}
is 'links between the documents lead somewhere' "$(dead_links)" ''
is 'and nothing else' "$(find stage -type f | grep -v /share/doc/ | wc -l)" \
	"$(($(printf '%s\n' $programs $mpi | wc -l) * 4 + 1 + $(find "$root/man" -name '*.[57].in' | wc -l)))"
find stage/opt -type f | sed 's|^stage/opt/grains||' | sort >all
is 'an installed program runs' "$(stage/opt/grains/bin/scree-shape --version)" "scree-shape $(cat "$SCREE_BUILD/version")"
is 'an installed page begins with the name of its program' \
	"$(sed -n 's/^\.Nm //p' stage/opt/grains/share/man/man1/scree-shape.1 | head -n 1)" scree-shape
# man -k finds the pages by their NAME lines, once the system has indexed them
if command -v mandb >/dev/null || command -v makewhatis >/dev/null; then
	cp -r stage/opt/grains/share/man manual
	if command -v mandb >/dev/null; then mandb -c -q manual 2>/dev/null; else makewhatis manual; fi
	is 'man -k scree lists every page' "$(man -M "$tmp/manual" -k scree | sed 's/ .*//' | sort | tr '\n' ' ')" \
		"$(find manual -name 'scree*.[157]' | sed 's|.*/||; s|\.[157]$||' | sort | tr '\n' ' ')"
else
	skip 'no mandb and no makewhatis to index the manual'
fi
ok 'make uninstall' mk uninstall
is 'nothing is left' "$(find stage -type f; find stage -name scree)" ''
is 'nor an empty folder of completions' "$(find stage -name '*compl*' -o -name zsh -o -name fish)" ''
# a name with a blank and a quote
prefix="/my own/mill's"
ok 'make install into a folder with a blank in its name' mk install
find "stage/my own" -type f | sed "s|^stage/my own/mill's||" | sort >there
ok 'everything is there' cmp all there
is 'and no stray folder' "$(ls stage | grep -v '^opt$'; ls "$root/own" 2>/dev/null)" 'my own'
ok 'make uninstall there' mk uninstall
is 'nothing is left there' "$(find stage -type f)" ''

# ---- the archive of the sources, and the version ----
# a copy of what the version is made from, with a history of its own
mkdir tree && cd tree && cp -R "$root/scripts" . && mkdir -p tools/common && cp "$root/tools/common/tool.h" tools/common
version() { sh scripts/version.sh; }
g() { git -c user.name=a -c user.email=b@c -c init.defaultBranch=main "$@" >/dev/null 2>&1; }
is 'without git and a file: the version that is written down' "$(version)" 0.1.0
echo 0.1.0-3-gabcdef0 >VERSION
is 'that of the file' "$(version)" 0.1.0-3-gabcdef0
if g init && g add scripts tools && g commit -m one; then
	is 'without a version in git: with the commit' "$(version)" "0.1.0-g$(git rev-parse --short HEAD)"
	g tag v0.2.0
	is 'that of a tag' "$(version)" 0.2.0
	g commit --allow-empty -m two
	is 'a commit later' "$(version)" "0.2.0-1-g$(git rev-parse --short HEAD)"
else
	skip 'there is no git here'
fi
cd ..
if [ -e "$root/.git" ] && git -C "$root" log -1 >/dev/null 2>&1; then
	ok 'make dist' sh -c "MAKEFLAGS='' make -s -C '$root' BUILD='${SCREE_BUILD#"$root"/}' FLAGS=\"\$(cat '$SCREE_BUILD/flags')\" DIST='$tmp/dist' dist"
	mkdir out && tar xzf dist/scree-*.tar.gz -C out && mv out/* out/scree
	(cd out/scree && find . -type f | sed 's|^./||' | sort) >have
	{ git -C "$root" ls-tree -r --name-only HEAD; echo VERSION; } | sort >want
	ok 'it has all files of the commit, and the version' cmp have want
	is 'which it tells' "$(sh out/scree/scripts/version.sh)" "$(sh "$root/scripts/version.sh")"
else
	skip 'this is no tree of git'
fi

# ---- the version is the same everywhere ----
is 'pages of the manual' "$(sed -n 's/^\.Os scree //p' "$root"/man/*.in | sort -u)" 0.1.0
is 'how to cite it' "$(sed -n 's/^version: //p' "$root/CITATION.cff")" 0.1.0
is 'the header' "$(sed -n 's/^#define SCREE_VERSION "\(.*\)"/\1/p' "$root/tools/common/tool.h")" 0.1.0
finish
