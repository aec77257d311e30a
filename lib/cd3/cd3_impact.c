/* cd3_impact.c: impacts with restitution: bodies that meet within the step, and the velocities with which they part
 *
 * An impact acts when the bodies touch, which is a time `late` after the middle of the step. A body whose only contact is
 * an impact first drifts on to the touch, with its old velocity. There it gets the impulse. Then it drifts to the end of the
 * step with its new velocity, which is a drift back if the touch is later than that. So its path has an error of second
 * order in the step.
 * Loads move a body as in a step without impact.
 *
 * If a body has other contacts too, the impact acts in the middle of the step, at the gap that the bodies have there. If one of
 * several bodies that touch each other moved on alone, they would overlap.
 *
 * In both cases the velocity after the step follows from energy: with the relative acceleration a along the normal and the gap x,
 * u^2 - 2 a x is constant before the touch, and after it. */
#include <math.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/team.h"
#include "cd3/cd3_state.h"
#include "motion/drive.h"

static double slow_of(const struct cd3 *s)
{
	return 2 * s->weight * s->h;
}

static const struct hard *law_of(const struct cd3 *s, const struct cd3_contact *c)
{
	return &s->law[s->body[c->i].material * s->n_material + s->body[c->j].material];
}

int cd3_may_rebound(const struct cd3 *s, const struct cd3_contact *c, const struct cd3_row *row)
{
	double was = v3_dot(row->velocity_before, c->n), is = v3_dot(cd3_row_velocity(row, s->rigid), c->n);

	return law_of(s, c)->en > 0 && was < -slow_of(s) && c->gap + s->h * fmin(was, is) < 0;
}

/* ---- the time of the touch ---- */

static int is_free(const struct cd3 *s, int body)
{
	return !s->group[s->body[body].group].constraint;
}

/* Whether a body may act at its own time: it has one contact only, or is a wall that yields to no impulse. */
static int is_alone(const struct cd3 *s, const int *contacts, int body)
{
	int g = s->body[body].group;

	return s->rigid[g].moves == 0 || (is_free(s, body) && contacts[g] == 1);
}

/* The time from the middle of the step to the touch of an impact, or 0 if there is none in the step that begins there. */
static double time_to_touch(const struct cd3 *s, const struct cd3_contact *c)
{
	const struct cd3_body *i = &s->body[c->i], *j = &s->body[c->j];
	double pulled = (is_free(s, c->j) ? 1 : 0) - (is_free(s, c->i) ? 1 : 0);
	vec3 ri, rj;

	cd3_arms(s, c, &ri, &rj);
	double u = v3_dot(c->n, v3_sub(cd3_rigid_velocity(&s->rigid[j->group], rj), cd3_rigid_velocity(&s->rigid[i->group], ri)));
	double a = pulled * v3_dot(c->n, v3_from(s->gravity)), start = c->gap - 0.5 * s->h * u, square = u * u - 2 * a * start;
	if (!(u < -slow_of(s)) || !(c->gap > 0) || !(square > 0))
		return 0;
	double late = 2 * start / (sqrt(square) - u) - 0.5 * s->h;
	return late > 0 && late < s->h ? late : 0;
}

struct touches { struct cd3 *s; int some; }; /* some: a touch may come in this step */

/* Find the time of the touch of each contact, whether or not its bodies are alone. */
static void find_late(void *to, int from, int end, int thread)
{
	struct touches *t = to;
	const struct cd3 *s = t->s;
	int some = 0;

	(void)thread;
	for (int k = from; k < end; k++) {
		struct cd3_contact *c = &s->contact[k];

		c->late = law_of(s, c)->en > 0 ? time_to_touch(s, c) : 0;
		some |= c->late > 0;
	}
	if (some)
		__atomic_store_n(&t->some, 1, __ATOMIC_RELAXED);
}

/* Let bodies that are alone drift on to their touches. Such a body has no other contact, so the times of other touches stay. */
static void drift_alone(struct cd3 *s)
{
	int *contacts = MEM_ZERO(int, (size_t)s->n_group);

	for (int k = 0; k < s->n_contact; k++) {
		contacts[s->body[s->contact[k].i].group]++;
		contacts[s->body[s->contact[k].j].group]++;
	}
	for (int k = 0; k < s->n_contact; k++) {
		struct cd3_contact *c = &s->contact[k];

		if (!(c->late > 0))
			continue;
		if (!is_alone(s, contacts, c->i) || !is_alone(s, contacts, c->j)) {
			c->late = 0;
			continue;
		}
		if (is_free(s, c->i))
			cd3_drift_free(s, c->i, c->late);
		if (is_free(s, c->j))
			cd3_drift_free(s, c->j, c->late);
		cd3_contact_again(s, c);
		MEM_GROW(s->late, &s->cap_late, (size_t)s->n_late + 1);
		s->late[s->n_late++] = k;
	}
	free(contacts);
}

void cd3_drift_to_impacts(struct cd3 *s)
{
	struct touches t = { .s = s };

	s->n_late = 0;
	if (!s->bounces || s->opt.solver > CD3_APGD)
		return;
	team_chunks(s->threads, s->n_contact, CD3_CHUNK, find_late, &t);
	if (t.some)
		drift_alone(s);
	if (s->n_late > 0)
		cd3_velocities(s);
}

/* The displacement of a body by which the loads of a step act too little if they act late. */
static void add_load_drift(struct cd3 *s, int body, double late)
{
	struct cd3_body *b = &s->body[body];
	int g = b->group;

	b->x = v3_add(b->x, v3_scale(late, v3_sub(s->free_velocity[g], s->before[g].v)));
}

void cd3_drift_from_impacts(struct cd3 *s)
{
	for (int k = 0; k < s->n_late; k++) {
		const struct cd3_contact *c = &s->contact[s->late[k]];
		const int both[2] = { c->i, c->j };

		for (int q = 0; q < 2; q++)
			if (is_free(s, both[q])) {
				add_load_drift(s, both[q], c->late);
				cd3_drift_free(s, both[q], -c->late);
			}
	}
}

/* ---- the velocity after the step ---- */

/* The accelerations of groups by the forces that contacts at rest had in the step before, as those that carry a pile. */
static vec3 *supports(const struct cd3 *s)
{
	vec3 *a = MEM_ZERO(vec3, (size_t)s->n_group);

	for (int k = 0; k < s->n_contact; k++) {
		const struct cd3_contact *c = &s->contact[k];
		const struct cd3_row *row = &s->problem.row[k];
		vec3 f = v3_add(v3_scale(c->fn, c->n), c->ft), mj = s->rigid[row->j].inverse_mass, mi = s->rigid[row->i].inverse_mass;

		if (!c->active || c->rebounds || fabs(v3_dot(row->velocity_before, c->n)) > slow_of(s))
			continue;
		a[row->j] = v3_add(a[row->j], v3(mj.x * f.x, mj.y * f.y, mj.z * f.z));
		a[row->i] = v3_sub(a[row->i], v3(mi.x * f.x, mi.y * f.y, mi.z * f.z));
	}
	return a;
}

/* The velocity that a wall gains from the middle of the step to the impact. */
static vec3 wall_gain(const struct cd3 *s, int body, double late)
{
	const struct constraint *c = s->group[s->body[body].group].constraint;
	vec3 v = v3(0, 0, 0);

	for (int k = 0; k < 3 && c && late > 0; k++)
		if (drive_prescribes(&c->dof[k]))
			v3_set_axis(&v, k, drive_velocity(&c->dof[k], s->middle + late) - drive_velocity(&c->dof[k], s->middle));
	return v;
}

/* The velocity u at the end of the step, a time `left` after an impact. With it the bodies leave the touch with en times the
 * velocity at which they came to it: u^2 - 2 a x = en^2 (was^2 - 2 a start). Here x is the gap at the end of the step, and start
 * that at its beginning. Velocities are relative to those in the middle of the step, since when a wall has gained some. Returns
 * 0 if the bodies would not come as far apart as they are. */
static int velocity_after(const struct cd3 *s, const struct cd3_contact *c, double was, double a, double *u)
{
	double en = law_of(s, c)->en, left = 0.5 * s->h - c->late, start = c->gap - was * (0.5 * s->h + c->late);
	double gain = v3_dot(c->n, v3_sub(wall_gain(s, c->j, c->late), wall_gain(s, c->i, c->late)));
	double leaves = en * (sqrt(fmax(was * was - 2 * a * start, 0)) - gain) - gain;
	double square = a * a * left * left + leaves * fabs(leaves) + 2 * a * (c->gap + a * s->h * c->late);

	*u = a * left + sqrt(fmax(square, 0));
	return square > 0;
}

void cd3_rebound(struct cd3 *s)
{
	vec3 *support = NULL;

	for (int k = 0; k < s->n_contact && s->rebounding; k++) {
		struct cd3_contact *c = &s->contact[k];
		struct cd3_row *row = &s->problem.row[k];
		double was = v3_dot(row->velocity_before, c->n), by = 0, u;

		if (!c->rebounds)
			continue;
		if (s->opt.solver > CD3_APGD) { /* as published */
			row->bias = law_of(s, c)->en * was;
			continue;
		}
		if (!(c->late > 0) && !support)
			support = supports(s);
		if (support)
			by = v3_dot(c->n, v3_sub(support[row->j], support[row->i]));
		/* forces of the step before may be those of an impact that has ended: they say no more than weight can */
		by = fmax(-2 * s->weight, fmin(2 * s->weight, by));
		double a = (v3_dot(cd3_row_velocity(row, s->rigid), c->n) - was) / s->h + by;
		c->rebounds = velocity_after(s, c, was, a, &u);
		row->bias = c->rebounds ? -u : cd3_resting_bias(s, c, row);
	}
	free(support);
}
