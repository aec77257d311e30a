/* slanted3_moved.c: scenes in tilted and deforming cells in space, shifted, scaled, copied and cut. Bodies are compared in
 * unbounded space. */
#include "slanted3.h"

#include <math.h>
#include <stdlib.h>

#include "tap.h"
#include "world/lattice.h"
#include "world/relocate.h"

/* Where a body is in unbounded space and how fast. */
static void seen(struct world *w, int i, double x[3], double v[3])
{
	struct bodies3 b = world_bodies3(w);
	double s[3], u[3];

	vector(&w->domain, (double)b.image[0][i], (double)b.image[1][i], (double)b.image[2][i], s);
	flow(&w->domain, s, u);
	for (int k = 0; k < 3; k++) {
		x[k] = b.x[k][i] + s[k];
		v[k] = b.v[k][i] + u[k];
	}
}

static int inside(struct world *w)
{
	struct bodies3 b = world_bodies3(w);
	int good = 1;

	for (int i = 0; i < b.n; i++)
		for (int k = 0; k < 3; k++)
			good &= b.x[k][i] >= w->domain.lo[k] && b.x[k][i] < w->domain.hi[k];
	return good;
}

static void test_shift(void)
{
	const double by[3] = { 1.9, -5.3, 4.4 };
	const char moves[3] = { 1, 0, 1 };
	double x[3][3], v[3][3], j0[3], p0[3], j[3], p[3], now[3], speed[3];
	struct world w;

	ok(read_all(scene, &w)[0] == 0, "a scene in a tilted domain that deforms");
	for (int i = 0; i < 3; i++)
		seen(&w, i, x[i], v[i]);
	joins(&w, 2, j0, p0);
	world_shift(&w, moves, by);
	for (int i = 0; i < 3; i++) {
		const double want[3] = { x[i][0] + moves[i] * by[0], x[i][1] + moves[i] * by[1], x[i][2] + moves[i] * by[2] };

		seen(&w, i, now, speed);
		ok(is_near(now, want, 3) && is_near(speed, v[i], 3) && inside(&w), "shifted across slanted faces: body %d", i);
	}
	joins(&w, 1, j, p);
	ok(w.contact.n_row == 2 && is_near(j, j0, 3) && is_near(p, p0, 3), "its contacts join the same points");
	world_free(&w);
}

static void test_scale(void)
{
	const double about[3] = { 0.4, 1.7, 3.2 }, factor = 1.75;
	struct world w;
	double x[3], v[3], now[3], speed[3];

	read_all(scene, &w);
	memset(w.domain.rate, 0, sizeof w.domain.rate);
	seen(&w, 0, x, v);
	world_scale_all(&w, about, factor);
	seen(&w, 0, now, speed);
	for (int k = 0; k < 3; k++)
		x[k] = about[k] + factor * (x[k] - about[k]);
	ok(is_near_by(now, x, 3, 1e-11) && is_near(w.domain.tilt, (double[3]){ 0.9 * factor, -1.7 * factor, 1.1 * factor }, 3) &&
		inside(&w), "scaled with the lattice");
	world_free(&w);
}

static void test_replicate(void)
{
	static const int n[3] = { 2, 3, 2 };
	enum { COPIES = 12 };
	struct world w, one;
	int placed = 1, moving = 1, joined = 1;

	read_all(scene, &one);
	read_all(scene, &w);
	world_replicate(&w, n);
	struct bodies3 a = world_bodies3(&one), b = world_bodies3(&w);
	const struct domain *d = &one.domain, *e = &w.domain;
	ok(b.n == 3 * COPIES && w.contact.n_row == 3 * COPIES && inside(&w) &&
	   is_near(e->tilt, (double[3]){ 0.9 * 3, -1.7 * 2, 1.1 * 2 }, 3), "copies of a tilted cell");
	for (int k = 0; k < COPIES; k++)
		for (int i = 0; i < 3; i++) {
			int row = row_of(&w, a.id[i] + 12 * k);
			double s[3], x[3], from[3], at[3], u[3], v[3], own[3], copy[3];

			vector(d, k % 2, k / 2 % 3, k / 6, s);
			for (int c = 0; c < 3 && row >= 0; c++) {
				x[c] = b.x[c][row] - a.x[c][i] - s[c];
				from[c] = a.x[c][i] - 0.5 * (d->lo[c] + d->hi[c]);
				at[c] = b.x[c][row] - 0.5 * (e->lo[c] + e->hi[c]);
			}
			double z = rint(x[2] / 11), y = rint((x[1] - z * e->tilt[2]) / 11.1);
			double left = (x[0] - z * e->tilt[1] - y * e->tilt[0]) / 8.4;
			placed &= row >= 0 && fabs(x[2] - 11 * z) < 1e-11 && fabs(x[1] - z * e->tilt[2] - 11.1 * y) < 1e-11 &&
			          fabs(left - rint(left)) < 1e-11;
			flow(d, from, u);
			flow(e, at, v);
			for (int c = 0; c < 3 && row >= 0; c++) {
				own[c] = a.v[c][i] - u[c];
				copy[c] = b.v[c][row] - v[c];
			}
			moving &= is_near_by(copy, own, 3, 1e-11);
		}
	ok(placed, "stand on the lattice of the one");
	ok(moving, "and move with the flow about the new middle");
	for (int m = 0; m < w.contact.n_row; m++) {
		double j0[3], p0[3], j[3], p[3];

		joins(&one, m % 3, j0, p0);
		joins(&w, m, j, p);
		joined &= is_near_by(j, j0, 3, 1e-11) && is_near_by(p, p0, 3, 1e-11);
	}
	ok(joined, "contacts join copies as far apart");
	world_free(&w);
	world_free(&one);
}

static void test_crop(void)
{
	static const double all[2][3] = { { -1.3, 0.7, 2 }, { 2.9, 4.4, 7.5 } };
	/* cut along an axis: the axes whose images are displaced along it are open, too, and rates along them end */
	static const int stays[3][3] = { { 0, 0, 0 }, { 1, 0, 0 }, { 1, 1, 0 } };

	for (int k = 0; k < 3; k++) {
		double hi[3] = { 2.9, 4.4, 7.5 };
		struct world w;

		read_all(scene, &w);
		hi[k] -= 0.05;
		world_crop(&w, all[0], hi);
		ok(!memcmp(w.domain.periodic, stays[k], sizeof stays[k]) && !domain_fault(&w.domain) && w.domain.tilt[1] == 0 &&
		   w.domain.tilt[0] == (k == 2 ? 0.9 : 0) && w.domain.rate[XX] == (k ? 0.2 : 0) && w.domain.rate[YZ] == 0,
			"cut across axis %d, what stays periodic", k);
		world_free(&w);
	}
	struct world w;
	read_all(scene, &w);
	world_crop(&w, all[0], all[1]);
	ok(w.contact.n_row == 3 && w.domain.tilt[1] == -1.7 && w.domain.rate[YZ] == 0.25 && w.domain.periodic[2], "cut to itself");
	world_free(&w);
}

static void test_recentre(void)
{
	struct place3 place[1] = { { { 3.3, -5.2, 4.4 }, { 1, 0, 0, 0 } } };
	double x[3], v[3], now[3], speed[3];
	struct world w;

	read_all(scene, &w);
	seen(&w, 0, x, v);
	world_recentre3(&w, place, NULL);
	seen(&w, 0, now, speed);
	/* not turning: the new origin has the velocity of the body */
	ok(is_near(now, (double[3]){ x[0] + 1.5 * 3.3, x[1] - 1.5 * 5.2, x[2] + 1.5 * 4.4 }, 3) && is_near(speed, v, 3) &&
		inside(&w), "a new origin across slanted faces");
	world_free(&w);
}

int main(void)
{
	test_shift();
	test_scale();
	test_replicate();
	test_crop();
	test_recentre();
	return done();
}
