/* cd3_audit.c: every step of busy scenes, checked from what the frames before and after it say: motion, contacts, the laws of
 * impact and friction, forces, and every entry of the ledger by itself. No two bodies, materials, laws or walls are alike. */
#include "phys/cd3_scene.h"

#include "base/quat.h"
#include "base/rng.h"
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

static double density(char name)
{
	return material[name == 'a' ? 0 : name == 'b' ? 1 : 2].density;
}

static double volume(const struct body_of *b)
{
	return 4 * pi / 3 * b->a[0] * b->a[1] * b->a[2] * pow(b->size, 3);
}

static double mass_of(const struct body_of *b)
{
	return b->kind == BALL ? density(b->material) * volume(b) : 0;
}

static double thin(const struct body_of *b)
{
	return b->size * fmin(b->a[0], fmin(b->a[1], b->a[2]));
}

static const struct law_of *law_of(const struct scene *s, const struct body_of *i, const struct body_of *j)
{
	const struct law_of *l = s->law;

	while (!((l->a == i->material && l->b == j->material) || (l->b == i->material && l->a == j->material)))
		l++;
	return l;
}

static void print_dof(FILE *f, const struct dof_of *d, const char *name)
{
	if (d->how == DRIVEN && d->swing != 0)
		fprintf(f, " %s=sin:%.17g,%.17g,0", name, d->swing, 2 * pi / 7);
	else if (d->how == DRIVEN)
		fprintf(f, " %s=v:%.17g", name, d->value);
	else if (d->how == FORCE)
		fprintf(f, " %s=f:%.17g", name, d->value);
}

static void print_scene(FILE *f, const struct scene *s)
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

static void print_bodies(FILE *f, const struct scene *s)
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

static double period(const struct scene *s, int k)
{
	return s->periodic[k] ? s->hi[k] - s->lo[k] : 0;
}

static void look(const struct run *r, const struct scene *s, struct at *at)
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

static double drive(const struct dof_of *d, double t)
{
	return d->swing != 0 ? d->swing * sin(7 * t) : d->value;
}

static int is_driven(const struct scene *s, const struct body_of *b, int k)
{
	return b->hold >= 0 && s->hold[b->hold].dof[k].how == DRIVEN;
}

static double unit_mass(const struct scene *s, const struct body_of *b)
{
	return b->hold >= 0 && s->hold[b->hold].m > 0 ? s->hold[b->hold].m : mass_of(b);
}

/* Of n equations, by elimination. */
static void solve(int n, double m[3][4])
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
static void spin_of(const struct scene *s, const struct body_of *b, const double q[4], const double L[3], double t, double w[3])
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
static void turn(const struct scene *s, const struct body_of *b, double q[4], const double L[3], const double w[3], double time)
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

/* ---- one step ---- */

/* A body where the impulses act: in the middle of the step, or later by `late` where its only contact is an impact. */
struct mid { double x[3], q[4], m[3][3], v0[3], w0[3], v1[3], w1[3], f[3], torque[3], told[3], late; };

/* What was found to be wrong, at most, of each kind. */
struct faults {
	double place, turned, velocity, momentum, spin, energy[3], work, fric, visc, recover, other, lost, told, gap, point, shift, cone;
	double forces, parts;
	int missed, acting, begun, contacts, impacts, slides, sticks, rolls, across, rests, wraps, late, early;
};

static void worse(double *most, double off)
{
	*most = !(off <= *most) ? off : *most;
}

/* The velocity that loads alone give a free body, less that which it has got. */
static double pushed(const struct scene *s, const struct mid *d, int k)
{
	return d->v0[k] + h * s->gravity[k] - d->v1[k];
}

/* How late the impulses on a free body act, by how far it came: it is ahead of half a step with its old and half a step with its
 * new velocity by that time, times what the impulses have taken from its velocity. */
static double lateness(const struct scene *s, const struct mid *d, const double end[3])
{
	double along = 0, size = 0, ahead = 0;

	for (int i = 0; i < 3; i++) {
		double off = end[i] - d->x[i] - 0.5 * h * d->v1[i], p = pushed(s, d, i);

		along += off * p;
		size += p * p;
		ahead = fmax(ahead, fabs(off));
	}
	return ahead > 1e-12 ? along / size : 0;
}

static void middle(const struct scene *s, const struct at *a, const struct at *b, double t, struct mid *mid)
{
	for (int k = 0; k < s->n; k++) {
		const struct body_of *c = &s->body[k];
		struct mid *d = &mid[k];
		double w[3];

		memset(d, 0, sizeof *d);
		for (int i = 0; i < 3; i++) {
			int led = is_driven(s, c, i);

			d->v0[i] = led ? drive(&s->hold[c->hold].dof[i], t) : a[k].v[i];
			d->v1[i] = led ? d->v0[i] : b[k].v[i];
			d->x[i] = a[k].x[i] + 0.5 * h * d->v0[i];
		}
		d->late = c->hold < 0 ? lateness(s, d, b[k].x) : 0;
		for (int i = 0; i < 3; i++)
			d->x[i] += d->late * d->v0[i];
		memcpy(d->q, a[k].q, sizeof d->q);
		spin_of(s, c, a[k].q, a[k].L, t, w);
		turn(s, c, d->q, a[k].L, w, 0.5 * h + d->late);
		quat_matrix(d->m, d->q);
		spin_of(s, c, d->q, a[k].L, t, d->w0);
		spin_of(s, c, d->q, b[k].L, t, d->w1);
	}
}

static vec3 point_velocity(const double v[3], const double w[3], vec3 arm)
{
	return v3_add(v3_from(v), v3_cross(v3_from(w), arm));
}

/* The farthest point of an ellipsoid along n from its centre; n times it is *high. */
static vec3 support(const struct body_of *b, const struct mid *d, vec3 n, double *high)
{
	const double in[3] = { n.x, n.y, n.z };
	double p[3], x[3];

	mat3_apply_back(p, d->m, in);
	for (int k = 0; k < 3; k++)
		p[k] *= b->a[k] * b->a[k] * b->size * b->size;
	mat3_apply(x, d->m, p);
	*high = sqrt(v3_dot(n, v3_from(x)));
	return v3_scale(1 / *high, v3_from(x));
}

static vec3 axis_of(const struct mid *d, int k)
{
	return v3(d->m[0][k], d->m[1][k], d->m[2][k]);
}

/* Of a wall: the normal from a body at x to it, how far the wall's surface is from there along that. */
static vec3 to_wall(const struct body_of *w, const struct mid *d, vec3 x, double *far)
{
	vec3 z = axis_of(d, 2), out = v3_sub(x, v3_from(d->x));

	if (w->kind == PLANE) {
		*far = v3_dot(z, out);
		return v3_scale(-1, z);
	}
	out = v3_sub(out, v3_scale(v3_dot(z, out), z));
	double rho = v3_norm(out), side = w->a[1] > 0 ? 1 : -1;
	*far = side * (w->size * w->a[0] - rho);
	return v3_scale(side / rho, out);
}

static double wrapped(const struct scene *s, double x, int k)
{
	double p = period(s, k);

	return p > 0 ? x - p * floor((x - s->lo[k]) / p) : x;
}

/* The way of body j from i: of the nearest image; walls have one. */
static vec3 between(const struct scene *s, const struct body_of *j, const struct mid *i, const struct mid *d)
{
	double way[3];

	for (int k = 0; k < 3; k++) {
		double p = j->kind == BALL ? period(s, k) : 0;

		way[k] = wrapped(s, d->x[k], k) - wrapped(s, i->x[k], k);
		way[k] -= p > 0 ? p * floor(way[k] / p + 0.5) : 0;
	}
	return v3_from(way);
}

/* Friction's tensor of a contact: by the frame of the body whose material the law names first, or the mean of both. */
static void friction(const struct law_of *l, const struct body_of *b[2], const struct mid *d[2], const vec3 arm[2],
	double D[3][3])
{
	int both = l->a == l->b;

	memset(D, 0, 9 * sizeof(double));
	for (int side = 0; side < 2; side++) {
		double p[3], at[3], f;

		if (!both && b[side]->material != l->a)
			continue;
		v3_to(p, arm[side]);
		mat3_apply_back(at, d[side]->m, p);
		f = fmax(1 + l->rise[0] * at[0] + l->rise[1] * at[1] + l->rise[2] * at[2], 0) * (both ? 0.5 : 1);
		for (int i = 0; i < 9; i++)
			for (int k = 0; k < 3; k++)
				D[i / 3][i % 3] += f * l->mu[k] * d[side]->m[i / 3][k] * d[side]->m[i % 3][k];
	}
}

/* What velocity an impulse f gives the point of a body. */
static vec3 response(const struct scene *s, const struct body_of *b, const struct mid *d, vec3 arm, vec3 f)
{
	double L[3], w[3], rest[3], v[3] = { f.x, f.y, f.z };
	static const double none[3];

	v3_to(L, v3_cross(arm, f));
	spin_of(s, b, d->q, L, 0, w);
	spin_of(s, b, d->q, none, 0, rest);
	for (int k = 0; k < 3; k++)
		v[k] = is_driven(s, b, k) ? 0 : v[k] / unit_mass(s, b);
	return v3_add(v3_from(v), v3_cross(v3_sub(v3_from(w), v3_from(rest)), arm));
}

/* What overlaps is parted more slowly where neither gives way freely: by the root of how much of all that gives way does so along
 * the normal. */
static double share_of(const struct scene *s, const struct body_of *b[2], const struct mid *d[2], const vec3 arm[2], vec3 n)
{
	const vec3 e[4] = { n, { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };
	double part[4] = { 0 };

	for (int k = 0; k < 4; k++)
		for (int side = 0; side < 2; side++)
			part[k] += v3_dot(e[k], response(s, b[side], d[side], arm[side], e[k]));
	return b[0]->hold < 0 || b[1]->hold < 0 ? 1 : sqrt(part[0] / (part[1] + part[2] + part[3]));
}

struct found { int i, j; vec3 n, arm[2], end, f, m; double gap, fn; }; /* end: arm[1] where the frame has both */

/* Where it is, and how far apart the bodies are. */
static void check_place(const struct scene *s, const struct found *c, const struct mid *mid, struct faults *bad)
{
	const struct body_of *i = &s->body[c->i], *j = &s->body[c->j];
	const struct mid *a = &mid[c->i], *b = &mid[c->j];
	struct mid later = *b; /* a wall where it is at the touch */

	if (j->hold >= 0 && a->late != 0) {
		for (int k = 0; k < 3; k++)
			later.x[k] += a->late * b->v0[k];
		turn(s, j, later.q, NULL, b->w0, a->late);
		quat_matrix(later.m, later.q);
		b = &later;
	}
	double high, other;
	vec3 sa = support(i, a, c->n, &high);

	worse(&bad->gap, fabs(v3_norm(c->n) - 1));
	if (j->kind == BALL) {
		vec3 sb = support(j, b, c->n, &other), d = between(s, j, a, b), rest = v3_sub(v3_sub(d, sa), sb);

		worse(&bad->gap, fabs(v3_dot(rest, c->n) - c->gap));
		worse(&bad->gap, v3_norm(v3_sub(rest, v3_scale(c->gap, c->n))));
		worse(&bad->point, v3_norm(v3_sub(c->arm[0], v3_scale(0.5, v3_add(sa, v3_sub(d, sb))))));
		return;
	}
	vec3 n = to_wall(j, b, v3_from(a->x), &other);
	worse(&bad->gap, v3_norm(v3_sub(n, c->n)));
	worse(&bad->gap, fabs(other - high - c->gap));
	worse(&bad->point, v3_norm(v3_sub(c->arm[0], sa)));
}

/* The acceleration of a body by the forces of the step before, of contacts that neither close nor open fast. */
struct carried { vec3 a[MOST]; };

/* The velocity after an impact, by energy, where that of a gap x is -a x: at the touch en^2 of it is left. Returns 0 if there is
 * too little of it for the gap that they have now. */
static int parts(const struct scene *s, const struct found *c, const struct mid *d[2], double t, double en, double before,
	double loaded, const struct carried *by, double *after)
{
	double weight = v3_norm(v3_from(s->gravity)), late = fmax(d[0]->late, d[1]->late), ahead = 0.5 * h + late, gain = 0;
	double rest = h - ahead;
	double carry = late > 0 ? 0 : v3_dot(c->n, v3_sub(by->a[c->j], by->a[c->i]));
	double a = (loaded - before) / h + fmax(-2 * weight, fmin(2 * weight, carry)), x0 = c->gap - before * ahead;
	const double n[3] = { c->n.x, c->n.y, c->n.z };

	for (int k = 0; k < 3 && late > 0; k++) /* what a wall's velocity gains until then */
		if (is_driven(s, &s->body[c->j], k))
			gain += n[k] * (drive(&s->hold[s->body[c->j].hold].dof[k], t + late) - drive(&s->hold[s->body[c->j].hold].dof[k], t));
	double closing = sqrt(fmax(0.5 * before * before - a * x0, 0) * 2) - gain, opening = en * closing - gain;
	/* 0.5 u^2 - a x = 0.5 opening^2 at x = gap + rest u + a h late, for the loads have moved the bodies all the step */
	double energy = 0.5 * opening * opening + a * (c->gap + a * h * late), root = a * a * rest * rest + 2 * energy;
	*after = a * rest + sqrt(fmax(root, 0));
	return root > 0;
}

/* Signorini's and Coulomb's conditions, and those of rolling and spinning. */
static void check_laws(const struct scene *s, const struct found *c, const struct mid *mid, double weight, double time,
	const struct carried *by, int published, struct faults *bad, int *rebounds)
{
	const struct body_of *of[2] = { &s->body[c->i], &s->body[c->j] };
	const struct mid *d[2] = { &mid[c->i], &mid[c->j] };
	const struct law_of *l = law_of(s, of[0], of[1]);
	vec3 u[3];

	for (int z = 0; z < 3; z++) { /* before, with loads, after */
		vec3 v[2];

		for (int side = 0; side < 2; side++) {
			static const double none[3];
			double load[3] = { 0 }, torque[3] = { 0 }, spin[3], rest[3];
			const struct hold *hold = of[side]->hold >= 0 ? &s->hold[of[side]->hold] : NULL;
			double m = unit_mass(s, of[side]);

			for (int k = 0; k < 3 && z == 1; k++) {
				double F = hold && hold->dof[k].how == FORCE ? hold->dof[k].value : 0;

				if (!is_driven(s, of[side], k))
					load[k] = (d[side]->v0[k] + h * (s->gravity[k] + F / m)) / (1 + (hold ? h * hold->c / m : 0)) - d[side]->v0[k];
			}
			v[side] = point_velocity(z < 2 ? d[side]->v0 : d[side]->v1, z < 2 ? d[side]->w0 : d[side]->w1, c->arm[side]);
			for (int k = 0; k < 3 && z == 1; k++)
				torque[k] = hold && hold->dof[3 + k].how == FORCE ? h * hold->dof[3 + k].value : 0;
			if (v3_norm(v3_from(torque)) > 0) {
				spin_of(s, of[side], d[side]->q, torque, 0, spin);
				spin_of(s, of[side], d[side]->q, none, 0, rest);
				v[side] = v3_add(v[side], v3_cross(v3_sub(v3_from(spin), v3_from(rest)), c->arm[side]));
			}
			v[side] = v3_add(v[side], v3_from(load));
		}
		u[z] = v3_sub(v[1], v[0]);
	}
	double n0 = v3_dot(u[0], c->n), n2 = v3_dot(u[2], c->n), bias, after = -l->en * n0;
	*rebounds = l->en > 0 && n0 < -2 * weight * h && c->gap + h * fmin(n0, v3_dot(u[1], c->n)) < 0;
	if (*rebounds && !published)
		*rebounds = parts(s, c, d, time, l->en, n0, v3_dot(u[1], c->n), by, &after);
	double least = of[1]->kind == BALL ? fmin(thin(of[0]), thin(of[1])) : thin(of[0]);
	bias = *rebounds ? -after : c->gap >= 0 ? c->gap / h :
		share_of(s, of, d, c->arm, c->n) * fmax(0.2 * c->gap / h, -0.01 * least / s->dt_auto);
	worse(&bad->parts, -(n2 + bias));
	worse(&bad->parts, -c->fn);
	worse(&bad->parts, c->fn > 1 ? fabs(n2 + bias) : 0);
	bad->impacts += *rebounds && c->fn > 0;
	bad->rests += !*rebounds && c->fn > 0;
	/* with rho = D^-1 ft across the normal: |rho| <= fn, and fn long against D u where that is not 0 */
	double D[3][3];
	friction(l, of, d, c->arm, D);
	vec3 t = v3_cross(c->n, fabs(c->n.x) < 0.6 ? v3(1, 0, 0) : v3(0, 1, 0)), col[2];
	t = v3_scale(1 / v3_norm(t), t);
	vec3 e[2] = { t, v3_cross(c->n, t) };
	double A[2][2], ft[2], ut[2];
	for (int k = 0; k < 2; k++) {
		const double in[3] = { e[k].x, e[k].y, e[k].z };
		double to[3];

		mat3_apply(to, (const double (*)[3])D, in);
		col[k] = v3_from(to);
		ft[k] = v3_dot(c->f, e[k]);
		ut[k] = v3_dot(u[2], e[k]);
	}
	for (int k = 0; k < 4; k++)
		A[k / 2][k % 2] = v3_dot(e[k / 2], col[k % 2]);
	double det = A[0][0] * A[1][1] - A[0][1] * A[1][0];
	double rx = (A[1][1] * ft[0] - A[0][1] * ft[1]) / det, ry = (A[0][0] * ft[1] - A[1][0] * ft[0]) / det;
	double sx = A[0][0] * ut[0] + A[0][1] * ut[1], sy = A[1][0] * ut[0] + A[1][1] * ut[1], slip = sqrt(sx * sx + sy * sy);
	if (c->fn > 1) {
		worse(&bad->cone, sqrt(rx * rx + ry * ry) / c->fn - 1);
		if (slip > 1e-4)
			worse(&bad->cone, hypot(rx / c->fn + sx / slip, ry / c->fn + sy / slip)), bad->slides++;
		else
			bad->sticks++;
	}
	vec3 w = v3_sub(v3_from(d[1]->w1), v3_from(d[0]->w1));
	double mn = v3_dot(c->m, c->n), wn = v3_dot(w, c->n);
	vec3 mt = v3_sub(c->m, v3_scale(mn, c->n)), wt = v3_sub(w, v3_scale(wn, c->n));
	if (l->mur == 0 || !(c->fn > 1)) {
		worse(&bad->cone, l->mur == 0 ? v3_norm(mt) + fabs(mn) : 0);
		return;
	}
	worse(&bad->cone, v3_norm(mt) / (l->mur * c->fn) - 1);
	worse(&bad->cone, fabs(mn) / (l->mus * c->fn) - 1);
	if (v3_norm(wt) > 1e-2)
		worse(&bad->cone, v3_norm(v3_add(v3_scale(1 / (l->mur * c->fn), mt), v3_scale(1 / v3_norm(wt), wt)))), bad->rolls++;
	if (fabs(wn) > 1e-2)
		worse(&bad->cone, fabs(mn / (l->mus * c->fn) + (wn > 0 ? 1 : -1)));
}

static double gap_of(const struct scene *s, const struct mid *mid, int i, int j)
{
	double far, high;

	if (s->body[j].kind == BALL) /* balls alone: others are nearer than their thinnest parts */
		return v3_norm(between(s, &s->body[j], &mid[i], &mid[j])) - thin(&s->body[i]) - thin(&s->body[j]);
	vec3 n = to_wall(&s->body[j], &mid[j], v3_from(mid[i].x), &far);
	support(&s->body[i], &mid[i], n, &high);
	return far - high;
}

static int index_of(const struct scene *s, int64_t id)
{
	int k = 0;

	while (s->body[k].id != id)
		k++;
	return k;
}

static double table_at(const struct run *r, const char *name, int row)
{
	return table_real(&r->w.contact, name)[row];
}

/* Row k of the contacts. Its place has gone on with body i, whose own at the end is b. */
static void read_contact(const struct run *r, const struct scene *s, const struct mid *mid, const struct at *b, int k,
	struct found *c, struct faults *bad)
{
	static const char *const image[3] = { "ix", "iy", "iz" }, *const place[3] = { "x", "y", "z" };
	double arm[2][3], end[3];

	c->i = index_of(s, table_int(&r->w.contact, "i")[k]);
	c->j = index_of(s, table_int(&r->w.contact, "j")[k]);
	c->n = v3(table_at(r, "nx", k), table_at(r, "ny", k), table_at(r, "nz", k));
	c->gap = -table_at(r, "overlap", k);
	c->fn = table_at(r, "fn", k);
	c->f = v3(table_at(r, "ftx", k), table_at(r, "fty", k), table_at(r, "ftz", k));
	worse(&bad->cone, fabs(v3_dot(c->f, c->n)) / (1 + c->fn));
	c->m = v3(table_at(r, "momentx", k), table_at(r, "momenty", k), table_at(r, "momentz", k));
	for (int q = 0; q < 3; q++) {
		double x = table_at(r, place[q], k), by = (double)table_int(&r->w.contact, image[q])[k] * period(s, q);
		double xi = wrapped(s, b[c->i].x[q], q), xj = wrapped(s, b[c->j].x[q], q);

		arm[0][q] = x - xi;
		end[q] = x - xj - by;
		bad->across += by != 0;
		bad->wraps += floor((mid[c->i].x[q] - s->lo[q]) / period(s, q)) != floor((b[c->i].x[q] - s->lo[q]) / period(s, q));
		bad->wraps += floor((mid[c->j].x[q] - s->lo[q]) / period(s, q)) != floor((b[c->j].x[q] - s->lo[q]) / period(s, q));
		if (s->body[c->j].kind == BALL) /* it is the nearest image */
			worse(&bad->shift, period(s, q) > 0 ? fabs(xj + by - xi) - 0.5 * period(s, q) : fabs(by));
		else /* a wall is everywhere the same */
			worse(&bad->shift, fabs(by));
	}
	c->end = v3_from(end);
	c->arm[0] = v3_from(arm[0]);
	c->arm[1] = v3_sub(c->arm[0], between(s, &s->body[c->j], &mid[c->i], &mid[c->j]));
}

static void add(double to[3], double f, vec3 v)
{
	to[0] += f * v.x, to[1] += f * v.y, to[2] += f * v.z;
}

/* Motion: what forces, loads and time make of the state before. */
static void check_motion(const struct scene *s, const struct at *a, const struct at *b, double end, struct mid *mid,
	struct faults *bad)
{
	for (int k = 0; k < s->n; k++) {
		const struct body_of *c = &s->body[k];
		const struct hold *hold = c->hold >= 0 ? &s->hold[c->hold] : NULL;
		struct mid *d = &mid[k];
		double m = unit_mass(s, c), q[4], w[3], damp = hold ? h * hold->c : 0, l = hold ? 0 : 1e-9, sign = 0;

		for (int i = 0; i < 3; i++) {
			int led = is_driven(s, c, i);
			double F = hold && hold->dof[i].how == FORCE ? hold->dof[i].value : 0;
			double T = hold && hold->dof[3 + i].how == FORCE ? hold->dof[3 + i].value : 0;

			worse(&bad->place, fabs(d->x[i] + (0.5 * h - d->late) * d->v1[i] + (hold ? 0 : d->late * h * s->gravity[i]) -
				b[k].x[i]));
			worse(&bad->velocity, fabs(led ? drive(&hold->dof[i], end) - b[k].v[i] :
				(m * d->v0[i] + h * (m * s->gravity[i] + F + d->f[i])) / (m + damp) - b[k].v[i]));
			l += fabs(b[k].L[i]) + h * fabs(d->torque[i]);
			worse(&bad->momentum, is_driven(s, c, 3 + i) ? 0 : fabs(a[k].L[i] + h * (d->torque[i] + T) - b[k].L[i]) / (1e-3 + l));
		}
		memcpy(q, d->q, sizeof q);
		turn(s, c, q, b[k].L, d->w1, 0.5 * h - d->late);
		for (int i = 0; i < 4; i++)
			sign += q[i] * b[k].q[i];
		for (int i = 0; i < 4; i++)
			worse(&bad->turned, fabs(q[i] - (sign < 0 ? -1 : 1) * b[k].q[i]));
		spin_of(s, c, b[k].q, b[k].L, end, w);
		for (int i = 0; i < 3; i++)
			worse(&bad->spin, fabs(w[i] - b[k].w[i]));
	}
}

static void check_forces(const struct run *r, const struct scene *s, const struct mid *mid, struct faults *bad)
{
	static const char *const name[6] = { "fx", "fy", "fz", "tx", "ty", "tz" };

	for (int row = 0; row < r->b.n; row++) {
		const struct mid *d = &mid[index_of(s, r->b.id[row])];

		for (int k = 0; k < 6; k++) {
			double is = k < 3 ? d->f[k] : d->told[k - 3];

			worse(&bad->forces, fabs(table_real(&r->w.body, name[k])[row] - is) / (1 + fabs(is)));
		}
	}
}

/* Energies now, of what moves freely: linear, of rotation, of weight. */
static void energies(const struct scene *s, const struct at *b, double e[3])
{
	e[0] = e[1] = e[2] = 0;
	for (int k = 0; k < s->n; k++)
		for (int i = 0; i < 3; i++) {
			double m = unit_mass(s, &s->body[k]);

			e[0] += is_driven(s, &s->body[k], i) ? 0 : 0.5 * m * b[k].v[i] * b[k].v[i];
			e[2] -= is_driven(s, &s->body[k], i) ? 0 : m * s->gravity[i] * b[k].x[i];
			e[1] += is_driven(s, &s->body[k], 3 + i) ? 0 : 0.5 * b[k].L[i] * b[k].w[i];
		}
}

/* What the ledger's sums gain in a step. */
struct gains { double work, fric, visc, recover, other; };

static void gains_of(const struct found *c, const struct mid *mid, int rebounds, struct gains *g)
{
	const struct mid *i = &mid[c->i], *j = &mid[c->j];
	vec3 u0 = v3_sub(point_velocity(j->v0, j->w0, c->arm[1]), point_velocity(i->v0, i->w0, c->arm[0]));
	vec3 u1 = v3_sub(point_velocity(j->v1, j->w1, c->arm[1]), point_velocity(i->v1, i->w1, c->arm[0]));
	vec3 w = v3_sub(v3_add(v3_from(j->w0), v3_from(j->w1)), v3_add(v3_from(i->w0), v3_from(i->w1)));
	double n0 = v3_dot(u0, c->n), n1 = v3_dot(u1, c->n);

	g->fric -= 0.5 * h * (v3_dot(c->f, v3_add(u0, u1)) + v3_dot(c->m, w));
	g->visc -= 0.5 * h * c->fn * (rebounds ? n0 + n1 : fmin(n0, 0) + fmin(n1, 0));
	g->recover += rebounds ? 0 : 0.5 * h * c->fn * (fmax(n0, 0) + fmax(n1, 0));
}

/* What weight does until late impacts is lost in them. */
static void gains_of_late(const struct scene *s, const struct mid *mid, struct gains *g)
{
	for (int k = 0; k < s->n; k++)
		g->visc -= mid[k].late * h * v3_dot(v3_from(s->gravity), v3_from(mid[k].f));
}

/* What drives and damping do: against the impulses on what is led, with forces on what is not. */
static void gains_of_drives(const struct scene *s, const struct mid *mid, struct gains *g)
{
	for (int k = 0; k < s->n; k++) {
		const struct body_of *b = &s->body[k];
		const struct mid *d = &mid[k];

		for (int q = 0; q < 6 && b->hold >= 0; q++) {
			const struct dof_of *of = &s->hold[b->hold].dof[q];
			double v0 = q < 3 ? d->v0[q] : d->w0[q - 3], v1 = q < 3 ? d->v1[q] : d->w1[q - 3];
			double f = q < 3 ? d->f[q] : d->torque[q - 3];

			if (of->how == DRIVEN)
				g->work -= h * f * v1;
			else
				g->work += of->how == FORCE ? 0.5 * h * of->value * (v0 + v1) : 0;
			if (of->how != DRIVEN && q < 3)
				g->other += 0.5 * h * s->hold[b->hold].c * v1 * (v0 + v1);
		}
	}
	g->other -= g->recover;
}

static void check_ledger(const struct run *r, const struct at *b, const struct scene *s, const struct gains *g, double was[6],
	struct faults *bad)
{
	static const char *const energy[3] = { "kin_lin", "kin_rot", "grav" }, *const flow[5] = { "work", "fric", "visc", "recover",
		"other" };
	double e[3], gain[5] = { g->work, g->fric, g->visc, g->recover, g->other }, *off[5] = { &bad->work, &bad->fric, &bad->visc,
		&bad->recover, &bad->other };

	energies(s, b, e);
	for (int k = 0; k < 3; k++)
		worse(&bad->energy[k], fabs(ledger(r, energy[k]) - e[k]) / (1e-3 + fabs(e[k])));
	for (int k = 0; k < 5; k++) {
		double is = ledger(r, flow[k]), far = fabs(is - was[k] - gain[k]);

		worse(off[k], far / (1e-2 + fabs(gain[k])));
		was[k] = is;
	}
	double lacks = ledger(r, "work") - ledger(r, "other") - ledger(r, "fric") - ledger(r, "visc");
	for (int k = 0; k < 3; k++)
		lacks -= ledger(r, energy[k]) - ledger(r, k == 0 ? "start_kin_lin" : k == 1 ? "start_kin_rot" : "start_grav");
	worse(&bad->told, fabs(lacks - ledger(r, "residual")));
	worse(&bad->lost, fabs(ledger(r, "residual")) / (e[0] + fabs(e[2])));
	worse(&bad->told, fabs(ledger(r, "el_n")) + fabs(ledger(r, "el_t")) + fabs(ledger(r, "in")) + fabs(ledger(r, "out")));
}

enum { ROWS = 256 };
/* The contacts of a step, and the pairs that act, as bits. */
struct pairs { char acts[MOST][MOST]; int n; struct found c[ROWS]; };

/* The accelerations by forces of the step before: of its contacts each goes to the nearest one of the same pair now. */
static void carry(const struct scene *s, const struct pairs *old, const struct pairs *now, const struct mid *mid, double weight,
	struct carried *by)
{
	char had[ROWS] = { 0 };

	memset(by, 0, sizeof *by);
	for (int k = 0; k < now->n; k++) {
		const struct found *c = &now->c[k];
		const struct body_of *of[2] = { &s->body[c->i], &s->body[c->j] };
		int best = -1;

		for (int o = 0; o < old->n; o++)
			if (old->c[o].i == c->i && old->c[o].j == c->j && !had[o] && (best < 0 ||
			    v3_norm(v3_sub(old->c[o].arm[0], c->arm[0])) < v3_norm(v3_sub(old->c[best].arm[0], c->arm[0]))))
				best = o;
		if (best < 0)
			continue;
		had[best] = 1;
		const struct mid *i = &mid[c->i], *j = &mid[c->j];
		double u = v3_dot(c->n, v3_sub(point_velocity(j->v0, j->w0, c->arm[1]), point_velocity(i->v0, i->w0, c->arm[0])));
		if (!(old->c[best].fn > 0) || fabs(u) > 2 * weight * h)
			continue;
		for (int side = 0; side < 2; side++) {
			const struct hold *hold = of[side]->hold >= 0 ? &s->hold[of[side]->hold] : NULL;
			double f[3], m = unit_mass(s, of[side]) + (hold ? h * hold->c : 0);

			v3_to(f, v3_add(v3_scale(old->c[best].fn, c->n), old->c[best].f));
			for (int q = 0; q < 3; q++)
				f[q] = is_driven(s, of[side], q) ? 0 : (side ? 1 : -1) * f[q] / m;
			by->a[side ? c->j : c->i] = v3_add(by->a[side ? c->j : c->i], v3_from(f));
		}
	}
}

/* Bodies act late if and only if they have one contact, an impact that began with a gap. */
static void check_late(const struct scene *s, const struct pairs *now, const struct mid *mid, const int *rebounds,
	struct faults *bad)
{
	int contacts[MOST] = { 0 };

	for (int k = 0; k < now->n; k++) {
		contacts[now->c[k].i]++;
		contacts[now->c[k].j]++;
	}
	for (int k = 0; k < now->n; k++) {
		const struct found *c = &now->c[k];
		const struct body_of *j = &s->body[c->j];
		const struct mid *a = &mid[c->i], *b = &mid[c->j];
		int led = 1;

		for (int q = 0; q < 6; q++)
			led &= is_driven(s, j, q);
		int alone = s->body[c->i].hold < 0 && contacts[c->i] == 1 && (led || (j->hold < 0 && contacts[c->j] == 1));
		if (a->late != 0 || b->late != 0) {
			bad->late++;
			bad->early += !alone || !rebounds[k] || (j->hold < 0 && fabs(a->late - b->late) > 1e-9) || fabs(c->gap) > 1e-5;
		} else {
			bad->early += alone && rebounds[k] && c->gap > 1e-9;
		}
	}
}

static void check_step(const struct run *r, const struct scene *s, const struct at *a, const struct at *b, double was[6],
	struct pairs *acted, int exact, int published, struct faults *bad)
{
	double end = clock_now(cd3_clock(r->sim)), weight = v3_norm(v3_from(s->gravity)), deepest = 0;
	struct mid mid[MOST];
	struct pairs now = { .n = r->w.contact.n_row };
	struct gains g = { 0 };
	struct carried by;
	int acting = 0, begun = 0, rebounds[ROWS];
	char seen[MOST][MOST] = { { 0 } };

	middle(s, a, b, end - 0.5 * h, mid);
	for (int k = 0; k < now.n; k++)
		read_contact(r, s, mid, b, k, &now.c[k], bad);
	carry(s, acted, &now, mid, weight, &by);
	for (int k = 0; k < now.n; k++) {
		struct found c = now.c[k];
		struct faults none = { 0 };

		seen[c.i][c.j] = seen[c.j][c.i] = 1;
		check_place(s, &c, mid, bad);
		check_laws(s, &c, mid, weight, end - 0.5 * h, &by, published, exact ? bad : &none, &rebounds[k]);
		gains_of(&c, mid, rebounds[k], &g);
		double size = s->body[c.j].kind == BALL ? fmin(thin(&s->body[c.i]), thin(&s->body[c.j])) : thin(&s->body[c.i]);
		deepest = fmax(deepest, -c.gap / size);
		acting += c.fn > 0;
		begun += c.fn > 0 && !acted->acts[c.i][c.j];
		now.acts[c.i][c.j] = c.fn > 0;
		for (int side = 0; side < 2; side++) {
			vec3 f = v3_scale(side ? 1 : -1, v3_add(v3_scale(c.fn, c.n), c.f)), m = v3_scale(side ? 1 : -1, c.m);

			add(mid[side ? c.j : c.i].f, 1, f);
			add(mid[side ? c.j : c.i].torque, 1, v3_add(v3_cross(c.arm[side], f), m));
			add(mid[side ? c.j : c.i].told, 1, v3_add(v3_cross(side ? c.end : c.arm[0], f), m));
		}
	}
	check_late(s, &now, mid, rebounds, bad);
	*acted = now;
	for (int i = 0; i < s->n; i++)
		for (int j = 0; j < s->n; j++)
			bad->missed += i != j && s->body[i].kind == BALL && !seen[i][j] && gap_of(s, mid, i, j) < -1e-9;
	bad->acting += ledger(r, "active") != acting;
	bad->begun += ledger(r, "begun") - was[5] != begun;
	bad->contacts += acting;
	was[5] = ledger(r, "begun");
	worse(&bad->told, fabs(ledger(r, "overlap") - deepest));
	check_motion(s, a, b, end, mid, bad);
	check_forces(r, s, mid, bad);
	gains_of_late(s, mid, &g);
	gains_of_drives(s, mid, &g);
	check_ledger(r, b, s, &g, was, bad);
}

/* ---- runs ---- */

static void with_forces(struct sim_options *o)
{
	tight(o);
	o->forces = 1;
	o->travel = 0;
	o->rotation = ROTATION_SPLIT4;
}

static void gradients(struct sim_options *o)
{
	with_forces(o);
	o->solver = CD3_APGD;
	o->sweeps = 200000;
}

static void affine(struct sim_options *o)
{
	with_forces(o);
	o->solver = CD3_AFFINE;
}

static void report(const struct scene *s, const char *how, const struct faults *bad, int exact)
{
	ok(bad->contacts > 80 && (!exact || (bad->impacts > 5 && bad->rests > 50 && bad->slides > 30 && bad->sticks > 5)),
	   "%s, %s: %d contacts, %d impacts, %d rest, %d slide, %d stick", s->what, how, bad->contacts, bad->impacts, bad->rests,
	   bad->slides, bad->sticks);
	near(bad->place, 0, 1e-13, "way is velocity times time");
	near(bad->turned, 0, 1e-10, "bodies turn as their momenta have it");
	near(bad->velocity, 0, 1e-9, "velocities are by forces, weight, drives and damping");
	near(bad->momentum, 0, 1e-9, "angular momenta by moments");
	near(bad->spin, 0, 1e-9, "spins are by momenta and inertia");
	near(bad->gap, 0, 1e-9, "overlaps and normals are those of the bodies");
	near(bad->point, 0, 1e-9, "and so are the places of contacts");
	ok(bad->shift < 1e-9 && bad->missed == 0, "contacts are with the nearest images, none is missed: %g, %d", bad->shift,
		bad->missed);
	near(bad->forces, 0, 1e-9, "the columns of forces are their sums");
	if (exact) {
		near(fmax(bad->parts, 0), 0, 1e-5, "gaps open or close as Signorini and Newton have it");
		near(fmax(bad->cone, 0), 0, 1e-3, "friction, rolling and spinning are as Coulomb has them");
	}
	for (int k = 0; k < 3; k++)
		near(bad->energy[k], 0, 1e-10, "the ledger's %s", k == 0 ? "kin_lin" : k == 1 ? "kin_rot" : "grav");
	near(bad->work, 0, 1e-8, "work");
	near(bad->fric, 0, 1e-8, "fric");
	near(bad->visc, 0, 1e-8, "visc");
	near(bad->recover, 0, 1e-8, "recover");
	near(bad->other, 0, 1e-8, "other");
	ok(bad->acting == 0 && bad->begun == 0, "active and begun: %d and %d steps with others", bad->acting, bad->begun);
	near(bad->told, 0, 1e-9, "residual is what entries lack, overlap the deepest; nothing comes from elsewhere");
	near(bad->lost, 0, 1e-4, "the first law closes, but for what spins about driven axes");
}

static void audit(const struct scene *s, void (*options)(struct sim_options *), const char *how, int exact, int steps)
{
	int published = !exact; /* the affine method takes restitution as published */
	struct faults bad = { 0 };
	struct pairs acted = { .n = 0 };
	struct at a[MOST], b[MOST];
	double was[6] = { 0 };
	char *text[2] = { NULL, NULL };
	size_t size;

	for (int k = 0; k < 2; k++) {
		FILE *f = open_memstream(&text[k], &size);

		(k ? print_bodies : print_scene)(f, s);
		fclose(f);
	}
	struct run *r = begin(text[0], text[1], h, options);
	near(cd3_report(r->sim).dt_auto, s->dt_auto, 1e-12, "%s: the automatic step", s->what);
	go(r, 0);
	look(r, s, a);
	for (int k = 1; k <= steps; k++) {
		go(r, h * k);
		look(r, s, b);
		check_step(r, s, a, b, was, &acted, exact, published, &bad);
		memcpy(a, b, sizeof a);
		if (k % 25 == 7) { /* a run that goes on elsewhere does the same */
			struct sim_error e;

			r->sim = cd3_renew(r->sim, &r->w, &e);
		}
	}
	report(s, how, &bad, exact);
	ok(published ? bad.late == 0 : bad.early == 0 && bad.late > 0, "%d impacts of bodies that touch nothing else act at the touch, "
		"%d do not", bad.late, bad.early);
	if (s->periodic[0])
		ok(bad.across > 20 && (!exact || s->objects || bad.wraps > 2),
			"%d contacts were across a side, to which %d went after they were found", bad.across, bad.wraps);
	free(text[0]);
	free(text[1]);
	end(r);
}

static vec3 random_vec(struct rng *g, double size)
{
	double x = rng_normal(g), y = rng_normal(g), z = rng_normal(g);

	return v3(size * x, size * y, size * z);
}

/* Ellipsoids, or balls, of all sizes, on a lattice of 3 * 2 * 2 with these sides from a corner; they fly inwards. */
static void grains(struct scene *s, vec3 from, vec3 side, int balls)
{
	struct rng g;

	rng_seed(&g, 12);
	for (int k = 0; k < 12; k++) {
		struct body_of *b = &s->body[s->n++];
		vec3 x = v3(from.x + side.x * (k % 3), from.y + side.y * (k / 3 % 2), from.z + side.z * (k / 6));

		*b = (struct body_of){ .id = 90 - 7 * k, .kind = BALL, .size = 0.8 + 0.03 * k, .material = k % 3 == 1 ? 'b' : 'a', .hold = -1 };
		for (int i = 0; i < 3; i++)
			b->a[i] = balls || k % 4 == 2 ? 0.11 + 0.002 * k : 0.1 + 0.02 * ((k + i) % 3) + 0.001 * i;
		for (int i = 0; i < 4; i++)
			b->q[i] = rng_normal(&g);
		quat_unit(b->q);
		b->x = v3(wrapped(s, x.x, 0), wrapped(s, x.y, 1), wrapped(s, x.z, 2));
		b->v = v3_add(random_vec(&g, 0.5), v3_scale(-4, v3_sub(x, v3_add(from, v3(side.x, 0.5 * side.y, 0.2 * side.z)))));
		b->L = random_vec(&g, 0.02 * mass_of(b) * 0.1);
	}
}

static void wall(struct scene *s, int64_t id, enum kind kind, double r, int in, vec3 x, const double q[4], int hold)
{
	struct body_of *b = &s->body[s->n++];

	*b = (struct body_of){ .id = id, .kind = kind, .a = { r, in ? 1 : -1, 1 }, .size = kind == TUBE ? 1.25 : 1, .material = 'w',
		.x = x, .hold = hold };
	memcpy(b->q, q, sizeof b->q);
	quat_unit(b->q);
}

#define ISO(mu) { mu, mu, mu }, { 0, 0, 0 }
static const struct law_of laws[6] = {
	{ 'a', 'a', { 0.5, 0.2, 0.33 }, { 1.5, -2.5, 3 }, 0.4, 0, 0 }, { 'b', 'a', ISO(0.15), 0, 0.002, 0.004 },
	{ 'b', 'b', ISO(0.35), 0.7, 0, 0 }, { 'w', 'a', { 0.4, 0.12, 0.25 }, { 0.02, 0.1, -0.05 }, 0.25, 0, 0 },
	{ 'b', 'w', ISO(0.25), 0.1, 0.006, 0.003 }, { 'w', 'w', ISO(0.25), 0, 0, 0 },
};

#define STANDS { DRIVEN, 0, 0 }

/* A box that is periodic along x and y; the floor goes to and fro, a lid with a mass of its own is pressed down. */
static void shaken(struct scene *s, int easy)
{
	static const struct hold hold[] = {
		{ "floor", { { DRIVEN, 0.7, 0 }, { DRIVEN, 0, 0.9 }, { DRIVEN, 0.15, 0 }, STANDS, STANDS, STANDS }, 0, 0 },
		{ "lid", { { FREE, 0, 0 }, { FORCE, 3, 0 }, { FORCE, -90, 0 }, STANDS, STANDS, STANDS }, 5.5, 7 },
		{ "rail", { { FREE, 0, 0 }, { DRIVEN, 0.3, 0 }, { FREE, 0, 0 }, { FREE, 0, 0 }, { FORCE, 0.4, 0 }, { DRIVEN, 1.5, 0 } }, 0, 0 },
	};
	static const double up[4] = { 0.96, 0, 0, 0.28 }, down[4] = { 0, 0.6, 0.8, 0 };

	*s = (struct scene){ .what = "in a periodic box", .dt_auto = 0.004, .gravity = { 0.9, -0.6, -9.3 }, .lo = { -1.85, 4.29, -9 },
		.hi = { -0.85, 5.12, 9 },
		.periodic = { 1, 1, 0 }, .n_hold = 3, .n_law = 6 };
	memcpy(s->hold, hold, sizeof hold);
	memcpy(s->law, laws, sizeof laws);
	for (int k = 0; k < 6 && easy; k++)
		s->law[k].mur = s->law[k].mus = 0;
	wall(s, 301, PLANE, 0, 0, v3(0.1, 0.5, 0), up, 0);
	grains(s, v3(-0.13, 0.97, 0.125), v3(0.31, 0.35, 0.27), 0);
	s->body[4].hold = 2;
	wall(s, 5, PLANE, 0, 0, v3(0, 0.7, 0.56), down, 1);
}

/* A tube aslant that turns and goes along, a rod in it, and two planes that are tied together and pushed by a force. */
static void turned(struct scene *s, int easy)
{
	static const struct hold hold[] = {
		{ "tube", { { DRIVEN, 0.2, 0 }, { DRIVEN, 0, 0.3 }, { DRIVEN, -0.1, 0 }, { DRIVEN, 1.3, 0 }, { DRIVEN, 0, 0.8 }, { DRIVEN,
			-0.4, 0 } },
			0, 0 },
		{ "rod", { STANDS, { DRIVEN, 0.1, 0 }, { DRIVEN, -1.7, 0 }, { DRIVEN, 2, 0 }, STANDS, { DRIVEN, 0.7, 0 } }, 0, 0 },
		{ "tilt", { STANDS, STANDS, { DRIVEN, 0.2, 0 }, { DRIVEN, 0.1, 0 }, { DRIVEN, -0.3, 0 }, { DRIVEN, 2, 0 } }, 0, 0 },
	};
	static const double aslant[4] = { 0.8, 0.1, 0.55, 0.2 }, across[4] = { 0.7, 0.1, 0.7, 0.1 }, tilted[4] = { 0.99, 0.1, -0.05,
		0.3 };

	*s = (struct scene){ .what = "in a tube that turns", .dt_auto = 0.005, .gravity = { 1.9, 0.4, -8.1 }, .n_hold = 3, .n_law = 6 };
	memcpy(s->hold, hold, sizeof hold);
	memcpy(s->law, laws, sizeof laws);
	for (int k = 0; k < 6 && easy; k++)
		s->law[k].mur = s->law[k].mus = 0;
	grains(s, v3(-0.35, -0.2, -0.2), v3(0.29, 0.29, 0.26), 1);
	wall(s, 31, TUBE, 0.45, 1, v3(0.05, -0.02, 0.05), aslant, 0);
	wall(s, 17, TUBE, 0.1, 0, v3(0.02, 0, 0.38), across, 1);
	wall(s, 40, PLANE, 0, 0, v3(0.3, -0.4, -0.35), tilted, 2);
}

int main(void)
{
	struct scene s;

	shaken(&s, 0);
	audit(&s, with_forces, "Gauss-Seidel", 1, 250);
	turned(&s, 0);
	audit(&s, with_forces, "Gauss-Seidel", 1, 150);
	s.objects = 1;
	s.what = "objects in a tube that turns";
	audit(&s, with_forces, "Gauss-Seidel", 1, 60);
	shaken(&s, 0);
	s.objects = 1;
	s.what = "objects in a periodic box";
	audit(&s, with_forces, "Gauss-Seidel", 1, 130);
	shaken(&s, 1);
	audit(&s, affine, "the affine method", 0, 100);
	turned(&s, 1);
	audit(&s, gradients, "gradients", 1, 60);
	return done();
}
