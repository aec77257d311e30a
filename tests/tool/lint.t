#!/bin/sh
# The tree keeps the rules of the house, and a tree that breaks each of them is told so with file and line.
. "$(dirname "$0")/../tap.sh"

if [ -z "$SCREE_SAN" ]; then
	tree() {
		(cd "$root" && sh scripts/lint.sh "${SCREE_BUILD:-build}" "${SCREE_BIN:-bin}")
	}
	ok 'the tree keeps the rules' tree
fi

mkdir -p lib/base lib/world lib/contact lib/dem2 formats tools man tests/tool build/man build/lib/base
put() { # FILE TEXT
	printf '%b' "$2" >"$1"
}
put lib/base/a.h 'int a(size_t n);\n'
put lib/base/a.c '#include "contact/c.h"\n#include <stdio.h>\n#include "x.h"\nstatic int count;\nint b(void) { return ++count; }\n'
put lib/contact/c.h '#include "base/b.h"\n'
put lib/base/b.h '#include "nowhere/b.h"\n'
put lib/contact/c.c '#include <stdlib.h>\nvoid c(void) { exit(1); }\nvoid *d(void) { return malloc(3); }\n'
put lib/world/world.h '#include "shape/s.h"\n'
put lib/dem2/d.c '#include "dem3/d.h"\n'
put formats/f.c '#include "common/tool.h"\n#include "base/b.h"\ndouble f(char *s) { return strtod(s, NULL); }\n'
{ yes '' | head -n 501; } >lib/base/long.c
mkdir tests/mutants
put tests/mutants/a.tsv 'lib/base/a.c\tint b(void)\tint c(void)\twhat breaks\nlib/base/a.c\tint z(void)\tint c(void)\twhat breaks\n'
put formats/odd.md 'odd\n'
put tools/scree-new.c '#include "f.h"\nint main(void) { sprintf(0, ""); return setlocale(0, ""); } \n/* TO''DO */\n'
put tools/scree-old.c "/*$(printf '%0140d' 0)*/\n"
put man/scree-old.1.in '.Sh SEE ALSO\n.Xr scree-new 1 ,\n.Xr scree-lost 7\n'
put build/man/scree-old.1 '.Dd $Mdocdate$\n.Dt SCREE-OLD 1\n.Sh NAME\n.Xyz\n'
put tests/tool/old.t 'if\nscree-old\n'
mkdir bin
printf '#!/bin/sh\necho "  -f, --found N    help"\necho "      --lost       help"\n' >bin/scree-old
chmod +x bin/scree-old
printf '.It Fl f , Fl \\-found Ar N\n' >>build/man/scree-old.1
printf '.Fl \\-found\n.Fl \\-made-up\n.%%T One two three four five six seven eight nine\n.%%T One two\n.Ss In space\n.Ss \\&In time\n' >>man/scree-old.1.in
printf '.Dl %070d\n.Dl %069d\n' 1 1 >>man/scree-old.1.in
"${CC:-cc}" -c -o build/lib/base/a.o -xc - <<-END
	static int count;
	int b(void) { return ++count; }
END
sh "$root/scripts/lint.sh" build bin >said 2>&1
is 'a tree that breaks the rules fails' $? 1
names() { # FILE:LINE PATTERN
	ok "named: $1 $2" grep -Eq "^$1: .*$2" said
}
names lib/base/a.h:1 'does not compile alone'
names lib/base/a.c:1 'contact/c.h.*above'
names lib/base/a.c:2 'no input or output'
names lib/base/a.c:3 'room/file.h'
names lib/base/a.c:1 'keeps state in count'
names lib/base/b.h:1 'no room'
names lib/contact/c.c:2 'only programs end'
names lib/contact/c.c:3 'base/buf'
names lib/world/world.h:1 'above'
names lib/dem2/d.c:1 'beside'
names formats/f.c:1 'above'
names formats/f.c:3 'unchecked'
names lib/base/long.c:501 'longer than 500 lines'
names tests/mutants/a.tsv:2 'stands 0 times'
is 'a text that stands there once' "$(grep -c 'a.tsv:1:' said)" 0
names formats/odd.md:1 'no man page man/scree-odd.5.in'
names tools/scree-new.c:1 'no man page'
names tools/scree-new.c:1 'named by no test'
names tools/scree-new.c:2 'overrun'
names tools/scree-new.c:2 'same everywhere'
names tools/scree-new.c:2 'blanks'
names tools/scree-new.c:3 'unfinished'
names tools/scree-old.c:1 'longer'
names man/scree-old.1.in:2 'scree-new\(1\)'
names man/scree-old.1.in:3 'scree-lost\(7\)'
names tests/tool/old.t:1 'ntax error'
names tests/tool/old.t:1 'executable'
names man/scree-old.1.in:1 'lacks option --lost'
names man/scree-old.1.in:6 'title'
names man/scree-old.1.in:8 'macro of mdoc: .& goes'
names man/scree-old.1.in:10 'man breaks'
is 'a display that fits' "$(grep -c 'old.1.in:11:' said)" 0
is 'a heading that cannot be one' "$(grep -c 'old.1.in:9:' said)" 0
is 'a short title may do without quotes' "$(grep -c 'old.1.in:7: .*title' said)" 0
names man/scree-old.1.in:5 'option --made-up, which no program'
ok 'mandoc speaks up' grep -q '^build/man/scree-old.1:4:.*WARNING\|^build/man/scree-old.1:4:.*ERROR' said
is 'what keeps the rules is not named' "$(grep -c -- '--found\|f.c:2:\|scree-old.c.*test' said)" 0
finish
