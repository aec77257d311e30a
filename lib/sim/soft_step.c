/* soft_step.c: the step of both simulators of soft contacts: failures, the neighbour list, the ledger, signs */
#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/ranks.h"
#include "base/team.h"
#include "motion/drive.h"
#include "sim/soft.h"
#include "world/deform.h"
#include "world/lattice.h"

/* ---- the step ---- */

void soft_fail(struct soft *c, struct sim_error e)
{
	sim_fail(&c->error, e);
}

void soft_fail_overlap(struct soft *c, int i, int j, double overlap, double limit)
{
	soft_fail(c, (struct sim_error){ .status = SIM_OVERLAP, .a = c->id[i], .b = c->id[j], .value = overlap, .limit = limit });
}

static int is_finite(double *const column[3], int b)
{
	return isfinite(column[0][b] + column[1][b] + column[2][b]);
}

void soft_fail_motion(struct soft *c)
{
	for (int b = 0; b < c->n; b++)
		if (!is_finite(c->f, b) || !is_finite(c->v, b))
			soft_fail(c, (struct sim_error){ .status = SIM_FINITE, .a = c->id[b] });
}

enum sim_status soft_end_step(struct soft *c, struct sim_error *error)
{
	timing_lap(&c->timing, TIMING_MOTION);
	c->clock.step++;
	if (c->error.status != SIM_GOOD) {
		*error = c->error;
		error->t = clock_now(&c->clock);
	}
	return c->error.status;
}

int soft_leaves(struct soft *c, int b, int axis)
{
	const struct domain *d = &c->domain;
	double at = c->x[axis][b], moved;

	if (at >= d->lo[axis] && at < d->hi[axis])
		return 0;
	if (!(fabs(at - d->lo[axis]) < 1e9 * (d->hi[axis] - d->lo[axis])))
		soft_fail(c, (struct sim_error){ .status = SIM_FAST, .a = c->id[b], .value = at });
	else if (d->periodic[axis])
		return 1;
	else if (c->group_of[b] < 0 && at != d->hi[axis] && !outlets_take(c, b, axis, at)) {
		moved = fabs(c->v[axis][b]) * c->clock.dt / c->reach[b];
		soft_fail(c, (struct sim_error){ .status = SIM_OUTSIDE, .a = c->id[b], .b = axis, .value = at,
		                                 .limit = c->n_group > 0 ? moved : NAN });
	}
	return 0;
}

/* ---- the neighbour list ---- */

void soft_list_begin(struct soft *c, double far)
{
	c->margin = fmax(2 * c->skin, 2.0001 * far);
}

void soft_list_end(struct soft *c, int64_t pairs, int64_t cands)
{
	sim_count(&c->error, SIM_PAIRS, pairs, PARTNERS_PAIRS);
	sim_count(&c->error, SIM_CANDIDATES, cands, PARTNERS_CANDIDATES);
	c->listed = c->clock.step + (c->rebuilds > 0); /* the first list is built between steps */
	c->rebuilds++;
	c->built = c->clock.step;
	for (int k = 0; k < 3; k++) {
		memcpy(c->near_x[k], c->x[k], (size_t)c->n * sizeof *c->x[k]);
		memset(c->list_d[k], 0, (size_t)c->n * sizeof *c->list_d[k]);
	}
}

void soft_list_renew(struct soft *c, int always, double far, int (*give_rooms)(void *sim), void (*build)(void *sim, double far),
	void *sim)
{
	if (!always && !c->divides && give_rooms(sim))
		return;
	timing_build_begin(&c->timing, c->clock.step, c->built, c->tuned && !c->divides ? &c->tune : NULL);
	c->skin = c->tuned ? c->tune.skin : c->skin;
	build(sim, far);
	c->divides = 0;
	give_rooms(sim);
	/* tune must not learn from the first list of a run, which also pays for allocating memory */
	timing_build_end(&c->timing, c->rebuilds > 1 ? 0.5 * c->margin : 0);
}

void soft_have_parts(struct soft *c, int n)
{
	struct deepest most = c->deepest ? soft_deepest(c) : (struct deepest){ 0 };

	free(c->deepest);
	c->n_part = n;
	c->deepest = mem_zero((size_t)n, sizeof *c->deepest);
	c->deepest[0] = most;
}

void soft_divide_again(struct soft *c)
{
	enum { MANY = 2000 };    /* bodies of a thread with which parts are so long that their number does not matter */
	int threads = team_alone() ? 1 : c->most_threads;

	if (threads == c->threads || c->n > MANY * c->most_threads || ranks_n() > 1 || c->opt.plain)
		return;
	c->threads = threads;
	c->divides = 1;
}

void soft_near_tune(struct soft *c, double choice, double misses)
{
	double life = (double)(c->clock.step - c->near_since);

	if (life > 0)
		c->near_steps *= fmin(fmax(sqrt((choice + 1) / (life * misses + 1)), 0.8), 1.25);
	c->near_steps = fmin(fmax(c->near_steps, 1), fmax(10, fmin(2 * life, 1000)));
}

/* ---- bodies without a law ---- */

int soft_meets_images(const struct soft *c, int b)
{
	const struct group *g = c->group_of[b] < 0 ? NULL : &c->group[c->group_of[b]];

	return !g || (c->dim == 2 && !drive_prescribes(&g->dof[2]));
}

/* Whether a body can move and has no law with its own images. */
static int is_lawless(const struct soft *c, int b)
{
	return !c->has_law[c->material[b] * (c->n_material + 1)] && !c->still[b] && soft_meets_images(c, b) && isfinite(c->reach[b]) &&
	       soft_speaks(c, b);
}

double soft_lawless(const struct soft *c)
{
	double most = 0;

	for (int b = 0; b < c->n; b++)
		most = is_lawless(c, b) ? fmax(most, c->reach[b]) : most;
	return most;
}

void soft_check_images(const struct soft *c, struct sim_error *e)
{
	double between = c->lawless ? lattice_shortest(&c->domain) : INFINITY;

	for (int r = 0; r < c->n && 2 * c->lawless > between; r++) {
		int b = c->by_rank[r];

		if (is_lawless(c, b) && 2 * c->reach[b] > between) {
			sim_fail(e, (struct sim_error){ .status = SIM_NO_LAW, .a = c->id[b], .b = c->id[b] });
			return;
		}
	}
}

/* ---- the ledger ---- */

double soft_unwrapped(const struct soft *c, int b, int axis)
{
	const struct domain *d = &c->domain;
	double n[3] = { 0 }, shift[3];

	for (int k = 0; k < c->dim; k++)
		n[k] = d->periodic[k] ? (double)c->place_image[k][b] : 0;
	domain_shift3(d, n, shift);
	return c->place[axis][b] + shift[axis];
}

void soft_add_kinetic(const struct soft *c, struct energies *e, double m, double v, double a, double *to)
{
	double d = 0.5 * c->clock.dt * a;

	*to += 0.5 * m * v * v;
	e->kin_half += 0.5 * m * (v - d) * (v + d);
}

void soft_add_body(const struct soft *c, int b, const double *a, struct energies *e)
{
	for (int k = 0; k < c->dim; k++) {
		soft_add_kinetic(c, e, c->mass[b], c->v[k][b], a[k], &e->kin_lin);
		if (c->gravity[k] != 0)
			e->grav -= c->mass[b] * c->gravity[k] * soft_unwrapped(c, b, k);
	}
}

void soft_add_group(const struct soft *c, const struct group *g, struct energies *e)
{
	for (int k = 0; k < c->dim; k++) {
		if (drive_prescribes(&g->dof[k]))
			continue;
		soft_add_kinetic(c, e, g->m, g->v[k], g->a[k], &e->kin_lin);
		if (g->weighs[k] && c->gravity[k] != 0)
			e->grav -= g->m * c->gravity[k] * soft_unwrapped(c, g->body[0], k);
	}
}

int soft_speaks(const struct soft *c, int b)
{
	return c->kept[b] == KEPT_OWN || (c->kept[b] == KEPT_SHARED && ranks_me() == 0);
}

int soft_speaks_for(const struct soft *c, int a, int b)
{
	return soft_speaks(c, c->kept[a] == KEPT_SHARED ? b : a);
}

/* What ranks tell each other at the end of a step: failures; [n] sums of the ledger, and of a cell that deforms. */
enum { NEWS_MOST = LED_N + CELL_STEP + CELL_SUMS };
struct news { struct sim_error error; int failed_at, n; char leaves; struct exact_bins sum[NEWS_MOST]; };

static void news_join(void *to, const void *from)
{
	struct news *a = to;
	const struct news *b = from;
	int never = INT_MAX, first = a->failed_at ? a->failed_at : never, other = b->failed_at ? b->failed_at : never;

	for (int k = 0; k < a->n; k++)
		exact_join(&a->sum[k], &b->sum[k]);
	if (other < first)
		a->error = b->error;
	else if (other == first && other < never)
		sim_fail(&a->error, b->error);
	a->failed_at = other < first ? b->failed_at : a->failed_at;
	a->leaves |= b->leaves;
}

/* The sums of this rank that become those of all. Returns their number. */
static int news_sums(struct soft *c, struct exact *sum[NEWS_MOST])
{
	int n = 0;

	for (int k = 0; k < LED_N; k++)
		sum[n++] = &c->sums[0].led[k];
	for (int k = 0; k < CELL_STEP && c->cell.moves; k++)
		sum[n++] = &c->cell.step_sum[k];
	for (int k = 0; k < CELL_SUMS && c->cell.moves && domain_has_servo(&c->domain); k++)
		sum[n++] = &c->cell.servo[0][k];
	return n;
}

void soft_tell(struct soft *c)
{
	struct exact *sum[NEWS_MOST];

	cell_sum(c);
	if (ranks_n() < 2)
		return;
	int n = news_sums(c, sum);
	struct news mine = { .error = c->error, .n = n, .leaves = (char)c->leaves };
	soft_part_ended(c, INT_MAX - 1);
	mine.failed_at = c->failed_at;
	for (int k = 0; k < LED_N; k++)
		for (int t = c->threads - 1; t >= 0; t--)
			exact_merge_packed(&c->sums[0].led[k], &c->sums[t].led[k], c->clock.step + 1, &c->sums[t].part[k]);
	for (int k = 0; k < n; k++)
		exact_store(sum[k], &mine.sum[k]);
	if (!c->news)
		c->news = ranks_reduction(offsetof(struct news, sum) + (size_t)n * sizeof *mine.sum, news_join);
	ranks_reduce(c->news, &mine);
}

/* Take what all ranks have told: the sums of what they have booked; the failure of one is that of all. */
static void news_take(struct soft *c)
{
	struct exact *sum[NEWS_MOST];
	const struct news *all = ranks_reduce_wait(c->news);

	c->error = all->error;
	c->failed_at = all->failed_at;
	c->migrates = all->leaves || lending_again(c->clock.step);
	for (int k = 0, n = news_sums(c, sum); k < n; k++)
		exact_load(sum[k], &all->sum[k]);
}

int soft_ledger_step(struct soft *c, double groups)
{
	int several = ranks_n() > 1;

	if (several)
		news_take(c);
	double domain = cell_work(c);
	ledger_take(&c->ledger, c->sums, several ? 1 : c->threads, several ? -2 : c->clock.step);
	c->ledger.work += groups;
	c->ledger.work += domain;
	return ledger_is_finite(&c->ledger);
}

void soft_fail_ledger(struct soft *c)
{
	if (c->error.status != SIM_GOOD)
		return;
	soft_fail_motion(c);
	lending_agree(NULL, &c->error);
	if (c->error.status == SIM_GOOD)
		soft_fail(c, (struct sim_error){ .status = SIM_LEDGER });
}

/* ---- signs ---- */

struct soft_partners soft_partners(const struct soft *c)
{
	return (struct soft_partners){ .n = MEM_ZERO(int, (size_t)c->n), .a = -1 };
}

void soft_partners_add(struct soft_partners *p, int a, int b, const int image[3])
{
	if (a == p->a && b == p->b && memcmp(image, p->image, sizeof p->image) == 0)
		return;
	p->n[a]++;
	p->n[b]++;
	p->a = a;
	p->b = b;
	memcpy(p->image, image, sizeof p->image);
}

void soft_firm(const struct soft *c, const struct soft_partners *p, struct sim_signs *out)
{
	int64_t n[3] = { 0 }; /* free bodies; those that are firm; partners of these */

	for (int b = 0; b < c->n; b++) {
		int is_free = c->group_of[b] < 0 && soft_speaks(c, b), is_firm = is_free && p->n[b] >= 2;

		n[0] += is_free;
		n[1] += is_firm;
		n[2] += is_firm ? p->n[b] : 0;
	}
	ranks_sum(3, n);
	out->share = n[0] > 0 ? (double)n[1] / (double)n[0] : 0;
	out->partners = n[1] > 0 ? (double)n[2] / (double)n[1] : 0;
}

double soft_pressure_off(const struct soft *c)
{
	double most = NAN, largest = 0;

	for (int round = 0; round < 2; round++) /* the largest of the forces that pressures exert; then what differs from them */
		for (int k = 0; k < c->n_group; k++)
			for (int z = 0; z < c->dim; z++) {
				const struct group *g = &c->group[k];
				double force = fabs(g->drive[z]);

				if (g->dof[z].drive != DRIVE_PRESSURE)
					continue;
				if (round == 0)
					largest = fmax(largest, force);
				else if (largest > 0)
					most = fmax(most, fabs(g->f[z] + g->drive[z]) / (force > 0 ? force : largest));
			}
	return most;
}
