/* soft.c: setup and output of both simulators of soft contacts */
#include "sim/soft.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/ranks.h"
#include "base/wide.h"
#include "motion/drive.h"
#include "sim/ghosts.h"
#include "world/deform.h"
#include "world/lattice.h"

/* ---- setup ---- */

/* The world's columns of places, velocities and images. In the plane the third place is the angle. */
struct columns { double *x[3], *v[3]; int64_t *image[3]; };

static struct columns columns_of(struct world *w)
{
	struct columns c = { .image = { NULL } };

	if (w->dim == 2) {
		struct bodies2 b = world_bodies2(w);

		return (struct columns){ { b.x, b.y, b.angle }, { b.vx, b.vy, b.omega }, { b.ix, b.iy } };
	}
	struct bodies3 b = world_bodies3(w);
	for (int k = 0; k < 3; k++) {
		c.x[k] = b.x[k];
		c.v[k] = b.v[k];
		c.image[k] = b.image[k];
	}
	return c;
}

void soft_begin(struct soft *c, const struct world *w, const struct sim_options *o)
{
	size_t n = (size_t)w->body.n_row;

	c->opt = *o;
	c->dim = w->dim;
	c->domain = w->domain;
	for (int k = 0; k < c->dim; k++)
		c->gravity[k] = w->gravity[k];
	c->clock = clock_of(w);
	c->threads = c->most_threads = o->threads > 0 ? o->threads : 1;
	c->wide = wide_less(o->narrow);
	c->n = (int)n;
	c->id = MEM_ZERO(int64_t, n);
	c->rank = MEM_ZERO(int, n);
	c->by_rank = MEM_ZERO(int, n);
	c->row = MEM_ZERO(int, n);
	c->material = MEM_ZERO(int, n);
	c->group_of = MEM_NEW(int, n);
	for (int b = 0; b < c->n; b++)
		c->group_of[b] = -1;
	c->still = MEM_ZERO(char, n);
	c->endless = MEM_ZERO(char, n);
	c->touched = MEM_ZERO(char, n);
	c->n_use = MEM_ZERO(int, n + 1);
	c->mass = MEM_LINES(double, n);
	c->minv = MEM_LINES(double, n);
	c->winv = MEM_LINES(double, n);
	c->room = MEM_LINES(double, n);
	c->heat = o->heat ? MEM_LINES(double, n) : NULL;
	for (int k = 0; k < 3; k++) {
		c->x[k] = c->place[k] = MEM_LINES(double, n);
		c->v[k] = MEM_LINES(double, n);
		c->a[k] = MEM_LINES(double, n);
		c->f[k] = MEM_LINES(double, n);
		c->near_x[k] = MEM_LINES(double, n);
		c->list_d[k] = MEM_LINES(float, n);
		c->image[k] = c->place_image[k] = k < c->dim ? MEM_ZERO(int64_t, n) : NULL;
	}
	c->kept = MEM_ZERO(char, n);
	c->sums = MEM_LINES(struct ledger_sums, (size_t)c->threads);
	c->elsewhere = ranks_n() > 1 ? MEM_LINES(struct ledger_sums, (size_t)c->threads) : NULL;
	c->overlap_read = soft_overlap_of(w);
	ranks_most_real(1, &c->overlap_read);
}

void soft_free(struct soft *c)
{
	void *all[] = {
		c->id, c->rank, c->by_rank, c->row, c->material, c->group_of, c->still, c->endless, c->mass, c->minv, c->winv, c->heat,
		c->law, c->has_law, c->forceless, c->density, c->resolved, c->deepest, c->room, c->n_use, c->use, c->stray, c->touched, c->kept,
		c->sums, c->elsewhere, c->out,
	};

	for (size_t k = 0; k < sizeof all / sizeof *all; k++)
		free(all[k]);
	for (int k = 0; k < 3; k++) {
		void *column[] = { c->x[k], c->v[k], c->a[k], c->f[k], c->image[k], c->near_x[k], c->list_d[k] };

		for (size_t z = 0; z < sizeof column / sizeof *column; z++)
			free(column[z]);
	}
	for (int k = 0; k < c->n_group; k++)
		free(c->group[k].body);
	free(c->group);
	outlets_free(&c->outlets);
	cell_free(&c->cell);
	ghosts_free(c->ghosts);
	if (c->news)
		ranks_reduction_free(c->news);
	lending_free(&c->lending);
}

/* Whether a body is one disk or ball that is thicker than the distance between its images, by more than a tenth of its diameter.
 * Bodies of other shapes fail when they overlap with their own images. */
static int too_thick(struct world *w, int row, const struct shape *s, double between, struct sim_error *e)
{
	double r = s->kind == SHAPE_SPHERE ? s->solid->ball[0][3] : s->kind == SHAPE_POINT ? s->r : 0;

	r *= table_real(&w->body, "size")[row];
	e->value = 2 * r;
	e->limit = between;
	return 1.8 * r > between && !world_constraint(w, w->names.word[table_word(&w->body, "tag")[row]]);
}

/* Whether a row is that of a body that cannot be run. */
static enum sim_status check_body(struct world *w, int row, double between, struct sim_error *e)
{
	int64_t shape = table_int(&w->body, "shape")[row];
	const char *material = w->names.word[table_word(&w->body, "material")[row]];
	const struct shape *s = world_shape(w, shape);

	*e = (struct sim_error){ .a = table_int(&w->body, "id")[row], .b = shape, .word = material,
	                         .value = table_real(&w->body, "size")[row] };
	if (!s)
		e->status = SIM_NO_SHAPE;
	else if (!world_material(w, material))
		e->status = SIM_NO_MATERIAL;
	else if (!(e->value > 0))
		e->status = SIM_SIZE;
	else if (too_thick(w, row, s, between, e))
		e->status = SIM_THICK;
	return e->status;
}

enum sim_status soft_check_bodies(struct world *w, struct sim_error *e)
{
	if (w->body_rows.make) {
		rows_take(&w->body, &w->body_rows);
		w->body_rows = (struct row_source){ 0 };
	}
	world_need_columns(w);
	const int64_t *id = table_int(&w->body, "id");
	struct sim_error one;

	/* a run may have made its domain so thin; it goes on until the overlap is too large */
	double between = w->has_contact || domain_fault(&w->domain) ? INFINITY : lattice_shortest(&w->domain);
	*e = (struct sim_error){ 0 };
	for (int k = 0; k < w->body.n_row; k++)
		if ((e->status == SIM_GOOD || id[k] < e->a) && check_body(w, k, between, &one) != SIM_GOOD)
			*e = one;
	return e->status;
}

struct by_id { int64_t id; int slot; };

static int compare_id(const void *a, const void *b)
{
	int64_t x = ((const struct by_id *)a)->id, y = ((const struct by_id *)b)->id;

	return (x > y) - (x < y);
}

static enum sim_status rank_bodies(struct soft *c, struct sim_error *e)
{
	struct by_id *k = mem_new((size_t)c->n, sizeof *k);

	for (int b = 0; b < c->n; b++)
		k[b] = (struct by_id){ c->id[b], b };
	qsort(k, (size_t)c->n, sizeof *k, compare_id);
	for (int r = 0; r < c->n; r++) {
		c->rank[k[r].slot] = r;
		c->by_rank[r] = k[r].slot;
		if (r && k[r].id == k[r - 1].id)
			*e = (struct sim_error){ .status = SIM_TWICE, .a = k[r].id };
	}
	free(k);
	return e->status;
}

enum sim_status soft_read_bodies(struct soft *c, struct world *w, const int *order, struct sim_error *e)
{
	struct columns from = columns_of(w);
	const int64_t *id = table_int(&w->body, "id");
	const int32_t *material = table_word(&w->body, "material");
	const double *heat = table_real(&w->body, "heat");

	for (int b = 0; b < c->n; b++) {
		int row = order[b];

		c->row[b] = row;
		c->id[b] = id[row];
		c->kept[b] = (char)lending_kept(&c->lending, w, row);
		int of = (int)(world_material(w, w->names.word[material[row]]) - w->material);
		if (of > 0)
			c->material[b] = of;
		for (int k = 0; k < 3; k++) {
			c->x[k][b] = from.x[k][row];
			c->v[k][b] = from.v[k][row];
			if (k < c->dim && from.image[k][row]) /* memory that is never written costs nothing */
				c->image[k][b] = from.image[k][row];
		}
		if (c->heat && heat)
			c->heat[b] = heat[row];
	}
	return rank_bodies(c, e);
}

int soft_slot(const struct soft *c, int64_t id)
{
	int lo = 0, hi = c->n - 1;

	while (lo <= hi) {
		int mid = lo + (hi - lo) / 2, b = c->by_rank[mid];

		if (c->id[b] == id)
			return b;
		if (c->id[b] < id)
			lo = mid + 1;
		else
			hi = mid - 1;
	}
	return -1;
}

void soft_mass(struct soft *c, int b, double mass)
{
	c->mass[b] = mass;
	c->minv[b] = mass > 0 ? 1 / mass : 0;
}

/* ---- materials and laws ---- */

/* A bound of the effective radii of contacts. Only in a tube is it larger than the radius of the pebble. */
static double largest_effective(const struct world *w, double radius)
{
	int tubes = 0;

	for (int k = 0; k < w->n_shape; k++)
		tubes |= w->shape[k].kind == SHAPE_CYLINDER;
	return tubes ? law_effective_cylinder(radius, radius, CYLINDER_IN) : radius;
}

enum sim_status soft_laws(struct soft *c, const struct world *w, double largest_radius, struct sim_error *e)
{
	static const char *const twisting[] = { "ks", "gs", "mus" }; /* for space only, as mindlin */
	int n = c->n_material = w->n_material;
	size_t all = (size_t)n * (size_t)n;
	double round = largest_effective(w, largest_radius);

	c->law = mem_zero(all, sizeof *c->law);
	c->has_law = mem_zero(all, 1);
	c->forceless = mem_zero(all, 1);
	c->density = MEM_ZERO(double, (size_t)n);
	for (int k = 0; k < n; k++)
		c->density[k] = w->material[k].density;
	for (int k = 0; k < n * n; k++) {
		const struct law *l = world_law(w, w->material[k / n].name, w->material[k % n].name);
		struct law_contact *to = &c->law[k];
		const char *key = NULL;
		double value = 0;

		if (!l)
			continue;
		enum law_status st = law_resolve(w, l, to, &key, &value);
		if (st == LAW_GOOD && to->kind == LAW_MINDLIN && c->dim == 2) { /* a law for space only */
			st = LAW_KIND;
			key = l->kind;
		}
		for (int z = 0; z < 3 && st == LAW_GOOD && c->dim == 2; z++)
			if (params_find(&l->par, twisting[z])) {
				st = LAW_KEY;
				key = twisting[z];
			}
		if (st != LAW_GOOD) {
			*e = (struct sim_error){ .status = SIM_LAW, .law = l, .law_status = (int)st, .key = key, .value = value };
			return e->status;
		}
		c->has_law[k] = 1;
		c->forceless[k] = !law_acts(to);
		c->rolls |= to->mur > 0 || (c->dim == 3 && to->mus > 0);
		if (c->opt.attraction)
			to->least = -INFINITY;
		if (law_acts(to))
			c->range = fmax(c->range, law_clings(to) ? fmax(law_lasts(to, round), law_lasts(to, 0)) : law_reach(to, 2 * largest_radius));
		c->clings |= law_acts(to) && law_clings(to);
	}
	return SIM_GOOD;
}

enum sim_status soft_laws_complete(struct soft *c, const struct world *w, struct sim_error *e)
{
	int n = c->n_material;
	int64_t *some = MEM_ZERO(int64_t, 2 * (size_t)n), *moving = some + n;

	for (int b = 0; b < c->n; b++) {
		some[c->material[b]] += soft_speaks(c, b);
		moving[c->material[b]] += !c->still[b] && soft_speaks(c, b);
	}
	ranks_sum(2 * n, some);
	for (int a = 0; a < n; a++)
		for (int b = a; b < n; b++) {
			int meet = a == b ? moving[a] && some[a] > 1 : (moving[a] && some[b]) || (moving[b] && some[a]);

			if (meet && !c->has_law[a * n + b] && e->status == SIM_GOOD)
				*e = (struct sim_error){ .status = SIM_NO_LAW, .word = w->material[a].name, .word2 = w->material[b].name };
		}
	free(some);
	c->lawless = soft_lawless(c);
	if (e->status == SIM_GOOD)
		soft_check_images(c, e);
	return e->status;
}

/* ---- groups ---- */

enum sim_status soft_groups(struct soft *c, const struct world *w, void *sim,
	enum sim_status (*init)(void *sim, struct group *g, const struct constraint *by, struct sim_error *e), struct sim_error *e)
{
	int *of = MEM_NEW(int, (size_t)w->n_constraint + 1);

	c->n_group = groups_find(c, w, of);
	for (int k = 0; k < w->n_constraint && e->status == SIM_GOOD; k++)
		if (of[k] >= 0 && init(sim, &c->group[of[k]], &w->constraint[k], e) == SIM_GOOD)
			groups_between(w, c->group, of, k, e);
	free(of);
	return e->status;
}

/* ---- time step and skin ---- */

int soft_has_state(const struct world *w)
{
	return w->dt > 0 && w->has_contact && w->ledger.n > 0;
}

/* The stiffness of Hertz' law grows with the root of the overlap, so the step that it allows goes with the fourth root. */
static void find_resolved(struct soft *c, double dt, const double *limit, const double *overlap)
{
	for (int k = 0; k < c->n_material * c->n_material; k++) {
		double far = limit[k] / dt;

		c->resolved[k] = overlap[k] > 0 ? overlap[k] * (far * far) * (far * far) : INFINITY;
		c->watches |= overlap[k] > 0;
	}
}

enum sim_status soft_set_dt(struct soft *c, const struct world *w, soft_foresee *foresee, const void *sim, struct sim_error *e)
{
	size_t all = (size_t)c->n_material * (size_t)c->n_material;
	double *limit = MEM_ZERO(double, all), *overlap = MEM_ZERO(double, all);
	double dt = c->opt.dt > 0 ? c->opt.dt : w->dt;

	c->foreseen = foresee(sim, limit, overlap);
	dt = c->opt.dt < 0 || !(dt > 0) ? c->foreseen.dt : dt;
	if (c->opt.dt < 0) /* a simulation that is set up again keeps this step */
		c->opt.dt = dt;
	clock_set_dt(&c->clock, w, dt);
	c->resolved = MEM_ZERO(double, all);
	find_resolved(c, dt, limit, overlap);
	free(limit);
	free(overlap);
	if (!(c->clock.dt > 0))
		e->status = SIM_STEP;
	return e->status;
}

struct deepest soft_deepest(const struct soft *c)
{
	struct deepest most = c->deepest[0];

	for (int k = 1; k < c->n_part; k++)
		if (c->deepest[k].ratio > most.ratio)
			most = c->deepest[k];
	return most;
}

/* A skin above half a period would only add images. A skin above four radii would only list all pairs. */
void soft_set_skin(struct soft *c, const double *radius)
{
	double most = INFINITY, sum = 0, typical;
	int n = 0;

	for (int b = 0; b < c->n; b++)
		if (c->group_of[b] < 0) {
			sum += log(radius[b]);
			n++;
		}
	typical = n ? exp(sum / n) : 1;
	for (int k = 0; k < c->dim; k++)
		if (c->domain.set && c->domain.periodic[k])
			most = fmin(most, 0.5 * (c->domain.hi[k] - c->domain.lo[k]));
	most = c->lending.margin > 0 ? fmin(most, 0.25 * c->lending.margin) : most;
	c->tuned = c->opt.skin < 0;
	tune_begin(&c->tune, 0.16 * typical, 0.005 * typical, fmin(2 * typical, most));
	c->skin = c->tuned ? c->tune.skin : fmin(c->opt.skin, fmin(4 * typical, most));
	c->near_steps = 10;
}

double soft_smallest(const struct soft *c)
{
	double r = INFINITY;

	for (int b = 0; b < c->n; b++)
		r = c->group_of[b] < 0 ? fmin(r, c->reach[b]) : r;
	ranks_least_real(1, &r);
	return isfinite(r) ? r : 0;
}

double soft_scattered(const struct soft *c, const struct body_pair *pair, int n_pair)
{
	const int near = 1024;
	int64_t far = 0;

	if (c->n < 4 * near)
		return 0;
	for (int p = 0; p < n_pair; p++) {
		int offset = pair[p].body[0] - pair[p].body[1];

		far += offset > near || offset < -near;
	}
	return n_pair > 0 ? (double)far / n_pair : 0;
}

struct soft_past soft_remember(const struct soft *c)
{
	struct soft_past past = { c->opt, c->tune, c->timing, c->rebuilds, soft_deepest(c) };

	past.timing.list = (struct tune_list){ 0 };
	return past;
}

void soft_recall(struct soft *c, const struct soft_past *past)
{
	c->tune = past->tune;
	c->timing = past->timing;
	c->rebuilds += past->rebuilds;
	c->deepest[0] = past->deepest;
}

/* ---- the report ---- */

struct sim_report soft_report(const struct soft *c, const struct energies *e)
{
	struct balance b = ledger_balance(&c->ledger, e);
	const struct timing *w = &c->timing;
	struct sim_report r = {
		.rebuilds = c->rebuilds ? c->rebuilds - 1 : 0, .skin = c->skin, .kinetic = e->kin_lin + e->kin_rot,
		.elastic = e->el_n + e->el_t, .residual = b.residual, .turnover = b.turnover, .visc = c->ledger.sum[LED_VISC],
		.visc_power = c->ledger.sum[LED_POWER], .time_forces = timing_spent(w, TIMING_FORCES, c->clock.step, c->built),
		.time_lists = timing_spent(w, TIMING_LISTS, c->clock.step, c->built),
		.time_motion = timing_spent(w, TIMING_MOTION, c->clock.step, c->built),
	};

	int64_t n[2] = { 0 };
	for (int b = 0; b < c->n; b++) {
		n[0] += soft_speaks(c, b);
		n[1] += soft_speaks(c, b) && !c->still[b];
	}
	ranks_sum(2, n);
	r.bodies = (int)n[0];
	r.moving = (int)n[1];
	return r;
}
