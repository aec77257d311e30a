#!/bin/sh
# deb.sh FOLDER VERSION: makes a Debian package in FOLDER of what was installed below FOLDER/root with the prefix /usr.
# DEBFULLNAME and DEBEMAIL name who builds it, as for Debian's own programs; otherwise git's user does.
set -eu
folder=$1 version=$(echo "$2" | tr - +)
name=${DEBFULLNAME:-$(git config user.name || echo scree authors)}
mail=${DEBEMAIL:-$(git config user.email || echo scree@localhost)}
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || date -r CHANGELOG.md +%s)}
export SOURCE_DATE_EPOCH
arch=$(dpkg --print-architecture)
root=$folder/root doc=$folder/root/usr/share/doc/scree

chmod -R u=rwX,go=rX "$root"
strip "$root"/usr/bin/*
find "$root/usr/share/man" -type f -exec gzip -9n {} +
mv "$root/usr/share/zsh/site-functions" "$root/usr/share/zsh/vendor-completions" # where Debian has them
{
	printf 'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: scree\n\n'
	printf 'Files: *\nCopyright: 2026 the scree authors\nLicense: BSD-2-Clause\n'
	sed -n '/^Redistribution/,$p' LICENSE | sed 's/^$/./; s/^/ /'
} >"$doc/copyright"
rm "$doc/LICENSE"
printf 'scree (%s) unstable; urgency=medium\n\n  * Made from the sources of this version; CHANGELOG.md says what is new.\n\n -- %s <%s>  %s\n' \
	"$version" "$name" "$mail" "$(date -R -u -d "@$SOURCE_DATE_EPOCH")" | gzip -9n >"$doc/changelog.gz"

# the libraries that the programs need
depends='libc6, libgomp1'
if command -v dpkg-shlibdeps >/dev/null; then
	mkdir -p "$folder/debian"
	printf 'Source: scree\n\nPackage: scree\nArchitecture: any\n' >"$folder/debian/control"
	depends=$(cd "$folder" && dpkg-shlibdeps -O root/usr/bin/* 2>/dev/null | sed 's/^shlibs:Depends=//')
fi

mkdir "$root/DEBIAN"
cat >"$root/DEBIAN/control" <<END
Package: scree
Version: $version
Section: science
Priority: optional
Architecture: $arch
Maintainer: $name <$mail>
Installed-Size: $(du -sk "$root/usr" | cut -f 1)
Depends: $depends
Recommends: gnuplot-nox | gnuplot
Suggests: ffmpeg, xz-utils, zstd
Description: small programs for granular matter with grains of any shape
 Scree generates packings, computes mass properties, simulates soft and hard
 contacts in two and three dimensions, measures and draws. Its programs read
 and write one plain-text particle stream, so a study is a shell pipeline.
END
(cd "$root" && find usr -type f -exec md5sum {} +) | LC_ALL=C sort -k 2 >"$root/DEBIAN/md5sums"
dpkg-deb --root-owner-group --build "$root" "$folder/scree_${version}_$arch.deb" >/dev/null
echo "$folder/scree_${version}_$arch.deb"
