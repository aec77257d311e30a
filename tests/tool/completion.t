#!/bin/sh
# scripts/completion.sh: what bash, zsh and fish offer when a user types a part of an option
. "$(dirname "$0")/../tap.sh"

programs=$(cd "$root/tools" && ls scree-*.c | sed 's/\.c$//')
ok 'it is made' sh "$root/scripts/completion.sh" "$(dirname "$(command -v scree-shape)")" .
all=$(printf '%s\n' $programs scree-dem2-mpi scree-dem3-mpi | sort)
is 'for all programs in bash' "$(ls bash | sort)" "$all"
is 'and in fish' "$(ls fish | sed 's/\.fish$//' | sort)" "$all"
is 'and in zsh' "$(sed -n 's/^\(scree-[a-z0-9-]*\)) _arguments .*/\1/p' zsh/_scree | sort)" "$all"
is 'programs for MPI have the options of the plain ones' "$(sed 's/-mpi//g; s/_mpi//g' bash/scree-dem3-mpi)" "$(cat bash/scree-dem3)"
: >a.stl
: >'b c.stl'
if command -v bash >/dev/null; then
	cat >ask <<-'END'
	# ask WORD...: what may stand for the last word, in a line
	. "bash/$1"
	COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
	"_${1//-/_}"
	printf '%s\n' "${COMPREPLY[@]}" | sort | tr '\n' ';'
	END
	for p in $programs; do
		is "bash: all options of $p" "$(bash ask "$p" - | tr ';' '\n' | grep '^--' | sort)" \
			"$($p --help | sed -n 's/^  *\(-., \)*\(--[a-z0-9-]*\).*/\2/p' | sort)"
	done
	is 'bash: by their beginning' "$(bash ask scree-shape --rad)" '--radius;'
	is 'bash: letters' "$(bash ask scree-dem2 - | tr ';' '\n' | grep -cx -e -t -e -d -e -e -e -q)" 4
	is 'bash: files elsewhere' "$(bash ask scree-mass b)" 'b c.stl;bash;'
	is 'bash: files for the value of an option' "$(bash ask scree-mass --surface a.)$(bash ask scree-mass --surface = a.)" 'a.stl;a.stl;'
	is 'bash: nothing where a number is due' "$(bash ask scree-shape --radius a)$(bash ask scree-shape -r a)$(bash ask scree-shape --radius = '')" ';;;'
	is 'bash: which it is told' "$(bash -c '. bash/scree-shape; complete -p scree-shape')" 'complete -o filenames -F _scree_shape scree-shape'
else
	skip 'bash is not here'
fi
if command -v fish >/dev/null; then
	is 'fish: by the beginning' "$(HOME=$tmp fish -c 'source fish/scree-shape.fish; complete -C "scree-shape --rad"' | cut -f1)" --radius
	is 'fish: nothing is wrong in any' "$(for f in fish/*; do HOME=$tmp fish -n "$f" 2>&1; done)" ''
else
	skip 'fish is not here'
fi
if command -v zsh >/dev/null; then
	ok 'zsh: nothing is wrong' zsh -n zsh/_scree
	# an interactive zsh that is asked for a list
	cat >ask.zsh <<-'END'
	zmodload zsh/zpty
	zpty z zsh -f -i
	zpty -w z 'PS1= RPS1=; fpath=($PWD/zsh $fpath); autoload -U compinit; compinit -u -D; LISTMAX=0; unsetopt prompt_cr; echo r"eady"'
	zpty -r z x '*ready*'
	zpty -n -w z $'scree-shape --roun\t'
	zpty -r z x '*--round*'
	print -r -- ${x##*scree-shape}
	END
	is 'zsh: by the beginning' "$(timeout 300 zsh -f ask.zsh 2>&1 | grep -o -e '--round')" --round
else
	skip 'zsh is not here'
fi
finish
