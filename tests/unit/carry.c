/* carry.c: scenes of the plane shifted, turned, scaled, copied and cut, in tilted domains that deform. What is compared is what
 * the eye would see: a body at its place in unbounded space, x + ix a + iy b of the lattice, with the velocity that goes with
 * it. */
#include "scene_text.h"

#include <math.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/quat.h"
#include "moved.h"
#include "tap.h"
#include "world/deform.h"
#include "world/relocate.h"

/* Three bodies, ids in no order, that touch each other across edges; 9 and 12 move, 4 does not. */
static const char plane[] = "scree 1 dim=2\n"
	"domain lo=-1.3,0.7 hi=2.9,4.4 periodic=xy tilt=0.9 rate=0.2,-0.3,0.5 pressure=1,2 m=3 c=4\n"
	"material sand density=2.5\n"
	"shape 3 polyline r=0.25 -0.5,0.125 0.5,-0.125\nshape 8 point r=0.5 0,0\n"
	"constraint lid x=f:2 y=v:3 angle=f:5 m=7 c=11\n"
	"columns body id shape material tag size x y angle ix iy vx vy omega\n"
	"columns contact i j fi fj ix iy x y nx ny xi\n"
	"frame 4 t=0.5 dt=0.125 due=0.5 body=3 contact=4\n"
	"body 12 3 sand lid 1.5 2.7 4.1 0.3 3 -2 0.7 -0.4 0.9\n"
	"body 4 8 sand - 0.75 -1.1 0.9 -0.6 0 1 0.2 0.3 -0.5\n"
	"body 9 8 sand - 1.25 1.2 4.2 1.1 -1 0 -0.6 0.8 0.1\n"
	"contact 12 4 0 0 1 1 2.75 4.375 0.6 0.8 0.11\n"
	"contact 9 12 0 1 0 0 2.25 4.125 -0.28 0.96 0.22\n"
	"contact 12 9 0 0 -1 2 2.5 4.5 0.8 -0.6 0.33\n"
	"contact 4 9 0 0 0 -1 -0.25 0.75 0 -1 0.44\nend 4\n";
static const char moves[3] = { 1, 0, 1 };

/* Where a body is in unbounded space and how fast, seen from there. */
struct seen { double x[2], v[2]; };

static struct seen seen_of(struct world *w, int i)
{
	const struct domain *d = &w->domain;
	struct bodies2 b = world_bodies2(w);
	double ix = (double)b.ix[i], iy = (double)b.iy[i], lx = d->hi[0] - d->lo[0], ly = d->hi[1] - d->lo[1];
	double sx = ix * lx + iy * d->tilt[0], sy = iy * ly;

	return (struct seen){ { b.x[i] + sx, b.y[i] + sy },
	                      { b.vx[i] + d->rate[0] * sx + d->rate[XY] * sy, b.vy[i] + d->rate[1] * sy } };
}

/* From body i of contact k to its body j, and to its point. */
static void joins(struct world *w, int k, int row_i, int row_j, double to_j[2], double to_point[2])
{
	const struct domain *d = &w->domain;
	struct bodies2 b = world_bodies2(w);
	double ix = (double)table_int(&w->contact, "ix")[k], iy = (double)table_int(&w->contact, "iy")[k];

	to_j[0] = b.x[row_j] + ix * (d->hi[0] - d->lo[0]) + iy * d->tilt[0] - b.x[row_i];
	to_j[1] = b.y[row_j] + iy * (d->hi[1] - d->lo[1]) - b.y[row_i];
	to_point[0] = table_real(&w->contact, "x")[k] - b.x[row_i];
	to_point[1] = table_real(&w->contact, "y")[k] - b.y[row_i];
}

static int inside(struct world *w)
{
	const struct domain *d = &w->domain;
	struct bodies2 b = world_bodies2(w);
	int good = 1;

	for (int i = 0; i < b.n; i++)
		good &= b.x[i] >= d->lo[0] && b.x[i] < d->hi[0] && b.y[i] >= d->lo[1] && b.y[i] < d->hi[1];
	return good;
}

static void turn2(double c, double s, const double v[2], double to[2])
{
	double x = c * v[0] - s * v[1], y = s * v[0] + c * v[1];

	to[0] = x;
	to[1] = y;
}

static void test_shift_some(void)
{
	struct world w;
	struct seen before[3];
	double j0[2], p0[2], j[2], p[2];

	read_all(plane, &w);
	for (int i = 0; i < 3; i++)
		before[i] = seen_of(&w, i);
	joins(&w, 1, 2, 0, j0, p0);
	world_shift(&w, moves, (double[3]){ 1.9, 5.3 });
	for (int i = 0; i < 3; i++) {
		struct seen now = seen_of(&w, i);
		double at[2] = { before[i].x[0] + (moves[i] ? 1.9 : 0), before[i].x[1] + (moves[i] ? 5.3 : 0) };

		ok(is_near(now.x, at, 2) && is_near(now.v, before[i].v, 2), "shifted across tilted edges: body %d", i);
	}
	ok(inside(&w), "and wrapped");
	ok(w.contact.n_row == 2 && table_int(&w.contact, "i")[0] == 9 && table_int(&w.contact, "i")[1] == 12 &&
	   table_real(&w.contact, "xi")[1] == 0.33, "contacts of two that move stay, others end");
	joins(&w, 0, 2, 0, j, p);
	ok(is_near(j, j0, 2) && is_near(p, p0, 2), "and join the same bodies at the same point of them");
	world_free(&w);

	/* all stay but one */
	read_all(plane, &w);
	world_shift(&w, (const char[3]){ 1, 0, 0 }, (double[3]){ 0.1, 0.05 });
	ok(w.contact.n_row == 1 && table_int(&w.contact, "i")[0] == 4 && table_real(&w.contact, "x")[0] == -0.25,
	   "contacts of two that stay, too, and are where they were");
	world_free(&w);
}

static void test_turn_some(void)
{
	const double about[2] = { 0.4, 1.7 }, angle = 2.1, c = cos(angle), s = sin(angle);
	struct world w;
	struct bodies2 b;
	double x0[2][3], v0[2][3], j0[2], p0[2], j[2], p[2], n[2];

	read_all(plane, &w);
	b = world_bodies2(&w);
	for (int i = 0; i < 3; i++)
		x0[0][i] = b.x[i], x0[1][i] = b.y[i], v0[0][i] = b.vx[i], v0[1][i] = b.vy[i];
	joins(&w, 1, 2, 0, j0, p0);
	world_turn2(&w, moves, about, angle);
	b = world_bodies2(&w);
	for (int i = 0; i < 3; i++) {
		/* turned from where it stands, and then seen through the edges that it was wrapped across */
		double r[2] = { x0[0][i] - about[0], x0[1][i] - about[1] }, v[2] = { v0[0][i], v0[1][i] };
		const double was[3][2] = { { 3, -2 }, { 0, 1 }, { -1, 0 } };
		double mx = (double)b.ix[i] - was[i][0], my = (double)b.iy[i] - was[i][1], lx = 4.2, ly = 3.7;
		double at[2] = { b.x[i] + mx * lx + my * 0.9, b.y[i] + my * ly };
		double speed[2] = { b.vx[i] + 0.2 * (mx * lx + my * 0.9) + 0.5 * my * ly, b.vy[i] - 0.3 * my * ly };

		if (moves[i]) {
			turn2(c, s, r, r);
			turn2(c, s, v, v);
		}
		r[0] += about[0];
		r[1] += about[1];
		ok(is_near(at, r, 2) && is_near(speed, v, 2), "turned about a point: place and velocity of body %d", i);
	}
	near(b.angle[0], 0.3 + angle, tiny, "its angle");
	ok(b.angle[1] == -0.6 && b.omega[0] == 0.9 && inside(&w), "who does not move has its own; spins stay");
	joins(&w, 0, 2, 0, j, p);
	turn2(c, s, j0, j0);
	turn2(c, s, p0, p0);
	ok(is_near(j, j0, 2) && is_near(p, p0, 2), "contacts turn with their bodies");
	turn2(c, s, (double[2]){ -0.28, 0.96 }, n);
	ok(is_near((double[2]){ table_real(&w.contact, "nx")[0], table_real(&w.contact, "ny")[0] }, n, 2), "and their normals");
	world_free(&w);
}

static void test_turn_all(void)
{
	const double about[2] = { 0.4, 1.7 }, angle = 0.7, c = cos(angle), s = sin(angle);
	struct world w;
	double corner[4][2], lo[2] = { 99, 99 }, hi[2] = { -99, -99 };

	read_all(plane, &w);
	w.domain = (struct domain){ .set = 1, .lo = { -1.3, 0.7 }, .hi = { 2.9, 4.4 } };
	world_turn_all2(&w, about, angle);
	for (int k = 0; k < 4; k++) {
		turn2(c, s, (double[2]){ (k & 1 ? 2.9 : -1.3) - 0.4, (k & 2 ? 4.4 : 0.7) - 1.7 }, corner[k]);
		for (int a = 0; a < 2; a++) {
			lo[a] = fmin(lo[a], corner[k][a] + about[a]);
			hi[a] = fmax(hi[a], corner[k][a] + about[a]);
		}
	}
	ok(is_near(w.domain.lo, lo, 2) && is_near(w.domain.hi, hi, 2), "an open domain that is turned is the box about it");
	struct bodies2 b = world_bodies2(&w);
	double x[2];
	turn2(c, s, (double[2]){ -1.1 - 0.4, 0.9 - 1.7 }, x);
	ok(is_near((double[2]){ b.x[1] - 0.4, b.y[1] - 1.7 }, x, 2) && b.ix[0] == 3 && b.iy[0] == -2,
		"bodies turn, nothing is wrapped");
	turn2(c, s, (double[2]){ -0.25 - 0.4, 0.75 - 1.7 }, x);
	ok(is_near((double[2]){ table_real(&w.contact, "x")[3] - 0.4, table_real(&w.contact, "y")[3] - 1.7 }, x, 2) &&
	   w.contact.n_row == 4, "all contacts, too");
	world_free(&w);
}

static void test_shift_all(void)
{
	struct world w;
	struct seen before, now;

	read_all(plane, &w);
	before = seen_of(&w, 0);
	world_shift_all(&w, (double[3]){ 1.5, -20.25 });
	now = seen_of(&w, 0);
	ok(is_near(now.x, (double[2]){ before.x[0] + 1.5, before.x[1] - 20.25 }, 2) && is_near(now.v, before.v, 2) &&
	   world_bodies2(&w).ix[0] == 3 && world_bodies2(&w).iy[0] == -2,
		"all shifted: bodies with their domain, nobody is wrapped");
	ok(is_near(w.domain.lo, (double[2]){ 0.2, -19.55 }, 2) && is_near(w.domain.hi, (double[2]){ 4.4, -15.85 }, 2) &&
	   w.domain.tilt[0] == 0.9 && w.domain.rate[1] == -0.3, "the domain");
	near(table_real(&w.contact, "x")[2], 4, tiny, "contacts: x");
	near(table_real(&w.contact, "y")[2], 4.5 - 20.25, tiny, "y");
	ok(w.contact.n_row == 4 && table_int(&w.contact, "ix")[2] == -1 && table_int(&w.contact, "iy")[2] == 2, "images");
	world_free(&w);
}

static void test_scale(void)
{
	const double about[3] = { 0.4, 1.7 }, factor = 1.75;
	struct world w;
	struct bodies2 b;

	read_all(plane, &w);
	w.domain.rate[0] = w.domain.rate[1] = w.domain.rate[XY] = w.domain.servo[0] = w.domain.servo[1] = 0;
	world_scale_all(&w, about, factor);
	b = world_bodies2(&w);
	ok(is_near(w.domain.lo, (double[2]){ 0.4 + factor * -1.7, 1.7 + factor * -1 }, 2) &&
	   is_near(w.domain.hi, (double[2]){ 0.4 + factor * 2.5, 1.7 + factor * 2.7 }, 2), "all scaled: the domain");
	near(w.domain.tilt[0], 0.9 * factor, tiny, "its tilt");
	ok(is_near((double[4]){ b.x[0], b.y[0], b.x[1], b.y[1] }, (double[4]){ 0.4 + factor * 2.3, 1.7 + factor * 2.4,
	   0.4 - factor * 1.5, 1.7 - factor * 0.8 }, 4), "places");
	ok(b.size[0] == 1.5 * factor && b.size[1] == 0.75 * factor && b.ix[0] == 3 && b.iy[0] == -2, "sizes, and images stay");
	ok(b.vx[0] == 0.7 && b.vy[0] == -0.4 && b.omega[0] == 0.9 && b.angle[0] == 0.3, "motion stays");
	ok(w.contact.n_row == 0 && !w.has_contact, "nobody knows the contacts any more");
	world_free(&w);

	/* one of them: contacts of the others stay */
	read_all(plane, &w);
	world_scale(&w, (const char[3]){ 0, 0, 1 }, about, factor);
	b = world_bodies2(&w);
	ok(b.size[0] == 1.5 && b.size[1] == 0.75 && b.size[2] == 1.25 * factor && b.x[0] == 2.7 && b.y[1] == 0.9,
		"one body scaled");
	struct seen now = seen_of(&w, 2);
	/* at (1.8, 6.075) it is wrapped: what is compared is its place with the images that it has gained */
	ok(is_near(now.x, (double[2]){ 0.4 + factor * 0.8 - 4.2, 1.7 + factor * 2.5 }, 2) && inside(&w), "it is wrapped");
	ok(w.contact.n_row == 1 && table_int(&w.contact, "j")[0] == 4 && w.has_contact && w.domain.hi[0] == 2.9,
		"its contacts end");
	world_free(&w);
}

static void test_replicate(void)
{
	enum { NX = 2, NY = 3, COPIES = NX * NY };
	struct world w, one;
	int good[5] = { 1, 1, 1, 1, 1 };

	read_all(plane, &one);
	read_all(plane, &w);
	world_replicate(&w, (int[3]){ NX, NY, 1 });
	const struct domain *d = &one.domain;
	struct bodies2 b = world_bodies2(&w), a = world_bodies2(&one);
	double middle[2] = { 0.5 * (d->lo[0] + d->hi[0]), 0.5 * (d->lo[1] + d->hi[1]) };
	double now[2] = { 0.5 * (w.domain.lo[0] + w.domain.hi[0]), 0.5 * (w.domain.lo[1] + w.domain.hi[1]) };

	ok(is_near(w.domain.lo, d->lo, 2) && is_near(w.domain.hi, (double[2]){ -1.3 + NX * 4.2, 0.7 + NY * 3.7 }, 2),
		"copies: the domain");
	near(w.domain.tilt[0], 0.9 * NY, tiny, "tilted by as many copies as stand above each other");
	ok(w.domain.m == 3 && w.domain.c == 4 && w.domain.target[0] == 1 && w.domain.target[1] == 2 &&
	   is_near(w.domain.rate, d->rate, 6), "it answers a stress as the one did; rates and pressures stay");
	ok(b.n == 3 * COPIES && w.contact.n_row == 4 * COPIES && inside(&w), "bodies and contacts");
	for (int k = 0; k < COPIES; k++)
		for (int i = 0; i < 3; i++) {
			int row = row_of(&w, a.id[i] + 12 * k); /* 12 is the greatest id */
			double sx = k % NX * 4.2 + k / NX * 0.9, sy = k / NX * 3.7;

			if (row < 0) {
				good[0] = 0;
				continue;
			}
			/* on the lattice of the new domain */
			double y = (b.y[row] - a.y[i] - sy) / (NY * 3.7), n = rint(y),
				x = (b.x[row] - a.x[i] - sx - n * w.domain.tilt[0]) / (NX * 4.2);
			good[1] &= fabs(y - n) < tiny && fabs(x - rint(x)) < tiny;
			/* what it moves against the flow, which is about the middle */
			const double *g = d->rate, *h = w.domain.rate;
			double own[2] = { a.vx[i] - g[0] * (a.x[i] - middle[0]) - g[XY] * (a.y[i] - middle[1]),
				a.vy[i] - g[1] * (a.y[i] - middle[1]) };
			double copy[2] = { b.vx[row] - h[0] * (b.x[row] - now[0]) - h[XY] * (b.y[row] - now[1]),
			                   b.vy[row] - h[1] * (b.y[row] - now[1]) };
			good[2] &= is_near(copy, own, 2);
			good[3] &= b.size[row] == a.size[i] && b.angle[row] == a.angle[i] && b.omega[row] == a.omega[i] &&
				b.shape[row] == a.shape[i] && !strcmp(w.names.word[b.tag[row]], one.names.word[a.tag[i]]);
			good[4] &= llabs(b.ix[row]) <= 1 && llabs(b.iy[row]) <= 1; /* what wrapping has counted, not what was */
		}
	ok(good[0], "ids of copies are above all others");
	ok(good[1], "they stand on the lattice of the one");
	ok(good[2], "and move with the flow of the whole as it did");
	ok(good[3], "sizes, angles, spins, shapes and tags are its own");
	ok(good[4], "images are counted anew");
	good[0] = 1;
	for (int m = 0; m < w.contact.n_row && b.n == 3 * COPIES; m++) {
		int k = m % 4;
		double j0[2], p0[2], j[2], p[2];
		int64_t i = table_int(&w.contact, "i")[m], other = table_int(&w.contact, "j")[m];
		const int64_t *one_i = table_int(&one.contact, "i"), *one_j = table_int(&one.contact, "j");

		joins(&one, k, row_of(&one, one_i[k]), row_of(&one, one_j[k]), j0, p0);
		joins(&w, m, row_of(&w, i), row_of(&w, other), j, p);
		good[0] &= (i - one_i[k]) % 12 == 0 && (other - one_j[k]) % 12 == 0 && is_near(j, j0, 2) && is_near(p, p0, 2) &&
			table_real(&w.contact, "xi")[m] == table_real(&one.contact, "xi")[k];
	}
	ok(good[0], "every copy's contacts join copies of the same bodies, as far apart, at the same point");
	const struct constraint *c = world_constraint(&w, "lid");
	ok(c->m == 7 * COPIES && c->c == 11 * COPIES && c->dof[0].value[0] == 2 * COPIES && c->dof[1].value[0] == 3 &&
	   c->dof[2].value[0] == 5 * COPIES, "masses, dampings, forces and torques go with the copies, velocities do not");
	world_free(&w);
	world_free(&one);
}

static void test_crop(void)
{
	static const char five[] = "scree 1 dim=2\nshape 1 point r=1 0,0\ncolumns body id shape x y\nframe 0 t=0 body=5\n"
		"body 5 1 1 2\nbody 1 1 3 2\nbody 4 1 1 4\nbody 2 1 0.5 3\nbody 3 1 2 1.5\nend 0\n";
	struct world w;

	read_all(plane, &w);
	world_crop(&w, (double[3]){ -1.3, 1.5 }, (double[3]){ 2.9, 4.4 });
	ok(w.body.n_row == 2 && w.domain.periodic[0] && !w.domain.periodic[1] && w.domain.tilt[0] == 0 && w.domain.rate[0] == 0.2 &&
	   w.domain.rate[1] == 0 && w.domain.rate[XY] == 0 && w.domain.servo[0] && !w.domain.servo[1],
	   "cut in y, a domain is periodic in x, stretched and pressed along it alone");
	ok(w.contact.n_row == 1 && table_int(&w.contact, "i")[0] == 9, "with the contact that crosses no edge along y");
	world_free(&w);
	read_all(plane, &w);
	world_crop(&w, (double[3]){ -1.3, 0.7 }, (double[3]){ 2.9, 4.4 });
	ok(w.body.n_row == 3 && w.domain.periodic[0] && w.domain.periodic[1] && w.domain.tilt[0] == 0.9 && w.contact.n_row == 4,
	   "cut along its edges it stays what it is");
	world_free(&w);
	read_all(plane, &w);
	w.domain.tilt[0] = 0;
	world_crop(&w, (double[3]){ -1, 0.7 }, (double[3]){ 2.9, 4.4 });
	ok(!w.domain.periodic[0] && w.domain.periodic[1] && w.domain.rate[1] == -0.3 && w.domain.rate[0] == 0,
	   "one that is not tilted and cut in x is periodic in y");
	world_free(&w);
	read_all(five, &w);
	world_crop(&w, (double[3]){ 1, 2 }, (double[3]){ 3, 4 });
	ok(w.body.n_row == 1 && table_int(&w.body, "id")[0] == 5 && w.domain.set && w.domain.lo[1] == 2 && w.domain.hi[0] == 3,
	   "lower edges belong to a box, upper ones do not");
	world_free(&w);
}

/* The frames of shapes move, their points do not. */
static void test_recentre(void)
{
	const double centre[2][2] = { { 0.3, -0.2 }, { 0, 0 } };
	struct world w;

	read_all(plane, &w);
	double c = cos(0.3), s = sin(0.3), size = 1.5, d[2];
	struct seen before = seen_of(&w, 0), still = seen_of(&w, 1);
	world_recentre2(&w, centre);
	struct seen now = seen_of(&w, 0);
	turn2(c, s, (double[2]){ size * 0.3, size * -0.2 }, d);
	ok(is_near(now.x, (double[2]){ before.x[0] + d[0], before.x[1] + d[1] }, 2),
		"a new origin stands where it was in the old frame");
	ok(is_near(now.v, (double[2]){ before.v[0] - 0.9 * d[1], before.v[1] + 0.9 * d[0] }, 2), "and moves as that point did");
	now = seen_of(&w, 1);
	ok(is_near(now.x, still.x, 2) && is_near(now.v, still.v, 2) && inside(&w), "others stay");
	world_free(&w);
}

int main(void)
{
	test_shift_some();
	test_turn_some();
	test_turn_all();
	test_shift_all();
	test_scale();
	test_replicate();
	test_crop();
	test_recentre();
	return done();
}
