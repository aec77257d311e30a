#!/bin/sh
# Progress: on a terminal a program that takes long says how far it is, at which rate it goes on and how long it will take; not in a
# pipe, not with -q, and not where its output is. SIGUSR1 asks for it at any time.
. "$(dirname "$0")/../tap.sh"
script -qec true /dev/null </dev/null >/dev/null 2>&1 || { skip 'script cannot open a terminal here'; finish; exit; }

# patience COMMAND...: until the command succeeds, for minutes on a slow machine
patience() {
	for _ in $(seq 3000); do
		"$@" >/dev/null 2>&1 && return 0
		sleep 0.1
	done
	return 1
}
long="([2-9]|[1-9][0-9]+) (s|min)" # nothing is said in the first two seconds; a slow machine may say it late
plain() { tr '\r' '\n' <"$1" | sed 's/\x1b\[K//g'; }

scree-shape cow | scree-set --gravity 0,-10 --law grain,grain,kn=1e4,mu=0 | scree-dem2 -q -t 0.03 -e 0.01 >run
# Programs that wait for the end of their input, which is a pipe. Its beginning was written, as many frames.
for k in terminal quiet pipe table asked; do mkfifo in.$k; done
script -qfc 'scree-energy in.terminal >out.terminal' said.terminal >/dev/null 2>&1 </dev/null &
script -qfc 'scree-energy -q in.quiet >out.quiet' said.quiet >/dev/null 2>&1 </dev/null &
scree-energy in.pipe >out.pipe 2>said.pipe &
script -qfc 'scree-energy in.table' said.table >/dev/null 2>&1 </dev/null &
scree-energy -q in.asked >out.asked 2>said.asked &
asked=$!
# simulators and makers, on a terminal
script -qfc "exec scree-dem2 -t 1e4 -d 1e-4 run >/dev/null" said.run >/dev/null 2>&1 </dev/null &
run=$!
script -qfc "scree-shape cow >cow; exec scree-mass --method montecarlo -n 1000000000000 cow >/dev/null" said.mass >/dev/null 2>&1 </dev/null &
mass=$!
# of pictures; killed long before the last one
script -qfc "scree-shape sphere >ball; exec scree-draw -o a%d.svg --views 10000 --turn 360 ball" said.draw >/dev/null 2>&1 </dev/null &
draw=$!
exec 4>in.terminal 5>in.quiet 6>in.pipe 7>in.table 8>in.asked # when these are open, all programs have begun
for fd in 4 5 6 7 8; do cat run >&$fd; done
ok 'a program that waits says what it has read' patience sh -c "tr '\\r' '\\n' <said.terminal | grep -E '^scree-energy: frame 4, [0-9.e-]+ per s; $long so far'"
ok 'a simulator tells time, rate and what is left' patience sh -c \
	"tr '\\r' '\\n' <said.run | grep -E '^scree-dem2: t [0-9.]+ of 10000, [0-9.e-]+ per s, [0-9]+ %, [0-9]+ (s|min|h|days) left; $long so far'"
ok 'so does a maker' patience sh -c "tr '\\r' '\\n' <said.mass | grep -E '^scree-mass: parts of the points [0-9]+ of [0-9]+; $long so far'"
ok 'so do pictures' patience sh -c \
	"tr '\\r' '\\n' <said.draw | grep -E '^scree-draw: pictures [0-9]+ of 10000, [0-9.e-]+ per s, [0-9]+ %, [0-9.]+ (s|min|h|days) left; '"

# it may not have read all yet, so it is asked again; each time when the answer is there, and not after the right one
asks=0
answers() {
	[ "$(wc -l <said.asked)" -ge $asks ] || return
	tail -n 1 said.asked | grep -Ex 'scree-energy: frame 4, [0-9.e-]+ per s; [0-9]+ (s|min) so far' && return
	kill -USR1 $asked && asks=$((asks + 1))
	return 1
}
ok 'SIGUSR1 is answered, in a pipe and with -q too' patience answers
is 'once, and nothing else' "$(($(wc -l <said.asked) - asks)) $(grep -Evc '^scree-energy: frame [0-9].* so far$' said.asked)" '0 0'
exec 4>&- 5>&- 6>&- 7>&- 8>&-
wait $asked
is 'it goes on' $? 0
ok 'and computes the same' sh -c 'scree-energy -q run | grep -v "^# made" >want; grep -v "^# made" out.asked | cmp - want'
ok 'all end' patience sh -c 'for k in terminal quiet pipe table; do [ -s said.$k ] || exit 1; done; grep -q "first law" said.terminal && grep -q "first law" said.pipe && grep -q "first law" said.table'
is 'what was shown is removed before a message' "$(plain said.terminal | sed -n 's/^scree-energy: first.*/message/p')" message
is 'nothing with -q' "$(grep -c 'frame' said.quiet)" 0
is 'nothing in a pipe' "$(grep -c 'so far' said.pipe)" 0
# a slow machine may say something before the table begins
is 'a table on the terminal has nothing in it' "$(plain said.table | sed -n '/^# scree-table/,$p' | grep -c 'so far')" 0

kill $run $mass $draw 2>/dev/null
wait $run $mass $draw 2>/dev/null

# of a file, the part that has been read, and the time that is left: nobody takes the output, so the program stops on its way
scree-shape cow | awk '/^frame/ { on = 1 } on { row[n++] = $0 } { print }
	END { for (k = 1; k < 8000; k++) for (i = 0; i < n; i++) { sub(/^frame [0-9]+/, "frame " k, row[i]); sub(/^end [0-9]+/, "end " k, row[i]); print row[i] } }' >long
mkfifo out
scree-move --by 1,2 long >out 2>said.file &
file=$!
exec 4<out
read -r line <&4
kill -USR1 $file
ok 'of a file, the part that has been read' patience grep -Eqx 'scree-move: frame [0-9]+, [0-9.e+]+ per s, [0-9]+ %, [0-9]+ (s|min|h|days) left; [0-9]+ (s|min) so far' said.file
is 'it goes on' "$(tail -n 1 <&4)" 'end 7999'
exec 4<&-
finish
