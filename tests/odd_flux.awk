# odd_flux.awk: what scree-flux tells, counted once more. Rows: t id x y z vx vy vz mass size; -v level= axis= forth=1 or -1,
# gravity g along the axis, gx along x; lo and hi: ends of the line in the plane, by x, or empty; mean=1: one row for all. Without a domain.
function net(k) { return sum[k, 1] - sum[k, -1] }
# from a to b of a body of mass m and size s, in the plane at the places p and q along the line
function count(a, b, p, q, m, s, side, at, s0, s1) {
	s0 = (a - level) * forth; s1 = (b - level) * forth
	if ((s0 < 0) == (s1 < 0)) return
	side = s0 < 0 ? 1 : -1; at = p + (q - p) * (level - a) / (b - a)
	if (lo != "" && (at < lo || at >= hi)) return
	sum["n", side]++; sum["m", side] += m; sum["s", side] += s }
function frame(id, dt, gone, came, k, r) {
	split("", sum); dt = now - was
	for (id in here) if (frames && !(id in there)) came++
	for (id in there) {
		split(there[id], a, " ")
		if (id in here) { split(here[id], b, " "); count(a[3 + axis], b[3 + axis], a[3], b[3], a[9], a[10]) }
		else { gone++; count(a[3 + axis], a[3 + axis] + a[6 + axis] * dt + g * dt * dt / 2, a[3], a[3] + a[6] * dt + gx * dt * dt / 2, a[9], a[10]) } }
	all["n"] += net("n"); all["m"] += net("m"); all["s"] += net("s"); went += gone; arrived += came
	if (!mean) { printf "%s", now
		for (k = 1; k >= -1; k -= 2) printf " %d %.15g %.15g", sum["n", k], sum["m", k], sum["s", k]
		printf " %.15g %.15g %.15g", all["n"], all["m"], all["s"]
		if (frames) printf " %.15g %.15g %.15g %d %d\n", net("n") / dt, net("m") / dt, net("s") / dt, gone, came
		else printf " ? ? ? 0 0\n" }
	if (frames) { X[frames] = dt; Y["n", frames] = net("n"); Y["m", frames] = net("m"); Y["s", frames] = net("s") } else first = now
	frames++; was = now; split("", there); for (id in here) there[id] = here[id]; split("", here) }
function rate(k, i, x, y, R, d) { # the ratio of means, and its error by the residuals
	for (i = 1; i < frames; i++) { x += X[i]; y += Y[k, i] }
	R = y / x; for (i = 1; i < frames; i++) d += (Y[k, i] - R * X[i]) ^ 2
	return sprintf(" %.15g %.15g", R, sqrt(d / (frames - 1) / (frames - 2)) / (x / (frames - 1))) }
BEGIN { frames = 0 }
$1 != now && NR > 1 { frame() }
{ now = $1; here[$2] = $0 }
END { frame(); if (mean) { if (lo != "") printf "%.15g ", hi - lo; else if (flat) printf "? "
	printf "%.15g %.15g %.15g %.15g%s%s%s %d %d\n", now - first, all["n"], all["m"], all["s"], rate("n"), rate("m"), rate("s"), went, arrived } }
