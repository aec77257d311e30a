/* list2.c: the neighbour list of the plane */
#include "neighbour/list2.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/team.h"
#include "neighbour/partners.h"
#include "world/deform.h"

int list2_too_wide(const struct outlines *o, const struct domain *d, const char *endless, const int *order)
{
	for (int n = 0; n < o->n && d->set; n++)
		for (int k = 0, b = order ? order[n] : n; k < 2; k++)
			if (d->periodic[k] && !(endless && endless[b] & 1 << k) && o->reach[b] > LIST2_WIDEST * (d->hi[k] - d->lo[k]))
				return b;
	return -1;
}

double list2_too_far(const struct domain *d, double reach)
{
	for (int k = 0; k < 2 && d->set; k++)
		if (d->periodic[k] && reach > LIST2_FURTHEST * (d->hi[k] - d->lo[k]))
			return LIST2_FURTHEST * (d->hi[k] - d->lo[k]);
	return 0;
}

double list2_too_many(const struct outlines *o, const struct domain *d, const char *upright, int *a, int *b)
{
	int images = d->set && (d->periodic[0] || d->periodic[1]), most = 0, of = 0; /* of bodies before k */

	for (int k = 0; k < o->n; k++) {
		int m = o->first[k + 1] - o->first[k], more = m > most, own = more && images && !upright[k];
		double product = (double)m * (own ? m : most);

		if (product > INT32_MAX) {
			*a = own ? k : of;
			*b = k;
			return product;
		}
		of = more ? k : of;
		most = more ? m : most;
	}
	return 0;
}

/* The radii of circles around bodies, so large that rounding loses nothing [L]. The caller frees them. */
static double *circles(const struct outlines *o)
{
	double *radius = MEM_NEW(double, (size_t)o->n);

	for (int b = 0; b < o->n; b++)
		radius[b] = o->reach[b] * (1 + 1e-12);
	return radius;
}

void list2_init(struct list2 *l, const struct list2_view *view)
{
	const struct outlines *o = view->outlines;

	memset(l, 0, sizeof *l);
	l->n = o->n;
	l->bad_a = l->bad_b = -1;
	for (int b = 0; b < o->n; b++) {
		int m = o->first[b + 1] - o->first[b];

		l->most = m > l->most ? m : l->most;
	}
	for (int v = 0; v < o->n_local; v++)
		l->bare |= o->radius[v] <= 0;
	l->own_from = MEM_ZERO(int, (size_t)o->n + 1);
	l->n_section = view->section ? view->n_section : 1;
	l->section_from = MEM_ZERO(int, (size_t)l->n_section + 1);
	double *radius = circles(o);
	search_init(&l->search, o->n, radius);
	free(radius);
}

void list2_free(struct list2 *l)
{
	search_free(&l->search);
	for (int t = 0; t < l->n_part; t++) {
		near2_free(&l->part[t].near);
		free(l->part[t].pair);
		free(l->part[t].from);
		free(l->part[t].least);
		free(l->part[t].images.at);
	}
	free(l->part);
	free(l->images.at);
	free(l->own_from);
	free(l->own);
	free(l->section_from);
	memset(l, 0, sizeof *l);
}

static double period(const struct domain *d, int axis)
{
	return d->set && d->periodic[axis] ? d->hi[axis] - d->lo[axis] : 0;
}

/* Set image k, which is sx, sy periods away, and the opposite image k + 1. */
static void image_put(struct list2_images *t, const struct domain *d, int k, int sx, int sy)
{
	double h[2];

	domain_shift(d, sx, sy, h);
	t->at[k] = (struct list2_image){ sx, sy, { h[0], h[1] } };
	t->at[k + 1] = (struct list2_image){ -sx, -sy, { -h[0], -h[1] } };
}

/* The index of an image. A new image is added. There are few images, so a linear search is enough. */
static int image_of(struct list2_images *t, const struct domain *d, int sx, int sy)
{
	int k = 0;

	while (k < t->n && (t->at[k].sx != sx || t->at[k].sy != sy))
		k++;
	if (k < t->n)
		return k;
	MEM_GROW(t->at, &t->cap, (size_t)k + 2);
	image_put(t, d, k, sx, sy);
	t->n += 2;
	return k;
}

/* ---- pairs of bodies ---- */

/* The arguments of list2_build, for all threads. */
struct task {
	struct list2 *list;
	const struct list2_view *view;
	struct near2_places places;
	const double *radius;
	double period[2], margin; /* period 0: the axis is not periodic */
	int bare;              /* some vertices have radius 0 */
	int parts;             /* of all pairs, one part for each thread */
	int n_near, (*near)[2]; /* pairs of bodies that are near each other, by sections; a body with itself may be one */
};

/* The axes along which a pair of bodies has only one image, as bits. */
static int endless(const char *endless, int a, int b)
{
	return endless ? endless[a] | endless[b] : 0;
}

static uint8_t least_of(const uint8_t *gap, int n)
{
	uint8_t least = NEAR2_GAPS;

	for (int k = 0; k < n; k++)
		least = gap[k] < least ? gap[k] : least;
	return least;
}

/* Append the pair of bodies a and b, b shifted by whole periods, and its candidates. Without candidates append nothing. */
static void body_pair(struct list2_part *part, const struct task *f, int a, int b, int sx, int sy)
{
	const struct list2_view *w = f->view;
	const struct outlines *o = w->outlines;
	int p = part->n_pair, n0 = part->near.n, skip = 0;
	double h[2];

	if (w->endless)
		skip = (w->endless[a] != 0) | (w->endless[b] != 0) << 1;
	domain_shift(w->domain, sx, sy, h);
	if (w->gap_unit > 0) {
		const struct law_contact *law = &w->law[w->kind[a] * w->n_kind + w->kind[b]];

		part->near.scale = law->scale;
		part->near.range = law->range;
	}
	near2_find(&part->near, &f->places, a, b, h[0], h[1], f->margin, skip);
	if (part->near.n == n0)
		return;
	for (int k = n0; k < part->near.n && f->bare; k++) {
		struct near2_cand c = near2_decode(o, a, b, near2_code_at(&part->near.cand, k));

		if (o->radius[c.v + o->shift[c.dir ? b : a]] + o->radius[c.e + o->shift[c.dir ? a : b]] > 0)
			continue;
		part->bad_a = a;
		part->bad_b = b;
	}
	if ((size_t)p + 2 > part->cap_pair) {
		MEM_GROW(part->pair, &part->cap_pair, (size_t)p + 2);
		MEM_RESIZE(part->from, part->cap_pair);
		MEM_RESIZE(part->least, part->cap_pair);
	}
	part->least[p] = 0;
	if (w->gap_unit > 0)
		part->least[p] = least_of(part->near.gap + n0, part->near.n - n0);
	part->pair[p] = (struct body_pair){ { a, b }, sx || sy ? image_of(&part->images, w->domain, sx, sy) : 0 };
	part->from[p] = n0;
	part->n_pair++;
}

/* The images of b that may come within far of a along one axis: first .. last. */
static inline void images(double dist, double far, double period, int *first, int *last)
{
	*first = *last = 0;
	if (!(period > 0))
		return;
	if (2.1 * far < period) { /* at most one image, the nearest */
		*first = *last = (dist < -0.5 * period) - (dist > 0.5 * period);
		return;
	}
	*first = (int)ceil((-far - dist) / period - 1e-9);
	*last = (int)floor((far - dist) / period + 1e-9);
}

/* Whether another rank has the pair of two bodies. */
static int is_elsewhere(const struct list2_view *w, int a, int b)
{
	if (!w->kept || w->kept[a] == LIST2_OWN || w->kept[b] == LIST2_OWN)
		return 0;
	return !(w->kept[a] == LIST2_SHARED && w->kept[b] == LIST2_SHARED && w->is_first);
}

static void all_images(struct list2_part *part, const struct task *f, int i, int j)
{
	const struct list2_view *w = f->view;
	int swap = w->rank[i] > w->rank[j], a = swap ? j : i, b = swap ? i : j, first[2], last[2];
	double far = f->radius[a] + f->radius[b] + f->margin;

	if (is_elsewhere(w, a, b) || (w->still[a] && w->still[b]) || (a != b && w->group[a] >= 0 && w->group[a] == w->group[b]))
		return;
	if (w->pass && w->pass[w->kind[a] * w->n_kind + w->kind[b]])
		return;
	images(w->y[b] - w->y[a], far, f->period[1], &first[1], &last[1]);
	if (endless(w->endless, a, b) & 2)
		first[1] = last[1] = 0;
	for (int sy = first[1]; sy <= last[1]; sy++) {
		double aside = sy * w->domain->tilt[0], turns = aside != 0 ? rint(aside / f->period[0]) : 0;
		int less = (int)turns;

		images(w->x[b] + (aside - turns * f->period[0]) - w->x[a], far, f->period[0], &first[0], &last[0]);
		if (endless(w->endless, a, b) & 1)
			first[0] = last[0] = less;
		for (int sx = first[0] - less; sx <= last[0] - less; sx++)
			if (a != b || sy > 0 || (sy == 0 && sx > 0)) /* an own image and the opposite one count once */
				body_pair(part, f, a, b, sx, sy);
	}
}

/* ---- the pairs of all threads ---- */

static void part_drop(struct list2_part *part)
{
	MEM_DROP(part->pair, &part->cap_pair);
	free(part->from);
	free(part->least);
	part->from = NULL;
	part->least = NULL;
	MEM_DROP(part->near.cand.wide, &part->near.cap);
	MEM_DROP(part->near.cand.narrow, &part->near.cap);
	MEM_DROP(part->near.gap, &part->near.cap_gap);
}

static void parts_init(struct list2 *l, const struct domain *d, double unit, int parts)
{
	if (parts > l->n_part) {
		MEM_RESIZE(l->part, (size_t)parts);
		memset(l->part + l->n_part, 0, (size_t)(parts - l->n_part) * sizeof *l->part);
		for (int t = l->n_part; t < parts; t++)
			near2_init(&l->part[t].near, l->most);
		l->n_part = parts;
	}
	for (int t = 0; t < parts; t++) {
		l->part[t].n_pair = l->part[t].near.n = l->part[t].images.n = 0;
		l->part[t].near.unit = unit;
		l->part[t].bad_a = l->part[t].bad_b = -1;
		image_of(&l->part[t].images, d, 0, 0);
	}
}

/* Parts are joined: p0[part] is the index of the first pair of a part in the list, k0[part] that of its first candidate, and
 * image[part][k] that of its image k. */
struct join_task { struct list2_part *part; const int *p0, *k0; int *const *image; };

/* Append the pairs and candidates of another part to the first part. */
static void part_copy(void *to, int other, int thread)
{
	const struct join_task *j = to;
	int t = other + 1, p0 = j->p0[t], k0 = j->k0[t];
	const struct list2_part *part = &j->part[t];
	struct list2_part *all = &j->part[0];
	const int *image = j->image[t];

	(void)thread;
	for (int p = 0; p < part->n_pair; p++) {
		all->pair[p0 + p] = part->pair[p];
		all->pair[p0 + p].image = image[part->pair[p].image];
		all->from[p0 + p] = part->from[p] + k0;
		all->least[p0 + p] = part->least[p];
	}
	if (part->near.n && part->near.is_wide)
		memcpy(all->near.cand.wide + k0, part->near.cand.wide, (size_t)part->near.n * sizeof *part->near.cand.wide);
	else if (part->near.n)
		memcpy(all->near.cand.narrow + k0, part->near.cand.narrow, (size_t)part->near.n * sizeof *part->near.cand.narrow);
	if (part->near.n && part->near.unit > 0)
		memcpy(all->near.gap + k0, part->near.gap, (size_t)part->near.n * sizeof *part->near.gap);
}

/* Make the list from the parts in order, as if one thread had found all pairs. */
static void join(struct list2 *l, const struct domain *d, int parts)
{
	struct list2_part *all = &l->part[0];
	int *p0 = MEM_ZERO(int, (size_t)parts + 1), *k0 = MEM_ZERO(int, (size_t)parts + 1);
	int **image = MEM_NEW(int *, (size_t)parts);

	l->found_pairs = l->found_cands = 0;
	for (int t = 0; t < parts; t++) {
		l->found_pairs += l->part[t].n_pair;
		l->found_cands += l->part[t].near.n;
	}
	int too_many = l->found_pairs > PARTNERS_PAIRS || l->found_cands > PARTNERS_CANDIDATES;
	for (int t = 0; t < parts && too_many; t++)
		l->part[t].n_pair = l->part[t].near.n = 0;
	l->images.n = 0;
	for (int t = 0; t < parts; t++) {
		const struct list2_part *part = &l->part[t];

		p0[t + 1] = p0[t] + part->n_pair;
		k0[t + 1] = k0[t] + part->near.n;
		image[t] = MEM_NEW(int, (size_t)part->images.n);
		for (int k = 0; k < part->images.n; k++)
			image[t][k] = image_of(&l->images, d, part->images.at[k].sx, part->images.at[k].sy);
		if (part->bad_a >= 0) {
			l->bad_a = part->bad_a;
			l->bad_b = part->bad_b;
		}
	}
	MEM_GROW(all->pair, &all->cap_pair, (size_t)p0[parts] + 1);
	MEM_RESIZE(all->from, all->cap_pair);
	MEM_RESIZE(all->least, all->cap_pair);
	near2_reserve(&all->near, (size_t)k0[parts]);
	if (all->near.unit > 0)
		MEM_GROW(all->near.gap, &all->near.cap_gap, (size_t)k0[parts] + 7);
	team_run(parts, parts - 1, part_copy, &(struct join_task){ l->part, p0, k0, image });
	for (int t = 0; t < parts; t++)
		free(image[t]);
	for (int t = 1; t < parts; t++)
		part_drop(&l->part[t]);
	l->image = l->images.at;
	l->pair = all->pair;
	l->n_pair = p0[parts];
	l->from = all->from;
	l->least = all->least;
	l->from[l->n_pair] = k0[parts];
	l->cand = all->near.cand;
	l->gap = all->near.gap;
	l->n_cand = k0[parts];
	free(image);
	free(p0);
	free(k0);
}

/* Whether a body is so large that it may meet its own images. */
static int meets_itself(const struct task *f, int b)
{
	double wide = 2 * f->radius[b] + f->margin;

	return !f->view->upright[b] && ((f->period[0] > 0 && wide > f->period[0]) || (f->period[1] > 0 && wide > f->period[1]));
}

/* ---- all pairs ---- */

static void part_build(void *to, int part, int thread)
{
	const struct task *f = to;

	(void)thread;
	struct list2_part *q = &f->list->part[part];
	for (int k = team_first(f->n_near, part, f->parts), end = team_first(f->n_near, part + 1, f->parts);
	     k < end && q->near.n <= PARTNERS_CANDIDATES; k++)
		all_images(q, f, f->near[k][0], f->near[k][1]);
}

static int section_of(const struct task *f, int a, int b)
{
	return f->view->section ? f->view->section(f->view->of, a, b) : 0;
}

/* Sort the pairs that the search has found, and bodies that may meet their own images, by sections. */
static void sort_near(struct task *f)
{
	struct list2 *l = f->list;
	int periodic = f->period[0] > 0 || f->period[1] > 0, n = l->search.n_pair, sum = 0;
	int *next = l->section_from;

	memset(next, 0, ((size_t)l->n_section + 1) * sizeof *next);
	for (int k = 0; k < n; k++)
		next[section_of(f, l->search.pair[k][0], l->search.pair[k][1])]++;
	for (int b = 0; b < l->n && periodic; b++)
		next[section_of(f, b, b)] += meets_itself(f, b);
	for (int c = 0; c < l->n_section; c++) {
		int m = next[c];

		next[c] = sum;
		sum += m;
	}
	f->n_near = sum;
	f->near = mem_new((size_t)sum, sizeof *f->near);
	for (int k = 0; k < n; k++)
		memcpy(f->near[next[section_of(f, l->search.pair[k][0], l->search.pair[k][1])]++], l->search.pair[k], sizeof *f->near);
	for (int b = 0; b < l->n && periodic; b++)
		if (meets_itself(f, b))
			memcpy(f->near[next[section_of(f, b, b)]++], (const int[2]){ b, b }, sizeof *f->near);
}

/* Find where sections begin in the list. */
static void find_sections(struct list2 *l, const struct task *f)
{
	int p = 0;

	for (int c = 0; c < l->n_section; c++) {
		l->section_from[c] = p;
		while (p < l->n_pair && section_of(f, l->pair[p].body[0], l->pair[p].body[1]) == c)
			p++;
	}
	l->section_from[l->n_section] = l->n_pair;
}

void list2_build(struct list2 *l, const struct list2_view *w, double margin)
{
	int parts = l->threads > 1 ? l->threads : 1;
	double *radius = circles(w->outlines);
	struct task f = { l, w, { w->outlines, w->x, w->y, w->c, w->s }, radius,
	                    { period(w->domain, 0), period(w->domain, 1) }, margin, l->bare, parts, 0, NULL };

	l->endless = w->endless;
	l->outlines = w->outlines;
	l->bad_a = l->bad_b = -1;
	MEM_DROP(l->own, &l->cap_own);
	for (int t = 0; t < l->n_part && l->n > LIST2_LARGE; t++) /* the search can use the memory of the last list */
		part_drop(&l->part[t]);
	l->search.threads = parts;
	search_find(&l->search, w->domain, w->x, w->y, radius, margin);
	sort_near(&f);
	search_release(&l->search);
	parts_init(l, w->domain, w->gap_unit, parts);
	team_run(parts, parts, part_build, &f);
	free(f.near);
	free(radius);
	join(l, w->domain, parts);
	find_sections(l, &f);
	MEM_GROW(l->own, &l->cap_own, 2 * (size_t)l->n_pair);
	partners_sort(parts, l->n, l->n_pair, l->pair, w->rank, l->own_from, l->own, NULL);
}

void list2_wrap(struct list2 *l, const struct domain *d, int b, int nx, int ny)
{
	for (int z = l->own_from[b]; z < l->own_from[b + 1]; z++) {
		struct body_pair *q = &l->pair[l->own[z] >> 1];
		int sign = l->own[z] & 1 ? 1 : -1, once = endless(l->endless, q->body[0], q->body[1]);
		int dx = once & 1 ? 0 : sign * nx, dy = once & 2 ? 0 : sign * ny;

		if (dx != 0 || dy != 0)
			q->image = image_of(&l->images, d, l->images.at[q->image].sx + dx, l->images.at[q->image].sy + dy);
	}
	if (l->image != l->images.at) /* other threads may read it: then there is memory enough, see dem2_wrap_chunk */
		l->image = l->images.at;
}

void list2_deform(struct list2 *l, const struct domain *d)
{
	for (int k = 0; k < l->images.n; k += 2)
		image_put(&l->images, d, k, l->images.at[k].sx, l->images.at[k].sy);
}

void list2_flip(struct list2 *l, int n)
{
	for (int k = 0; k < l->images.n; k++)
		l->images.at[k].sx += n * l->images.at[k].sy;
}

int list2_find(const struct list2 *l, int a, int b, int sx, int sy, int direction, int v, int ea)
{
	/* search the pairs of the body that has fewer */
	int na = l->own_from[a + 1] - l->own_from[a], nb = l->own_from[b + 1] - l->own_from[b];
	int side = nb < na, body = side ? b : a;
	uint32_t code = near2_code(l->outlines, a, b, (struct near2_cand){ direction, v, ea });

	for (int z = l->own_from[body]; z < l->own_from[body + 1]; z++) {
		int p = l->own[z] >> 1;
		const struct body_pair *q = &l->pair[p];

		const struct list2_image *im = &l->image[q->image];

		if (q->body[0] != a || q->body[1] != b || im->sx != sx || im->sy != sy)
			continue;
		for (int k = l->from[p]; k < l->from[p + 1]; k++)
			if (near2_code_at(&l->cand, k) == code)
				return k;
		return -1;
	}
	return -1;
}
