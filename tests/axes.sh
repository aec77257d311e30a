# axes.sh: scenes in space whose axes have other names: x is called y, y z and z x. What is done to them, with vectors that are
# turned in the same way, is what was done, by its new names.
cycle='function name(s, n,  c) {
		while (n--) { c = substr(s, length(s)); s = substr(s, 1, length(s) - 1) substr("yzx", index("xyz", c), 1) }
		return s }
	function turned(v, n,  f, k) {
		k = split(v, f, ",")
		if (k == 6) return turned(f[1] "," f[2] "," f[3], n) "," turned(f[4] "," f[5] "," f[6], n)
		while (n--) { k = f[3]; f[3] = f[2]; f[2] = f[1]; f[1] = k } return sprintf("%.9g,%.9g,%.9g", f[1], f[2], f[3]) }
	function axes(s, n,  a, t, k) { if (s == "none") return s
		for (k = 1; k <= length(s); k++) t = t name(substr(s, k, 1), n)
		for (k = 1; k <= 3; k++) if (index(t, substr("xyz", k, 1))) a = a substr("xyz", k, 1); return a }'
renamed() { # N: the scene on stdin with axes renamed so many times
	awk -v n="$1" "$cycle"'
		/^domain/ { for (k = 2; k <= NF; k++) { split($k, f, "=")
			$k = f[1] "=" (f[1] == "periodic" ? axes(f[2], n) : turned(f[2], n)) } }
		/^gravity/ { $2 = turned($2, n) }
		/^columns/ { for (k = 3; k <= NF; k++) if ($k ~ /[xyz]$/) $k = name($k, n) }
		/^constraint/ { for (k = 3; k <= NF; k++) { split($k, f, "="); if (f[1] ~ /[xyz]$/) $k = name(f[1], n) "=" f[2] } }
		{ print }'
}
seen() { # N: the last frame, by the names that axes have now
	awk -v n="$1" "$cycle"'
		/^domain/ { split($2, f, "="); lo = turned(f[2], n); split($3, f, "="); split($4, p, "=")
			box = lo " " turned(f[2], n) " " axes(p[2], n) }
		/^gravity/ { g = turned($2, n) }
		/^constraint/ { for (k = 3; k <= NF; k++) { split($k, f, "="); if (f[1] ~ /[xyz]$/) held[name(f[1], n)] = f[2] } }
		/^columns/ { for (k = 3; k <= NF; k++) at[$2, $k ~ /[xyz]$/ ? name($k, n) : $k] = k - 1 }
		/^frame/ { row = 0 }
		/^(body|contact)/ { r = $1; of = "i j ix iy iz x y z nx ny nz tx ty tz"
			if (r == "body") of = "id size x y z qw qx qy qz ix iy iz vx vy vz Lx Ly Lz wx wy wz slipx slipy slipz"
			c = split(of, w, " ")
			for (k = 1; k <= c; k++) { v = (r, w[k]) in at ? $at[r, w[k]] : "none"; if (v ~ /^[-0-9]/) { if (v < 1e-12 && v > -1e-12) v = 0
				v = sprintf("%.9g", v) } r = r " " v }
			rows[++row] = r }
		END { print box, g, held["z"], held["rx"]; for (k = 1; k <= row; k++) print rows[k] }' | sort
}
