/* cd3_move.c: how bodies move between contacts */
#include <math.h>
#include <string.h>

#include "base/quat.h"
#include "base/share.h"
#include "base/trig.h"
#include "base/wide.h"
#include "cd3/cd3_state.h"
#include "motion/drive.h"
#include "motion/rotor.h"

static void set_part(vec3 *v, int k, double x)
{
	*(k == 0 ? &v->x : k == 1 ? &v->y : &v->z) = x;
}

static double part_of(vec3 v, int k)
{
	return k == 0 ? v.x : k == 1 ? v.y : v.z;
}

/* The tensor of inertia in space. */
static void tensor(double I[6], const struct cd3_body *b, double f)
{
	const double moment[3] = { f * b->inertia[0], f * b->inertia[1], f * b->inertia[2] };

	sym3_turn(I, b->m, moment);
}

/* The inverse on the axes that are free: J and, for w on the others, what w is there. */
static void invert_free(double J[6], const double I[6], const int driven[3])
{
	int free_[3], n = 0;

	for (int k = 0; k < 3; k++)
		if (!driven[k])
			free_[n++] = k;
	memset(J, 0, 6 * sizeof *J);
	if (n == 3) {
		double det = sym3_cofactors(J, I);

		for (int k = 0; k < 6; k++)
			J[k] /= det;
	} else if (n == 2) {
		int a = free_[0], b = free_[1], ab = 2 + a + b; /* xy 3, xz 4, yz 5 */
		double det = I[a] * I[b] - I[ab] * I[ab];

		J[a] = I[b] / det;
		J[b] = I[a] / det;
		J[ab] = -I[ab] / det;
	} else if (n == 1) {
		J[free_[0]] = 1 / I[free_[0]];
	}
}

/* What is prescribed at the middle of the part of the step, for all of it. */
void cd3_drive(struct cd3 *s)
{
	for (int u = 0; u < s->n_unit; u++) {
		struct cd3_group *g = &s->group[u];

		for (int k = 0; k < 6 && g->held; k++)
			if (g->driven[k])
				set_part(k < 3 ? &g->v : &g->w, k % 3, drive_velocity(&g->held->dof[k], s->part_t));
	}
}

/* A unit with a constraint: prescribed velocities, the others from momenta. */
static void spin_held(const struct cd3 *s, int u)
{
	const struct cd3_group *g = &s->group[u];
	struct cd3_body *b = &s->body[s->member[g->first]];
	struct cd3_unit *a = &s->unit[u];
	double I[6], J[6], f = b->mass > 0 && g->held->m > 0 ? g->mass / b->mass : 1;

	a->v = b->v;
	for (int k = 0; k < 3; k++) {
		set_part(&a->im, k, g->driven[k] ? 0 : 1 / g->mass);
		if (g->driven[k])
			set_part(&a->v, k, part_of(g->v, k));
	}
	tensor(I, b, f);
	invert_free(J, I, g->driven + 3);
	vec3 own = sym3_apply(I, g->w); /* momentum of the prescribed part */
	a->w = v3_add(g->w, sym3_apply(J, v3_sub(b->L, own)));
	memcpy(a->J, J, sizeof J);
	a->moves = a->im.x + a->im.y + a->im.z + J[0] + J[1] + J[2] != 0;
}

void cd3_spin_held(struct cd3 *s)
{
	for (int u = 0; u < s->n_unit; u++)
		if (s->group[u].held)
			spin_held(s, u);
}

static void spin_some(void *to, int from, int end, int thread)
{
	struct cd3 *s = to;

	(void)thread;
	for (int u = from; u < end; u++) {
		const struct cd3_group *g = &s->group[u];
		struct cd3_unit *a = &s->unit[u];
		struct cd3_body *b = &s->body[s->member[g->first]];

		if (g->held) {
			spin_held(s, u);
			continue;
		}
		double im = 1 / b->mass, inverse[3] = { 1 / b->inertia[0], 1 / b->inertia[1], 1 / b->inertia[2] };
		sym3_turn(a->J, b->m, inverse);
		a->v = b->v;
		a->w = sym3_apply(a->J, b->L);
		a->im = v3(im, im, im);
		a->moves = 1;
	}
}

void cd3_spin(struct cd3 *s)
{
	share_stretches(s->threads, s->n_unit, CD3_STRETCH, spin_some, s);
}

/* ---- drifting ---- */

/* Free bodies from, .. to, 32 at a time. */
static void turn_free(struct cd3 *s, double h, int from, int to)
{
	struct rotor r;
	int body[ROTOR_BLOCK], axis[ROTOR_BLOCK], n = 0, wide = wide_less(s->opt.narrow);

	memset(&r, 0, sizeof r);
	for (int k = from; k <= to; k++) {
		if (k < to && !s->group[s->body[k].unit].held) {
			const struct cd3_body *b = &s->body[k];
			const double L[3] = { b->L.x, b->L.y, b->L.z };
			int a = axis[n] = (rotor_axis(b->inertia) + 1) % 3;

			body[n] = k;
			r.q[0][n] = b->q[0];
			for (int i = 0; i < 3; i++) {
				r.q[1 + i][n] = b->q[1 + (a + i) % 3];
				r.l[i][n] = L[(a + i) % 3];
				r.inverse[i][n] = 1 / b->inertia[(a + i) % 3];
			}
			n++;
		}
		if (n < ROTOR_BLOCK && k < to)
			continue;
		if (s->opt.rotation == ROTATION_SPLIT4)
			rotor_split4(wide, n, h, &r);
		else
			rotor_split(wide, n, h, &r);
		for (int i = 0; i < n; i++) {
			struct cd3_body *b = &s->body[body[i]];
			double w[3];

			b->q[0] = r.q[0][i];
			for (int j = 0; j < 3; j++) {
				b->q[1 + (axis[i] + j) % 3] = r.q[1 + j][i];
				w[(axis[i] + j) % 3] = r.w[j][i];
			}
			b->w = v3_from(w);
		}
		n = 0;
	}
}

static void turn_held(struct cd3_body *b, vec3 w, double h)
{
	double size = v3_norm(w), s, c, by[4], to[4];

	b->w = w;
	if (!(size > 0))
		return;
	trig_sincos(0.5 * h * size, &s, &c);
	s /= size;
	by[0] = c, by[1] = s * w.x, by[2] = s * w.y, by[3] = s * w.z;
	quat_times(to, by, b->q);
	memcpy(b->q, to, sizeof to);
	quat_unit(b->q);
}

static void carry(struct cd3 *s, struct cd3_body *b, double h)
{
	const struct domain *d = &s->domain;
	double x[3];
	int64_t image[3] = { b->image[0], b->image[1], b->image[2] };

	v3_to(x, v3_add(b->x, v3_scale(h, b->v)));
	domain_wrap3(d, x, b->image);
	for (int k = 0; k < 3; k++) /* the place where the list was built goes along */
		if (b->image[k] != image[k]) {
			double by = (double)(b->image[k] - image[k]) * (d->hi[k] - d->lo[k]);

			set_part(&b->built, k, part_of(b->built, k) - by);
		}
	b->x = v3_from(x);
}

static void place(struct cd3_body *b)
{
	quat_matrix(b->m, b->q);
	if (b->o.samples) {
		double q[4], at[3];

		mat3_apply(at, (const double (*)[3])b->m, b->at);
		quat_times(q, b->q, b->turn);
		object3_place(&b->o, v3_add(b->x, v3_from(at)), q);
	}
	switch (b->kind) {
	case CD3_ELLIPSOID:
		ellipsoid3_place(&b->e, b->a, b->x, b->q);
		break;
	case CD3_OBJECT:
		break;
	case CD3_PLANE:
		b->plane = v3(b->m[0][2], b->m[1][2], b->m[2][2]);
		break;
	case CD3_TUBE:
		tube3_place(&b->tube, b->a[0], b->a[1], b->a[2] != 0, b->x, b->q);
		break;
	}
}

static void place_some(void *to, int from, int end, int thread)
{
	struct cd3 *s = to;

	(void)thread;
	for (int k = from; k < end; k++)
		place(&s->body[k]);
}

void cd3_place(struct cd3 *s)
{
	share_stretches(s->threads, s->n, CD3_STRETCH, place_some, s);
}

struct drift { struct cd3 *s; double h; };

static void drift_some(void *to, int from, int end, int thread)
{
	struct cd3 *s = ((struct drift *)to)->s;
	double h = ((struct drift *)to)->h;

	(void)thread;
	turn_free(s, h, from, end);
	for (int k = from; k < end; k++) {
		struct cd3_body *b = &s->body[k];

		if (s->group[b->unit].held) {
			b->v = s->unit[b->unit].v;
			turn_held(b, s->unit[b->unit].w, h);
		}
		carry(s, b, h);
		place(b);
	}
}

void cd3_drift(struct cd3 *s, double h)
{
	share_stretches(s->threads, s->n, CD3_STRETCH, drift_some, &(struct drift){ s, h });
}
