/* object3_tubes.c: contacts of bodies given by a function with tubes that end, against ellipsoids and against many points */
#include "unit/object3_bodies.h"

/* Bodies without bumps are ellipsoids, whose path is another one. */
static void edges_of_ellipsoids(int n)
{
	int other = 0, seen = 0, rims = 0;
	double worst = 0;
	struct rng g;

	rng_seed(&g, 11);
	for (int k = 0; k < n; k++) {
		struct touch3 t[OBJECT3_MOST], known[TUBE3_MOST];
		struct known_body e;
		struct body b;
		struct tube3 w;
		double q[4];

		known_body(&e, &g, k % 4 ? 4 : 1, 0.3 + 0.5 * rng_uniform(&g));
		e.c = v3(3 * rng_uniform(&g) - 1.5, 3 * rng_uniform(&g) - 1.5, 3 * rng_uniform(&g) - 1.5);
		quat_unit(e.turn);
		ellipsoid3_place(&e.e, e.a, e.c, e.turn);
		body_init(&b, e.a, 0, NULL, 16);
		object3_place(&b.o, e.c, e.turn);
		random_normal(&g, q, 4);
		quat_unit(q);
		tube3_place(&w, k % 3 ? 1 : 0.4, 1.1, k % 2, v3(0.1, -0.2, 0.15), q);
		int m = tube3_gaps(&w, &e.e, 0.4, known), found = object3_gaps_tube(&b.o, &w, 0.4, t);
		/* through the wall is another matter: there are several ways out */
		int deep = 0;
		for (int i = 0; i < m; i++)
			deep |= known[i].gap < -0.1 * b.o.thin;
		for (int i = 0; i < found; i++)
			deep |= t[i].gap < -0.1 * b.o.thin;
		/* where all of an edge comes near the other path has points around it, too */
		vec3 axis = v3(w.axes[0][2], w.axes[1][2], w.axes[2][2]), way = v3_sub(e.c, w.c);
		double along = fabs(v3_dot(way, axis)), far = v3_norm(v3_sub(way, v3_scale(v3_dot(way, axis), axis))) + w.r;
		double reach = sqrt(e.a[0] * e.a[0] + e.a[1] * e.a[1] + e.a[2] * e.a[2]) + 0.4;
		deep |= far * far + (along - 0.55) * (along - 0.55) < reach * reach;
		for (int i = 0; i < m && !deep; i++) {
			double off = INFINITY;

			for (int j = 0; j < found; j++)
				off = fmin(off, fabs(t[j].gap - known[i].gap) + v3_norm(v3_sub(t[j].a, known[i].a)) +
				           v3_norm(v3_sub(t[j].b, known[i].b)) + v3_norm(v3_sub(t[j].n, known[i].n)));
			worst = fmax(worst, off);
			rims += fabs(fabs(v3_dot(v3_sub(known[i].b, w.c), v3(w.axes[0][2], w.axes[1][2], w.axes[2][2]))) - 0.55) < 1e-9;
			seen++;
		}
		other += !deep && m != found;
		samples3_free(&b.s);
	}
	ok(worst < 1e-6 && !other && seen > n / 10 && rims > n / 20, "tubes with ends: %d contacts of ellipsoids, %d at edges, off by "
	   "%.1e; %d bodies have other contacts as objects", seen, rims, worst, other);
}

static vec3 place_point(const struct object3 *o, vec3 x)
{
	const double p[3] = { x.x, x.y, x.z };
	double to[3];

	mat3_apply(to, o->m, p);
	return v3_add(o->c, v3_from(to));
}

/* How far a point is from the curved surface between its ends. */
static double from_cylinder(const struct tube3 *w, vec3 x)
{
	vec3 d = v3_sub(x, w->c);
	const double p[3] = { d.x, d.y, d.z };
	double q[3];

	mat3_apply_back(q, w->axes, p);
	double off = sqrt(q[0] * q[0] + q[1] * q[1]) - w->r, past = fmax(fabs(q[2]) - w->half, 0);
	return sqrt(off * off + past * past);
}

/* Bodies with bumps and waists moved towards a short tube, to a distance of 0.04 or so. */
static void lumpy_edges(int n)
{
	struct body fine[2], coarse[2];
	int tried = 0, missed = 0, wrong = 0, odd = 0, several = 0, rims = 0;
	struct rng g;

	rng_seed(&g, 12);
	body_init(&fine[0], (double[3]){ 1, 0.8, 0.6 }, 4, lumps, 64);
	body_init(&fine[1], (double[3]){ 1.2, 0.6, 0.6 }, 1, waist, 64);
	body_init(&coarse[0], (double[3]){ 1, 0.8, 0.6 }, 4, lumps, 16);
	body_init(&coarse[1], (double[3]){ 1.2, 0.6, 0.6 }, 1, waist, 16);
	for (int k = 0; k < n; k++) {
		const struct samples3 *s = &fine[k % 2].s;
		struct object3 *o = &coarse[k % 2].o;
		struct touch3 t[OBJECT3_MOST];
		double q[4], u[3], l, distance = 1, thick = 0.7 + 1.6 * (k / 2 % 2);
		struct tube3 w;

		o->samples = &coarse[k % 2].s;
		random_normal(&g, q, 4);
		quat_unit(q);
		tube3_place(&w, thick, 1.3, 1, v3(0.3, 0.2, 0.1), q);
		random_normal(&g, q, 4);
		l = random_normal(&g, u, 3);
		/* narrow tubes, and half of the wide ones, from outside; others from its middle to an end */
		int inside = k / 2 % 4 == 3;
		vec3 z = v3(w.axes[0][2], w.axes[1][2], w.axes[2][2]), x = v3(w.axes[0][0], w.axes[1][0], w.axes[2][0]);
		vec3 way = inside ? v3_add(x, v3_scale(u[0] / l, z)) : v3_scale(1 / l, v3_from(u));
		for (double far = inside ? 0 : 5; far > -5; far -= fmax(0.5 * (distance - 0.04), 0.004)) {
			object3_place(o, v3_add(w.c, v3_scale(inside ? -far : far, way)), q);
			distance = INFINITY;
			for (int i = 0; i < s->n; i++)
				distance = fmin(distance, from_cylinder(&w, place_point(o, s->at[i])));
			if (distance < 0.05)
				break;
		}
		if (!(distance < 0.05)) /* it went by */
			continue;
		int found = object3_gaps_tube(o, &w, 0.1, t);
		tried++;
		missed += found == 0;
		/* 0.04 apart or so, points find distances that are too great by some thousandths */
		wrong += found > 0 && (t[0].gap > distance + 1e-9 || t[0].gap < distance - 4e-3);
		several += found > 1;
		for (int i = 0; i < found; i++) {
			double along = fabs(v3_dot(v3_sub(t[i].b, w.c), z));
			vec3 gradient;

			odd += fabs(object3_value(o, t[i].a, &gradient, NULL)) > 1e-9 || from_cylinder(&w, t[i].b) > 1e-9 ||
			       v3_norm(v3_add(v3_scale(1 / v3_norm(gradient), gradient), t[i].n)) > 1e-7 ||
			       v3_norm(v3_sub(v3_sub(t[i].b, t[i].a), v3_scale(t[i].gap, t[i].n))) > 1e-9;
			rims += fabs(along - w.half) < 1e-9;
		}
	}
	ok(!missed && !wrong && !odd && several > 0 && rims > n / 3 && tried > n / 2,
	   "%d short tubes: %d missed, %d with another least gap, %d points not on the surfaces; %d have several contacts, %d are at "
	   "edges", tried, missed, wrong, odd, several, rims);
	for (int k = 0; k < 2; k++) {
		samples3_free(&fine[k].s);
		samples3_free(&coarse[k].s);
	}
}

/* A dumbbell across the mouth of an upright tube. */
static void dumbbell_on_rim(void)
{
	const double none[4] = { 1, 0, 0, 0 };
	struct touch3 t[OBJECT3_MOST];
	struct tube3 w;
	struct body a;

	body_init(&a, (double[3]){ 1.2, 0.6, 0.6 }, 1, waist, 16);
	tube3_place(&w, 0.5, 2, 1, v3(0, 0, -1), none);
	object3_place(&a.o, v3(0, 0, 0.6), none);
	int n = object3_gaps_tube(&a.o, &w, 0.2, t), low = 0;
	for (int k = 0; k < n; k++)
		low += fabs(t[k].gap - t[0].gap) < 1e-9 && t[k].n.z < 0 && fabs(t[k].b.z) < 1e-9;
	ok(n >= 2 && low == n, "a dumbbell across the mouth of a tube: %d places alike of %d", low, n);
	samples3_free(&a.s);
}

int main(void)
{
	edges_of_ellipsoids(400);
	lumpy_edges(200);
	dumbbell_on_rim();
	return done();
}
