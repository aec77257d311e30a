/* carry3.c: scenes of space shifted, turned, scaled, copied and cut. What is compared is what the eye would see: a body at its
 * place in unbounded space, and the directions and vectors that go with it. */
#include "scene_text.h"

#include <math.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/quat.h"
#include "moved.h"
#include "tap.h"
#include "world/deform.h"
#include "world/relocate.h"

/* Which bodies are moved. */
static const char moves[3] = { 1, 0, 1 };

static const char space[] = "scree 1 dim=3\n"
	"domain lo=-1.3,0.7,2 hi=2.9,4.4,7.5 periodic=xyz\n"
	"material sand density=2.5\n"
	"shape 3 clump -0.5,0.125,0,0.25 0.5,-0.125,0,0.25\nshape 8 sphere r=0.5\n"
	"mass 3 volume=2 I=3,4,5,0.5,-0.25,0.125 method=given\n"
	"constraint lid x=f:2 y=v:3 z=f:4 rx=v:6 ry=f:5 rz=f:1 m=7 c=11\n"
	"outlet gate tag=lid\n"
	"columns body id shape material tag size x y z qw qx qy qz ix iy iz vx vy vz Lx Ly Lz wx wy wz slipx slipy slipz hx hz\n"
	"columns contact i j fi fj ix iy iz x y z nx ny nz fn ftx fty ftz twist\n"
	"frame 4 t=0.5 dt=0.125 due=0.5 body=3 contact=3\n"
	"body 12 3 sand lid 1.5 2.7 4.1 6.5 0.8 0.2 -0.4 0.4 3 -2 1 0.7 -0.4 0.3 1 2 3 0.1 0.2 0.3 4 5 6 1 2\n"
	"body 4 8 sand - 0.75 -1.1 0.9 2.5 0.5 -0.5 0.5 0.5 0 1 0 0.2 0.3 -0.7 4 5 6 0.4 0.5 0.6 7 8 9 3 4\n"
	"body 9 8 sand - 1.25 1.2 4.2 7.1 1 0 0 0 -1 0 2 -0.6 0.8 0.5 7 8 9 0.7 0.8 0.9 1 2 3 5 6\n"
	"contact 12 4 0 0 1 1 1 2.75 4.375 7 0.6 0.8 0 1 2 3 4 5\n"
	"contact 9 12 0 1 0 0 0 2.25 4.125 6.75 -0.28 0.96 0 6 7 8 9 10\n"
	"contact 12 9 0 0 -1 2 1 2.5 4.5 6.25 0 0.8 -0.6 11 12 13 14 15\nend 4\n";
static const double side[3] = { 4.2, 3.7, 5.5 };

static void three(struct world *w, const char *const name[3], int i, double to[3])
{
	for (int k = 0; k < 3; k++) {
		double *column = particles_column(&w->body, name[k], NULL);

		to[k] = column ? column[i] : NAN;
	}
}
static const char *const X[] = { "x", "y", "z" }, *const V[] = { "vx", "vy", "vz" }, *const L[] = { "Lx", "Ly", "Lz" },
                  *const W[] = { "wx", "wy", "wz" }, *const SLIP[] = { "slipx", "slipy", "slipz" };

static void seen3(struct world *w, int i, double to[3])
{
	struct bodies3 b = world_bodies3(w);

	for (int k = 0; k < 3; k++)
		to[k] = b.x[k][i] + (double)b.image[k][i] * (w->domain.hi[k] - w->domain.lo[k]);
}

static void joins3(struct world *w, int k, int row_i, int row_j, double to_j[3], double to_point[3])
{
	static const char *const image[] = { "ix", "iy", "iz" };
	struct bodies3 b = world_bodies3(w);

	for (int a = 0; a < 3; a++) {
		to_j[a] = b.x[a][row_j] + (double)table_int(&w->contact,
			image[a])[k] * (w->domain.hi[a] - w->domain.lo[a]) - b.x[a][row_i];
		to_point[a] = table_real(&w->contact, X[a])[k] - b.x[a][row_i];
	}
}

static int inside3(struct world *w)
{
	struct bodies3 b = world_bodies3(w);
	int good = 1;

	for (int i = 0; i < b.n; i++)
		for (int a = 0; a < 3; a++)
			good &= b.x[a][i] >= w->domain.lo[a] && b.x[a][i] < w->domain.hi[a];
	return good;
}

static void test_turn3(void)
{
	/* by 2.1 about (2, -1, 2) / 3: Rodrigues' formula, not the quaternion's matrix */
	const double angle = 2.1, u[3] = { 2. / 3, -1. / 3, 2. / 3 }, about[3] = { 0.4, 1.7, 3.2 };
	const double q[4] = { cos(angle / 2), sin(angle / 2) * u[0], sin(angle / 2) * u[1], sin(angle / 2) * u[2] };
	const char *const *const vector[] = { V, L, W, SLIP };
	double m[3][3], r[3], before[4][3], now[3], j0[3], p0[3], j[3], p[3], own[3][3], after[3][3], product[3][3];
	struct world w;

	for (int a = 0; a < 3; a++)
		for (int b = 0; b < 3; b++)
			m[a][b] = (a == b) * cos(angle) + u[a] * u[b] * (1 - cos(angle)) +
				sin(angle) * ((b == (a + 2) % 3) * u[(a + 1) % 3] - (b == (a + 1) % 3) * u[(a + 2) % 3]);
	const double (*R)[3] = (const double (*)[3])m;
	read_all(space, &w);
	for (int k = 0; k < 4; k++)
		three(&w, vector[k], 0, before[k]);
	joins3(&w, 1, 2, 0, j0, p0);
	quat_matrix(own, (double[4]){ 0.8, 0.2, -0.4, 0.4 });
	world_turn3(&w, moves, about, q);
	struct bodies3 b = world_bodies3(&w);

	/* wrapped since: images 3, -2, 1 were there before */
	static const double was[3] = { 3, -2, 1 }, x[3] = { 2.7, 4.1, 6.5 };
	for (int a = 0; a < 3; a++) {
		now[a] = b.x[a][0] + ((double)b.image[a][0] - was[a]) * side[a];
		r[a] = x[a] - about[a];
	}
	mat3_apply(r, R, r);
	ok(is_near(now, (double[3]){ r[0] + about[0], r[1] + about[1], r[2] + about[2] }, 3) && inside3(&w),
		"turned in space: its place");
	for (int k = 0; k < 4; k++) {
		three(&w, vector[k], 0, now);
		mat3_apply(r, R, before[k]);
		ok(is_near(now, r, 3), "its %s %s %s", vector[k][0], vector[k][1], vector[k][2]);
	}
	quat_matrix(after, (double[4]){ b.q[0][0], b.q[1][0], b.q[2][0], b.q[3][0] });
	for (int a = 0; a < 3; a++)
		for (int c = 0; c < 3; c++)
			product[a][c] = m[a][0] * own[0][c] + m[a][1] * own[1][c] + m[a][2] * own[2][c];
	ok(is_near(&after[0][0], &product[0][0], 9), "its orientation, behind the one before");
	ok(particles_column(&w.body, "hx", NULL)[0] == 1 && particles_column(&w.body, "hz", NULL)[0] == 2,
		"hx and hz without hy are no vector");
	ok(b.x[1][1] == 0.9 && b.q[1][1] == -0.5 && b.momentum[1][1] == 5, "who does not move stays");
	joins3(&w, 0, 2, 0, j, p);
	mat3_apply(j0, R, j0);
	mat3_apply(p0, R, p0);
	ok(w.contact.n_row == 1 && is_near(j, j0, 3) && is_near(p, p0, 3), "contacts turn with their bodies, but not with images");
	mat3_apply(r, R, (double[3]){ -0.28, 0.96, 0 });
	ok(is_near((double[3]){ table_real(&w.contact, "nx")[0], table_real(&w.contact, "ny")[0], table_real(&w.contact,
		"nz")[0] }, r, 3),
	   "their normals");
	mat3_apply(r, R, (double[3]){ 7, 8, 9 });
	ok(is_near((double[3]){ table_real(&w.contact, "ftx")[0], table_real(&w.contact, "fty")[0], table_real(&w.contact,
		"ftz")[0] }, r, 3) &&
	   table_real(&w.contact, "fn")[0] == 6, "and their vectors, not their numbers");
	world_free(&w);

	read_all(space, &w);
	memset(w.domain.periodic, 0, sizeof w.domain.periodic);
	world_turn_all3(&w, about, q);
	double lo[3] = { 99, 99, 99 }, hi[3] = { -99, -99, -99 };
	for (int k = 0; k < 8; k++) {
		double c[3] = { (k & 1 ? 2.9 : -1.3) - 0.4, (k & 2 ? 4.4 : 0.7) - 1.7, (k & 4 ? 7.5 : 2) - 3.2 };

		mat3_apply(c, R, c);
		for (int a = 0; a < 3; a++) {
			lo[a] = fmin(lo[a], c[a] + about[a]);
			hi[a] = fmax(hi[a], c[a] + about[a]);
		}
	}
	ok(is_near(w.domain.lo, lo, 3) && is_near(w.domain.hi, hi, 3) && w.contact.n_row == 3,
		"an open domain becomes the box about it");
	world_free(&w);
}

static void test_shift3(void)
{
	const double by[3] = { 1.9, -5.3, 4.4 };
	double before[3][3], now[3], j0[3], p0[3], j[3], p[3];
	struct world w;

	read_all(space, &w);
	for (int i = 0; i < 3; i++)
		seen3(&w, i, before[i]);
	joins3(&w, 2, 0, 2, j0, p0);
	world_shift(&w, moves, by);
	for (int i = 0; i < 3; i++) {
		seen3(&w, i, now);
		ok(is_near(now, (double[3]){ before[i][0] + moves[i] * by[0], before[i][1] + moves[i] * by[1],
			before[i][2] + moves[i] * by[2] },
		   3) && inside3(&w), "shifted in space and wrapped: body %d", i);
	}
	joins3(&w, 1, 0, 2, j, p);
	ok(w.contact.n_row == 2 && is_near(j, j0, 3) && is_near(p, p0, 3), "their contacts with them");
	world_free(&w);
	read_all(space, &w);
	world_shift_all(&w, by);
	seen3(&w, 1, now);
	ok(is_near(now, (double[3]){ before[1][0] + by[0], before[1][1] + by[1], before[1][2] + by[2] }, 3), "all shifted");
	ok(is_near(w.domain.lo, (double[3]){ 0.6, -4.6, 6.4 }, 3) && is_near(w.domain.hi, (double[3]){ 4.8, -0.9, 11.9 }, 3) &&
	   w.contact.n_row == 3 && fabs(table_real(&w.contact, "z")[0] - 11.4) < tiny, "the domain and contacts, too");
	world_free(&w);
}

static void test_scale3(void)
{
	const double about[3] = { 0.4, 1.7, 3.2 }, factor = 1.75, fifth = pow(1.75, 5);
	struct world w;

	read_all(space, &w);
	world_scale_all(&w, about, factor);
	struct bodies3 b = world_bodies3(&w);
	ok(is_near(w.domain.lo, (double[3]){ 0.4 - factor * 1.7, 1.7 - factor, 3.2 - factor * 1.2 }, 3) &&
	   is_near(w.domain.hi, (double[3]){ 0.4 + factor * 2.5, 1.7 + factor * 2.7, 3.2 + factor * 4.3 }, 3),
		"all of space scaled");
	ok(is_near((double[3]){ b.x[0][0], b.x[1][0], b.x[2][0] }, (double[3]){ 0.4 + factor * 2.3, 1.7 + factor * 2.4,
		3.2 + factor * 3.3 },
	   3) && b.size[1] == 0.75 * factor, "places and sizes");
	ok(is_near((double[3]){ b.momentum[0][0], b.momentum[1][0], b.momentum[2][0] }, (double[3]){ fifth, 2 * fifth,
		3 * fifth }, 3) &&
	   b.v[2][0] == 0.3 && table_real(&w.body, "wy")[0] == 0.2, "angular momenta by the fifth power, velocities not");
	world_free(&w);
	read_all(space, &w);
	world_scale(&w, (const char[3]){ 0, 1, 0 }, about, factor);
	b = world_bodies3(&w);
	ok(b.size[0] == 1.5 && b.size[1] == 0.75 * factor && b.momentum[0][0] == 1 &&
		fabs(b.momentum[2][1] - 6 * fifth) < 1e-11 &&
	   b.x[2][0] == 6.5 && w.contact.n_row == 2 && w.has_contact, "one body: the others and their contacts stay");
	world_free(&w);
}

static void test_replicate3(void)
{
	static const int n[3] = { 2, 3, 2 };
	enum { COPIES = 12 };
	struct world w, one;
	int found = 1, placed = 1, same = 1, joined = 1;

	read_all(space, &one);
	read_all(space, &w);
	world_replicate(&w, n);
	struct bodies3 a = world_bodies3(&one), b = world_bodies3(&w);
	ok(b.n == 3 * COPIES && w.contact.n_row == 3 * COPIES && inside3(&w) && is_near(w.domain.lo, one.domain.lo, 3) &&
	   is_near(w.domain.hi, (double[3]){ -1.3 + 8.4, 0.7 + 11.1, 2 + 11 }, 3), "copies in space: their number and domain");
	for (int k = 0; k < COPIES; k++)
		for (int i = 0; i < 3; i++) {
			const int at[3] = { k % 2, k / 2 % 3, k / 6 };
			int row = row_of(&w, a.id[i] + 12 * k);

			found &= row >= 0;
			for (int c = 0; c < 3 && row >= 0; c++) {
				placed &= fabs(b.x[c][row] - a.x[c][i] - at[c] * side[c]) < tiny && b.image[c][row] == 0;
				same &= b.v[c][row] == a.v[c][i] && b.momentum[c][row] == a.momentum[c][i] &&
					b.q[c + 1][row] == a.q[c + 1][i];
			}
			same &= row >= 0 && b.size[row] == a.size[i] && b.shape[row] == a.shape[i];
		}
	ok(found && placed, "each stands by whole sides of the domain further");
	ok(same, "and is what the one is");
	for (int m = 0; m < w.contact.n_row; m++) {
		int k = m % 3;
		int64_t i = table_int(&w.contact, "i")[m], j = table_int(&w.contact, "j")[m];
		int64_t one_i = table_int(&one.contact, "i")[k], one_j = table_int(&one.contact, "j")[k];
		double j0[3], p0[3], j1[3], p1[3];

		joins3(&one, k, row_of(&one, one_i), row_of(&one, one_j), j0, p0);
		joins3(&w, m, row_of(&w, i), row_of(&w, j), j1, p1);
		joined &= (i - one_i) % 12 == 0 && (j - one_j) % 12 == 0 && is_near(j1, j0, 3) && is_near(p1, p0, 3);
	}
	ok(joined, "contacts join copies as far apart");
	const struct constraint *c = world_constraint(&w, "lid");
	ok(c->m == 84 && c->c == 132 && c->dof[0].value[0] == 24 && c->dof[1].value[0] == 3 && c->dof[2].value[0] == 48 &&
	   c->dof[3].value[0] == 6 && c->dof[4].value[0] == 60 && c->dof[5].value[0] == 12, "constraints are as strong as all");
	world_free(&w);
	world_free(&one);
}

static void test_crop3(void)
{
	struct world w;

	for (int a = 0; a < 3; a++) {
		double lo[3] = { -1.3, 0.7, 2 }, hi[3] = { 2.9, 4.4, 7.5 };

		read_all(space, &w);
		hi[a] -= 0.125;
		world_crop(&w, lo, hi);
		ok(w.domain.periodic[a] == 0 && w.domain.periodic[(a + 1) % 3] && w.domain.periodic[(a + 2) % 3] &&
			w.body.n_row == 3 &&
		   w.domain.hi[a] == hi[a] && w.contact.n_row == 1,
			"cut along axis %d the domain is open there, and its contacts are gone", a);
		world_free(&w);
	}
	read_all(space, &w);
	world_crop(&w, (double[3]){ -1.1, 0.9, 2.5 }, (double[3]){ 2.7, 4.1, 6.5 });
	ok(w.body.n_row == 1 && table_int(&w.body, "id")[0] == 4 && w.contact.n_row == 0,
		"lower edges belong to a box, upper ones do not");
	world_free(&w);
}

/* Frames of shapes that move and turn. */
static void test_recentre3(void)
{
	const double turn[4] = { 0.5, -0.5, 0.5, 0.5 }, size = 1.5, own[4] = { 0.8, 0.2, -0.4, 0.4 }, omega[3] = { 0.7, -1.1,
		0.4 };
	struct place3 place[2] = { { { 0.3, -0.2, 0.4 }, { 0.5, -0.5, 0.5, 0.5 } }, { { 0, 0, 0 }, { 1, 0, 0, 0 } } };
	double m[3][3], new[3][3], t[3][3], product[3][3], d[3], before[3], now[3];

	quat_matrix(m, own);
	quat_matrix(t, turn);
	mat3_apply(d, (const double (*)[3])m, place[0].centre);
	for (int i = 0; i < 3; i++)
		for (int k = 0; k < 3; k++)
			product[i][k] = m[i][0] * t[0][k] + m[i][1] * t[1][k] + m[i][2] * t[2][k];
	for (int known = 0; known < 2; known++) {
		double spins[4][3] = { { omega[0], omega[1], omega[2] } }, none[3] = { 0 };
		const double *spin = known ? omega : none;
		struct world w;

		read_all(space, &w);
		seen3(&w, 0, before);
		struct bodies3 b = world_bodies3(&w);
		const double v[3] = { b.v[0][0], b.v[1][0], b.v[2][0] };

		spins[0][1] = known ? omega[1] : NAN; /* of a body whose spin is not known */
		world_recentre3(&w, place, (const double (*)[3])spins);
		b = world_bodies3(&w);
		seen3(&w, 0, now);
		ok(is_near(now, (double[3]){ before[0] + size * d[0], before[1] + size * d[1], before[2] + size * d[2] }, 3) &&
			inside3(&w),
		   "a new origin in space stands where it was in the old frame");
		ok(is_near((double[3]){ b.v[0][0], b.v[1][0], b.v[2][0] },
			(double[3]){ v[0] + size * (spin[1] * d[2] - spin[2] * d[1]),
		   v[1] + size * (spin[2] * d[0] - spin[0] * d[2]), v[2] + size * (spin[0] * d[1] - spin[1] * d[0]) }, 3),
		   known ? "and moves as that point did" : "and keeps its velocity where the spin is not known");
		quat_matrix(new, (double[4]){ b.q[0][0], b.q[1][0], b.q[2][0], b.q[3][0] });
		ok(is_near(&new[0][0], &product[0][0], 9), "x_old = centre + R(turn) x");
		ok(b.x[0][1] == -1.1 && b.v[2][2] == 0.5 && b.q[1][1] == -0.5, "others stay");
		world_free(&w);
	}
}

int main(void)
{
	test_turn3();
	test_shift3();
	test_scale3();
	test_replicate3();
	test_crop3();
	test_recentre3();
	return done();
}
