#!/bin/sh
# example.sh PAGE: the commands in the EXAMPLES of a page of the manual, or in the README's blocks marked `sh`, run in their
# order from an empty directory, and no program in them fails. Speaks TAP; `make check` runs it on every page.
page=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
name=$(basename "$1" .in)
# shellcheck source=tests/tap.sh
. "$(dirname "$0")/../tap.sh"

# A pipeline has the status of its last program only: each program runs behind a guard that notes its failure.
guard_programs
limit=3600 # seconds, against examples that never end

runs() { # SCRIPT
	mkdir here
	(cd here && PATH="$tmp/guard:$PATH" timeout "$limit" sh -ex "$1" </dev/null 2>&1 >/dev/null) >said
	rc=$?
	[ $rc = 0 ] && [ ! -e failed ] && return 0
	tail -n 20 said
	cat failed 2>/dev/null
	return 1
}

# The displays of the EXAMPLES, as mandoc shows them to a reader.
examples() {
	{
		printf '.Dd November 21, 2026\n.Dt X 1\n.Os\n.Sh EXAMPLES\n'
		awk '/^\.Sh/ { on = /EXAMPLES/; next }
			on && /^\.Dl/
			on && /^\.Bd.*-literal/ { lit = 1 }
			lit
			/^\.Ed/ { lit = 0 }' "$page"
	} | mandoc -mdoc -Tascii -O width=1000 | sed 's/.\x08//g' | sed '1,/^EXAMPLES/d; $d' | sed 's/^ *//'
}

case $name in
README.md) awk '/^```/ { on = $0 == "```sh"; next } on' "$page" >script ;;
*) examples >script ;;
esac
case $name in
scree-*.1) ok "$name has examples of its program" grep -q "^[^#]*${name%.1}" script ;;
README.md) ok 'the README has commands' grep -q 'scree-' script ;;
esac
grep -q . script && ok "the examples of $name run" runs "$tmp/script"

case $name in
scree-cd3.1) # a ten-thousandth of what lifts all by their length: 50 * 0.00628 * 9.81 * 0.3 = 0.92
	ok 'the ellipsoids are at rest then' sh -c "scree-energy -q here/box.scree |
		awk '!/^#/ { last = \$2 + \$3 } END { exit !(last >= 0 && last < 1e-4) }'" ;;
README.md | scree-wall.1) # consolidated: the stresses along both axes are equal at first; a packing that is not begins at 1
	ok 'the biaxial test begins with hardly any mobilised friction, and mobilises some' sh -c "scree-stress -q here/biaxial.scree |
		awk '/^# t/ { for (k = 2; k <= NF; k++) if (\$k ~ /^sin_phi/) at = k - 1 } !/^#/ { if (!n++) first = \$at; last = \$at }
		END { print first, last; exit !(n > 9 && first >= 0 && first < 0.1 && last > 0.3) }'" ;;
scree-stress.1)
	ok 'the sides of the cell keep the pressure of 10' awk '/^# t/ { for (k = 2; k <= NF; k++) if ($k ~ /^wall_(xx|yy)/) at[++n] = k - 1 }
		!/^#/ && $1 >= 2 { for (k = 1; k <= n; k++) { rows++; if ($at[k] < 8 || $at[k] > 12) bad = 1 } }
		END { exit bad || rows < 20 }' here/triaxial.tab ;;
esac
finish
