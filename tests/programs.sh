# programs.sh: how to run each program so that it has something to do; for tests of what all have in common.
# To be sourced after tap.sh.
cp "$root/tests/data/chain.scree" scene.scree
printf '0 0 0 0.5\n1 0 0 0.5\n' >pair.xyzr

# What a program reads (none; a stream; a pipe: a stream from stdin only; solids: a stream in 3D; hard: without clumps; a table; replay: a stream that can be made again), and its arguments.
arguments() {
	case $1 in
	scree-voronoi) echo 'none -n 20 --box 5,5 --periodic xy --erode 0.1 --dilate 0.1' ;;
	scree-shape) echo 'none cow' ;;
	scree-fill) echo 'stream -n 3 --box 99,9' ;;
	scree-mass) echo 'stream --table' ;;
	scree-clump) echo 'stream -n 20' ;;
	scree-wall) echo 'pipe box' ;;
	scree-set | scree-join | scree-move | scree-pick | scree-energy | scree-contacts | scree-stress) echo 'stream' ;;
	scree-profile) echo 'stream --from -9 --to 99' ;;
	scree-flux) echo 'stream --y 0' ;;
	scree-order) echo 'stream --nematic' ;;
	scree-hist) echo 'stream -x x' ;;
	scree-dem2) echo 'stream -t 0.01 --dt 0.001' ;;
	scree-convert) echo 'none pair.xyzr' ;;
	scree-dem3) echo 'solids -t 0.01 --dt 0.001' ;;
	scree-cd3) echo 'hard -t 0.01 --dt 0.001' ;;
	scree-orient) echo 'solids' ;;
	scree-draw) echo 'stream' ;;
	scree-verify) echo 'replay' ;;
	scree-plot | scree-mean) echo 'table' ;;
	esac
}

# That input, of kind $1.
give() {
	case $1 in
	stream | pipe) cat scene.scree ;;
	solids) cat "$root/tests/data/clumps.scree" ;;
	hard) sed -e '/^body [24]/d' -e 's/body=4/body=2/' "$root/tests/data/clumps.scree" ;;
	table) scree-energy -q scene.scree ;;
	replay) scree-shape cow ;;
	esac
}

programs=$(cd "$root/tools" && ls scree-*.c | sed 's/\.c$//')
