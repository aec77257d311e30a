#!/bin/sh
# completion.sh BIN DIR: writes the completion of the options of all programs in BIN for bash, zsh and fish into DIR/bash, DIR/zsh and
# DIR/fish. It is made from the tables of options that the programs print. The programs for MPI, which need not be there, take the options
# of the plain ones.
bin=$1 dir=$2
mkdir -p "$dir/bash" "$dir/zsh" "$dir/fish" || exit 1
for program in "$bin"/scree-*; do
	case $program in *-mpi) continue ;; esac
	"$program" --option-table || exit 1
	case $program in *-dem[23]) "$program" --option-table | sed '1s/-dem[23]/&-mpi/' ;; esac
done | awk -F '\t' -v dir="$dir" -v sq="'" '
	# text between single quotes of a shell: a quote ends them, stands for itself, and begins them again
	function quoted(s) {
		gsub(sq, sq "\\" sq sq, s)
		return sq s sq
	}
	# a message of zsh, in which brackets and colons have a meaning
	function plain(s) {
		gsub(/\\/, "\\\\", s)
		gsub(/\[/, "\\[", s)
		gsub(/\]/, "\\]", s)
		gsub(/:/, "\\:", s)
		return s
	}
	function finish() {
		if (!name)
			return
		file = dir "/bash/" name
		f = name
		gsub(/-/, "_", f)
		print "# completion of " name " for bash\n_" f "() {\n" \
			"\tlocal cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}\n" \
			"\t[ \"$cur\" != = ] || cur=\n" \
			"\t[ \"$prev\" != = ] || prev=${COMP_WORDS[COMP_CWORD - 2]}\n" \
			"\tCOMPREPLY=()\n" \
			"\tcase $prev in\n" (values ? "\t" values ") return ;;\n" : "") "\tesac\n" \
			"\tcase $cur in\n" \
			"\t-*) mapfile -t COMPREPLY < <(compgen -W " quoted(words) " -- \"$cur\") ;;\n" \
			"\t*) mapfile -t COMPREPLY < <(compgen -f -- \"$cur\") ;;\n" \
			"\tesac\n}\ncomplete -o filenames -F _" f " " name >file
		close(file)
		print fish >dir "/fish/" name ".fish"
		close(dir "/fish/" name ".fish")
		programs = programs " " name
		zsh = zsh name ") _arguments -s -S" specs " " quoted("*:file:_files") " ;;\n"
	}
	$1 == "program" {
		finish()
		name = $2
		words = values = specs = ""
		fish = "# completion of " name " for fish"
	}
	$1 == "option" {
		letter = $2 == "-" ? "" : $2
		file = $5 == "FILE"
		words = words (words ? " " : "") (letter ? "-" letter " " : "") "--" $3
		if ($5 != "-" && !file)
			values = values (values ? " | " : "") (letter ? "-" letter " | " : "") "--" $3
		fish = fish "\ncomplete -c " name (letter ? " -s " letter : "") " -l " $3 ($5 == "-" ? "" : file ? " -r" : " -x") " -d " quoted(fishy($6))
		value = $5 == "-" ? "" : ":" plain($5) ":" (file ? "_files" : " ")
		end = $5 == "-" ? "" : "="
		if ($4 == "list")
			both = quoted("*")
		else
			both = letter ? quoted("(-" letter " --" $3 ")") : ""
		message = quoted("[" plain($6) "]" value)
		if (letter)
			specs = specs " \\\n\t" both "{-" letter ($5 == "-" ? "" : "+") ",--" $3 end "}" message
		else
			specs = specs " \\\n\t" both "--" $3 end message
	}
	function fishy(s) { # a backslash before a quote or a backslash is special between single quotes of fish
		gsub(/\\/, "\\\\", s)
		return s
	}
	END {
		finish()
		file = dir "/zsh/_scree"
		print "#compdef" programs "\n# completion of the programs of scree for zsh\ncase $service in\n" zsh "esac" >file
	}'
