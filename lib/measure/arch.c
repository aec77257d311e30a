/* arch.c: the shortest chain of grains from wall to wall */
#include "measure/arch.h"

#include <math.h>
#include <stdlib.h>

#include "base/buf.h"

/* State of a body in the search from the left. */
struct link {
	int grain;            /* 1: it may be part of a chain */
	int left, right;      /* 1: it touches the wall on that side */
	vec2 left_at, right_at;
	int n, from;          /* number of grains in the best chain from the left up to it, and the previous row; n = 0: not reached */
	double height;        /* sum of the heights of these grains [L] */
	double own;           /* its own height above the line [L] */
};

/* A chain that ends at a grain: its number of grains, the row before the last, the sum of the heights. */
struct reach { int n, from; double height; };

static int is_better(const struct world *w, const struct reach *a, const struct link *b)
{
	const int64_t *id = table_int(&w->body, "id");

	if (b->n == 0 || a->n != b->n)
		return b->n == 0 || a->n < b->n;
	return a->height < b->height || (a->height == b->height && a->from >= 0 && b->from >= 0 && id[a->from] < id[b->from]);
}

static void links_init(struct link *link, const struct touches *t, struct world *w, const char *keep,
	const struct flux_line *line)
{
	struct bodies2 b = world_bodies2(w);
	double middle = 0.5 * (line->from + line->to);

	for (int i = 0; i < b.n; i++) {
		const struct shape *s = world_shape(w, b.shape[i]);

		link[i] = (struct link){ .own = -v2_dot(v2_sub(v2(b.x[i], b.y[i]), line->at), line->forth), .from = -1 };
		link[i].grain = s && keep[i] && !t->held[i] && -link[i].own < shape_reach(s) * b.size[i];
	}
	for (int k = 0; k < t->n_pair; k++) {
		const struct touch_pair *p = &t->pair[k];
		int i = t->held[p->a] ? p->b : p->a;

		if (t->held[p->a] == t->held[p->b] || !link[i].grain || p->ix || p->iy)
			continue;
		if (v2_dot(v2_sub(v2_flat(p->at), line->at), line->along) < middle) {
			link[i].left = 1;
			link[i].left_at = v2_flat(p->at);
		} else {
			link[i].right = 1;
			link[i].right_at = v2_flat(p->at);
		}
	}
}

/* Extend the chain of i to j if the result is better than the present chain of j. */
static int extend(const struct world *w, struct link *link, int i, int j)
{
	struct reach r = { link[i].n + 1, i, link[i].height + link[j].own };

	if (!link[i].n || !link[j].grain || !is_better(w, &r, &link[j]))
		return 0;
	link[j].n = r.n;
	link[j].from = r.from;
	link[j].height = r.height;
	return 1;
}

void arch_find(struct arch *a, struct touches *t, struct world *w, const char *keep, const struct flux_line *line)
{
	struct link *link = mem_new((size_t)w->body.n_row, sizeof *link);
	struct bodies2 b = world_bodies2(w);
	int last = -1, changed = 1;

	touches_pairs(t, w);
	links_init(link, t, w, keep, line);
	for (int i = 0; i < b.n; i++)
		if (link[i].left) {
			link[i].n = 1;
			link[i].height = link[i].own;
		}
	/* every round reaches one grain further; a round without changes is the last */
	for (int round = 0; changed && round < b.n; round++) {
		changed = 0;
		for (int k = 0; k < t->n_pair; k++) {
			const struct touch_pair *p = &t->pair[k];

			if (p->a != p->b && !p->ix && !p->iy)
				changed |= extend(w, link, p->a, p->b) | extend(w, link, p->b, p->a);
		}
	}
	for (int i = 0; i < b.n; i++) {
		struct reach r = { link[i].n, i, link[i].height };

		if (link[i].right && link[i].n && (last < 0 || r.n < link[last].n ||
		                                   (r.n == link[last].n && r.height < link[last].height)))
			last = i;
	}
	a->n = last < 0 ? 0 : link[last].n;
	a->length = 0;
	MEM_GROW(a->grain, &a->cap, (size_t)a->n);
	vec2 to = last < 0 ? v2(0, 0) : link[last].right_at;
	for (int i = last, k = a->n - 1; k >= 0; i = link[i].from, k--) {
		vec2 c = v2(b.x[i], b.y[i]);

		a->grain[k] = i;
		a->length += v2_norm(v2_sub(c, to)) + (k ? 0 : v2_norm(v2_sub(c, link[i].left_at)));
		to = c;
	}
	free(link);
}

void arch_free(struct arch *a)
{
	free(a->grain);
	*a = (struct arch){ .n = 0 };
}
