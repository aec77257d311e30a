/* paths.c: arrows and trails of grains */
#include "common/paths.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "common/paint.h"
#include "common/scene3_parts.h"
#include "world/deform.h"

/* The columns of bodies in the plane and in space; in the plane z[2] and v[2] are NULL. */
struct columns { int n; const int64_t *id, *shape, *image[3]; const int32_t *tag; const double *size, *x[3], *v[3]; };

static struct columns columns_of(struct world *w)
{
	struct columns c;

	if (w->dim == 2) {
		struct bodies2 b = world_bodies2(w);
		c = (struct columns){ b.n, b.id, b.shape, { b.ix, b.iy }, b.tag, b.size, { b.x, b.y }, { b.vx, b.vy } };
	} else {
		struct bodies3 b = world_bodies3(w);
		c = (struct columns){ b.n, b.id, b.shape, { b.image[0], b.image[1], b.image[2] }, b.tag, b.size,
			{ b.x[0], b.x[1], b.x[2] }, { b.v[0], b.v[1], b.v[2] } };
	}
	return c;
}

static void unwrapped(const struct world *w, const struct columns *c, int i, double at[3])
{
	double n[3] = { 0 }, shift[3] = { 0 };

	for (int k = 0; k < w->dim && w->domain.set; k++)
		n[k] = (double)c->image[k][i];
	if (w->domain.set && w->dim == 2)
		domain_shift(&w->domain, n[0], n[1], shift);
	else if (w->domain.set)
		domain_shift3(&w->domain, n, shift);
	for (int k = 0; k < 3; k++)
		at[k] = k < w->dim ? c->x[k][i] + shift[k] : 0;
}

void paths_keep(struct paths *p, struct world *w)
{
	struct columns c = columns_of(w);
	const int64_t *laps = table_int(&w->body, "laps");

	if (!(p->trail || (p->displacement && !p->n_past)))
		return;
	MEM_GROW(p->past, &p->cap_past, (size_t)p->n_past + 1);
	struct past *f = &p->past[p->n_past++];
	*f = (struct past){ .n = c.n, .id = MEM_NEW(int64_t, (size_t)c.n), .laps = MEM_ZERO(int64_t, (size_t)c.n),
		.at = mem_new((size_t)c.n, sizeof *f->at) };
	for (int i = 0; i < c.n; i++) {
		f->id[i] = c.id[i];
		f->laps[i] = laps ? laps[i] : 0;
		unwrapped(w, &c, i, f->at[i]);
	}
	ids_init(&f->ids, f->n, f->id);
}

/* Whether lines are drawn for body i. */
static int moves(const struct world *w, const struct columns *c, const char *shown, int i)
{
	const struct shape *s = world_shape(w, c->shape[i]);

	return shown[i] && s && !shape_is_wall(s) && !paint_is_wall(w, c->tag[i]);
}

/* Choose the scale of velocities: the mean arrow is as long as the mean diameter. At rest there is nothing to choose yet. */
static void scale_choose(struct paths *p, const struct world *w, const struct columns *c, const char *shown)
{
	double size = 0, speed = 0;

	for (int i = 0; i < c->n && !(p->scale > 0); i++) {
		double v = 0;

		if (!moves(w, c, shown, i))
			continue;
		for (int k = 0; k < w->dim; k++)
			v += c->v[k][i] * c->v[k][i];
		speed += sqrt(v);
		size += 2 * c->size[i] * shape_reach(world_shape(w, c->shape[i]));
	}
	if (speed > 0)
		p->scale = size / speed;
}

/* The place of a body in an earlier frame, next to its wrapped position now: at + then - now. Returns its row, or -1 if it was
 * not there. */
static int place_then(const struct past *f, int64_t id, const double now[3], const double at[3], double to[3])
{
	int row = ids_row(&f->ids, id);

	for (int k = 0; k < 3 && row >= 0; k++)
		to[k] = at[k] + f->at[row][k] - now[k];
	return row;
}

static void add(struct path **line, size_t *cap, int *n, const double from[3], const double to[3], int arrow)
{
	MEM_GROW(*line, cap, (size_t)*n + 1);
	struct path *a = &(*line)[(*n)++];
	memcpy(a->p[0], from, sizeof a->p[0]);
	memcpy(a->p[1], to, sizeof a->p[1]);
	a->arrow = arrow;
}

/* Add the trail of body i, which is drawn at `at` and unwrapped `now`, from there back to the first frame. No line leads to where
 * an outlet has put the body back. */
static void trail_add(const struct paths *p, int64_t id, const double now[3], const double at[3], struct path **line, size_t *cap,
	int *n)
{
	double last[3], then[3];
	int64_t laps = -1;

	memcpy(last, at, sizeof last);
	for (int k = p->n_past - 1; k >= 0; k--) {
		int row = place_then(&p->past[k], id, now, at, then);

		if (row < 0)
			continue;
		if (memcmp(then, last, sizeof last) && (laps < 0 || laps == p->past[k].laps[row]))
			add(line, cap, n, then, last, 0);
		laps = p->past[k].laps[row];
		memcpy(last, then, sizeof last);
	}
}

int paths_of(struct paths *p, struct world *w, const char *shown, struct path **line)
{
	struct columns c = columns_of(w);
	size_t cap = 0;
	int n = 0;

	*line = NULL;
	if (p->velocity)
		scale_choose(p, w, &c, shown);
	for (int i = 0; i < c.n; i++) {
		double at[3] = { 0 }, now[3], then[3], tip[3] = { 0 };

		if (!moves(w, &c, shown, i))
			continue;
		for (int k = 0; k < w->dim; k++)
			at[k] = c.x[k][i];
		if (w->dim == 3)
			scene3_into_cell(&w->domain, at); /* where the body is drawn */
		for (int k = 0; k < w->dim; k++)
			tip[k] = at[k] + p->scale * c.v[k][i];
		unwrapped(w, &c, i, now);
		if (p->trail)
			trail_add(p, c.id[i], now, at, line, &cap, &n);
		if (p->displacement && p->n_past && place_then(&p->past[0], c.id[i], now, at, then) >= 0)
			add(line, &cap, &n, then, at, 1);
		if (p->velocity)
			add(line, &cap, &n, at, tip, 1);
	}
	return n;
}

void paths_free(struct paths *p)
{
	for (int k = 0; k < p->n_past; k++) {
		ids_free(&p->past[k].ids);
		free(p->past[k].id);
		free(p->past[k].laps);
		free(p->past[k].at);
	}
	free(p->past);
	*p = (struct paths){ 0 };
}
