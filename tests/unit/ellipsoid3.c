/* ellipsoid3.c: ellipsoids near each other, against poses made in extended precision */
#include "contact/ellipsoid3.h"

#include "unit/ellipsoid_pairs.h"

static const double none[4] = { 1, 0, 0, 0 };

static struct ellipsoid3 placed(double a, double b, double c, vec3 at, const double turn[4])
{
	struct ellipsoid3 e;

	ellipsoid3_place(&e, (double[3]){ a, b, c }, at, turn);
	return e;
}

/* The distance along the unit vector u at which two ellipsoids touch: there the largest S is 1, and S goes with its
 * square. The reference halves a bracket of S' in extended precision, with the inverse by Gauss's elimination. */
static real slope_of(const struct known_pair *p, const double u[3], real t, real *S)
{
	real m[3][4], y[3], qa = 0, qb = 0, dot = 0;

	for (int i = 0; i < 3; i++) {
		for (int j = 0; j < 3; j++)
			m[i][j] = (1 - t) * p->body[0].q[i][j] + t * p->body[1].q[i][j];
		m[i][3] = u[i];
	}
	for (int k = 0; k < 3; k++)
		for (int i = 0; i < 3; i++)
			for (int j = 3; j >= k && i != k; j--)
				m[i][j] -= m[i][k] / m[k][k] * m[k][j];
	for (int i = 0; i < 3; i++)
		y[i] = m[i][3] / m[i][i];
	for (int i = 0; i < 3; i++) {
		dot += y[i] * u[i];
		for (int j = 0; j < 3; j++) {
			qa += y[i] * p->body[0].q[i][j] * y[j];
			qb += y[i] * p->body[1].q[i][j] * y[j];
		}
	}
	*S = t * (1 - t) * dot;
	return (1 - t) * (1 - t) * qa - t * t * qb;
}

static void touching_distances(int n)
{
	double worst = 0, worst_gap = 0;
	struct known_pair p;
	struct rng g;

	rng_seed(&g, 5);
	for (int k = 0; k < n; k++) {
		double u[3];
		real lo = 0, hi = 1, S = 0;
		struct touch3 t = { .n = { 0, 0, 0 } };

		known_pair(&p, &g, 10, 0.1);
		double length = random_normal(&g, u, 3);
		for (int i = 0; i < 3; i++)
			u[i] /= length;
		for (int i = 0; i < 100; i++) {
			real mid = 0.5L * (lo + hi);

			if (slope_of(&p, u, mid, &S) > 0)
				lo = mid;
			else
				hi = mid;
		}
		struct ellipsoid3 a = p.body[0].e, b = p.body[1].e;
		a.c = v3(0, 0, 0);
		b.c = v3_from(u);
		real far = 1 / sqrtl(S);
		worst = fmax(worst, fabs((double)(1 / sqrtl(ellipsoid3_potential(&a, &b, INFINITY, NULL)) - far)));
		b.c = v3_scale((double)far, v3_from(u));
		ellipsoid3_gap(&a, &b, &t);
		worst_gap = fmax(worst_gap, fabs(t.gap));
	}
	ok(worst < 1e-9 && worst_gap < 1e-9, "touching distance of %d pairs: off by %.1e, and a gap of %.1e there", n, worst, worst_gap);
}

static real along(const struct known_pair *p, vec3 n)
{
	vec3 d = v3_sub(p->body[1].c, p->body[0].c);
	real l = sqrtl((real)n.x * n.x + (real)n.y * n.y + (real)n.z * n.z), s[3];
	const real u[3] = { n.x / l, n.y / l, n.z / l };

	return u[0] * d.x + u[1] * d.y + u[2] * d.z - known_support(&p->body[0], u, s) - known_support(&p->body[1], u, s);
}

/* Deep inside the first maximum need not be the largest; a thousand directions find that, around the axes of the bodies, where it
 * is narrow, and all over. */
static void depths(int n, known_maker *make, const char *what)
{
	int worse = 0;
	struct known_pair p;
	struct rng g;

	rng_seed(&g, 6);
	for (int k = 0; k < n; k++) {
		struct touch3 t = { .n = { 0, 0, 0 } };
		real best = -INFINITY;

		make(&p, &g, 10, k % 4 == 3 ? -0.6 : -0.05 - 0.2 * (k % 2));
		ellipsoid3_gap(&p.body[0].e, &p.body[1].e, &t);
		for (int i = 0; i < 1000; i++) {
			double v[3], q[4], m[3][3];

			random_normal(&g, v, 3);
			best = fmaxl(best, along(&p, v3_from(v)));
			memcpy(q, p.body[i % 2].turn, sizeof q);
			quat_unit(q);
			quat_matrix(m, q);
			vec3 axis = v3(m[0][i % 3], m[1][i % 3], m[2][i % 3]);
			best = fmaxl(best, along(&p, v3_add(v3_scale(i % 4 < 2 ? 1 : -1, axis), v3_scale(0.1 * (i / 100) / 10, v3_from(v)))));
		}
		worse += t.gap < best - 1e-9L;
	}
	ok(worse == 0, "depth of %d %s that are 5%%, 25%% or 60%% deep: %d lie above what two thousand directions find", n, what,
	   worse);
}

static void planes(int n)
{
	double worst = 0;
	struct known_pair p;
	struct rng g;

	rng_seed(&g, 7);
	for (int k = 0; k < n; k++) {
		struct touch3 t;
		real s[3], against[3], offset = 0;
		double share = k % 3 == 0 ? 0.1 : k % 3 == 1 ? -1e-3 : 1e-9;

		known_pair(&p, &g, 10, 0.1);
		vec3 n3 = v3((double)p.n[0], (double)p.n[1], (double)p.n[2]);
		/* the plane's own vector is what it is in double precision */
		const real exact[3] = { -n3.x, -n3.y, -n3.z };
		known_support(&p.body[0], exact, s);
		for (int i = 0; i < 3; i++) {
			against[i] = (real)(i == 0 ? p.body[0].c.x : i == 1 ? p.body[0].c.y : p.body[0].c.z) + s[i];
			offset -= exact[i] * against[i];
		}
		ellipsoid3_gap_plane(&p.body[0].e, n3, (double)(offset - share), &t);
		worst = fmax(worst, fmax(fabs(t.gap - share), off_by(t.a, against)));
		worst = fmax(worst, v3_norm(v3_sub(v3_sub(t.b, t.a), v3_scale(t.gap, t.n))));
	}
	ok(worst < 1e-12, "gap and point of %d planes: off by %.1e", n, worst);
}

static void special(void)
{
	const double half = sqrt(0.5);
	struct touch3 t = { .n = { 0, 0, 0 } };
	struct ellipsoid3 a = placed(0.7, 0.7, 0.7, v3(1, 2, 3), none), b = placed(0.4, 0.4, 0.4, v3(1, 2, 4.3), none);

	ellipsoid3_gap(&a, &b, &t);
	near(t.gap, 0.2, 1e-15, "two balls: gap");
	ok(t.n.x == 0 && t.n.y == 0 && t.n.z == 1 && fabs(t.b.z - 3.9) < 1e-15, "and normal and point");
	ok(ellipsoid3_separate_by_roots(&a, &b, NULL), "two balls apart, whose polynomial has a double root");
	b.c.z = 4.0999;
	ok(!ellipsoid3_separate_by_roots(&a, &b, NULL), "and overlapping");
	t.n = v3(0, 0, 0);
	a = placed(2.385, 1, 0.5, v3(0, 0, 0), none);
	b = placed(2.385, 1, 0.5, v3(0, 0, 1.01), none);
	ok(ellipsoid3_separate_by_roots(&a, &b, NULL) && ellipsoid3_potential(&a, &b, INFINITY, NULL) > 1,
	   "copies turned alike, above each other");
	ellipsoid3_gap(&a, &b, &t);
	near(t.gap, 0.01, 1e-14, "their gap");
	b = placed(2.385, 1, 0.5, v3(0, 0, 0.98), (double[4]){ half, 0, 0, half });
	ok(!ellipsoid3_separate_by_roots(&a, &b, NULL), "one turned across the other overlaps");
	t.n = v3(0, 0, 0);
	ellipsoid3_gap(&a, &b, &t);
	near(t.gap, -0.02, 1e-14, "by a fiftieth");
	b.c = v3(0, 0, 0);
	t.n = v3(0, 0, 0);
	ellipsoid3_gap(&a, &b, &t);
	near(t.gap, -1, 1e-12, "about the same centre: parted along the shortest axis of both");
	near(fabs(t.n.z), 1, 1e-12, "and the normal along it");
	b = placed(0.05, 0.04, 0.03, v3(0.3, 0.1, 0.02), (double[4]){ 0.5, 0.5, 0.5, 0.5 });
	ok(!ellipsoid3_separate_by_roots(&a, &b, NULL) && ellipsoid3_potential(&a, &b, INFINITY, NULL) < 1, "one inside the other");
	/* a needle through a lath, both a hundred times as long as they are thin, parted by 0.0202 along n, by more along others;
	   the gap is the largest of g(n), so that it is not below that of any direction */
	const vec3 n = v3(0.471516654, -0.837313843, 0.276726532);
	double turn[4] = { -0.0844714, 0.112879, -0.459462, 0.403271 };
	quat_unit(turn);
	a = placed(1, 0.1, 0.01, v3(0.134589, 0.069508, -0.165864), (double[4]){ half, 0, half, 0 });
	b = placed(0.64, 0.0064, 0.0064, v3(0.6895, 0.330114, 0.764552), turn);
	t.n = v3(0, 0, 0);
	ellipsoid3_gap(&a, &b, &t);
	double known = v3_dot(n, v3_sub(b.c, a.c)) - sqrt(sym3_between(a.q, n, n)) - sqrt(sym3_between(b.q, n, n));
	ok(t.gap > known - 1e-12 && known > -0.0202, "a needle through a lath, parted across both: %g", t.gap);
	a = placed(2.385, 1, 0.5, v3(0, 0, 0), none);
	/* a ball against an ellipsoid's tip, its flank and its pole, where distances are known */
	b = placed(0.1, 0.1, 0.1, v3(2.9, 0, 0), none);
	t.n = v3(0.1, 0.9, 0.3);
	ellipsoid3_gap(&a, &b, &t);
	near(t.gap, 2.9 - 2.385 - 0.1, 1e-14, "from the tip, begun at a bad normal");
}

int main(void)
{
	static const double share[] = { 1e-1, 1e-3, 1e-6, 1e-8, 1e-9, 1e-10 };

	special();
	for (int k = 0; k < 6; k++) {
		check_signs(known_pair, 0, 10 + (uint64_t)k, 3000, share[k]);
		check_signs(known_pair, 0, 30 + (uint64_t)k, 3000, -share[k]);
		check_signs(known_plain_pair, 10, 90 + (uint64_t)k, 2000, share[k]);
		check_signs(known_plain_pair, 10, 110 + (uint64_t)k, 2000, -share[k]);
	}
	check_points(known_pair, 50, 3000, 1, 1e-9);
	for (int k = 0; k < 6; k++) {
		check_points(known_pair, 51 + (uint64_t)k, 3000, share[k], 1e-9);
		check_points(known_plain_pair, 131 + (uint64_t)k, 2000, share[k], 1e-9);
	}
	for (int k = 1; k < 6; k++)
		check_points(known_pair, 71 + (uint64_t)k, 3000, -share[k], 1e-9);
	touching_distances(2000);
	depths(200, known_pair, "pairs");
	depths(200, known_plain_pair, "needles, discs and laths");
	planes(3000);
	return done();
}
