/* cd3_impulses.c: from contacts to velocities: loads, constraint rows, impulses, the kick */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/team.h"
#include "cd3/cd3_state.h"

/* ---- loads ---- */

/* Add weight, driving forces and damping of the substep to a group. Damping acts on the velocity after all impulses p, which is
 * (m v + h F + p) / (m + h c). So damping increases the mass that resists impulses. */
static void load_group(struct cd3 *s, int g)
{
	const struct cd3_group *group = &s->group[g];
	struct cd3_rigid *a = &s->rigid[g];

	if (a->moves == 0)
		return;
	for (int k = 0; k < 3; k++) {
		double im = v3_axis(a->inverse_mass, k);

		if (im > 0) {
			double less = 1 / (1 + s->h * group->damping * im);

			v3_set_axis(&a->v, k, less * (v3_axis(a->v, k) + s->h * (s->gravity[k] + group->force[k] * im)));
			v3_set_axis(&a->inverse_mass, k, less * im);
		}
	}
	if (group->constraint)
		a->w = v3_add(a->w, v3_scale(s->h, sym3_apply(a->inverse_inertia, v3_from(group->force + 3))));
}

static void load_chunk(void *to, int from, int end, int thread)
{
	struct cd3 *s = to;

	(void)thread;
	for (int g = from; g < end; g++) {
		s->before[g] = s->rigid[g];
		load_group(s, g);
		s->free_velocity[g] = s->rigid[g].v;
	}
}

void cd3_load(struct cd3 *s)
{
	team_chunks(s->threads, s->n_group, CD3_CHUNK, load_chunk, s);
}

/* ---- constraint rows ---- */

double cd3_resting_bias(const struct cd3 *s, const struct cd3_contact *c, const struct cd3_row *row)
{
	if (c->gap >= 0)
		return c->gap / s->h;
	/* A body that yields along few directions would move further along these. Reduce the bias, so that it moves no faster than the
	 * overlap requires. */
	double part = cd3_held(s, c) ? sqrt(cd3_row_yields(s->rigid, row->i, row->j, c->n, row->arm_i, row->arm_j)) : 1;
	return part * fmax(0.2 * c->gap / s->h, -0.01 * cd3_thin(s, c) / fmax(s->h, s->dt_auto));
}

/* A group of several bodies does not turn, so each body's own arm can be used in place of the group's. */
void cd3_arms(const struct cd3 *s, const struct cd3_contact *c, vec3 *ri, vec3 *rj)
{
	const struct cd3_body *i = &s->body[c->i], *j = &s->body[c->j];
	vec3 by = v3(0, 0, 0);

	for (int k = 0; k < 3; k++)
		if (c->shift[k])
			v3_set_axis(&by, k, c->shift[k] * (s->domain.hi[k] - s->domain.lo[k]));
	*ri = c->at;
	*rj = v3_sub(v3_add(i->x, c->at), v3_add(j->x, by));
}

/* Make the row of a contact. Returns the overlap of the bodies, relative to the least half axis of the thinner one. */
static double make_row(struct cd3 *s, int k)
{
	struct cd3_contact *c = &s->contact[k];
	const struct cd3_body *i = &s->body[c->i], *j = &s->body[c->j];
	const struct hard *law = &s->law[i->material * s->n_material + j->material];
	struct cd3_row *row = &s->problem.row[k];
	double friction[6] = { law->mu[0], law->mu[0], law->mu[0], 0, 0, 0 };
	vec3 ri, rj;

	if (k + CD3_AHEAD < s->n_contact) {
		int soon = s->body[c[CD3_AHEAD].j].group;

		cd3_fetch(&s->rigid[soon], sizeof *s->rigid);
		cd3_fetch(&s->before[soon], offsetof(struct cd3_rigid, inverse_mass));
	}
	cd3_arms(s, c, &ri, &rj);
	s->position[k] = v3_add(i->x, c->at);
	if (law->directed) {
		memset(friction, 0, sizeof friction);
		if (law->first)
			hard_friction(law, i->rotation, ri, friction);
		if (law->second)
			hard_friction(law, j->rotation, rj, friction);
	}
	cd3_row_make(row, s->rigid, i->group, j->group, c->n, ri, rj, friction, 0);
	row->contact = k;
	row->velocity_before = cd3_row_velocity(row, s->before);
	c->rebounds = cd3_may_rebound(s, c, row);
	row->bias = c->rebounds ? 0 : cd3_resting_bias(s, c, row);
	cd3_row_start(row, v3_scale(s->h, v3_add(v3_scale(c->fn, c->n), c->ft)));
	return -c->gap / cd3_thin(s, c);
}

/* Make the resistance to rolling of the contacts that have it. */
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
		p->roll[p->n_roll].impulse = v3_scale(s->h, c->torque);
		cd3_roll_make(&p->roll[p->n_roll++], row, s->rigid, law->mur, law->mus);
	}
}

static void make_rows_chunk(void *to, int from, int end, int thread)
{
	struct cd3 *s = to;
	double deepest = 0;
	int rebounding = 0;

	(void)thread;
	for (int k = from; k < end; k++) {
		deepest = fmax(deepest, make_row(s, k));
		rebounding |= s->contact[k].rebounds;
	}
	team_raise(&s->deepest, deepest);
	if (rebounding)
		__atomic_store_n(&s->rebounding, 1, __ATOMIC_RELAXED);
}

void cd3_make_rows(struct cd3 *s)
{
	struct cd3_problem *p = &s->problem;
	size_t n = (size_t)s->n_contact;

	MEM_GROW(s->position, &s->cap_position, n);
	MEM_GROW(p->row, &s->cap_row, n);
	p->rigid = s->rigid;
	p->n_rigid = s->n_group;
	p->threads = s->threads;
	p->narrow = s->opt.narrow;
	p->n_row = s->n_contact;
	p->position = s->position;
	s->deepest = 0;
	s->rebounding = 0;
	team_chunks(s->threads, s->n_contact, CD3_CHUNK, make_rows_chunk, s);
	make_rolls(s);
	cd3_rebound(s);
}

/* ---- impulses ---- */

void cd3_solve(struct cd3 *s)
{
	struct cd3_effort *e = &s->effort;

	*e = (struct cd3_effort){ .tolerance = s->opt.tolerance, .max_sweeps = s->opt.sweeps, .directions = s->opt.directions };
	switch ((enum cd3_solver)s->opt.solver) {
	case CD3_NSGS:
		cd3_nsgs(&s->problem, e);
		break;
	case CD3_APGD:
		cd3_apgd(&s->problem, e);
		break;
	case CD3_AFFINE:
	case CD3_AFFINE_RAW:
		cd3_affine(&s->problem, e, s->opt.solver == CD3_AFFINE_RAW);
		break;
	}
	s->ledger.sweeps += e->sweeps;
	s->ledger.solutions++;
	s->visits += (double)e->sweeps * s->n_contact;
	s->ledger.unconverged += !(e->residual <= e->tolerance) && s->opt.solver <= CD3_APGD;
}

/* ---- the kick ---- */

/* Sum the impulses on a thread's share of the groups, over contacts in their order. Both groups of a contact get exactly opposite
 * impulses. */
static void sum_impulses(void *to, int thread, int threads)
{
	struct cd3 *s = to;
	vec3 (*sum)[2] = s->impulse;
	const int from = team_first(s->n_group, thread, threads), end = team_first(s->n_group, thread + 1, threads);

	memset(sum + from, 0, (size_t)(end - from) * sizeof *sum);
	for (int k = 0; k < s->n_contact; k++) {
		const struct cd3_row *row = &s->problem.row[k];
		const int of_i = row->i >= from && row->i < end, of_j = row->j >= from && row->j < end;

		if (!of_i && !of_j)
			continue;
		vec3 f = cd3_row_impulse(row), m = row->roll >= 0 ? s->problem.roll[row->roll].impulse : v3(0, 0, 0);
		if (of_j) {
			sum[row->j][0] = v3_add(sum[row->j][0], f);
			sum[row->j][1] = v3_add(sum[row->j][1], v3_add(v3_cross(row->arm_j, f), m));
		}
		if (of_i) {
			sum[row->i][0] = v3_sub(sum[row->i][0], f);
			sum[row->i][1] = v3_sub(sum[row->i][1], v3_add(v3_cross(row->arm_i, f), m));
		}
	}
}

/* Compute the velocities of a group, and the angular momentum of its first body. */
static void kick_group(struct cd3 *s, int g)
{
	const struct cd3_group *group = &s->group[g];
	struct cd3_rigid *a = &s->rigid[g];
	struct cd3_body *b = &s->body[s->member[group->first]];
	vec3 p = s->impulse[g][0], l = s->impulse[g][1];

	if (s->opt.solver == CD3_AFFINE_RAW) { /* the method has set the velocities: take the angular momentum from them */
		double I[6], det = sym3_cofactors(I, a->inverse_inertia);

		if (det > 0)
			b->L = v3_scale(1 / det, sym3_apply(I, a->w));
		else if (group->constraint)
			cd3_take_momenta(s, g);
		return;
	}
	a->v = v3_add(s->free_velocity[g], v3(a->inverse_mass.x * p.x, a->inverse_mass.y * p.y, a->inverse_mass.z * p.z));
	if (!group->constraint) {
		b->L = v3_add(b->L, l);
		a->w = sym3_apply(a->inverse_inertia, b->L);
		return;
	}
	l = v3_add(l, v3_scale(s->h, v3_from(group->force + 3)));
	for (int k = 0; k < 3; k++)
		if (!group->prescribed[3 + k])
			v3_set_axis(&b->L, k, v3_axis(b->L, k) + v3_axis(l, k));
	a->w = v3_add(s->before[g].w, sym3_apply(a->inverse_inertia, l));
}

static void kick_chunk(void *to, int from, int end, int thread)
{
	struct cd3 *s = to;

	(void)thread;
	for (int g = from; g < end; g++) {
		kick_group(s, g);
		cd3_set_members(s, g);
	}
}

void cd3_kick(struct cd3 *s)
{
	team_together(s->threads, sum_impulses, s);
	team_chunks(s->threads, s->n_group, CD3_CHUNK, kick_chunk, s);
}
