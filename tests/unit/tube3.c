/* tube3.c: ellipsoids near cylinders, against what a scan in extended precision finds */
#include "contact/tube3.h"

#include "base/quat.h"
#include "unit/ellipsoid_pairs.h"

/* ---- the reference, in the frame of the cylinder: half axes, turn and centre of the ellipsoid are the known body's ---- */

static const real tau = 6.283185307179586476925L;

typedef real curve(const void *of, real angle);

/* The extrema (sign 1: maxima) of a function on the circle: a scan, and thirds. */
static int extrema(curve *f, const void *of, int sign, real at[], int room)
{
	enum { SCAN = 500 };
	int n = 0;

	for (int k = 0; k < SCAN; k++) {
		real step = tau / SCAN, lo = (k - 1) * step, hi = (k + 1) * step, here = sign * f(of, k * step);

		if (here < sign * f(of, lo) || here <= sign * f(of, hi))
			continue;
		while (hi - lo > 1e-12L) { /* the value's error is its square */
			real a = lo + (hi - lo) / 3, b = hi - (hi - lo) / 3;

			if (sign * f(of, a) > sign * f(of, b))
				hi = b;
			else
				lo = a;
		}
		if (n < room)
			at[n++] = 0.5L * (lo + hi);
	}
	return n;
}

/* Distance from the axis of the point of the outline across it whose normal has the angle. */
static real from_axis(const void *of, real angle)
{
	const struct known_body *b = of;
	const real n[3] = { cosl(angle), sinl(angle), 0 };
	real s[3];

	known_support(b, n, s);
	real x = b->c.x + s[0], y = b->c.y + s[1];
	return sqrtl(x * x + y * y);
}

/* Distance of a point from the ellipsoid, negative inside: |p| in its axes with (x_k = q_k p_k / (q_k + t)) on the
 * surface, t the largest root; found by halving. */
struct circle { const struct known_body *b; double r, z; };

static real from_circle(const void *of, real angle)
{
	const struct circle *c = of;
	const struct known_body *b = c->b;
	const real d[3] = { c->r * cosl(angle) - b->c.x, c->r * sinl(angle) - b->c.y, (real)c->z - b->c.z };
	real p[3], least = INFINITY, far = 0, sum, square = 0;
	double m[3][3];

	quat_matrix(m, b->turn); /* good to 1e-16, as is the body's own */
	for (int k = 0; k < 3; k++) {
		p[k] = m[0][k] * d[0] + m[1][k] * d[1] + m[2][k] * d[2];
		least = fminl(least, (real)b->a[k] * b->a[k]);
		far += fabsl(p[k]) * b->a[k];
	}
	real lo = -least, hi = far;
	for (int i = 0; i < 70; i++) {
		real t = 0.5L * (lo + hi);

		sum = 0;
		for (int k = 0; k < 3; k++) {
			real x = b->a[k] * p[k] / ((real)b->a[k] * b->a[k] + t);

			sum += x * x;
		}
		if (sum > 1)
			lo = t;
		else
			hi = t;
	}
	for (int k = 0; k < 3; k++) {
		real x = hi * p[k] / ((real)b->a[k] * b->a[k] + hi);

		square += x * x;
	}
	return hi > 0 ? sqrtl(square) : -sqrtl(square);
}

/* ---- comparison ---- */

static int has_gap(const struct touch3 *t, int n, real gap, double bar)
{
	for (int k = 0; k < n; k++)
		if (fabs((double)(t[k].gap - gap)) < bar)
			return 1;
	return 0;
}

static void random_body(struct known_body *b, struct rng *g, double far, double high)
{
	known_body(b, g, 8, 0.3 + rng_uniform(g));
	b->c = v3(far * (2 * rng_uniform(g) - 1), far * (2 * rng_uniform(g) - 1), high * (2 * rng_uniform(g) - 1));
}

/* Hand the body, and the cylinder, over in some other frame. */
static int gaps_elsewhere(const struct known_body *b, double r, double length, int in, double within, struct rng *g,
	struct touch3 *t)
{
	double q[4], both[4], m[3][3], at[3] = { b->c.x, b->c.y, b->c.z };
	vec3 c = v3(2.385, -1, 0.5);
	struct ellipsoid3 e;
	struct tube3 w;

	random_normal(g, q, 4);
	quat_unit(q);
	quat_times(both, q, b->turn);
	quat_matrix(m, q);
	mat3_apply(at, (const double (*)[3])m, at);
	tube3_place(&w, r, length, in, c, q);
	ellipsoid3_place(&e, b->a, v3_add(c, v3_from(at)), both);
	int n = tube3_gaps(&w, &e, within, t);
	for (int k = 0; k < n; k++) { /* points and normals say the same as the gap */
		vec3 d = v3_sub(v3_sub(t[k].b, t[k].a), v3_scale(t[k].gap, t[k].n)), s;

		ellipsoid3_support(&e, t[k].n, &s);
		if (v3_norm(d) > 1e-8 || v3_norm(v3_sub(v3_add(e.c, s), t[k].a)) > 1e-7)
			return -1;
	}
	return n;
}

static void inside(int n)
{
	struct rng g;
	int missed = 0, more = 0, two = 0;

	rng_seed(&g, 3);
	for (int k = 0; k < n; k++) {
		struct known_body b;
		struct touch3 t[TUBE3_MOST];
		real at[8];

		random_body(&b, &g, k % 7 ? 0.7 : 1e-4, 3);
		known_matrix(&b);
		int m = extrema(from_axis, &b, 1, at, 8), found = gaps_elsewhere(&b, 1.1, INFINITY, 1, 100, &g, t);
		for (int i = 0; i < m; i++)
			missed += !has_gap(t, found, 1.1L - from_axis(&b, at[i]), 1e-10);
		more += found != m;
		two += m == 2;
	}
	ok(!missed && !more && two > n / 20,
	   "inside a tube: of the maxima of %d bodies, %d with two, %d were missed, %d bodies had others", n, two, missed, more);
}

/* A body whose centre lies off the axis along its minor axis touches at two places alike, to either side of it: with semi-axes
 * a > b and the centre at c they are at x = +-a sqrt(1 - y^2 / b^2) and c + y, y = c b^2 / (a^2 - b^2). */
static void astride(void)
{
	const double a = 0.6, b = 0.3, r = 0.9, q[4] = { 1, 0, 0, 0 };

	for (int side = -1; side < 2; side += 2) {
		double c = 0.07 * side, y = c * b * b / (a * a - b * b), x = a * sqrt(1 - y * y / b / b), far = hypot(x, c + y);
		struct touch3 t[TUBE3_MOST];
		struct ellipsoid3 e;
		struct tube3 w;

		tube3_place(&w, r, INFINITY, 1, v3(0.2, -0.3, 0.4), q);
		ellipsoid3_place(&e, (const double[3]){ a, b, 0.4 }, v3(0.2, c - 0.3, 1.7), q);
		int n = tube3_gaps(&w, &e, 100, t);
		ok(n == 2 && t[0].n.x * t[1].n.x < 0, "%d places, on both sides", n);
		for (int k = 0; k < n; k++) {
			near(t[k].gap, r - far, 1e-12, "gap astride");
			near(fabs(t[k].a.x - 0.2), x, 1e-12, "its place across");
			near(t[k].a.y, c + y - 0.3, 1e-12, "and along the minor axis");
			near(t[k].n.y, (c + y) / far * (t[k].n.x * (t[k].a.x - 0.2) < 0 ? -1 : 1), 1e-12, "its normal");
		}
	}
}

static void outside(int n)
{
	struct rng g;
	int wrong = 0, seen = 0;

	rng_seed(&g, 4);
	for (int k = 0; k < n; k++) {
		struct known_body b;
		struct touch3 t[TUBE3_MOST];
		real at[8], least = INFINITY;

		random_body(&b, &g, 3, 3);
		known_matrix(&b);
		/* the axis has to be outside */
		double rho = sqrt(b.c.x * b.c.x + b.c.y * b.c.y);
		if (rho < 1.35)
			continue;
		int m = extrema(from_axis, &b, -1, at, 8), found = gaps_elsewhere(&b, 0.6, INFINITY, k % 2, 100, &g, t);
		for (int i = 0; i < m; i++)
			least = fminl(least, from_axis(&b, at[i]) - 0.6L);
		wrong += found != 1 || !has_gap(t, found, least, 1e-10);
		seen++;
	}
	ok(!wrong && seen > n / 3, "outside a rod or a tube: %d of %d wrong", wrong, seen);
}

static void edges(int n)
{
	struct rng g;
	int missed = 0, wall = 0, seen = 0, odd = 0;

	rng_seed(&g, 5);
	for (int k = 0; k < n; k++) {
		struct known_body b;
		struct touch3 t[TUBE3_MOST];
		real at[8];

		random_body(&b, &g, 1.4, 0.6);
		b.c.z += 1;
		known_matrix(&b);
		struct circle top = { &b, 1, 1 };
		int m = extrema(from_circle, &top, -1, at, 8), found = gaps_elsewhere(&b, 1, 2, 1, 0.1, &g, t);
		odd += found < 0;
		for (int i = 0; i < m; i++) {
			real gap = from_circle(&top, at[i]);
			/* is the surface beside it nearer? */
			struct circle below = { &b, 1, 1 - 1e-5 };
			real change = gap - from_circle(&below, at[i]);

			if (!(gap < 0.0999) || gap < -0.05 || fabs((double)change) < 1e-7)
				continue;
			if (change > 0) {
				wall++;
				continue;
			}
			seen++;
			missed += !has_gap(t, found, gap, 1e-8);
		}
	}
	ok(!missed && !odd && seen > n / 10 && wall > n / 20,
	   "at the edge of a tube: of %d minima that count, %d were missed, in %d bodies points were wrong", seen, missed, odd);
}

/* A ball on a rim that is too narrow for it: it touches at the nearest point and at others around, wherever that is. */
static void around(void)
{
	const double none[4] = { 1, 0, 0, 0 }, r = 0.5;
	struct touch3 t[TUBE3_MOST];
	struct ellipsoid3 e;
	struct tube3 w;
	int wrong = 0;

	tube3_place(&w, 0.3, 2, 1, v3(0, 0, 0), none);
	for (int k = 0; k < 64; k++) {
		double angle = k * 0.09817477042468103, off = k % 8 ? 0.01 * (k % 3) : 0, least = INFINITY;
		vec3 sum = v3(0, 0, 0);

		ellipsoid3_place(&e, (double[3]){ r, r, r }, v3(off * cos(angle), off * sin(angle), 1.41), none);
		int n = tube3_gaps(&w, &e, 0.1, t);
		for (int i = 0; i < n; i++) {
			vec3 d = v3_sub(t[i].b, e.c);

			wrong += fabs(sqrt(t[i].b.x * t[i].b.x + t[i].b.y * t[i].b.y) - 0.3) > 1e-12 || fabs(t[i].gap - (v3_norm(d) - r)) > 1e-12;
			least = fmin(least, t[i].gap);
			sum = v3_add(sum, v3(t[i].b.x, t[i].b.y, 0));
		}
		wrong += n != 3 || fabs(least - (sqrt((0.3 - off) * (0.3 - off) + 0.41 * 0.41) - r)) > 1e-12 || v3_norm(sum) > 1e-9;
	}
	ok(!wrong, "a ball on a narrow rim is held all round");
}

static void special(void)
{
	const double none[4] = { 1, 0, 0, 0 };
	struct touch3 t[TUBE3_MOST];
	struct ellipsoid3 e;
	struct tube3 w;

	tube3_place(&w, 1, 4, 1, v3(0, 0, 0), none);
	ellipsoid3_place(&e, (double[3]){ 0.25, 0.25, 0.25 }, v3(0.7, 0, 0), none);
	int n = tube3_gaps(&w, &e, 0.1, t);
	ok(n == 1, "a ball near the wall touches once");
	near(t[0].gap, 0.05, 1e-15, "its gap");
	ok(fabs(t[0].n.x - 1) < 1e-15 && fabs(t[0].b.x - 1) < 1e-15, "and where");
	ellipsoid3_place(&e, (double[3]){ 0.99, 0.4, 0.3 }, v3(0, 0, 0), none);
	n = tube3_gaps(&w, &e, 0.1, t);
	ok(n == 2 && fabs(t[0].gap - 0.01) < 1e-14 && fabs(t[1].gap - 0.01) < 1e-14 && t[0].n.x * t[1].n.x < 0,
	   "jammed across: on both sides");
	ellipsoid3_place(&e, (double[3]){ 0.2, 0.2, 0.2 }, v3(1, 0, 2.3), none);
	n = tube3_gaps(&w, &e, 0.2, t);
	ok(n == 1 && fabs(t[0].gap - 0.1) < 1e-8 && fabs(t[0].n.z + 1) < 1e-8, "above the edge");
	ellipsoid3_place(&e, (double[3]){ 0.2, 0.2, 0.2 }, v3(0.7, 0, 1.9), none);
	n = tube3_gaps(&w, &e, 0.2, t);
	ok(n == 1 && fabs(t[0].gap - 0.1) < 1e-14 && fabs(t[0].n.x - 1) < 1e-14, "inside near the edge: the wall alone");
	ellipsoid3_place(&e, (double[3]){ 0.2, 0.2, 0.2 }, v3(1.3, 0, 0), none);
	n = tube3_gaps(&w, &e, 0.2, t);
	ok(n == 1 && fabs(t[0].gap - 0.1) < 1e-14 && fabs(t[0].n.x + 1) < 1e-14, "outside of a tube");
	tube3_place(&w, 1, 4, 0, v3(0, 0, 0), none);
	ellipsoid3_place(&e, (double[3]){ 0.25, 0.25, 0.25 }, v3(0.7, 0, 0), none);
	n = tube3_gaps(&w, &e, 0.1, t);
	ok(n == 1 && fabs(t[0].gap - 0.05) < 1e-14 && fabs(t[0].n.x - 1) < 1e-14, "inside a rod that has ends: it is thin");
	tube3_place(&w, 1, INFINITY, 0, v3(0, 0, 0), none);
	n = tube3_gaps(&w, &e, 0.1, t);
	ok(n == 1 && t[0].gap < -0.5, "in one without ends it is deep");
	ok(tube3_gaps(&w, &(struct ellipsoid3){ .c = { 0, 0, 9 }, .q = { 1, 1, 1 }, .sphere = 1 }, 0.2, t) == 0, "far past its end");
}

int main(void)
{
	around();
	special();
	astride();
	inside(2000);
	outside(1000);
	edges(300);
	return done();
}
