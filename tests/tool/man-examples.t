#!/bin/sh
# Every command in the EXAMPLES of the man pages and in the README's blocks marked `sh` runs, from an empty directory, and
# no program in it fails. Those of one page run in their order, in one directory.
. "$(dirname "$0")/../tap.sh"

# A pipeline has the status of its last program only: each program runs behind a guard that notes its failure.
# 141 is a reader that has seen enough.
guard_programs

run_script() { # SCRIPT: in an empty directory
	rm -rf here failed
	mkdir here
	(cd here && PATH="$tmp/guard:$PATH" timeout 120 sh -ex "$1" </dev/null 2>&1 >/dev/null) >said
	rc=$?
	[ $rc = 0 ] && [ ! -e failed ] && return 0
	tail -n 20 said
	cat failed 2>/dev/null
	return 1
}

# The displays of the EXAMPLES, as mandoc shows them to a reader.
examples() { # PAGE
	{
		printf '.Dd November 21, 2026\n.Dt X 1\n.Os\n.Sh EXAMPLES\n'
		awk '/^\.Sh/ { on = /EXAMPLES/; next }
			on && /^\.Dl/
			on && /^\.Bd.*-literal/ { lit = 1 }
			lit
			/^\.Ed/ { lit = 0 }' "$1"
	} | mandoc -mdoc -Tascii -O width=1000 | sed 's/.\x08//g' | sed '1,/^EXAMPLES/d; $d' | sed 's/^ *//'
}

for page in "$root"/man/*.in; do
	name=$(basename "$page" .in)
	examples "$page" >"$tmp/script"
	case $name in
	scree-*.1) is "$name has examples" "$(grep -c "^[^#]*${name%.1}" script >/dev/null && echo yes)" yes ;;
	esac
	grep -q . script || continue
	ok "the examples of $name run" run_script "$tmp/script"
	case $name in
	scree-cd3.1) # a ten-thousandth of what lifts all by their length: 50 * 0.00628 * 9.81 * 0.3 = 0.92
		ok 'the ellipsoids are at rest then' sh -c "scree-energy -q here/box.scree |
			awk '!/^#/ { last = \$2 + \$3 } END { exit !(last >= 0 && last < 1e-4) }'" ;;
	scree-stress.1)
		ok 'the sides of the cell keep the pressure of 10' awk '/^# t/ { for (k = 2; k <= NF; k++) if ($k ~ /^wall_(xx|yy)/) at[++n] = k - 1 }
			!/^#/ && $1 >= 2 { for (k = 1; k <= n; k++) { rows++; if ($at[k] < 8 || $at[k] > 12) bad = 1 } }
			END { exit bad || rows < 20 }' here/triaxial.tab ;;
	esac
done

awk '/^```/ { on = $0 == "```sh"; next } on' "$root/README.md" >script
is 'the README has commands' "$(grep -q scree- script && echo yes)" yes
ok 'the commands of the README run' run_script "$tmp/script"
finish
