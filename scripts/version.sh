#!/bin/sh
# version.sh: prints the version of this tree: what git describes (0.2.0, or 0.2.0-7-gabcdef0 seven commits later), or the file
# VERSION that make dist puts into the tree, or the version in tools/common/tool.h, with the commit if git knows no version.
cd "$(dirname "$0")/.." || exit 1
written=$(sed -n 's/^#define SCREE_VERSION "\(.*\)"$/\1/p' tools/common/tool.h)
if [ -e .git ]; then
	described=$(git describe --tags --match 'v[0-9]*' 2>/dev/null) && described=${described#v} ||
		{ described=$(git rev-parse --short HEAD 2>/dev/null) && described=$written-g$described; }
elif [ -s VERSION ]; then
	described=$(cat VERSION)
fi
echo "${described:-$written}"
