/* cd3_audit_contact.h: for cd3_audit.c: the contacts of a step against the geometry of their bodies and the laws of impact,
 * friction and rolling. */
#ifndef SCREE_TEST_CD3_AUDIT_CONTACT_H
#define SCREE_TEST_CD3_AUDIT_CONTACT_H

#include "phys/cd3_audit_scene.h"

/* A body where the impulses act: in the middle of the step, or later by `late` where its only contact is an impact. */
struct mid { double x[3], q[4], m[3][3], v0[3], w0[3], v1[3], w1[3], f[3], torque[3], told[3], late; };

/* What was found to be wrong, at most, of each kind. */
struct faults {
	double place, turned, velocity, momentum, spin, energy[3], work, fric, visc, recover, other, lost, told, gap, point, shift, cone;
	double forces, parts;
	int missed, acting, begun, contacts, impacts, slides, sticks, rolls, across, rests, wraps, late, early;
};

static inline void worse(double *most, double off)
{
	*most = !(off <= *most) ? off : *most;
}

/* The velocity that loads alone give a free body, less that which it has got. */
static inline double pushed(const struct scene *s, const struct mid *d, int k)
{
	return d->v0[k] + h * s->gravity[k] - d->v1[k];
}

/* How late the impulses on a free body act, by how far it came: it is ahead of half a step with its old and half a step with its
 * new velocity by that time, times what the impulses have taken from its velocity. */
static inline double lateness(const struct scene *s, const struct mid *d, const double end[3])
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

static inline void middle(const struct scene *s, const struct at *a, const struct at *b, double t, struct mid *mid)
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

static inline vec3 point_velocity(const double v[3], const double w[3], vec3 arm)
{
	return v3_add(v3_from(v), v3_cross(v3_from(w), arm));
}

/* The farthest point of an ellipsoid along n from its centre; n times it is *high. */
static inline vec3 support(const struct body_of *b, const struct mid *d, vec3 n, double *high)
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

static inline vec3 axis_of(const struct mid *d, int k)
{
	return v3(d->m[0][k], d->m[1][k], d->m[2][k]);
}

/* Of a wall: the normal from a body at x to it, how far the wall's surface is from there along that. */
static inline vec3 to_wall(const struct body_of *w, const struct mid *d, vec3 x, double *far)
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

static inline double wrapped(const struct scene *s, double x, int k)
{
	double p = period(s, k);

	return p > 0 ? x - p * floor((x - s->lo[k]) / p) : x;
}

/* The way of body j from i: of the nearest image; walls have one. */
static inline vec3 between(const struct scene *s, const struct body_of *j, const struct mid *i, const struct mid *d)
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
static inline void friction(const struct law_of *l, const struct body_of *b[2], const struct mid *d[2], const vec3 arm[2],
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
static inline vec3 response(const struct scene *s, const struct body_of *b, const struct mid *d, vec3 arm, vec3 f)
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
static inline double share_of(const struct scene *s, const struct body_of *b[2], const struct mid *d[2], const vec3 arm[2],
	vec3 n)
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
static inline void check_place(const struct scene *s, const struct found *c, const struct mid *mid, struct faults *bad)
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
static inline int parts(const struct scene *s, const struct found *c, const struct mid *d[2], double t, double en, double before,
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
static inline void check_laws(const struct scene *s, const struct found *c, const struct mid *mid, double weight, double time,
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

static inline double gap_of(const struct scene *s, const struct mid *mid, int i, int j)
{
	double far, high;

	if (s->body[j].kind == BALL) /* balls alone: others are nearer than their thinnest parts */
		return v3_norm(between(s, &s->body[j], &mid[i], &mid[j])) - thin(&s->body[i]) - thin(&s->body[j]);
	vec3 n = to_wall(&s->body[j], &mid[j], v3_from(mid[i].x), &far);
	support(&s->body[i], &mid[i], n, &high);
	return far - high;
}

static inline int index_of(const struct scene *s, int64_t id)
{
	int k = 0;

	while (s->body[k].id != id)
		k++;
	return k;
}

static inline double table_at(const struct run *r, const char *name, int row)
{
	return table_real(&r->w.contact, name)[row];
}

/* Row k of the contacts. Its place has gone on with body i, whose own at the end is b. */
static inline void read_contact(const struct run *r, const struct scene *s, const struct mid *mid, const struct at *b, int k,
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

#endif
