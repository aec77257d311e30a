# pebbles.awk: paints a picture of 60 pebbles, as PGM with 256 greys, `awk -v w=640 -v h=400 -f pebbles.awk`. The light comes from the
# upper left, and there is noise as of a camera.
BEGIN {
	srand(4)
	while (n < 60 && tries++ < 4000) {
		a = 18 + 16 * rand(); X = 36 + (w - 72) * rand(); Y = 36 + (h - 72) * rand()
		for (k = 1; k <= n && (x[k] - X)^2 + (y[k] - Y)^2 >= (r[k] + a)^2; k++);
		if (k <= n) continue
		x[++n] = X; y[n] = Y; r[n] = a; flat[n] = 0.62 + 0.3 * rand(); grey[n] = 0.6 + 0.4 * rand()
		t = 6.2832 * rand(); c[n] = cos(t); s[n] = sin(t); p[n] = 6.2832 * rand(); q[n] = 6.2832 * rand()
	}
	print "P2\n" w, h, 255
	for (j = 0; j < h; j++) for (i = 0; i < w; i++) {
		v = 225 - 0.02 * i
		for (k = 1; k <= n; k++) {
			X = (i - x[k]) / r[k]; Y = (j - y[k]) / r[k]
			if (X * X + Y * Y > 1.5) continue
			a = X * c[k] + Y * s[k]; b = (Y * c[k] - X * s[k]) / flat[k]; e = atan2(b, a)
			d = (a * a + b * b) / (1 + 0.06 * cos(2 * e + q[k]) + 0.07 * cos(3 * e + p[k]) + 0.03 * cos(5 * e + q[k]))^2
			if (d < 1) v = grey[k] * (70 + 75 * (0.75 * sqrt(1 - d) - 0.35 * (X + Y)))
		}
		v += 10 * (rand() - 0.5)
		print int(v < 0 ? 0 : v > 255 ? 255 : v)
	}
}
