#!/bin/sh
# make deb builds a package that installs programs, manual and pipelines, and in which lintian finds no errors.
. "$(dirname "$0")/../tap.sh"
: "${SCREE_BUILD:=$root/build}"
command -v dpkg-deb >/dev/null || { skip 'dpkg-deb is not installed'; finish; exit; }
ok 'make deb' env MAKEFLAGS= make -s -C "$root" deb
package=$(ls "$root"/build/deb/*.deb)
dpkg-deb -x "$package" there
is 'a program runs' "$(there/usr/bin/scree-shape --version)" "scree-shape $(sh "$root/scripts/version.sh")"
ok 'its page is there' gzip -t there/usr/share/man/man1/scree-shape.1.gz
ok 'and a pipeline' cmp there/usr/share/doc/scree/pipelines/demo.sh "$root/pipelines/demo.sh"
is 'it needs the C library' "$(dpkg-deb -f "$package" Depends | grep -o libc6)" libc6
is 'the checksums fit' "$(cd there && dpkg-deb --ctrl-tarfile "$package" | tar xO ./md5sums | md5sum -c --quiet 2>&1)" ''
command -v lintian >/dev/null && ok 'lintian finds no errors' lintian --fail-on error "$package" || skip 'lintian is not installed'
finish
