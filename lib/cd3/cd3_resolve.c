/* cd3_resolve.c: from contacts to velocities, and the books */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/share.h"
#include "cd3/cd3_state.h"

static double part_of(vec3 v, int k)
{
	return k == 0 ? v.x : k == 1 ? v.y : v.z;
}

static void set_part(vec3 *v, int k, double x)
{
	*(k == 0 ? &v->x : k == 1 ? &v->y : &v->z) = x;
}

/* Weight, driving forces and damping, for the time h. Damping is by the velocity after all impulses p, which is
 * (m v + h F + p) / (m + h c): against impulses, too, there is more than the mass. */
static void load(struct cd3 *s, int u)
{
	const struct cd3_group *g = &s->group[u];
	struct cd3_unit *a = &s->unit[u];
	vec3 torque = v3(g->force[3], g->force[4], g->force[5]);

	if (a->moves == 0)
		return;
	for (int k = 0; k < 3; k++) {
		double im = part_of(a->im, k);

		if (im > 0) {
			double less = 1 / (1 + s->h * g->damping * im);

			set_part(&a->v, k, less * (part_of(a->v, k) + s->h * (s->gravity[k] + g->force[k] * im)));
			set_part(&a->im, k, less * im);
		}
	}
	if (g->held)
		a->w = v3_add(a->w, v3_scale(s->h, sym3_apply(a->J, torque)));
}

/* What is to be added to u_N: see cd3.h. */
static double bias_of(const struct cd3 *s, struct cd3_contact *c, double en, const struct cd3_row *row)
{
	double slow = 2 * s->weight * s->h, was = en > 0 ? v3_dot(row->was, c->n) : 0;

	c->rebounds = 0;
	if (was < -slow) {
		double is = v3_dot(cd3_row_velocity(row, s->unit), c->n);

		c->rebounds = c->gap + s->h * fmin(was, is) < 0;
	}
	if (c->rebounds)
		return en * was;
	if (c->gap >= 0)
		return c->gap / s->h;
	/* what gives way along few directions moves further along these: no faster than the overlap would have it */
	double share = cd3_held(s, c) ? sqrt(cd3_row_yields(s->unit, row->i, row->j, c->n, row->ri, row->rj)) : 1;
	return share * fmax(0.2 * c->gap / s->h, -0.01 * cd3_thin(s, c) / fmax(s->h, s->dt_auto));
}

/* A unit of several bodies does not turn, so that its arms are as good as its bodies'. */
void cd3_arms(const struct cd3 *s, const struct cd3_contact *c, vec3 *ri, vec3 *rj)
{
	const struct cd3_body *i = &s->body[c->i], *j = &s->body[c->j];
	vec3 by = v3(0, 0, 0);

	for (int k = 0; k < 3; k++)
		if (c->shift[k])
			set_part(&by, k, c->shift[k] * (s->domain.hi[k] - s->domain.lo[k]));
	*ri = c->at;
	*rj = v3_sub(v3_add(i->x, c->at), v3_add(j->x, by));
}

/* What contacts need of units is fetched so many before. They are in the order of their first bodies, so that only the second
 * unit is. */
enum { SOON = 5 };

/* Returns how deep the bodies overlap, by the thinner one. */
static double make_row(struct cd3 *s, int k)
{
	struct cd3_contact *c = &s->contact[k];
	const struct cd3_body *i = &s->body[c->i], *j = &s->body[c->j];
	const struct hard *law = &s->law[i->material * s->n_material + j->material];
	struct cd3_row *row = &s->problem.row[k];
	double friction[6] = { law->mu[0], law->mu[0], law->mu[0], 0, 0, 0 };
	vec3 ri, rj;

	if (k + SOON < s->n_contact) {
		int soon = s->body[c[SOON].j].unit;

		cd3_fetch(&s->unit[soon], sizeof *s->unit);
		cd3_fetch(&s->before[soon], offsetof(struct cd3_unit, im));
	}
	cd3_arms(s, c, &ri, &rj);
	s->where[k] = v3_add(i->x, c->at);
	if (law->directed) {
		memset(friction, 0, sizeof friction);
		if (law->first)
			hard_friction(law, i->m, ri, friction);
		if (law->second)
			hard_friction(law, j->m, rj, friction);
	}
	cd3_row_make(row, s->unit, i->unit, j->unit, c->n, ri, rj, friction, 0);
	row->pair = k;
	row->was = cd3_row_velocity(row, s->before);
	row->bias = bias_of(s, c, law->en, row);
	cd3_row_start(row, v3_scale(s->h, v3_add(v3_scale(c->fn, c->n), c->ft)));
	return -c->gap / cd3_thin(s, c);
}

/* Resistance to rolling, of those few contacts that have it. */
static void make_rolls(struct cd3 *s)
{
	struct cd3_problem *p = &s->problem;

	p->n_roll = 0;
	for (int k = 0; k < s->n_contact && s->rolls; k++) {
		const struct cd3_contact *c = &s->contact[k];
		const struct hard *law = &s->law[s->body[c->i].material * s->n_material + s->body[c->j].material];

		if (!(law->mur > 0 || law->mus > 0))
			continue;
		MEM_GROW(p->roll, &s->cap_roll, (size_t)p->n_roll + 1);
		struct cd3_row *row = &p->row[k];
		row->roll = p->n_roll;
		p->roll[p->n_roll].m = v3_scale(s->h, c->m);
		cd3_roll_make(&p->roll[p->n_roll++], row, s->unit, law->mur, law->mus);
	}
}

static void make_some(void *to, int from, int end, int thread)
{
	struct cd3 *s = to;
	double deepest = 0;

	(void)thread;
	for (int k = from; k < end; k++)
		deepest = fmax(deepest, make_row(s, k));
	share_most(&s->deepest, deepest);
}

static void make_problem(struct cd3 *s)
{
	struct cd3_problem *p = &s->problem;
	size_t n = (size_t)s->n_contact;

	MEM_GROW(s->where, &s->cap_where, n);
	MEM_GROW(p->row, &s->cap_row, n);
	p->unit = s->unit;
	p->n_unit = s->n_unit;
	p->threads = s->threads;
	p->narrow = s->opt.narrow;
	p->n = s->n_contact;
	p->where = s->where;
	s->deepest = 0;
	share_stretches(s->threads, s->n_contact, CD3_STRETCH, make_some, s);
	make_rolls(s);
}

static void solve(struct cd3 *s)
{
	s->effort = (struct cd3_effort){ .tolerance = s->opt.tolerance, .most = s->opt.sweeps, .directions = s->opt.directions };
	switch ((enum cd3_solver)s->opt.solver) {
	case CD3_NSGS:
		cd3_nsgs(&s->problem, &s->effort);
		break;
	case CD3_APGD:
		cd3_apgd(&s->problem, &s->effort);
		break;
	case CD3_AFFINE:
	case CD3_AFFINE_RAW:
		cd3_affine(&s->problem, &s->effort, s->opt.solver == CD3_AFFINE_RAW);
		break;
	}
}

/* ---- momenta ---- */

/* Sums of impulses on units, contacts in their order, so that what one gets the other loses to the last bit. */
static void sum_impulses(struct cd3 *s, vec3 (*sum)[2])
{
	for (int k = 0; k < s->n_contact; k++) {
		const struct cd3_row *row = &s->problem.row[k];
		vec3 f = cd3_row_impulse(row), m = row->roll >= 0 ? s->problem.roll[row->roll].m : v3(0, 0, 0);

		sum[row->j][0] = v3_add(sum[row->j][0], f);
		sum[row->i][0] = v3_sub(sum[row->i][0], f);
		sum[row->j][1] = v3_add(sum[row->j][1], v3_add(v3_cross(row->rj, f), m));
		sum[row->i][1] = v3_sub(sum[row->i][1], v3_add(v3_cross(row->ri, f), m));
	}
}

/* The work of what is prescribed, of driving forces, and the loss by damping. */
static void book_group(struct cd3 *s, int u, const vec3 sum[2])
{
	const struct cd3_group *g = &s->group[u];
	const struct cd3_unit *was = &s->before[u], *is = &s->unit[u];

	if (!g->held)
		return;
	for (int k = 0; k < 6; k++) {
		double v0 = part_of(k < 3 ? was->v : was->w, k % 3), v1 = part_of(k < 3 ? is->v : is->w, k % 3);

		if (g->driven[k]) {
			s->sum.work -= part_of(sum[k / 3], k % 3) * v1;
			continue;
		}
		s->sum.work += s->h * g->force[k] * 0.5 * (v0 + v1);
		if (k < 3) /* see load() */
			s->sum.other += s->h * g->damping * v1 * 0.5 * (v0 + v1);
	}
}

/* Velocities after all impulses, and angular momenta. */
struct impulses { struct cd3 *s; vec3 (*sum)[2]; };

static void take_some(void *to, int from, int end, int thread)
{
	struct cd3 *s = ((struct impulses *)to)->s;
	vec3 (*sum)[2] = ((struct impulses *)to)->sum;
	int raw = s->opt.solver == CD3_AFFINE_RAW;

	(void)thread;
	for (int u = from; u < end; u++) {
		const struct cd3_group *g = &s->group[u];
		struct cd3_unit *a = &s->unit[u];
		vec3 p = sum[u][0], l = sum[u][1], torque = v3(g->force[3], g->force[4], g->force[5]);
		struct cd3_body *b = &s->body[s->member[g->first]];

		if (raw) { /* each unit has had its own: what it gained, as momentum */
			double I[6], det = sym3_cofactors(I, a->J);

			if (det > 0)
				b->L = v3_scale(1 / det, sym3_apply(I, a->w));
		} else {
			a->v = v3_add(s->free_v[u], v3(a->im.x * p.x, a->im.y * p.y, a->im.z * p.z));
			if (!g->held) {
				b->L = v3_add(b->L, l);
				a->w = sym3_apply(a->J, b->L);
			} else {
				l = v3_add(l, v3_scale(s->h, torque));
				for (int k = 0; k < 3; k++)
					if (!g->driven[3 + k])
						set_part(&b->L, k, part_of(b->L, k) + part_of(l, k));
				a->w = v3_add(s->before[u].w, sym3_apply(a->J, l));
			}
		}
		for (int k = 0; k < g->n; k++) {
			s->body[s->member[g->first + k]].v = a->v;
			s->body[s->member[g->first + k]].w = a->w;
		}
	}
}

static void take_impulses(struct cd3 *s, vec3 (*sum)[2])
{
	share_stretches(s->threads, s->n_unit, CD3_STRETCH, take_some, &(struct impulses){ s, sum });
	for (int u = 0; u < s->n_unit; u++)
		book_group(s, u, sum[u]);
}

/* What contacts from .. to-1 did to the energy: their impulses times the mean of the velocities before and after, which is
 * exact. */
struct booked { double fric, impact, recover; int acting, begun; };
struct books { struct cd3 *s; struct booked *part; };
enum { BOOKED = 256 };       /* a part: threads cannot change the sums */

static void book_some(void *to, int from, int end, int thread)
{
	struct cd3 *s = ((struct books *)to)->s;
	struct booked sum = { 0 };

	(void)thread;
	for (int k = from; k < end; k++) {
		struct cd3_contact *c = &s->contact[k];
		const struct cd3_row *row = &s->problem.row[k];

		if (k + SOON < end)
			cd3_fetch(&s->unit[row[SOON].j], offsetof(struct cd3_unit, im));
		vec3 f = cd3_row_impulse(row), was = row->was, is = cd3_row_velocity(row, s->unit);
		double n0 = v3_dot(was, c->n), n1 = v3_dot(is, c->n), fn = row->r[0];
		vec3 ft = v3_sub(f, v3_scale(fn, c->n));

		sum.fric -= 0.5 * (v3_dot(ft, was) + v3_dot(ft, is));
		if (row->roll >= 0) {
			vec3 m = s->problem.roll[row->roll].m;
			vec3 w0 = v3_sub(s->before[row->j].w, s->before[row->i].w);
			vec3 w1 = v3_sub(s->unit[row->j].w, s->unit[row->i].w);

			sum.fric -= 0.5 * (v3_dot(m, w0) + v3_dot(m, w1));
			c->m = v3_scale(1 / s->h, m);
		} else {
			c->m = v3(0, 0, 0);
		}
		if (c->rebounds) {
			sum.impact -= 0.5 * fn * (n0 + n1);
		} else {
			sum.impact -= 0.5 * fn * (fmin(n0, 0) + fmin(n1, 0));
			sum.recover += 0.5 * fn * (fmax(n0, 0) + fmax(n1, 0));
		}
		c->begun = fn > 0 && !c->acts;
		c->acts = fn > 0;
		sum.begun += c->begun;
		sum.acting += c->acts;
		c->fn = fn / s->h;
		c->ft = v3_scale(1 / s->h, ft);
	}
	((struct books *)to)->part[from / BOOKED] = sum;
}

static void book(struct cd3 *s)
{
	int n = (s->n_contact + BOOKED - 1) / BOOKED;
	struct booked *part = mem_new((size_t)n, sizeof *part);

	s->acting = 0;
	share_stretches(s->threads, s->n_contact, BOOKED, book_some, &(struct books){ s, part });
	for (int k = 0; k < n; k++) {
		s->sum.fric += part[k].fric;
		s->sum.impact += part[k].impact;
		s->sum.recover += part[k].recover;
		s->sum.other -= part[k].recover;
		s->sum.begun += part[k].begun;
		s->acting += part[k].acting;
	}
	free(part);
}

static void load_some(void *to, int from, int end, int thread)
{
	struct cd3 *s = to;

	(void)thread;
	for (int u = from; u < end; u++) {
		s->before[u] = s->unit[u];
		load(s, u);
		s->free_v[u] = s->unit[u].v;
	}
}

void cd3_resolve(struct cd3 *s)
{
	vec3 (*sum)[2] = mem_zero((size_t)s->n_unit, sizeof *sum);

	share_stretches(s->threads, s->n_unit, CD3_STRETCH, load_some, s);
	make_problem(s);
	solve(s);
	s->sum.sweeps += s->effort.sweeps;
	s->sum.steps++;
	s->visits += (double)s->effort.sweeps * s->n_contact;
	s->sum.unconverged += !(s->effort.residual <= s->effort.tolerance) && s->opt.solver <= CD3_APGD;
	sum_impulses(s, sum);
	take_impulses(s, sum);
	book(s);
	free(sum);
}
