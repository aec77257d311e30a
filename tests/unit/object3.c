/* object3.c: contacts of bodies given by a function, against ellipsoids, and against many points of their surfaces */
#include "unit/object3_bodies.h"

static void derivatives(void)
{
	const double q[4] = { 0.5, -0.5, 0.1, sqrt(0.49) }, h = 1e-5;
	struct body b;
	double worst = 0;

	body_init(&b, (double[3]){ 1, 0.8, 0.6 }, 4, lumps, 8);
	b.o.size = 1.7;
	object3_place(&b.o, v3(1, 2, 3), q);
	for (int k = 0; k < b.s.n; k++) {
		vec3 x = v3_add(v3(1, 2, 3), v3_scale(1.6, b.s.at[k])), g, up, down;
		double second[6], f1, f0;
		const vec3 e[3] = { { h, 0, 0 }, { 0, h, 0 }, { 0, 0, h } };

		object3_value(&b.o, x, &g, second);
		const double full[3][3] = { { second[0], second[3], second[4] }, { second[3], second[1], second[5] },
			{ second[4], second[5], second[2] } };
		for (int i = 0; i < 3; i++) {
			f1 = object3_value(&b.o, v3_add(x, e[i]), &up, NULL);
			f0 = object3_value(&b.o, v3_sub(x, e[i]), &down, NULL);
			vec3 d = v3_scale(0.5 / h, v3_sub(up, down));

			worst = fmax(worst, fabs((f1 - f0) / (2 * h) - (i == 0 ? g.x : i == 1 ? g.y : g.z)));
			worst = fmax(worst, fabs(d.x - full[0][i]) + fabs(d.y - full[1][i]) + fabs(d.z - full[2][i]));
		}
	}
	ok(worst < 1e-7, "gradient and second derivatives as differences have them: %.1e", worst);
	samples3_free(&b.s);
}

/* Bodies without bumps are ellipsoids. */
static void ellipsoids(int n)
{
	struct rng g;
	double worst = 0, flat = 0;
	int missed = 0, more = 0;

	rng_seed(&g, 8);
	for (int k = 0; k < n; k++) {
		struct known_pair p;
		struct touch3 t[OBJECT3_MOST];
		struct body b[2];

		known_pair(&p, &g, 4, k % 2 ? 0.02 : -0.02);
		for (int i = 0; i < 2; i++) {
			double size = i ? 1.7 : 0.6, *a = p.body[i].a, own[3] = { a[0] / size, a[1] / size, a[2] / size };

			body_init(&b[i], own, 0, NULL, 8);
			b[i].o.size = size;
			b[i].o.thin *= size;
			b[i].o.reach *= size;
			quat_unit(p.body[i].turn);
			object3_place(&b[i].o, p.body[i].c, p.body[i].turn);
		}
		int found = object3_gaps(&b[0].o, &b[1].o, 0.05, t);
		more += found > 1;
		missed += found == 0;
		if (found > 0)
			worst = fmax(worst, fmax(fabs((double)(t[0].gap - p.gap)), off_by(t[0].a, p.point[0])));
		struct touch3 known;
		vec3 n = t[0].n;
		double off = v3_dot(n, p.body[0].c) + (k % 2 ? 0.3 : -0.9) * p.body[0].a[0];
		ellipsoid3_gap_plane(&p.body[0].e, n, off, &known);
		found = object3_gaps_plane(&b[0].o, n, off, 0.1, t);
		missed += found != (known.gap < 0.1);
		if (found > 0)
			flat = fmax(flat, fmax(fabs(t[0].gap - known.gap), v3_norm(v3_sub(t[0].a, known.a))));
		samples3_free(&b[0].s);
		samples3_free(&b[1].s);
	}
	ok(!missed && !more && worst < 1e-9 && flat < 1e-12,
	   "%d pairs of ellipsoids, and planes: off by %.1e and %.1e, %d missed, %d with more than one contact", n, worst, flat, missed,
	   more);
}

/* The least distance of many points of one surface from the other, by its nearest point among as many. */
static double least_distance(const struct body *a, const struct body *b)
{
	vec3 *y = malloc((size_t)b->s.n * sizeof *y);
	double least = INFINITY;

	for (int k = 0; k < b->s.n; k++) {
		double p[3], to[3];

		v3_to(p, b->s.at[k]);
		mat3_apply(to, b->o.m, p);
		y[k] = v3_add(b->o.c, v3_from(to));
	}
	for (int k = 0; k < a->s.n; k++) {
		double p[3], to[3];

		v3_to(p, a->s.at[k]);
		mat3_apply(to, a->o.m, p);
		vec3 x = v3_add(a->o.c, v3_from(to)), d = v3_sub(x, b->o.c);
		if (v3_norm(d) > b->o.reach + 0.5)
			continue;
		for (int i = 0; i < b->s.n; i++) {
			vec3 e = v3_sub(x, y[i]);
			double l = v3_dot(e, e);

			least = l < least ? l : least;
		}
	}
	free(y);
	return sqrt(least);
}

static void lumpy(int n)
{
	struct body fine[2], coarse[2];
	struct rng g;
	int missed = 0, wrong = 0, several = 0, odd = 0;

	rng_seed(&g, 9);
	body_init(&fine[0], (double[3]){ 1, 0.8, 0.6 }, 4, lumps, 32);
	body_init(&fine[1], (double[3]){ 1.2, 0.6, 0.6 }, 1, waist, 32);
	body_init(&coarse[0], (double[3]){ 1, 0.8, 0.6 }, 4, lumps, 16);
	body_init(&coarse[1], (double[3]){ 1.2, 0.6, 0.6 }, 1, waist, 16);
	for (int k = 0; k < n; k++) {
		int kind[2] = { k % 2, k / 2 % 2 };
		struct touch3 t[OBJECT3_MOST];
		double q[4], u[3], distance = 0;
		struct body a = fine[kind[0]], b = fine[kind[1]];
		struct object3 ca = coarse[kind[0]].o, cb = coarse[kind[1]].o;

		ca.samples = &coarse[kind[0]].s;
		cb.samples = &coarse[kind[1]].s;
		random_normal(&g, q, 4);
		object3_place(&a.o, v3(0, 0, 0), q);
		object3_place(&ca, v3(0, 0, 0), q);
		random_normal(&g, q, 4);
		double l = random_normal(&g, u, 3);
		/* to a distance of 0.05 or so */
		for (double far = 3; far > 0.5; far -= fmax(0.7 * (fmin(distance, 0.3) - 0.05), 0.01)) {
			vec3 c = v3(u[0] * far / l, u[1] * far / l, u[2] * far / l);

			object3_place(&b.o, c, q);
			object3_place(&cb, c, q);
			distance = far > 2.9 ? 0.1 + (far - 2.9) : least_distance(&a, &b);
			if (distance < 0.08)
				break;
		}
		int found = object3_gaps(&ca, &cb, 0.12, t);
		several += found > 1;
		missed += found == 0;
		/* the points are 0.05 apart or so on either surface: they find too great a distance, by some thousandths */
		wrong += found > 0 && (t[0].gap > distance + 1e-9 || t[0].gap < distance - 0.02);
		for (int i = 0; i < found; i++) {
			vec3 ga, gb;
			double fa = object3_value(&ca, t[i].a, &ga, NULL), fb = object3_value(&cb, t[i].b, &gb, NULL);

			odd += fabs(fa) > 1e-9 || fabs(fb) > 1e-9 || v3_norm(v3_add(v3_scale(1 / v3_norm(ga), ga), t[i].n)) > 1e-7 ||
			       v3_norm(v3_sub(v3_scale(1 / v3_norm(gb), gb), t[i].n)) > 1e-7;
		}
	}
	ok(!missed && !wrong && !odd && several > 0,
	   "%d pairs of bodies with bumps and waists: %d missed, %d with another least gap, %d points not on the surfaces; "
	   "%d have several contacts", n, missed, wrong, odd, several);
	for (int k = 0; k < 2; k++) {
		samples3_free(&fine[k].s);
		samples3_free(&coarse[k].s);
	}
}

static void walls(int n)
{
	struct body fine, coarse;
	struct rng g;
	int wrong = 0, twice = 0;

	rng_seed(&g, 10);
	body_init(&fine, (double[3]){ 1, 0.8, 0.6 }, 4, lumps, 64);
	body_init(&coarse, (double[3]){ 1, 0.8, 0.6 }, 4, lumps, 16);
	coarse.o.samples = &coarse.s;
	for (int k = 0; k < n; k++) {
		struct touch3 t[OBJECT3_MOST];
		struct tube3 w;
		double q[4], u[3], low = INFINITY, far = 0;
		const double none[4] = { 1, 0, 0, 0 };
		double l = random_normal(&g, u, 3);

		random_normal(&g, q, 4);
		object3_place(&coarse.o, v3(u[0], u[1], u[2]), q);
		vec3 n3 = v3(u[1] / l, -u[2] / l, u[0] / l);
		n3 = v3_scale(1 / v3_norm(n3), n3);
		for (int i = 0; i < fine.s.n; i++) {
			double p[3], to[3];

			v3_to(p, fine.s.at[i]);
			mat3_apply(to, (const double (*)[3])coarse.o.m, p);
			vec3 x = v3_add(coarse.o.c, v3_from(to));
			low = fmin(low, v3_dot(n3, x));
			far = fmax(far, sqrt(x.x * x.x + x.y * x.y));
		}
		int found = object3_gaps_plane(&coarse.o, n3, low - 0.03, 0.2, t);
		twice += found > 1;
		wrong += found == 0 || fabs(t[0].gap - 0.03) > 1e-3;
		tube3_place(&w, far + 0.05, INFINITY, 1, v3(0, 0, 0), none);
		found = object3_gaps_tube(&coarse.o, &w, 0.2, t);
		wrong += found == 0 || fabs(t[0].gap - 0.05) > 1e-3;
	}
	ok(!wrong && twice > 0, "%d planes and tubes: %d with another gap than many points have; %d planes touch several times", n,
	   wrong, twice);
	samples3_free(&fine.s);
	samples3_free(&coarse.s);
}

/* A ball with a thorn of the width w at its top, F = 1 - z^2 + (1 - (z - 1)^2 / w^2)^3 along it, which points at a plane, at a
 * ball, into a tube or at its edge: tip and gap are known, whichever way all is turned. */
static void thorns(int n)
{
	double worst = 0;
	int missed = 0;
	struct rng g;

	rng_seed(&g, 13);
	for (int k = 0; k < n; k++) {
		double w = 0.08 + 0.1 * rng_uniform(&g), lo = 1, hi = 1 + w, q[4], to[4], gap = k % 3 == 0 ? -0.03 : 0.01;
		const struct bump thorn[1] = { { 1, 1, { 0, 0, 1 }, { 1 / (w * w), 1 / (w * w), 1 / (w * w) } } };
		const vec3 c = v3(0.3, -0.2, 0.7);
		struct touch3 t[OBJECT3_MOST];
		struct body a, b;
		struct tube3 tube;

		for (int i = 0; i < 60; i++) {
			double z = 0.5 * (lo + hi), cap = 1 - (z - 1) * (z - 1) / (w * w);

			*(1 - z * z + cap * cap * cap > 0 ? &lo : &hi) = z;
		}
		body_init(&a, (double[3]){ 1, 1, 1 }, 1, thorn, 0);
		a.o.reach = lo; /* there need not be a point at the tip */
		body_init(&b, (double[3]){ 1, 0.8, 0.6 }, 0, NULL, 0);
		random_normal(&g, q, 4);
		quat_unit(q);
		object3_place(&a.o, c, q);
		vec3 up = v3(a.o.m[0][2], a.o.m[1][2], a.o.m[2][2]), x = v3(a.o.m[0][0], a.o.m[1][0], a.o.m[2][0]);
		const double at[4] = { sqrt(0.5), sqrt(0.5), 0, 0 };
		for (int with = 0; with < 4; with++) {
			int found = 0;

			quat_times(to, q, at); /* its z axis is across the thorn */
			quat_unit(to);
			if (with == 0)
				found = object3_gaps_plane(&a.o, v3_scale(-1, up), v3_dot(v3_scale(-1, up), c) - lo - gap, 0.02, t);
			object3_place(&b.o, v3_add(c, v3_scale(lo + gap + 0.6, up)), q);
			if (with == 1)
				found = object3_gaps(&a.o, &b.o, 0.02, t);
			tube3_place(&tube, with == 2 ? 1.5 : 0.3, with == 2 ? INFINITY : 8, with == 2,
				v3_add(c, v3_scale(with == 2 ? lo + gap - 1.5 : 0, up)), to);
			if (with == 3) /* the lower end of a wide one, beside whose axis the thorn is */
				tube3_place(&tube, 3, 2, 1, v3_add(v3_add(c, v3_scale(-3, x)), v3_scale(lo + gap + 1, up)), q);
			if (with >= 2)
				found = object3_gaps_tube(&a.o, &tube, 0.02, t);
			missed += found == 0;
			vec3 tip = v3_add(c, v3_scale(lo, up));
			if (found)
				worst = fmax(worst, fmax(fabs(t[0].gap - gap), v3_norm(v3_sub(t[0].a, tip))));
		}
		samples3_free(&a.s);
		samples3_free(&b.s);
	}
	ok(!missed && worst < 1e-9, "%d thorns at planes, ellipsoids, tubes and edges: %d missed, off by %.1e", n, missed, worst);
}

/* Where the tip is of one that is long, 1.2 to either side of 2. */
static double thorn_tip(void)
{
	double lo = 2, hi = 3;

	for (int i = 0; i < 60; i++) {
		double z = 0.5 * (lo + hi), cap = 1.6 * (1 - (z - 2) * (z - 2) / 1.44);

		*(1 - z * z + cap * cap * cap > 0 ? &lo : &hi) = z;
	}
	return lo;
}

/* Two balls of unlike sizes touch with nothing but their thorns, tip to tip, along any axis. */
static void thorns_meet(int n)
{
	double worst = 0;
	int missed = 0;
	struct rng g;

	rng_seed(&g, 14);
	for (int k = 0; k < n; k++) {
		const double w[2] = { 0.5 + 0.1 * rng_uniform(&g), 0.4 + 0.1 * rng_uniform(&g) }, size[2] = { 1.3, 0.7 };
		double q[4], over[4], gap = k % 2 ? 0.01 : -0.02;
		const vec3 c = v3(-0.4, 0.9, 0.2);
		struct bump thorn[2];
		struct body b[2];
		struct touch3 t[OBJECT3_MOST];

		random_normal(&g, q, 4);
		quat_unit(q);
		quat_times(over, q, (double[4]){ 0, 0.6, 0.8, 0 }); /* head down */
		for (int i = 0; i < 2; i++) {
			thorn[i] = (struct bump){ 1, 1.6, { 0, 0, 2 }, { 1 / (w[i] * w[i]), 1 / (w[i] * w[i]), 1 / 1.44 } };
			body_init(&b[i], (double[3]){ 1, 1, 1 }, 1, &thorn[i], 0);
			b[i].o.size = size[i];
			b[i].o.thin *= size[i];
			b[i].o.reach = size[i] * thorn_tip();
		}
		object3_place(&b[0].o, c, q);
		vec3 up = v3(b[0].o.m[0][2], b[0].o.m[1][2], b[0].o.m[2][2]);
		object3_place(&b[1].o, v3_add(c, v3_scale(b[0].o.reach + gap + b[1].o.reach, up)), over);
		int found = object3_gaps(&b[0].o, &b[1].o, 0.02, t);
		missed += found != 1;
		if (found)
			worst = fmax(worst, fmax(fabs(t[0].gap - gap), v3_norm(v3_sub(t[0].n, up))));
		for (int i = 0; i < 2; i++)
			samples3_free(&b[i].s);
	}
	ok(!missed && worst < 1e-9, "%d thorns against thorns: %d missed, off by %.1e", n, missed, worst);
}

/* A dumbbell on a plane stands on both of its ends; another lies across its waist. */
static void dumbbell(void)
{
	const double none[4] = { 1, 0, 0, 0 }, across[4] = { sqrt(0.5), 0, 0, sqrt(0.5) };
	struct touch3 t[OBJECT3_MOST];
	struct body a, b;

	body_init(&a, (double[3]){ 1.2, 0.6, 0.6 }, 1, waist, 16);
	body_init(&b, (double[3]){ 0.3, 0.3, 0.3 }, 0, NULL, 16);
	object3_place(&a.o, v3(0, 0, 0), none);
	int n = object3_gaps_plane(&a.o, v3(0, 0, 1), -0.6, 0.1, t);
	ok(n == 2 && fabs(t[0].gap - t[1].gap) < 1e-12 && t[0].a.x * t[1].a.x < 0, "a dumbbell touches a plane twice");
	object3_place(&b.o, v3(0, 0, 0.85), across);
	n = object3_gaps(&a.o, &b.o, 0.3, t);
	ok(n == 2 && t[0].a.x * t[1].a.x < 0 && fabs(t[0].gap - t[1].gap) < 1e-10, "a ball above its waist touches both sides: %d", n);
	object3_place(&b.o, v3(0, 0, 0.5), across);
	n = object3_gaps(&a.o, &b.o, 0.3, t);
	ok(n == 1 && t[0].gap < -0.1 && fabs(t[0].n.z - 1) < 0.3, "deep inside it is pushed out");
	samples3_free(&a.s);
	samples3_free(&b.s);
}

/* The least height along n that is seen from the middle of a knob: rays around -n, finer and finer. */
static double knob_height(const struct object3 *o, vec3 middle, vec3 n)
{
	vec3 best = v3_scale(-1, n);
	double least = INFINITY;

	for (double wide = 0.6; wide > 1e-4; wide *= 0.2) {
		vec3 mid = best, t = v3_cross(mid, fabs(mid.x) < 0.6 ? v3(1, 0, 0) : v3(0, 1, 0));

		t = v3_scale(1 / v3_norm(t), t);
		vec3 s = v3_cross(mid, t);
		for (int k = 0; k < 21 * 21; k++) {
			vec3 d = v3_add(mid, v3_add(v3_scale(wide * (k % 21 - 10) / 10, t), v3_scale(wide * (k / 21 - 10) / 10, s))), g;
			double in = 0, out = 0.4;

			d = v3_scale(1 / v3_norm(d), d);
			if (object3_value(o, v3_add(middle, v3_scale(out, d)), &g, NULL) > 0)
				continue; /* into the body */
			for (int i = 0; i < 40; i++) {
				double at = 0.5 * (in + out);

				if (object3_value(o, v3_add(middle, v3_scale(at, d)), &g, NULL) > 0)
					in = at;
				else
					out = at;
			}
			double height = v3_dot(n, v3_add(middle, v3_scale(in, d)));
			if (height < least) {
				least = height;
				best = d;
			}
		}
	}
	return least;
}

/* A long body with narrow, steep knobs, at all angles: its lowest point is never missed, nor its contact with its own image in a
 * plane below, which is another such body, twice as far away as the plane, nor with an upright tube's edge in the
 * plane, below. */
static void knobs(int n)
{
	static const struct bump at_ends[2] = { { 1, 20, { 1.1, 0, 0 }, { 8, 8, 8 } }, { 1, 20, { -1.1, 0, 0 }, { 8, 8, 8 } } };
	double worst = 0, image = 0;
	const double upright[4] = { 1, 0, 0, 0 };
	int missed = 0, lost = 0, rims = 0;
	struct tube3 tube;
	struct rng g;
	struct body b;

	rng_seed(&g, 11);
	body_init(&b, (double[3]){ 1.2, 0.33, 0.33 }, 2, at_ends, 16);
	for (int k = 0; k < n; k++) {
		double turn = 3.1415926535 * (k + 0.5) / n, q[4] = { cos(0.5 * turn), 0, sin(0.5 * turn), 0 };
		const vec3 n1 = v3(0, 0, 1);
		struct touch3 t[OBJECT3_MOST];

		if (k % 2) /* any turn, not about y alone */
			for (int i = 0; i < 4; i++)
				q[i] = rng_normal(&g);
		double l = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
		for (int i = 0; i < 4; i++)
			q[i] /= l;
		object3_place(&b.o, v3(0, 0, 0), q);
		vec3 x = v3(b.o.m[0][0], b.o.m[1][0], b.o.m[2][0]);
		double least = fmin(knob_height(&b.o, v3_scale(1.1, x), n1), knob_height(&b.o, v3_scale(-1.1, x), n1));
		int found = object3_gaps_plane(&b.o, n1, least - 0.001, 0.01, t);

		missed += found < 1;
		worst = fmax(worst, found > 0 ? fabs(t[0].gap - 0.001) : 0);
		for (int i = 0; i < 4; i++) {
			const double gap = i == 0 ? 0.02 : i == 1 ? 0.004 : i == 2 ? -0.001 : -0.02;
			struct object3 below = b.o;

			object3_place(&below, v3(0, 0, 2 * least - gap), (double[4]){ q[0], -q[1], -q[2], q[3] });
			found = object3_gaps(&b.o, &below, 0.03, t);
			lost += found < 1;
			image = fmax(image, found > 0 ? fabs(t[0].gap - gap) : 0);
			found = object3_gaps_plane(&b.o, n1, least - gap, 0.03, t);
			tube3_place(&tube, 0.7, 2, 1, v3(t[0].b.x - 0.7, t[0].b.y, least - gap - 1), upright);
			found = object3_gaps_tube(&b.o, &tube, 0.03, t);
			int m = found;
			while (m > 0 && fabs(t[m - 1].gap - gap) > 1e-6)
				m--;
			rims += m == 0;
		}
	}
	ok(!missed && worst < 1e-6, "a bone with narrow knobs touches a plane at all angles: %d missed, gaps off by %.1e", missed,
	   worst);
	ok(!lost && image < 1e-6, "and its image in it: %d missed, gaps off by %.1e", lost, image);
	ok(!rims, "and a tube's edge in it: %d missed", rims);
	samples3_free(&b.s);
}

/* A scene that is turned, moved and of another size has the same contacts, with gaps and places that go along. */
struct elsewhere { double m[3][3], q[4], size; vec3 at; };

static vec3 carried(const struct elsewhere *w, vec3 x)
{
	double p[3], to[3];

	v3_to(p, x);
	mat3_apply(to, (const double (*)[3])w->m, p);
	return v3_add(w->at, v3_scale(w->size, v3_from(to)));
}

static struct object3 carry(const struct elsewhere *w, const struct object3 *o, const double q[4])
{
	struct object3 to = *o;
	double both[4];

	quat_times(both, w->q, q);
	object3_place(&to, carried(w, o->c), both);
	to.size *= w->size;
	to.thin *= w->size;
	to.reach *= w->size;
	return to;
}

static double differ(const struct elsewhere *w, int n, const struct touch3 *a, int m, const struct touch3 *b)
{
	double off = n == m ? 0 : 1;
	vec3 origin = carried(w, v3(0, 0, 0));

	for (int k = 0; k < n && n == m; k++) {
		double least = INFINITY; /* gaps that are alike may come in another order */

		for (int i = 0; i < m; i++) {
			vec3 normal = v3_scale(1 / w->size, v3_sub(carried(w, a[k].n), origin));

			least = fmin(least, fabs(b[i].gap - w->size * a[k].gap) + v3_norm(v3_sub(b[i].n, normal)) +
				v3_norm(v3_sub(b[i].a, carried(w, a[k].a))) + v3_norm(v3_sub(b[i].b, carried(w, a[k].b))));
		}
		off = fmax(off, least);
	}
	return off;
}

static void everywhere(int n)
{
	struct elsewhere w = { .q = { 0.5, -0.3, 0.7, 0.4 }, .size = 1.7, .at = { 2.385, -1, 0.5 } };
	struct body b[2];
	struct rng g;
	int odd = 0, several = 0, some = 0;

	rng_seed(&g, 14);
	quat_unit(w.q);
	quat_matrix(w.m, w.q);
	body_init(&b[0], (double[3]){ 1, 0.8, 0.6 }, 4, lumps, 16);
	body_init(&b[1], (double[3]){ 1.2, 0.6, 0.6 }, 1, waist, 16);
	b[1].o.size = 0.8; /* the second is smaller than its shape */
	b[1].o.thin *= 0.8;
	b[1].o.reach *= 0.8;
	for (int k = 0; k < n; k++) {
		struct touch3 t[OBJECT3_MOST], u[OBJECT3_MOST];
		double q[2][4], p[3], l = random_normal(&g, p, 3), far = 1.2 + 0.9 * rng_uniform(&g), length = k % 3 ? 1.4 : INFINITY, turn[4];
		struct object3 a = b[0].o, c = b[1].o;
		struct tube3 tube, other;

		random_normal(&g, q[0], 4);
		random_normal(&g, q[1], 4);
		random_normal(&g, turn, 4);
		object3_place(&a, v3(0.1, -0.2, 0.3), q[0]);
		object3_place(&c, v3(p[0] * far / l, p[1] * far / l, p[2] * far / l), q[1]);
		struct object3 wa = carry(&w, &a, q[0]), wc = carry(&w, &c, q[1]);
		int is = object3_gaps(&a, &c, 0.1, t);
		odd += differ(&w, is, t, object3_gaps(&wa, &wc, 0.1 * w.size, u), u) > 1e-6;
		some += is;
		/* a plane, and a tube, about as far from the other side */
		vec3 normal = v3_scale(1 / l, v3_from(p)), there = carried(&w, v3_scale(-1, normal)), on = v3_sub(there, carried(&w, v3(0,
			0, 0)));
		on = v3_scale(-1 / v3_norm(on), on);
		is = object3_gaps_plane(&a, normal, -far, 0.6, t);
		int m = object3_gaps_plane(&wa, on, v3_dot(on, carried(&w, v3_scale(-far, normal))), 0.6 * w.size, u);
		odd += differ(&w, is, t, m, u) > 1e-6;
		some += is;
		quat_unit(turn);
		double both[4];
		quat_times(both, w.q, turn);
		vec3 at = v3_scale(k % 2 ? 0.4 : 1.3, normal);
		tube3_place(&tube, k % 2 ? 1.3 : 0.4, length, k % 2, at, turn);
		tube3_place(&other, w.size * (k % 2 ? 1.3 : 0.4), w.size * length, k % 2, carried(&w, at), both);
		is = object3_gaps_tube(&c, &tube, 0.2, t);
		m = object3_gaps_tube(&wc, &other, 0.2 * w.size, u);
		if (is > 0 && t[0].gap < -0.39) /* the axis of the rod goes through: any direction will do */
			continue;
		odd += differ(&w, is, t, m, u) > 1e-6;
		several += is > 1;
		some += is;
	}
	ok(odd == 0 && some > n && several > 3, "turned, moved and of another size: %d of %d scenes have other contacts, of %d", odd,
		3 * n, some);
	samples3_free(&b[0].s);
	samples3_free(&b[1].s);
}

/* Balls as objects of other sizes: what is asked for from afar is found, at any size. */
static void from_afar(void)
{
	static const double turn[4] = { 0.8, 0.1, 0.5, -0.3 };
	int wrong = 0, sizes = 0;

	for (double a = 0.25; a < 5; a *= 2.1)
		for (double b = 0.2; b < 5; b *= 2.3, sizes++) {
			struct body body[2];
			struct touch3 t[OBJECT3_MOST];
			const double size[2] = { a, b };
			struct tube3 rod;

			for (int k = 0; k < 2; k++) {
				body_init(&body[k], (double[3]){ 0.7, 0.7, 0.7 }, 0, NULL, 8);
				body[k].o.size = size[k];
				body[k].o.thin *= size[k];
				body[k].o.reach *= size[k];
			}
			object3_place(&body[0].o, v3(1, 2, 3), turn);
			object3_place(&body[1].o, v3_add(v3(1, 2, 3), v3_scale(0.7 * (a + b) + 0.45, v3(0.6, 0, -0.8))), turn);
			int n = object3_gaps(&body[0].o, &body[1].o, 0.5, t);
			wrong += n != 1 || fabs(t[0].gap - 0.45) > 1e-9 || object3_gaps(&body[0].o, &body[1].o, 0.4, t) != 0;
			n = object3_gaps_plane(&body[0].o, v3(0, 0, 1), 3 - 0.7 * a - 0.45, 0.5, t);
			wrong += n != 1 || fabs(t[0].gap - 0.45) > 1e-9;
			tube3_place(&rod, 0.3, INFINITY, 0, v3(1, 2 + 0.7 * a + 0.75, 9), (const double[4]){ 1, 0, 0, 0 });
			n = object3_gaps_tube(&body[0].o, &rod, 0.5, t);
			wrong += n != 1 || fabs(t[0].gap - 0.45) > 1e-9;
			/* its end, beside and above the ball */
			tube3_place(&rod, 0.3, 8, 0, v3(1, 2.3, 3 + 4 + 0.7 * a + 0.45), (const double[4]){ 1, 0, 0, 0 });
			n = object3_gaps_tube(&body[0].o, &rod, 0.5, t);
			wrong += n < 1 || fabs(t[0].gap - 0.45) > 1e-9;
			samples3_free(&body[0].s);
			samples3_free(&body[1].s);
		}
	ok(!wrong, "balls of %d pairs of sizes, 0.45 from each other and from walls: %d wrong", sizes, wrong);
}

int main(void)
{
	knobs(40);
	derivatives();
	ellipsoids(500);
	lumpy(60);
	walls(100);
	thorns(12);
	thorns_meet(8);
	dumbbell();
	everywhere(80);
	from_afar();
	return done();
}
