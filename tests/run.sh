#!/bin/sh
# run.sh TEST: run one test of any kind: tests/unit/NAME and tests/phys/NAME from the folder of what is built, scripts, the
# quick variant of a pipeline, the examples of a page of the manual. `make check` has prove run it on every test.
dir=$(dirname "$0")
case $1 in
*.t) exec sh "$1" ;;
pipelines/*) exec sh "$dir/tool/figure.sh" "$1" ;;
man/* | README.md) exec sh "$dir/tool/example.sh" "$1" ;;
*) exec "${SCREE_BUILD:-build}/$1" ;;
esac
