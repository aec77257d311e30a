/* dem2_list.c: where bodies and vertices are, and the Verlet list that follows them */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/trig.h"
#include "sim/dem2_state.h"

/* ---- places ---- */

/* Turn the bodies and move their vertices: all, or only those in the contact lists. */
void dem2_place(struct dem2 *s, int all)
{
	struct outlines *o = &s->outlines;

	if (all) {
		for (int b = 0; b < s->n; b++)
			trig_sincos(s->th[b], &s->s[b], &s->c[b]);
		outlines_place(o, 0, s->n, s->x, s->y, s->c, s->s);
		return;
	}
	for (int b = 0; b < s->n; b++) {
		int k = s->use_from[b], end = s->use_from[b + 1];
		double sn, cs, x = s->x[b], y = s->y[b];

		if (k == end)
			continue;
		trig_sincos(s->th[b], &sn, &cs);
		s->c[b] = cs;
		s->s[b] = sn;
		for (; k < end; k++) {
			int v = s->use[k];

			o->px[v] = x + (cs * o->lx[v] - sn * o->ly[v]);
			o->py[v] = y + (sn * o->lx[v] + cs * o->ly[v]);
		}
	}
}

/* ---- the list ---- */

static void list_vertices(struct dem2 *s)
{
	const struct outlines *o = &s->outlines;
	char *used = mem_zero((size_t)o->n_vertex, 1);
	int n = 0;

	for (int k = 0; k < s->list.n_cand; k++) {
		used[s->list.cand[k].v] = 1;
		used[s->list.cand[k].ea] = 1;
		used[s->list.cand[k].eb] = 1;
	}
	MEM_GROW(s->use, &s->cap_use, (size_t)o->n_vertex);
	for (int b = 0; b < s->n; b++) {
		s->use_from[b] = n;
		for (int v = o->first[b]; v < o->first[b + 1]; v++)
			if (used[v])
				s->use[n++] = v;
	}
	s->use_from[s->n] = n;
	free(used);
}

static void list_laws(struct dem2 *s)
{
	struct list2 *l = &s->list;

	MEM_GROW(s->pair_law, &s->cap_pair_law, (size_t)l->n_pair);
	MEM_GROW(s->pair_sum, &s->cap_pair_sum, (size_t)l->n_pair);
	MEM_GROW(s->touching, &s->cap_touching, (size_t)l->n_pair + 1);
	MEM_GROW(s->hit, &s->cap_hit, (size_t)l->n_cand + 1);
	for (int p = 0; p < l->n_pair; p++) {
		int a = l->pair[p].a, b = l->pair[p].b, k = s->material[a] * s->n_material + s->material[b];
		const struct law_linear *law = &s->law[k];
		double w = s->winv[a] + s->winv[b];

		if (!s->has_law[k])
			dem2_fail(s, (struct dem2_error){ .status = DEM2_NO_LAW, .a = s->id[a], .b = s->id[b] });
		if (w <= 0) /* neither moves freely: what masses they have */
			w = (s->mass[a] > 0 ? 1 / s->mass[a] : 0) + (s->mass[b] > 0 ? 1 / s->mass[b] : 0);
		double m = w > 0 ? 1 / w : 0;
		s->pair_law[p] = (struct pair_law){
			.kn = law->kn, .kt = law->kt, .ikt = law->kt > 0 ? 1 / law->kt : 0, .mu = law->mu,
			.cn = law_normal_damping(law, m), .ct = law_tangential_damping(law, m),
			.attraction = law->attraction || s->opt.attraction,
		};
	}
	if (l->bad_a >= 0)
		dem2_fail(s, (struct dem2_error){ .status = DEM2_RADIUS, .a = s->id[l->bad_a], .b = s->id[l->bad_b] });
}

/* How far the vertex that moved most is from where the list was built; not a number or infinite when a position is. */
static double list_moved(const struct dem2 *s)
{
	const double *arm = s->outlines.arm;
	double most = 0;

	for (int b = 0; b < s->n; b++) {
		double dx = s->x[b] - s->rx[b], dy = s->y[b] - s->ry[b];
		double way = sqrt(dx * dx + dy * dy) + arm[b] * fabs(s->th[b] - s->ra[b]);

		most = way <= most ? most : way;
		if (!(way < INFINITY))
			return INFINITY;
	}
	return most;
}

/* Keep an eye only on candidates that can have come together since the list was built, when nothing moved further than
 * moved. Most of a list is there for later; the part that is looked at grows in a few leaps. */
static void list_live(struct dem2 *s, double moved)
{
	const struct list2 *l = &s->list;
	int n = 0;

	if (2 * moved < s->live_room)
		return;
	s->live_room = fmax(4 * moved, 0.125 * s->margin);
	MEM_GROW(s->live, &s->cap_live, (size_t)l->n_cand + 1);
	for (int k = 0; k < l->n_cand; k++) {
		s->live[n] = k;
		n += !(l->room[k] > s->live_room * 1.00001);
	}
	s->n_live = n;
}

/* Aim at some tens of steps between builds: rarer costs distances, more often costs builds. */
static void list_tune(struct dem2 *s)
{
	int64_t life = s->step - s->built;

	if (!s->tune || s->rebuilds < 2)
		return;
	if (life < 30)
		s->skin = fmin(1.25 * s->skin, s->skin_most);
	else if (life > 120)
		s->skin *= 0.8;
}

/* Build the list anew when it must be, or always; old contacts find their new places. Returns 1 when it was built. */
int dem2_list_update(struct dem2 *s, int always)
{
	struct key { int a, b, sx, sy, dir, v, ea; } *key;
	struct list2 *l = &s->list;
	double far = 0;

	if (!always) {
		double moved = list_moved(s);

		if (moved <= s->skin) {
			list_live(s, moved);
			return 0;
		}
	}
	for (int b = 0; b < s->n; b++) {
		double d = fabs(s->dx[b]) + fabs(s->dy[b]) + s->outlines.arm[b] * fabs(s->da[b]);

		if (!isfinite(s->x[b] + s->y[b] + s->th[b])) {
			dem2_fail(s, (struct dem2_error){ .status = DEM2_FINITE, .a = s->id[b] });
			return 0;
		}
		if (d > 10 * s->outlines.reach[b]) {
			dem2_fail(s, (struct dem2_error){ .status = DEM2_FAST, .a = s->id[b], .value = d });
			return 0;
		}
		far = d > far ? d : far;
	}
	list_tune(s);
	/* what touched one step ago is in the list however small the skin */
	s->margin = fmax(2 * s->skin, 2.0001 * far);
	key = mem_new((size_t)s->now.n, sizeof *key);
	for (int k = 0; k < s->now.n; k++) {
		const struct list2_cand *c = &l->cand[s->now.at[k].cand];
		const struct list2_pair *p = &l->pair[c->half >> 1];

		key[k] = (struct key){ p->a, p->b, p->sx, p->sy, c->half & 1, c->v, c->ea };
	}
	dem2_place(s, 1);
	outlines_boxes(&s->outlines);
	list2_build(l, &s->view, s->margin);
	s->rebuilds++;
	s->built = s->step;
	for (int k = 0; k < s->now.n; k++)
		s->now.at[k].cand = list2_find(l, key[k].a, key[k].b, key[k].sx, key[k].sy, key[k].dir, key[k].v, key[k].ea);
	free(key);
	memcpy(s->rx, s->x, (size_t)s->n * sizeof *s->rx);
	memcpy(s->ry, s->y, (size_t)s->n * sizeof *s->ry);
	memcpy(s->ra, s->th, (size_t)s->n * sizeof *s->ra);
	list_vertices(s);
	list_laws(s);
	s->live_room = 0;
	list_live(s, 0);
	return 1;
}
