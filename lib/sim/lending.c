/* lending.c: which bodies a rank owns, and of which it has ghosts */
#include "sim/lending.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/id_set.h"
#include "base/quat.h"
#include "base/ranks.h"
#include "neighbour/bisect.h"
#include "shape/support.h"
#include "sim/group.h"
#include "sim/weight.h"
#include "world/deform.h"
#include "world/share.h"

/* The free bodies that a rank owns: rows, places inside the domain, radii of balls around them, and those of the greatest pebbles
 * of clumps, from which the skin is chosen [L]. */
struct balls { int n, *row; double *x[3], *reach, *fat; int64_t *id; };

/* The greatest radius of a pebble of a clump in space; otherwise no bound. */
static double fat_of(const struct shape *s)
{
	double most = 0;

	for (int k = 0; k < s->n && s->kind == SHAPE_CLUMP; k++)
		most = fmax(most, s->solid->ball[k][3]);
	return s->kind == SHAPE_CLUMP ? most : INFINITY;
}

static struct balls balls_of(const struct world *w, int sized)
{
	const int64_t *id = table_int(&w->body, "id"), *row = table_int(&w->body, SHARE_ROW), *shape = table_int(&w->body, "shape");
	const double *size = table_real(&w->body, "size");
	const double *at[3] = { table_real(&w->body, "x"), table_real(&w->body, "y"), table_real(&w->body, "z") };
	size_t n = (size_t)w->body.n_row;
	struct balls o = { .row = MEM_NEW(int, n), .reach = MEM_NEW(double, n), .fat = MEM_NEW(double, n), .id = MEM_NEW(int64_t, n) };

	for (int k = 0; k < 3; k++)
		o.x[k] = MEM_NEW(double, n);
	for (int r = 0; r < w->body.n_row; r++) {
		double x[3] = { at[0][r], at[1][r], w->dim == 3 ? at[2][r] : 0 };
		int64_t image[3] = { 0 };

		if ((row && row[r] < 0) || groups_constraint(w, r) >= 0)
			continue;
		if (w->domain.set)
			domain_wrap3(&w->domain, x, image);
		for (int k = 0; k < 3; k++)
			o.x[k][o.n] = x[k];
		o.row[o.n] = r;
		o.id[o.n] = id[r];
		o.reach[o.n] = sized ? shape_reach(world_shape(w, shape[r])) * size[r] : 0;
		o.fat[o.n] = sized ? fmin(fat_of(world_shape(w, shape[r])) * size[r], o.reach[o.n]) : 0;
		o.n++;
	}
	return o;
}

static void balls_free(struct balls *b)
{
	for (int k = 0; k < 3; k++)
		free(b->x[k]);
	free(b->row);
	free(b->reach);
	free(b->fat);
	free(b->id);
}

/* ---- owners ---- */

/* A switch for tests. SCREE_DEAL=random: owners are chosen by chance, so that nearly all pairs are between ranks. =often: bodies
 * are dealt out again and again. =random,often: both. */
static int is_set(const char *how)
{
	const char *all = getenv("SCREE_DEAL");

	return all && strstr(all, how);
}

int lending_again(int64_t step)
{
	return is_set("often") && id_hash(step) % 8 == 0;
}

static void deal(struct world *w)
{
	struct balls b = balls_of(w, 0);
	int *to = MEM_NEW(int, (size_t)w->body.n_row), *part = MEM_NEW(int, (size_t)b.n);
	struct bisect how = { .dim = w->dim, .parts = ranks_n() };
	int64_t *weight = weights_of(w, b.n, b.row);

	for (int k = 0; k < w->dim; k++)
		how.periodic[k] = w->domain.set && w->domain.periodic[k];
	for (int k = 0; k < w->body.n_row; k++)
		to[k] = SHARE_ALL;
	if (is_set("random"))
		for (int k = 0; k < b.n; k++)
			part[k] = (int)(id_hash(b.id[k] + w->step) % (uint64_t)ranks_n());
	else
		bisect(&how, b.n, (const double *const *)b.x, b.id, weight, part);
	for (int k = 0; k < b.n; k++)
		to[b.row[k]] = part[k];
	share_deal(w, to);
	free(to);
	free(part);
	free(weight);
	balls_free(&b);
}

/* ---- ghosts ---- */

/* The box around the bodies of a rank, empty if it has none [L]. */
struct box { double lo[3], hi[3]; };

/* The box around a body. Clumps and polyhedra may be much narrower than their balls. */
static struct box box_of(struct world *w, const struct balls *b, int k)
{
	const struct shape *s = world_shape(w, table_int(&w->body, "shape")[b->row[k]]);
	struct box own;
	double m[3][3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }, q[4];

	if (w->dim == 2) {
		double angle = table_real(&w->body, "angle")[b->row[k]];

		m[0][0] = m[1][1] = cos(angle);
		m[1][0] = sin(angle);
		m[0][1] = -m[1][0];
	} else {
		for (int z = 0; z < 4; z++)
			q[z] = world_bodies3(w).q[z][b->row[k]];
		quat_matrix(m, q);
	}
	for (int z = 0; z < 3; z++) {
		const double up[3] = { m[z][0], m[z][1], m[z][2] }, down[3] = { -m[z][0], -m[z][1], -m[z][2] };
		double size = (1 + 1e-9) * table_real(&w->body, "size")[b->row[k]], reach = b->reach[k];
		int tight = z < w->dim && s->kind != SHAPE_OBJECT; /* the support of objects takes long to find */

		own.lo[z] = b->x[z][k] - (tight ? fmin(size * shape_support(s, down), reach) : reach);
		own.hi[z] = b->x[z][k] + (tight ? fmin(size * shape_support(s, up), reach) : reach);
	}
	return own;
}

/* The box around the ball of a body. */
static struct box box_of_ball(const struct balls *b, int k)
{
	struct box own;

	for (int z = 0; z < 3; z++) {
		own.lo[z] = b->x[z][k] - b->reach[k];
		own.hi[z] = b->x[z][k] + b->reach[k];
	}
	return own;
}

/* The boxes of all ranks. Only bodies whose balls are not within the others' box are looked at more closely. */
static struct box *boxes_of(struct world *w, const struct balls *b)
{
	struct box own = { { INFINITY, INFINITY, INFINITY }, { -INFINITY, -INFINITY, -INFINITY } };
	struct box *all = mem_new((size_t)ranks_n(), sizeof *all);

	for (int k = 0; k < b->n; k++) {
		struct box one = box_of_ball(b, k);
		int beyond = 0;

		for (int z = 0; z < 3; z++)
			beyond |= one.lo[z] < own.lo[z] || one.hi[z] > own.hi[z];
		if (beyond)
			one = box_of(w, b, k);
		for (int z = 0; z < 3 && beyond; z++) {
			own.lo[z] = fmin(own.lo[z], one.lo[z]);
			own.hi[z] = fmax(own.hi[z], one.hi[z]);
		}
	}
	ranks_gather(sizeof own, &own, all);
	return all;
}

/* Whether some image of the box `of` is within `far` of the box `to`. Axes above `axis` are done; shift is the image's. */
static int meets(const struct domain *d, const struct box *to, double far, int axis, const struct box *of, const double shift[3])
{
	double lo = to->lo[axis] - far - of->hi[axis], hi = to->hi[axis] + far - of->lo[axis]; /* between these the shift must be */
	double first = 0, last = 0, period = d->hi[axis] - d->lo[axis];

	if (d->set && d->periodic[axis]) {
		first = ceil((lo - shift[axis]) / period - 1e-9);
		last = floor((hi - shift[axis]) / period + 1e-9);
	} else if (!(shift[axis] >= lo && shift[axis] <= hi)) {
		return 0;
	}
	for (double s = first; s <= last; s++) {
		double n[3] = { 0 }, more[3];

		n[axis] = s;
		if (axis == 0)
			return 1;
		domain_shift3(d, n, more);
		for (int k = 0; k < 3; k++)
			more[k] = shift[k] + (s != 0 ? more[k] : 0);
		if (meets(d, to, far, axis - 1, of, more))
			return 1;
	}
	return 0;
}

static void lend(struct lending *l, struct world *w, double far, const struct balls *b)
{
	struct box *box = boxes_of(w, b);
	size_t cap_row = 0, cap_to = 0;

	for (int r = 0; r < ranks_n(); r++)
		for (int k = 0; k < b->n && r != ranks_me() && box[r].lo[0] <= box[r].hi[0]; k++) {
			struct box one = box_of_ball(b, k);

			if (!meets(&w->domain, &box[r], far, w->dim - 1, &one, (const double[3]){ 0 }))
				continue;
			one = box_of(w, b, k);
			if (!meets(&w->domain, &box[r], far, w->dim - 1, &one, (const double[3]){ 0 }))
				continue;
			MEM_GROW(l->row, &cap_row, (size_t)l->n + 1);
			MEM_GROW(l->to, &cap_to, (size_t)l->n + 1);
			l->row[l->n] = b->row[k];
			l->to[l->n++] = r;
		}
	free(box);
	l->ghost = w->body.n_row;
	l->from = MEM_ZERO(int, (size_t)ranks_n());
	share_lend(w, l->n, l->row, l->to, l->from);
}

/* A typical one of the radii of the free bodies of all ranks that have one [L]. *n becomes the number of these. */
static double typical(const struct balls *b, const double *radius, int64_t *n)
{
	struct exact sum = { .n = 0 };

	*n = 0;
	for (int k = 0; k < b->n; k++)
		if (radius[k] > 0) { /* a point has none: with its logarithm, the margin would be 0, as that of one rank */
			exact_add(&sum, log(radius[k]));
			++*n;
		}
	ranks_sum_exact(1, &sum);
	ranks_sum(1, n);
	double all = exact_take(&sum);
	return *n ? exp(all / (double)*n) : 1;
}

enum { STEPS = 16 }; /* that the margin has room for */

/* The mean velocity of the free bodies of all ranks [L/T]. */
static void mean_velocity(const struct world *w, const struct balls *b, double mean[3])
{
	static const char *const name[3] = { "vx", "vy", "vz" };
	struct exact sum[4] = { { .n = 0 } };

	for (int z = 0; z < w->dim; z++) {
		const double *v = table_real(&w->body, name[z]);

		for (int k = 0; k < b->n && v; k++)
			exact_add(&sum[z], v[b->row[k]]);
	}
	exact_add(&sum[3], b->n);
	ranks_sum_exact(4, sum);
	double n = exact_take(&sum[3]);
	for (int z = 0; z < 3; z++)
		mean[z] = exact_take(&sum[z]) / fmax(n, 1);
}

/* The greatest speed of a free body relative to a velocity and to the flow of a cell [L/T]. A pebble turns with its body; the
 * flow passes by, and brings nearer what acts from afar; reach: as that of lending_begin. A body may still be outside the domain:
 * its velocity is that at its place there. */
static double fastest(const struct world *w, const struct balls *b, double reach, const double drift[3])
{
	static const char *const name[2][6] = { { "vx", "vy", "omega" }, { "vx", "vy", "vz", "wx", "wy", "wz" } };
	const double *at[3] = { table_real(&w->body, "x"), table_real(&w->body, "y"), table_real(&w->body, "z") };
	double most = 0, rate = 0;

	for (int k = 0; k < 6; k++)
		rate += fabs(w->domain.rate[k]);
	for (int k = 0; k < b->n; k++) {
		double within = b->reach[k] + 0.5 * reach; /* soft_acts_within */
		double square[2] = { rate * rate * within * within }, from[3] = { 0 }, flow[3] = { 0 };

		for (int z = 0; z < w->dim; z++)
			from[z] = at[z][b->row[k]] - 0.5 * (w->domain.lo[z] + w->domain.hi[z]);
		if (domain_deforms(&w->domain))
			domain_flow3(&w->domain, from, flow);
		for (int z = 0; z < (w->dim == 2 ? 3 : 6); z++) {
			const double *v = table_real(&w->body, name[w->dim == 3][z]);
			double u = (v ? v[b->row[k]] : 0) - (z < w->dim ? flow[z] + drift[z] : 0);

			square[z >= w->dim] += u * u;
		}
		double speed = sqrt(square[0]) + sqrt(square[1]) * b->reach[k];
		most = isfinite(speed) ? fmax(most, speed) : most;
	}
	ranks_most_real(1, &most);
	return most;
}

/* Set the greatest speed, and the velocity that it is relative to. */
static void find_speed(struct lending_scale *s, const struct world *w, const struct balls *b, double reach)
{
	double mean[3], speed;

	s->speed = fastest(w, b, reach, s->drift);
	if (domain_deforms(&w->domain))
		return;
	mean_velocity(w, b, mean);
	speed = fastest(w, b, reach, mean);
	if (!isfinite(mean[0] + mean[1] + mean[2]) || speed > 0.5 * s->speed)
		return;
	s->speed = speed;
	memcpy(s->drift, mean, sizeof mean);
}

static struct lending_scale scale_of(const struct world *w, const struct balls *b, double reach)
{
	struct lending_scale s = { .dim = w->dim };

	s.fat = typical(b, b->fat, &s.n);
	s.radius = typical(b, b->reach, &s.n);
	find_speed(&s, w, b, reach);
	return s;
}

struct lending_scale lending_scale(const struct world *w, double reach)
{
	struct balls b = balls_of(w, 1);
	struct lending_scale s = scale_of(w, &b, reach);

	balls_free(&b);
	return s;
}

/* A margin m serves for about m / 2 v steps of bodies that move v in each, and ghosts within it cost some share of m / s of a
 * step, if s is the width of a rank's region. The sum with the cost of dealing out is least at sqrt(DEAL v s). DEAL was found by
 * counting instructions of two ranks (valgrind): gases of 4000 pentagons, 4000 spheres and 1000 T-bars take 8, 11 and 7 % fewer
 * with 80 than with 20. With 240 the pentagons take 9 % more than with 80, the others 2 and 5 % less. */
static double cheapest(const struct lending_scale *s, double dt, int ranks)
{
	enum { DEAL = 80 };
	double width = 2 * s->radius * pow((double)s->n / ranks, 1.0 / s->dim);

	return sqrt(DEAL * s->speed * dt * width);
}

double lending_margin(const struct lending_scale *s, double skin, double dt, int ranks)
{
	enum { LISTS = 5 }; /* half widths of lists that the margin has room for at least: ghosts last longer than lists */

	return fmax(fmax(LISTS * fmax(skin, 0.16 * s->fat), STEPS * s->speed * dt), cheapest(s, dt, ranks));
}

void lending_begin(struct lending *l, struct world *w, double reach, double skin, double dt)
{
	deal(w);
	struct balls b = balls_of(w, 1);
	struct lending_scale s = scale_of(w, &b, reach);
	*l = (struct lending){ .dt = dt, .speed = s.speed, .margin = lending_margin(&s, skin, dt, ranks_n()) };
	memcpy(l->drift, s.drift, sizeof l->drift);
	lend(l, w, reach + l->margin, &b);
	balls_free(&b);
}

int lending_narrow(const struct lending *l, double dt)
{
	return l->margin > 0 && l->margin < STEPS * l->speed * dt && dt > l->dt;
}

void lending_free(struct lending *l)
{
	free(l->row);
	free(l->to);
	free(l->from);
	*l = (struct lending){ 0 };
}

enum kept lending_kept(const struct lending *l, const struct world *w, int row)
{
	int end = l->ghost;

	if (groups_constraint(w, row) >= 0)
		return KEPT_SHARED;
	if (!l->margin || row < l->ghost)
		return KEPT_OWN;
	for (int r = 0; r < ranks_me(); r++)
		end += l->from[r];
	return row < end ? KEPT_LOWER : KEPT_GHOST;
}

/* ---- failures ---- */

/* A failure as bytes, with its names. */
struct told { struct sim_error e; int law, has[3]; char word[3][200]; };

enum sim_status lending_agree(const struct world *w, struct sim_error *e)
{
	int fails = e->status != SIM_GOOD;
	int64_t a = fails ? e->a : INT64_MAX, b, first;
	struct told t = { .e = *e, .law = -1 };
	const char *word[3] = { e->word, e->word2, e->key };

	if (ranks_n() < 2)
		return e->status;
	ranks_least(1, &a);
	fails &= e->a == a;
	b = fails ? e->b : INT64_MAX;
	ranks_least(1, &b);
	first = fails && e->b == b ? ranks_me() : INT64_MAX;
	ranks_least(1, &first);
	if (first == INT64_MAX)
		return SIM_GOOD;
	for (int k = 0; k < 3; k++)
		if (word[k]) {
			t.has[k] = 1;
			strncpy(t.word[k], word[k], sizeof t.word[k] - 1);
		}
	t.law = e->law ? (int)(e->law - w->law) : -1;
	ranks_cast((int)first, sizeof t, &t);
	*e = t.e;
	e->law = t.law >= 0 ? &w->law[t.law] : NULL;
	e->word = t.has[0] ? mem_string(t.word[0]) : NULL; /* these are kept until the program ends */
	e->word2 = t.has[1] ? mem_string(t.word[1]) : NULL;
	e->key = t.has[2] ? mem_string(t.word[2]) : NULL;
	return e->status;
}

enum sim_status lending_agree_noted(struct sim_error *e)
{
	int64_t fails = e->status != SIM_GOOD;

	if (ranks_n() < 2)
		return e->status;
	ranks_most(1, &fails);
	if (!fails)
		return SIM_GOOD;
	struct sim_error *all = mem_new((size_t)ranks_n(), sizeof *all);
	ranks_gather(sizeof *e, e, all);
	*e = (struct sim_error){ 0 };
	for (int r = 0; r < ranks_n(); r++)
		if (all[r].status != SIM_GOOD)
			sim_fail(e, all[r]);
	free(all);
	return e->status;
}
