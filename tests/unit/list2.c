/* The Verlet list of the plane holds every vertex-edge pair within its margin and no other, in its order, for grains of all
 * kinds and sizes in all images: against the distances of all. It is the same for any number of threads. */
#include "neighbour/list2.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/rng.h"
#include "tap.h"

enum { MOST = 220 };

static const double pi = 3.14159265358979323846;

struct scene { const char *name; int n, walls; double side, margin, ratio; int periodic[2]; int many; };

static const struct scene scenes[] = {
	{ "dense, equal sizes, periodic", 200, 0, 14, 0.125, 1, { 1, 1 }, 0 },
	{ "sizes 1 to 30, walls along x", 200, 2, 12, 0.03, 30, { 1, 0 }, 0 },
	{ "no margin, in heaps", 200, 1, 9, 0, 3, { 0, 1 }, 0 },
	{ "open and sparse", 150, 0, 60, 0.9, 10, { 0, 0 }, 0 },
	{ "a box of a few bodies that meet their own images", 7, 0, 1.9, 0.3, 1, { 1, 1 }, 0 },
	{ "one body, its images", 1, 0, 1.1, 0.4, 1, { 1, 1 }, 0 },
	{ "two bodies", 2, 0, 1.7, 1.4, 1, { 0, 0 }, 0 },
	{ "clumps and stars of hundreds of features", 9, 1, 1.4, 0.05, 1.5, { 1, 1 }, 1 },
	{ "the same, far apart", 9, 1, 3.2, 0.15, 3, { 1, 0 }, 1 },
};

struct grains {
	int n;
	struct shape kind[8];
	const struct shape *shape[MOST];
	double size[MOST], x[MOST], y[MOST], c[MOST], s[MOST];
	int rank[MOST], by_rank[MOST], group[MOST], material[MOST];
	char still[MOST], upright[MOST];
	struct domain domain;
	struct outlines outlines;
	struct list2_view view;
};

/* Pentagons, a star with many vertices, rods, disks, clumps of disks, and long walls; a clump and a star of hundreds. */
static void shapes(struct shape *s)
{
	shape_alloc(&s[0], SHAPE_POLYGON, 5);
	shape_alloc(&s[1], SHAPE_POLYGON, 40);
	shape_alloc(&s[2], SHAPE_POLYLINE, 2);
	shape_alloc(&s[3], SHAPE_DISKS, 1);
	shape_alloc(&s[4], SHAPE_DISKS, 3);
	shape_alloc(&s[5], SHAPE_POLYLINE, 3);
	shape_alloc(&s[6], SHAPE_DISKS, 13 * 15);
	shape_alloc(&s[7], SHAPE_POLYGON, 190);
	s[0].r = 0.1;
	s[1].r = 0.03;
	s[2].r = 0.15;
	s[5].r = 0.02;
	s[7].r = 0.02;
	for (int z = 0; z < s[6].n; z++) {
		s[6].xy[z][0] = 0.04 * (z % 13 - 6);
		s[6].xy[z][1] = 0.04 * (z / 13 - 7);
		s[6].radius[z] = 0.03 + 0.001 * (z % 13);
	}
	for (int k = 0; k < 8; k += k ? 6 : 1)
		for (int z = 0; z < s[k].n; z++) {
			double r = k == 7 ? 0.4 + 0.1 * (z / 5 % 2) : k ? 0.3 + 0.2 * (z % 2) : 0.4;

			s[k].xy[z][0] = r * cos(2 * pi * z / s[k].n);
			s[k].xy[z][1] = r * sin(2 * pi * z / s[k].n);
		}
	s[2].xy[0][0] = -0.4;
	s[2].xy[1][0] = 0.4;
	s[3].radius[0] = 0.5;
	for (int z = 0; z < 3; z++) {
		s[4].xy[z][0] = 0.3 * z - 0.3;
		s[4].xy[z][1] = 0.2 * (z == 1);
		s[4].radius[z] = 0.1 * (z + 1);
		s[5].xy[z][0] = 4.0 * z - 4;
		s[5].xy[z][1] = 0.3 * (z == 1);
	}
}

static void make(struct grains *w, const struct scene *s, uint64_t seed)
{
	struct rng g;

	memset(w, 0, sizeof *w);
	rng_seed(&g, seed);
	shapes(w->kind);
	w->n = s->n + s->walls;
	w->domain = (struct domain){ .lo = { -3, 2 }, .hi = { -3 + s->side, 2 + 1.2 * s->side },
	                             .periodic = { s->periodic[0], s->periodic[1] }, .set = 1 };
	for (int b = 0; b < w->n; b++) {
		double angle = 2 * pi * rng_uniform(&g);
		int other = (int)((b + 1) * rng_uniform(&g));

		w->shape[b] = &w->kind[b < s->n ? s->many ? 6 + b % 2 : b % 5 : 5];
		w->size[b] = b < s->n ? pow(s->ratio, -rng_uniform(&g)) : 1;
		w->x[b] = -3 + s->side * rng_uniform(&g);
		w->y[b] = 2 + 1.2 * s->side * rng_uniform(&g);
		if (b % 17 == 3) { /* in one place with another */
			w->x[b] = w->x[b - 1];
			w->y[b] = w->y[b - 1];
		}
		w->c[b] = cos(angle);
		w->s[b] = sin(angle);
		w->rank[b] = b;
		w->rank[b] = w->rank[other];
		w->rank[other] = b;
		w->group[b] = b % 20 < 17 ? -1 : b / 40;
		w->still[b] = b >= s->n || b % 11 == 5;
		w->upright[b] = b % 5 == 2;
	}
	for (int b = 0; b < w->n; b++)
		w->by_rank[w->rank[b]] = b;
	outlines_init(&w->outlines, w->n, w->shape, w->size);
	outlines_place(&w->outlines, 0, w->n, w->x, w->y, w->c, w->s);
	w->view = (struct list2_view){ .domain = &w->domain, .outlines = &w->outlines, .x = w->x, .y = w->y, .c = w->c, .s = w->s,
	                               .rank = w->rank, .group = w->group, .still = w->still, .upright = w->upright,
	                               .kind = w->material };
}

static double distance(const struct outlines *o, int v, int ea, int eb, double dx, double dy)
{
	double ax = o->at[ea].x + dx - o->at[v].x, ay = o->at[ea].y + dy - o->at[v].y;
	double ex = o->at[eb].x - o->at[ea].x, ey = o->at[eb].y - o->at[ea].y, l = hypot(ex, ey);
	double along = l > 0 ? -(ax * ex + ay * ey) / l : 0;

	if (along <= 0 || l == 0)
		return hypot(ax, ay);
	if (along >= l)
		return hypot(ax + ex, ay + ey);
	return fabs(ax * ey - ay * ex) / l;
}

/* All vertices of i on all edges of j, shifted by dx, dy: how many are within the margin, and how many of them are not in
 * the list; *edge of a hair more or less far may be there or not. */
struct count { int near, missed, edge; };

static void compare(const struct grains *w, const struct list2 *l, double margin, int a, int b, int sx, int sy, struct count *n)
{
	const struct outlines *o = &w->outlines;
	int points = outlines_form(o, a)->edges == 0 && outlines_form(o, b)->edges == 0;

	double rx = w->x[b] + sx * (w->domain.hi[0] - w->domain.lo[0]) - w->x[a];
	double ry = w->y[b] + sy * (w->domain.hi[1] - w->domain.lo[1]) - w->y[a];
	if (hypot(rx, ry) > o->reach[a] + o->reach[b] + 1.001 * margin + 1e-9)
		return;
	for (int dir = 0; dir < (points ? 1 : 2); dir++) {
		int i = dir ? b : a, j = dir ? a : b, sign = dir ? -1 : 1;
		double dx = sign * sx * (w->domain.hi[0] - w->domain.lo[0]), dy = sign * sy * (w->domain.hi[1] - w->domain.lo[1]);

		for (int v = o->first[i]; v < o->first[i + 1]; v++)
			for (int e = o->first[j]; e < o->first[j + 1]; e++) {
				double far = o->radius[v + o->shift[i]] + o->radius[e + o->shift[j]] + margin, d;
				int step = o->step[e + o->shift[j]];

				if (!points && step == 0)
					continue;
				d = distance(o, v, e, e + step, dx, dy);
				n->edge += fabs(d - far) <= 1e-9 * far;
				n->near += d < far * (1 - 1e-9);
				n->missed += d < far * (1 - 1e-9) && list2_find(l, a, b, sx, sy, dir, v, e) < 0;
			}
	}
}

static struct count all_pairs(const struct grains *w, const struct list2 *l, double margin)
{
	struct count n = { 0 };
	int mx = w->domain.periodic[0] ? 3 : 0, my = w->domain.periodic[1] ? 3 : 0;

	for (int p = 0; p < w->n; p++)
		for (int q = p; q < w->n; q++) {
			int a = w->by_rank[p], b = w->by_rank[q];

			if (w->still[a] && w->still[b])
				continue;
			if (a == b ? w->upright[a] : w->group[a] >= 0 && w->group[a] == w->group[b])
				continue;
			for (int sy = -my; sy <= my; sy++)
				for (int sx = -mx; sx <= mx; sx++)
					if (a != b || sy > 0 || (sy == 0 && sx > 0))
						compare(w, l, margin, a, b, sx, sy, &n);
		}
	return n;
}

/* Candidates ascend within their pairs, and pairs of every body in the rank of the other. */
static int in_order(const struct grains *w, const struct list2 *l)
{
	int bad = l->own_from[0] != 0 || l->own_from[w->n] != 2 * l->n_pair || l->from[l->n_pair] != l->n_cand;

	for (int p = 0; p < l->n_pair; p++) {
		bad += l->from[p] >= l->from[p + 1] || w->rank[l->pair[p].body[0]] > w->rank[l->pair[p].body[1]];
		for (int k = l->from[p]; k < l->from[p + 1]; k++) {
			struct list2_cand c = list2_at(l, p, k), d = list2_at(l, p, k > l->from[p] ? k - 1 : k);

			int b = l->pair[p].body[~c.half & 1], first = w->outlines.first[b], m = w->outlines.first[b + 1] - first;
			int edges = outlines_form(&w->outlines, b)->edges;

			bad += c.half >> 1 != p || c.eb != (c.ea - first < edges ? first + (c.ea - first + 1) % m : c.ea);
			if (k > l->from[p])
				bad += !(d.half < c.half || (d.half == c.half && (d.v < c.v || (d.v == c.v && d.ea < c.ea))));
		}
	}
	size_t sides = 2 * (size_t)l->n_pair;
	int *from = MEM_NEW(int, (size_t)w->n + 1), *own = MEM_NEW(int, sides), *at = MEM_NEW(int, sides);

	partners_sort(1, w->n, l->n_pair, l->pair, w->rank, from, own, at);
	for (int b = 0; b < w->n; b++)
		for (int z = l->own_from[b], last = -1, was = 0; z < l->own_from[b + 1]; z++) {
			const struct body_pair *p = &l->pair[l->own[z] >> 1];
			int side = l->own[z] & 1, other = w->rank[p->body[!side]];

			bad += p->body[side] != b || own[z] != l->own[z] || at[own[z]] != z || other < last || (other == last && l->own[z] <= was);
			last = other;
			was = l->own[z];
		}
	free(from);
	free(own);
	free(at);
	return !bad;
}

static int same(const struct list2 *a, const struct list2 *b, int n)
{
	int good = a->n_pair == b->n_pair && a->n_cand == b->n_cand && a->images.n == b->images.n && a->bad_a == b->bad_a;

	for (int k = 0; good && k < a->n_cand; k++)
		good = near2_code_at(&a->cand, k) == near2_code_at(&b->cand, k);
	for (int k = 0; good && k < a->images.n; k++)
		good = a->image[k].sx == b->image[k].sx && a->image[k].sy == b->image[k].sy && a->image[k].h.x == b->image[k].h.x;
	return good && !memcmp(a->own_from, b->own_from, ((size_t)n + 1) * sizeof *a->own_from) && (a->n_pair == 0 || (
	       !memcmp(a->pair, b->pair, (size_t)a->n_pair * sizeof *a->pair) &&
	       !memcmp(a->from, b->from, ((size_t)a->n_pair + 1) * sizeof *a->from) &&
	       !memcmp(a->own, b->own, 2 * (size_t)a->n_pair * sizeof *a->own)));
}

static void run(const struct scene *s, uint64_t seed)
{
	static struct grains w;
	struct list2 l, more;
	int agree = 1;

	make(&w, s, seed);
	list2_init(&l, &w.view);
	list2_build(&l, &w.view, s->margin);
	struct count n = all_pairs(&w, &l, s->margin);
	ok(n.near >= (s->n > 10 ? 100 : 2) && n.missed == 0, "%s: %d of %d vertex-edge pairs are missing", s->name, n.missed, n.near);
	ok(l.n_cand >= n.near && l.n_cand <= n.near + n.edge, "%s: there are no others, %d in all", s->name, l.n_cand);
	ok(in_order(&w, &l), "%s: they are in order", s->name);
	list2_init(&more, &w.view);
	for (more.threads = 2; more.threads <= 8; more.threads *= 2)
		for (int turn = 0; turn < 2; turn++) {
			list2_build(&more, &w.view, s->margin);
			agree = agree && same(&l, &more, w.n);
		}
	ok(agree, "%s: 2, 4 and 8 threads build the same list", s->name);
	list2_free(&l);
	list2_free(&more);
	outlines_free(&w.outlines);
	for (int k = 0; k < 8; k++) {
		free(w.kind[k].xy);
		free(w.kind[k].radius);
	}
}

/* Bodies that have no radius cannot touch each other, but others. */
static void bare(void)
{
	static struct grains w;
	static const struct scene s = { "two bodies", 2, 0, 1.7, 1.4, 1, { 0, 0 }, 1 };
	struct list2 l;

	for (int k = 0; k < 3; k++) {
		make(&w, &s, 27);
		for (int v = 0; v < w.outlines.n_vertex; v++)
			if (v < w.outlines.first[1] ? k < 2 : k < 1)
				w.outlines.radius[v] = 0;
		list2_init(&l, &w.view);
		list2_build(&l, &w.view, s.margin);
		ok(l.n_cand > 0 && (k ? l.bad_a < 0 : l.bad_a + l.bad_b == 1), "%d of two bodies have a radius: %s", k,
		   k ? "good" : "they are named");
		list2_free(&l);
		outlines_free(&w.outlines);
		for (int z = 0; z < 8; z++) {
			free(w.kind[z].xy);
			free(w.kind[z].radius);
		}
	}
}

int main(void)
{
	for (size_t k = 0; k < sizeof scenes / sizeof *scenes; k++)
		run(&scenes[k], 21 + k);
	bare();
	return done();
}
