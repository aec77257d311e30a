#!/bin/sh
# What all figures share: claims are judged as the heads of the scripts say, finished figures are not run again unless the
# script or a program of theirs changed, and the page has every claim.
. "$(dirname "$0")/../tap.sh"

mkdir -p pipelines bin
cp "$root"/pipelines/*.inc.sh "$root/pipelines/claims.awk" pipelines
cat >pipelines/p9-fig1-fall.sh <<'END'
#!/bin/sh
# p9-fig1-fall: things fall.
#
# Question   Do they fall
#            down?
# Chosen     nothing.
#
# CLAIM p9-fig1-down printed=9.81 holds='9 < m && m < 10' acceleration [m/s^2]
# CLAIM p9-fig1-up printed=0 holds='m == 0' quick=- acceleration
#       upwards
# CLAIM p9-fig1-sideways printed=1e-3 holds='m < 1e-3 || m > 1e3' drift
# DIFFERS the wind
#       blows
# CLAIM p9-fig1-lost printed=1 holds='1' what was not measured
. "$(dirname "$0")/figure.inc.sh"
echo run >>runs
echo 'scree-fall: g=9 a=1.5 rate=3' >"$out/said"
echo '# t[T] error drift[L]' >"$out/table"
echo '1 2 0.01' >>"$out/table"
claim p9-fig1-down "$(compute "$(field g "$out/said") + 0.8")"
claim p9-fig1-up "$(choose 1.23456 0.5)"
claim p9-fig1-sideways "$(last drift "$out/table")"
claim p9-fig1-lost "$(field gone "$out/said")"
END
sh pipelines/p9-fig1-fall.sh >full
is 'a claim that holds' "$(sed -n 1p full)" 'CLAIM p9-fig1-down printed=9.81 measured=9.8 holds'
is 'one that fails' "$(sed -n 2p full)" 'CLAIM p9-fig1-up printed=0 measured=1.235 fails'
is 'one that differs' "$(sed -n 3p full)" 'CLAIM p9-fig1-sideways printed=1e-3 measured=0.01 differs reason=the wind blows'
is 'what was not measured does not hold' "$(sed -n 4p full)" 'CLAIM p9-fig1-lost printed=1 measured=? fails'
is 'the folder of its own' "$(ls out/figures)" p9-fig1-fall
sh pipelines/p9-fig1-fall.sh --quick elsewhere >quick
is 'the quick variant leaves open what it cannot tell' "$(sed -n 2p quick)" 'CLAIM p9-fig1-up printed=0 measured=0.5 undecided'
is 'and goes where it is told' "$(ls elsewhere)" "$(ls out/figures/p9-fig1-fall)"
sed 's/claim p9-fig1-up/claim p9-fig1-over/' pipelines/p9-fig1-fall.sh >pipelines/p9-other.sh
fails 2 'no claim p9-fig1-over' 'a claim that the head does not have' sh pipelines/p9-other.sh --quick elsewhere
rm pipelines/p9-other.sh

figure() { # runs it when it has to; how often it has run
	sh "$root/scripts/figure.sh" bin p9-fig1-fall >said 2>&1
	grep -c . runs
}
rm -f runs
echo 1 >bin/scree-fall
echo 1 >bin/scree-rise
is 'a figure runs' "$(figure)" 1
is 'says how its claims stand' "$(sed 's/ in .* s:/:/; s/[0-9] //g' said | tr ' ' '\n' | sort | tr '\n' ' ')" \
	'claims: differs fails holds p9-fig1-fall: '
is 'is not run again' "$(figure)" 1
echo 2 >bin/scree-rise
is 'nor when a program changes that it does not use' "$(figure)" 1
echo 2 >bin/scree-fall
is 'but when one changes that it uses' "$(figure)" 2
echo >>pipelines/p9-fig1-fall.sh
is 'and when it changes itself' "$(figure)" 3
echo exit 1 >>pipelines/p9-fig1-fall.sh
fails 1 'p9-fig1-fall: failed' 'a figure that fails says so' sh "$root/scripts/figure.sh" bin p9-fig1-fall
is 'and has not finished' "$(figure)" 5
sed '/^claim p9-fig1-up/d; $d' pipelines/p9-fig1-fall.sh >less
mv less pipelines/p9-fig1-fall.sh
fails 1 'nothing of the claim p9-fig1-up' 'nor has one that is silent about a claim' sh "$root/scripts/figure.sh" bin p9-fig1-fall

grep -v p9-fig1-lost full >claims.txt
sh "$root/scripts/claims.sh" claims.txt >page
ok 'the page has its title' grep -qx '## p9-fig1-fall' page
ok 'its question' grep -qx 'Do they fall down?' page
ok 'a claim' grep -qF '| p9-fig1-down | acceleration [m/s^2] | 9.81 | 9.8 | 9 < m && m < 10 | holds |' page
ok 'a claim that differs, and why' grep -qF '| 1e-3 | 0.01 | m < 1e-3 \|\| m > 1e3 | **differs**: the wind blows |' page
ok 'and one that was not run' grep -qF '| p9-fig1-lost | what was not measured | 1 | not run |' page
is 'the sum' "$(grep '^Of' page)" 'Of 3 claims 1 hold, 1 differ, 1 fail.'

# what sh says nothing of: a simulator that fails in a pipe, in the background, in a function with ||, in $(...); its words are in a file
cat >pipelines/p9-loss.sh <<'END'
# p9-loss: programs fail.
#
# CLAIM p9-loss printed=1 holds='m == 1' what is measured after all
. "$(dirname "$0")/figure.inc.sh"
fall() { scree-fall -t 3 2>"$out/words" | sort >"$out/end" || exit; }
case $how in
pipe) fall ;;
background) { fall; } & wait ;;
function) fall || exit ;;
value) claim p9-loss "$(fall; echo 1)"; exit 0 ;;
killed) scree-rise | sort >"$out/end" ;;
filter) awk 'BEGIN { exit 3 }' | sort >"$out/end" ;;
later) fall; scree-more >"$out/more" ;;
away) (cd "$out" && scree-fall | sort >end) ;;
none) scree-more | head -n 1 >"$out/end"; echo a | grep b || scree-more >"$out/more" ;;
esac
claim p9-loss 1
END
{ echo '#!/bin/sh'; echo 'echo 1; exit 4'; } >bin/scree-fall
{ echo '#!/bin/sh'; echo 'kill -9 $$'; } >bin/scree-rise
{ echo '#!/bin/sh'; echo 'seq 100000'; } >bin/scree-more
chmod +x bin/*
lost() { # HOW: status, number of claims, last word
	rm -rf left
	how=$1 PATH=$tmp/bin:$PATH sh pipelines/p9-loss.sh left >judged 2>said </dev/null
	echo "$? $(grep -c CLAIM judged) $(tail -n 1 said)"
}
export how
for how in pipe background function value later; do
	is "a simulator that fails ends the study: $how" "$(lost "$how")" '1 0 p9-loss.sh: failed: scree-fall -t 3: status 4'
done
ok 'and no simulator runs after it' sh -c '! grep . left/more'
is 'one that is killed' "$(lost killed)" '1 0 p9-loss.sh: failed: scree-rise: ended by signal 9'
is 'and a filter' "$(lost filter)" '1 0 p9-loss.sh: failed: awk BEGIN { exit 3 }: status 3'
is 'not a reader that has seen enough, nor a grep that finds nothing' "$(lost none)" '0 1 '
is 'all of them run on' "$(tail -n 1 left/more)" 100000
is 'a simulator that fails in another folder, with a relative TMPDIR' "$(TMPDIR=. lost away)" '1 0 p9-loss.sh: failed: scree-fall: status 4'

cat "$root"/pipelines/p[0-9]*.sh "$root"/pipelines/clump-*.sh | awk -f "$root/pipelines/claims.awk" | cut -d "$(printf '\037')" -f 1 | sort >ids
sed -n 's/^| \(p[0-9][^ ]*\|clump-[^ ]*\) .*/\1/p' "$root/pipelines/README.md" | sort >listed
ok 'the page of this tree speaks of no claim that is gone' sh -c 'test -s listed && ! comm -13 ids listed | grep .'
finish
