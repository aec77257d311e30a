# odd_touch.awk: what scree-stress and scree-contacts tell of a stream, found once more by other means: sums over all contacts, pairs as
# keys, eigenvalues by the trigonometric formula. For streams whose bodies have the columns id shape material tag size x y [z] vx vy [vz]
# and contacts i j ix iy [iz] x y [z] nx ny [nz] overlap fn and ft or ftx fty ftz. -v what= stress, pairs, contacts, chains, angles or
# forces; room= area or volume, default the domain's; kinetic=1; some= ids with blanks about them; box= the region; rate= of
# deformation; least= bins= degrees=, axis= as options of scree-contacts.
function abs(x) { return x < 0 ? -x : x }
function acos(x) { return atan2(sqrt(x < 1 && x > -1 ? 1 - x * x : 0), x) }
function size3(v) { return sqrt(v[1] ^ 2 + v[2] ^ 2 + v[3] ^ 2) }
# eigenvalues of the symmetric part of t[1 .. 3, 1 .. 3], or 2, descending in value[]; the direction of the first in along[]
function principal(t, i, j, k, s, m, q, p, phi, n, best) {
	for (i = 1; i <= dim; i++) for (j = 1; j <= dim; j++) s[i, j] = (t[i, j] + t[j, i]) / 2
	if (dim == 2) { m = (s[1, 1] + s[2, 2]) / 2; q = sqrt((s[1, 1] - s[2, 2]) ^ 2 / 4 + s[1, 2] ^ 2); value[1] = m + q; value[2] = m - q
		angle = atan2(s[1, 2], (s[1, 1] - s[2, 2]) / 2) / 2; along[1] = cos(angle); along[2] = sin(angle); along[3] = 0; return }
	m = (s[1, 1] + s[2, 2] + s[3, 3]) / 3
	for (i = 1; i <= 3; i++) for (j = 1; j <= 3; j++) p += (s[i, j] - (i == j ? m : 0)) ^ 2
	p = sqrt(p / 6)
	for (i = 1; i <= 3; i++) for (j = 1; j <= 3; j++) d[i, j] = p ? (s[i, j] - (i == j ? m : 0)) / p : 0
	q = (d[1, 1] * (d[2, 2] * d[3, 3] - d[2, 3] ^ 2) - d[1, 2] * (d[1, 2] * d[3, 3] - d[2, 3] * d[1, 3]) + d[1, 3] * (d[1, 2] * d[2, 3] - d[2, 2] * d[1, 3])) / 2
	phi = acos(q) / 3
	value[1] = m + 2 * p * cos(phi); value[3] = m + 2 * p * cos(phi + 2 * pi / 3); value[2] = 3 * m - value[1] - value[3]
	# (s - value[2]) (s - value[3]) has the first direction in all its columns
	for (j = 1; j <= 3; j++) { n = 0
		for (i = 1; i <= 3; i++) { c[i] = 0; for (k = 1; k <= 3; k++) c[i] += (s[i, k] - (i == k ? value[2] : 0)) * (s[k, j] - (k == j ? value[3] : 0)); n += c[i] ^ 2 }
		if (n > best) { best = n; for (i = 1; i <= 3; i++) along[i] = c[i] / sqrt(n) } }
	k = 1; for (i = 2; i <= 3; i++) if (abs(along[i]) > abs(along[k])) k = i
	for (i = 1; along[k] < 0 && i <= 3; i++) along[i] = -along[i] }
function in_region(r, k) { if (box == "") return 1; split(box, b, " ")
	for (k = 1; k <= dim; k++) if (x[r, k] < b[k] || x[r, k] >= b[dim + k]) return 0
	return 1 }
function chosen(r) { return !held[r] && (some == "" || index(some, " " id[r] " ")) && (what != "stress" || in_region(r)) }
function stress(r, k, i, j, n, S, K, T, M, V, dv, u, p, q, s, area) {
	for (r = 1; r <= n_body; r++) if (chosen(r)) { n++; M += mass[r]; V += bulk[r]; for (k = 1; k <= dim; k++) u[k] += mass[r] * peculiar(r, k) }
	for (r = 1; r <= n_body; r++) if (chosen(r)) for (i = 1; i <= dim; i++) for (j = 1; j <= dim; j++)
		K[i, j] += mass[r] * (peculiar(r, i) - u[i] / M) * (peculiar(r, j) - u[j] / M)
	for (k = 1; k <= n_contact; k++) for (i = 1; i <= dim; i++) for (j = 1; j <= dim; j++) {
		if (chosen(A[k])) S[i, j] += f[k, i] * arm[k, j]
		if (chosen(B[k])) S[i, j] -= f[k, i] * (arm[k, j] - way[k, j]) }
	area = room ? room : len[1] * len[2] * (dim == 3 ? len[3] : 1)
	for (i = 1; i <= dim; i++) for (j = 1; j <= dim; j++) { S[i, j] /= area; K[i, j] /= area; T[i, j] = S[i, j] + (kinetic ? K[i, j] : 0) }
	printf "%s %d", t, n
	for (i = 1; i <= dim; i++) for (j = 1; j <= dim; j++) printf " %.15g", S[i, j]
	for (i = 1; i <= dim; i++) for (j = i; j <= dim; j++) printf " %.15g", K[i, j]
	principal(T)
	if (dim == 3) printf " %.15g %.15g %.15g", value[1], value[2], value[3]
	p = (value[1] + value[2] + value[3]) / dim
	q = dim == 2 ? value[1] - value[2] : sqrt(((value[1] - value[2]) ^ 2 + (value[2] - value[3]) ^ 2 + (value[3] - value[1]) ^ 2) / 2)
	printf " %.15g %.15g", p, q
	# tan(theta) = sqrt(3) (s2 - s3) / (2 s1 - s2 - s3)
	if (dim == 3) printf " %.15g", atan2(sqrt(3) * (value[2] - value[3]), 2 * value[1] - value[2] - value[3])
	s = (value[1] - value[dim]) / (value[1] + value[dim])
	if (s <= 1) printf " %.15g %.15g", s, atan2(s, sqrt(1 - s * s)); else printf " %.15g ?", s
	printf " %.15g %.15g", V / area, (area - V) / V
	if (dim == 3) rate = spun()
	printf (rate && p > 0 ? " %.15g\n" : " ?\n"), rate * (dim == 2 ? sqrt(4 * V / n / pi) : exp(log(6 * V / n / pi) / 3)) * sqrt(M / V / (p > 0 ? p : 1)) }
# in space: sqrt(2 D:D) of the logarithmic rates, less their mean, since the frame before
function spun(k, r, m, s) {
	for (k = 1; k <= 3; k++) { r[k] = was[k] ? log(was[k] / len[k]) / (t - before) : 0; m += r[k] / 3 }
	for (k = 1; k <= 3; k++) { s += (r[k] - m) ^ 2; was[k] = len[k] }
	before = t; return sqrt(2 * s) }
# what a body moves against the flow about the middle of the domain
function peculiar(r, k, cx, cy) {
	cx = x[r, 1] - (lo[1] + hi[1]) / 2; cy = x[r, 2] - (lo[2] + hi[2]) / 2
	return v[r, k] - (dim == 3 ? 0 : k == 1 ? xx * cx + xy * cy : yy * cy) }
# pairs of bodies in one image, seen from the lower row; p_key[1 .. n_pair] in order
function pairs(k, s, a, b, w, key, z, n, i) {
	n_pair = 0; split("", at_pair)
	for (k = 1; k <= n_contact; k++) { s = 1; a = A[k]; b = B[k]
		if (a > b || (a == b && (im[k, 3] ? im[k, 3] : im[k, 2] ? im[k, 2] : im[k, 1]) < 0)) { s = -1; a = B[k]; b = A[k] }
		key = sprintf("%05d %05d %05d %05d %05d", a, b, 100 + s * im[k, 3], 100 + s * im[k, 2], 100 + s * im[k, 1])
		if (!(key in at_pair)) { at_pair[key] = n_pair++; pa[key] = a; pb[key] = b; pn[key] = 0; pw[key] = 0; pd[key] = -1e9
			for (z = 1; z <= 3; z++) { pi_[key, z] = s * im[k, z]; pf[key, z] = px[key, z] = pm[key, z] = pl[key, z] = 0 } }
		pn[key]++; w = abs(fn[k]); pw[key] += w; if (deep[k] > pd[key]) pd[key] = deep[k]
		for (z = 1; z <= 3; z++) { pf[key, z] += s * f[k, z]; pm[key, z] += s * fn[k] * nrm[k, z]
			px[key, z] += w * (s > 0 ? arm[k, z] : arm[k, z] - way[k, z]); pl[key, z] = s * way[k, z] } }
	n = 0; for (key in at_pair) p_key[++n] = key
	for (i = 2; i <= n; i++) { key = p_key[i]; for (k = i - 1; k >= 1 && p_key[k] > key; k--) p_key[k + 1] = p_key[k]; p_key[k + 1] = key }
	for (i = 1; i <= n; i++) { key = p_key[i]; w = sqrt(pm[key, 1] ^ 2 + pm[key, 2] ^ 2 + pm[key, 3] ^ 2)
		pfn[key] = 0; for (z = 1; z <= 3; z++) { pm[key, z] /= w; pfn[key] += pf[key, z] * pm[key, z] }
		if (dim == 2) pft[key] = -pf[key, 1] * pm[key, 2] + pf[key, 2] * pm[key, 1]
		else { w = 0; for (z = 1; z <= 3; z++) w += (pf[key, z] - pfn[key] * pm[key, z]) ^ 2; pft[key] = sqrt(w) } } }
function pairs_print(k, key, z) {
	for (k = 1; k <= n_pair; k++) { key = p_key[k]; if (some != "" && !index(some, " " id[pa[key]] " ") && !index(some, " " id[pb[key]] " ")) continue
		printf "%d %d", id[pa[key]], id[pb[key]]; for (z = 1; z <= dim; z++) printf " %d", pi_[key, z]
		printf " %d", pn[key]; for (z = 1; z <= dim; z++) printf " %.15g", x[pa[key], z] + px[key, z] / pw[key]
		for (z = 1; z <= dim; z++) printf " %.15g", pm[key, z]
		for (z = 1; z <= dim; z++) printf " %.15g", pl[key, z]
		printf " %.15g %.15g %.15g", pd[key], pfn[key], pft[key]; for (z = 1; z <= dim; z++) printf " %.15g", pf[key, z]
		print "" } }
# a pair of two grains, one of which is chosen
function counts(key) { return !held[pa[key]] && !held[pb[key]] && (chosen(pa[key]) || chosen(pb[key])) }
function loads(r, k, i, j, T, n, up, moved) {
	mean = n = 0
	for (r = 1; r <= n_body; r++) { split("", T)
		for (k = 1; k <= n_contact; k++) for (i = 1; i <= dim; i++) for (j = 1; j <= dim; j++) {
			if (A[k] == r) T[i, j] += f[k, i] * arm[k, j]
			if (B[k] == r) T[i, j] -= f[k, i] * (arm[k, j] - way[k, j]) }
		for (i = 1; i <= dim; i++) for (j = 1; j <= dim; j++) T[i, j] += 0
		principal(T); major[r] = value[1]; minor[r] = value[dim]; turn[r] = angle; for (i = 1; i <= 3; i++) to[r, i] = along[i] + 0
		if (chosen(r)) { mean += value[1]; n++ } }
	mean /= n }
function chains(r, k, key, a, b, i, c, l, ca, cb, more, size) {
	loads(); for (r = 1; r <= n_body; r++) chain[r] = r
	for (more = 1; more;) { more = 0
		for (k = 1; k <= n_pair; k++) { key = p_key[k]; a = pa[key]; b = pb[key]; l = ca = cb = 0
			if (!chosen(a) || !chosen(b) || major[a] <= mean || major[b] <= mean) continue
			for (i = 1; i <= 3; i++) { l += pl[key, i] ^ 2; ca += pl[key, i] * to[a, i]; cb += pl[key, i] * to[b, i] }
			if (abs(ca) < cos(degrees * pi / 180) * sqrt(l) || abs(cb) < cos(degrees * pi / 180) * sqrt(l)) continue
			if (chain[a] != chain[b]) { more = 1; if (chain[a] < chain[b]) chain[b] = chain[a]; else chain[a] = chain[b] } } }
	n_chain = in_chain = 0
	for (r = 1; r <= n_body; r++) size[chain[r]]++
	for (r = 1; r <= n_body; r++) { if (size[chain[r]] < 3) { chain[r] = 0; continue }
		in_chain++; if (chain[r] == r) number[r] = ++n_chain } }
function chains_print(r, i) {
	chains(); for (r = 1; r <= n_body; r++) if (chain[r]) { printf "%d %d", number[chain[r]], id[r]
		for (i = 1; i <= dim; i++) printf " %.15g", x[r, i]
		printf " %.15g %.15g", major[r], minor[r]; if (dim == 2) printf " %.15g\n", turn[r]; else printf " %.15g %.15g %.15g\n", to[r, 1], to[r, 2], to[r, 3] } }
function contacts(r, k, key, a, b, F, i, j, n, np, nw, nc, all, more, nf, tf, press, slide, m, bearing, rattle) {
	for (r = 1; r <= n_body; r++) { links[r] = gone[r] = 0 }
	for (k = 1; k <= n_pair; k++) { key = p_key[k]; links[pa[key]]++; links[pb[key]]++
		a = chosen(pa[key]); b = chosen(pb[key]); nc += a || b ? pn[key] : 0; nw += (a && held[pb[key]]) || (b && held[pa[key]])
		if (!counts(key)) continue
		np++; nf += pfn[key]; tf += abs(pft[key]); for (i = 1; i <= dim; i++) for (j = 1; j <= dim; j++) F[i, j] += pm[key, i] * pm[key, j] }
	for (r = 1; r <= n_body; r++) if (chosen(r)) { n++; all += links[r] }
	for (more = 1; more;) { more = 0 # grains with too few others that stay, until none goes
		for (r = 1; r <= n_body; r++) { left[r] = 0; for (k = 1; k <= n_pair; k++) { key = p_key[k]
				if (pa[key] == r && !gone[pb[key]]) left[r]++; if (pb[key] == r && !gone[pa[key]]) left[r]++ } }
		for (r = 1; r <= n_body; r++) if (!held[r] && !gone[r] && left[r] < least) { gone[r] = 1; more = 1 } }
	for (r = 1; r <= n_body; r++) if (chosen(r)) { rattle += gone[r]; bearing += gone[r] ? 0 : left[r] }
	printf "%s %d %d %d %d %.15g %d", t, n, np, nw, nc, all / n, rattle
	printf (n > rattle ? " %.15g" : " ?"), (n > rattle ? bearing / (n - rattle) : 0)
	for (i = 1; i <= dim; i++) for (j = i; j <= dim; j++) { F[j, i] = F[i, j] = F[i, j] / np; printf " %.15g", F[i, j] }
	principal(F)
	if (dim == 2) printf " %.15g %.15g", 2 * (value[1] - value[2]), angle
	else { printf " %.15g %.15g %.15g %.15g", value[1], value[2], value[3], 7.5 * sqrt(1.5 * ((value[1] - 1 / 3) ^ 2 + (value[2] - 1 / 3) ^ 2 + (value[3] - 1 / 3) ^ 2))
		printf " %.15g %.15g %.15g", along[1], along[2], along[3] }
	for (k = 1; k <= n_contact; k++) if (chosen(A[k]) || chosen(B[k])) { m = mu[kind[A[k]], kind[B[k]]]
		if (m > 0 && fn[k] > 0) { press++; slide += abs(ft[k]) >= m * fn[k] * (1 - 1e-9) } }
	printf " %.15g %.15g", nf / np, tf / np
	if (press) printf " %.15g", slide / press; else printf " ?"
	chains(); printf " %d %.15g\n", n_chain, in_chain / n }
function angles(k, key, b, w, a, i, all) {
	split(axis == "" ? "0 0 1" : axis, a, " "); w = sqrt(a[1] ^ 2 + a[2] ^ 2 + a[3] ^ 2); split("", hits); split("", sumn); split("", sumt); some_hits = 0
	for (k = 1; k <= n_pair; k++) { key = p_key[k]; if (!counts(key)) continue
		if (dim == 3) { b = 0; for (i = 1; i <= 3; i++) b += pm[key, i] * a[i] / w; b = abs(b) } else { b = atan2(pm[key, 2], pm[key, 1]) / pi; if (b < 0) b++ }
		b = int(b * bins); if (b == bins) b = dim == 3 ? bins - 1 : 0
		hits[b]++; sumn[b] += pfn[key]; sumt[b] += pft[key]; some_hits++ }
	w = dim == 2 ? pi / bins : 1 / bins
	for (b = 0; b < bins; b++) { all = some_hits * w * (dim == 2 ? 2 : 4 * pi); printf "%.15g %d %.15g %.15g", (b + 0.5) * w, hits[b], hits[b] / all, sqrt(hits[b]) / all
		if (hits[b]) printf " %.15g %.15g\n", sumn[b] / hits[b], sumt[b] / hits[b]; else print " ? ?" } }
function forces(k, key, n, s, b, top) {
	split("", hits); for (k = 1; k <= n_pair; k++) if (counts(p_key[k])) { n++; s += abs(pfn[p_key[k]]) }
	for (k = 1; k <= n_pair; k++) if (counts(p_key[k])) { b = int(pfn[p_key[k]] * n / s * bins); hits[b]++; if (b > top) top = b; if (low == "" || b < low) low = b }
	for (b = low; b <= top; b++) printf "%.15g %d %.15g %.15g\n", (b + 0.5) / bins, hits[b], hits[b] * bins / n, sqrt(hits[b]) * bins / n }
BEGIN { pi = atan2(0, -1); if (!least) least = 2; if (!degrees) degrees = 45; if (!bins) bins = 10 }
/^scree/ { dim = substr($3, 5) }
/^domain/ { for (k = 2; k <= NF; k++) { split($k, p, "="); m = split(p[2], q, ","); for (i = 1; i <= m; i++) { if (p[1] == "lo") lo[i] = q[i]; if (p[1] == "hi") hi[i] = q[i] }
	if (p[1] == "tilt") tilt = p[2]; if (p[1] == "rate") { xx = q[1]; yy = q[2]; xy = q[3] } } for (i = 1; i <= dim; i++) len[i] = hi[i] - lo[i] }
/^material/ { split($3, p, "="); density[$2] = p[2] }
/^law/ { for (k = 4; k <= NF; k++) { split($k, p, "="); if (p[1] == "mu") mu[$2, $3] = mu[$3, $2] = p[2] } }
/^mass/ { split($3, p, "="); unit[$2] = p[2] }
/^constraint/ { if (NF > 2) wall[$2] = 1 }
/^frame/ { split($3, p, "="); t = p[2]; n_body = n_contact = 0; split("", row) }
/^body/ { r = ++n_body; id[r] = $2; row[$2] = r; kind[r] = $4; held[r] = $5 in wall; bulk[r] = unit[$3] * $6 ^ dim; mass[r] = density[$4] * bulk[r]
	for (i = 1; i <= dim; i++) { x[r, i] = $(6 + i); v[r, i] = $(6 + dim + i) } }
/^contact/ { k = ++n_contact; A[k] = row[$2]; B[k] = row[$3]; c1 = 3; for (i = 1; i <= 3; i++) im[k, i] = i <= dim ? $(3 + i) : 0
	way_[1] = x[B[k], 1] + im[k, 1] * len[1] + (dim == 2 ? im[k, 2] * tilt : 0); way_[2] = x[B[k], 2] + im[k, 2] * len[2]; way_[3] = x[B[k], 3] + im[k, 3] * len[3]
	for (i = 1; i <= 3; i++) { nrm[k, i] = i <= dim ? $(3 + 2 * dim + i) : 0; arm[k, i] = i <= dim ? $(3 + dim + i) - x[A[k], i] : 0; way[k, i] = i <= dim ? way_[i] - x[A[k], i] : 0 }
	deep[k] = $(4 + 3 * dim); fn[k] = $(5 + 3 * dim)
	# on the second body
	if (dim == 2) { ft[k] = $12; f[k, 1] = fn[k] * nrm[k, 1] - ft[k] * nrm[k, 2]; f[k, 2] = fn[k] * nrm[k, 2] + ft[k] * nrm[k, 1]; f[k, 3] = 0 }
	else { for (i = 1; i <= 3; i++) { c[i] = $(14 + i); f[k, i] = fn[k] * nrm[k, i] + c[i] } ft[k] = size3(c) } }
/^end/ { if (what != "stress") pairs()
	if (what == "stress") stress(); else if (what == "pairs") pairs_print(); else if (what == "chains") chains_print(); else if (what == "contacts") contacts()
	else if (what == "angles") angles(); else forces() }
