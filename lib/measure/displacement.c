/* displacement.c: displacements of grains */
#include "measure/displacement.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/quat.h"
#include "base/trig.h"
#include "world/deform.h"

void places_take2(struct places *p, struct world *w, const struct grains *g)
{
	struct bodies2 b = world_bodies2(w);

	*p = (struct places){ w->t, g->n, 2, mem_new((size_t)g->n, sizeof *p->at) };
	for (int i = 0; i < g->n; i++) {
		const struct grain *a = &g->grain[i];
		double shift[2] = { 0, 0 };

		if (w->domain.set)
			domain_shift(&w->domain, (double)b.ix[a->body], (double)b.iy[a->body], shift);
		p->at[i] = (struct stored_place){ a->id, a->chosen, { a->x + shift[0], a->y + shift[1], 0 }, a->angle, { 1, 0, 0, 0 } };
	}
}

void places_take3(struct places *p, struct world *w, const struct grains3_list *g)
{
	struct bodies3 b = world_bodies3(w);
	const struct domain *d = &w->domain;

	*p = (struct places){ w->t, g->n, 3, mem_new((size_t)g->n, sizeof *p->at) };
	for (int i = 0; i < g->n; i++) {
		const struct grain3 *a = &g->at[i];
		double n[3], shift[3] = { 0 };

		for (int k = 0; k < 3; k++)
			n[k] = (double)b.image[k][a->body];
		if (d->set)
			domain_shift3(d, n, shift);
		p->at[i] = (struct stored_place){ .id = a->id, .chosen = a->chosen };
		for (int k = 0; k < 3; k++)
			p->at[i].x[k] = b.x[k][a->body] + shift[k];
		for (int k = 0; k < 4; k++)
			p->at[i].q[k] = b.q[k][a->body];
	}
}

void places_free(struct places *p)
{
	free(p->at);
	*p = (struct places){ .n = 0 };
}

/* The angle from the orientation of a to that of b; in the plane it includes full turns. */
static double turned(int dim, const struct stored_place *a, const struct stored_place *b)
{
	const double back[4] = { a->q[0], -a->q[1], -a->q[2], -a->q[3] };
	double q[4];

	if (dim == 2)
		return b->angle - a->angle;
	quat_times(q, b->q, back);
	return 2 * trig_atan2(sqrt(q[1] * q[1] + q[2] * q[2] + q[3] * q[3]), fabs(q[0]));
}

void spread_add(struct spread *s, const struct places *from, const struct places *to)
{
	for (int i = 0, j = 0; i < from->n; i++) {
		while (j < to->n && to->at[j].id < from->at[i].id)
			j++;
		if (j == to->n)
			break;
		if (to->at[j].id != from->at[i].id || !from->at[i].chosen)
			continue;
		double a = turned(from->dim, &from->at[i], &to->at[j]), square = 0;

		s->n++;
		for (int k = 0; k < 3; k++) {
			double x = to->at[j].x[k] - from->at[i].x[k];

			s->x[k] += x;
			s->xx[k] += x * x;
			square += x * x;
		}
		s->aa += a * a;
		s->r4 += square * square;
	}
	s->lag += to->t - from->t;
	s->frames++;
}

static struct places copy_of(const struct places *p)
{
	struct places c = { p->t, p->n, p->dim, mem_new((size_t)p->n, sizeof *p->at) };

	memcpy(c.at, p->at, (size_t)p->n * sizeof *p->at);
	return c;
}

void lags_add(struct lags *l, struct places *now)
{
	int64_t f = l->frames++;

	for (int k = 0; f % ((int64_t)1 << k) == 0; k++) {
		int64_t m = f >> k; /* number of earlier frames on this level */

		if (k > 0 && m == 0)
			break;
		if (k == l->n_level) {
			MEM_GROW(l->level, &l->cap, (size_t)k + 1);
			memset(&l->level[l->n_level++], 0, sizeof *l->level);
		}
		struct lag_level *level = &l->level[k];

		if (k > 0 && m == 1) /* frame 0 belongs to every level */
			level->kept[0] = copy_of(&l->level[k - 1].kept[0]);
		for (int j = k ? LAGS_PER_LEVEL / 2 + 1 : 1; j <= LAGS_PER_LEVEL && j <= m; j++)
			spread_add(&level->sum[j], &level->kept[(m - j) % LAGS_PER_LEVEL], now);
		places_free(&level->kept[m % LAGS_PER_LEVEL]);
		level->kept[m % LAGS_PER_LEVEL] = copy_of(now);
	}
	places_free(now);
}

void lags_restart(struct lags *l)
{
	for (int k = 0; k < l->n_level; k++)
		for (int j = 0; j < LAGS_PER_LEVEL; j++)
			places_free(&l->level[k].kept[j]);
	l->frames = 0;
}

void lags_free(struct lags *l)
{
	lags_restart(l);
	free(l->level);
}
