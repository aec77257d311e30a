/* cd3_audit_scene.h: for cd3_audit.c: scenes of hard bodies as records, bodies as frames have them, and their motion without
 * contacts. */
#ifndef SCREE_TEST_CD3_AUDIT_SCENE_H
#define SCREE_TEST_CD3_AUDIT_SCENE_H

#include "phys/cd3_scene.h"

#include "base/quat.h"
#include "base/vec.h"

/* ---- scenes ---- */

enum kind { BALL, PLANE, TUBE };
struct law_of { char a, b; double mu[3], rise[3], en, mur, mus; };
/* A degree of freedom: free; driven with value + swing sin(7 t); a force. */
struct dof_of { enum { FREE, DRIVEN, FORCE } how; double value, swing; };
struct hold { const char *tag; struct dof_of dof[6]; double m, c; };
struct body_of { int64_t id; enum kind kind; double a[3], size; char material; int hold; double q[4]; vec3 x, v, L; };

enum { MOST = 24, HOLDS = 5 };
struct scene {
	const char *what;
	double gravity[3], lo[3], hi[3], dt_auto; /* 0.05 sqrt(least half axis / gravity), rounded down */
	int periodic[3], n, n_hold, n_law, objects;
	struct hold hold[HOLDS];
	struct body_of body[MOST];
	struct law_of law[6];
};

static const double h = 5e-4;
static const struct { char name; double density; } material[3] = { { 'a', 900 }, { 'b', 2300 }, { 'w', 1 } };

static inline double density(char name)
{
	return material[name == 'a' ? 0 : name == 'b' ? 1 : 2].density;
}

static inline double volume(const struct body_of *b)
{
	return 4 * pi / 3 * b->a[0] * b->a[1] * b->a[2] * pow(b->size, 3);
}

static inline double mass_of(const struct body_of *b)
{
	return b->kind == BALL ? density(b->material) * volume(b) : 0;
}

static inline double thin(const struct body_of *b)
{
	return b->size * fmin(b->a[0], fmin(b->a[1], b->a[2]));
}

static inline const struct law_of *law_of(const struct scene *s, const struct body_of *i, const struct body_of *j)
{
	const struct law_of *l = s->law;

	while (!((l->a == i->material && l->b == j->material) || (l->b == i->material && l->a == j->material)))
		l++;
	return l;
}

static inline void print_dof(FILE *f, const struct dof_of *d, const char *name)
{
	if (d->how == DRIVEN && d->swing != 0)
		fprintf(f, " %s=sin:%.17g,%.17g,0", name, d->swing, 2 * pi / 7);
	else if (d->how == DRIVEN)
		fprintf(f, " %s=v:%.17g", name, d->value);
	else if (d->how == FORCE)
		fprintf(f, " %s=f:%.17g", name, d->value);
}

static inline void print_scene(FILE *f, const struct scene *s)
{
	static const char *const dof[6] = { "x", "y", "z", "rx", "ry", "rz" };

	fprintf(f, "gravity %.17g,%.17g,%.17g\n", s->gravity[0], s->gravity[1], s->gravity[2]);
	if (s->periodic[0] || s->periodic[1] || s->periodic[2])
		fprintf(f, "domain lo=%g,%g,%g hi=%g,%g,%g periodic=%s%s%s\n", s->lo[0], s->lo[1], s->lo[2], s->hi[0], s->hi[1], s->hi[2],
			s->periodic[0] ? "x" : "", s->periodic[1] ? "y" : "", s->periodic[2] ? "z" : "");
	for (int k = 0; k < 3; k++)
		fprintf(f, "material %c density=%g\n", material[k].name, material[k].density);
	for (int k = 0; k < s->n_law; k++) {
		const struct law_of *l = &s->law[k];

		fprintf(f, "law %c %c hard mu=%g muy=%g muz=%g dmux=%g dmuy=%g dmuz=%g en=%g mur=%g mus=%g\n", l->a, l->b, l->mu[0],
			l->mu[1], l->mu[2], l->rise[0], l->rise[1], l->rise[2], l->en, l->mur, l->mus);
	}
	for (int k = 0; k < s->n_hold; k++) {
		fprintf(f, "constraint %s", s->hold[k].tag);
		for (int i = 0; i < 6; i++)
			print_dof(f, &s->hold[k].dof[i], dof[i]);
		fprintf(f, s->hold[k].m > 0 ? " m=%g c=%g\n" : "\n", s->hold[k].m, s->hold[k].c);
	}
	for (int k = 0; k < s->n; k++) { /* a shape for each */
		const struct body_of *b = &s->body[k];

		fprintf(f, "shape %d ", 70 - k);
		if (b->kind == PLANE)
			fprintf(f, "plane\n");
		else if (b->kind == TUBE)
			fprintf(f, "cylinder r=%g side=%s%s\n", b->a[0], b->a[1] > 0 ? "in" : "out", b->a[2] > 0 ? " length=9" : "");
		else if (s->objects && k % 3) /* in a frame of its own: its x axis is the body's y, its y the body's z */
			fprintf(f, "object a=%g,%g,%g turn=0.5,0.5,0.5,0.5\n", b->a[1], b->a[2], b->a[0]);
		else if (b->a[0] == b->a[1] && b->a[1] == b->a[2])
			fprintf(f, "sphere r=%g\n", b->a[0]);
		else
			fprintf(f, "ellipsoid a=%g,%g,%g\n", b->a[0], b->a[1], b->a[2]);
	}
}

static inline void print_bodies(FILE *f, const struct scene *s)
{
	for (int k = 0; k < s->n; k++) {
		const struct body_of *b = &s->body[k];

		fprintf(f, "body %d %d %c %s %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g\n",
			(int)b->id, 70 - k, b->material, b->hold < 0 ? "-" : s->hold[b->hold].tag, b->size, b->x.x, b->x.y, b->x.z, b->q[0],
			b->q[1], b->q[2], b->q[3], b->v.x, b->v.y, b->v.z, b->L.x, b->L.y, b->L.z);
	}
}

/* ---- bodies as frames have them, and as the laws of motion would ---- */

struct at { double x[3], v[3], L[3], w[3], q[4]; };

static inline double period(const struct scene *s, int k)
{
	return s->periodic[k] ? s->hi[k] - s->lo[k] : 0;
}

static inline void look(const struct run *r, const struct scene *s, struct at *at)
{
	static const char *const spin[3] = { "wx", "wy", "wz" };

	for (int row = 0; row < r->b.n; row++) {
		int k = 0;

		while (s->body[k].id != r->b.id[row])
			k++;
		for (int i = 0; i < 3; i++) {
			at[k].x[i] = r->b.x[i][row] + (double)r->b.image[i][row] * period(s, i);
			at[k].v[i] = r->b.v[i][row];
			at[k].L[i] = r->b.momentum[i][row];
			at[k].w[i] = table_real(&r->w.body, spin[i])[row];
		}
		for (int i = 0; i < 4; i++)
			at[k].q[i] = r->b.q[i][row];
	}
}

static inline double drive(const struct dof_of *d, double t)
{
	return d->swing != 0 ? d->swing * sin(7 * t) : d->value;
}

static inline int is_driven(const struct scene *s, const struct body_of *b, int k)
{
	return b->hold >= 0 && s->hold[b->hold].dof[k].how == DRIVEN;
}

static inline double unit_mass(const struct scene *s, const struct body_of *b)
{
	return b->hold >= 0 && s->hold[b->hold].m > 0 ? s->hold[b->hold].m : mass_of(b);
}

/* Of n equations, by elimination. */
static inline void solve(int n, double m[3][4])
{
	for (int k = 0; k < n; k++)
		for (int i = 0; i < n; i++) {
			double f = i == k ? 0 : m[i][k] / m[k][k];

			for (int j = k; j <= n && f != 0; j++)
				m[i][j] -= f * m[k][j];
		}
	for (int k = 0; k < n; k++)
		m[k][n] /= m[k][k];
}

/* Angular velocity: what is driven is as it is driven at t, the rest such that I w has the momenta L there. */
static inline void spin_of(const struct scene *s, const struct body_of *b, const double q[4], const double L[3], double t,
	double w[3])
{
	double m[3][3], I[3][3] = { { 0 } }, eq[3][4], a2[3], f = mass_of(b) > 0 ? unit_mass(s, b) / 5 * b->size * b->size : 0;
	int of[3], n = 0;

	quat_matrix(m, q);
	for (int k = 0; k < 3; k++)
		a2[k] = b->a[k] * b->a[k];
	for (int i = 0; i < 9; i++)
		for (int k = 0; k < 3; k++)
			I[i / 3][i % 3] += m[i / 3][k] * f * (a2[(k + 1) % 3] + a2[(k + 2) % 3]) * m[i % 3][k];
	for (int k = 0; k < 3; k++) {
		if (is_driven(s, b, 3 + k))
			w[k] = drive(&s->hold[b->hold].dof[3 + k], t);
		else
			of[n++] = k;
	}
	for (int i = 0; i < n; i++) {
		eq[i][n] = L[of[i]];
		for (int k = 0; k < 3; k++)
			eq[i][n] -= is_driven(s, b, 3 + k) ? I[of[i]][k] * w[k] : 0;
		for (int j = 0; j < n; j++)
			eq[i][j] = I[of[i]][of[j]];
	}
	solve(n, eq);
	for (int i = 0; i < n; i++)
		w[of[i]] = eq[i][n];
}

/* Turn for a time: what is held with w, what is free with its momentum, in steps so small that they do not count. */
static inline void turn(const struct scene *s, const struct body_of *b, double q[4], const double L[3], const double w[3],
	double time)
{
	enum { STEPS = 8 };
	int free_ = b->hold < 0;

	for (int step = 0; step < STEPS; step++) {
		double k[4][4], dt = time / STEPS, at[4], by[4] = { 0 };
		static const double part[4] = { 0, 0.5, 0.5, 1 };

		for (int z = 0; z < 4; z++) {
			for (int i = 0; i < 4; i++)
				at[i] = q[i] + (z ? part[z] * dt * k[z - 1][i] : 0);
			if (free_)
				spin_of(s, b, at, L, 0, by + 1);
			else
				memcpy(by + 1, w, 3 * sizeof *w);
			quat_times(k[z], by, at);
			for (int i = 0; i < 4; i++)
				k[z][i] *= 0.5;
		}
		for (int i = 0; i < 4; i++)
			q[i] += dt / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
	}
}

#endif
