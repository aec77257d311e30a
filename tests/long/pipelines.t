#!/bin/sh
# The studies in pipelines/ that are no figures run from an empty directory, leave what they say, and their claims hold.
. "$(dirname "$0")/../tap.sh"

ok 'the demo' sh -c "sh '$root/pipelines/demo.sh' demo >demo.txt"
for f in packing.png shear.gif energy.png contacts.png; do
	ok "leaves $f" test -s "demo/$f"
done
is 'its last line is the claim' "$(tail -n 1 demo.txt | sed 's/measured=[^ ]*/measured=/')" \
	'CLAIM p2-first-law printed=0.01 measured= holds'
is 'all its claims hold' "$(grep -c '^CLAIM.* fails$' demo.txt)" 0

ok 'the panel of roundness and void ratio' sh -c "sh '$root/pipelines/roundness.sh' roundness >roundness.txt"
ok 'leaves its picture' test -s roundness/panel.png
is 'its claims hold' "$(grep '^CLAIM' roundness.txt | sed 's/.* //' | sort -u)" holds
finish
