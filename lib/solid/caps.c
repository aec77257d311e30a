/* caps.c: pruning caps by cutting a cube with their planes
 *
 * Every plane cuts slightly outside of its place, by far more than rounding. New corners lie between old ones, so errors do not
 * grow, and the polyhedron certainly contains the whole patch. */
#include "solid/caps.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "solid/patch.h"

static const double margin = 1e-12;
enum { SIDES = 6 };

void caps_free(struct caps *w)
{
	free(w->corner);
	free(w->edge);
	free(w->face);
	*w = (struct caps){ .n_corner = 0 };
}

static int add_corner(struct caps *w, vec3 at)
{
	MEM_GROW(w->corner, &w->cap_corner, (size_t)w->n_corner + 1);
	w->corner[w->n_corner] = (struct caps_corner){ at, 0, 0 };
	return w->n_corner++;
}

static void add_edge(struct caps *w, int a, int b, int f, int g)
{
	MEM_GROW(w->edge, &w->cap_edge, (size_t)w->n_edge + 1);
	w->edge[w->n_edge++] = (struct caps_edge){ { a, b }, { f, g } };
}

/* Begin with a cube around the sphere. Bit k of a corner's number gives its side of axis k; faces 2 k and 2 k + 1 are on the two
 * sides of axis k. */
static void begin(struct caps *w)
{
	const double half = 1.01;

	w->n_corner = w->n_edge = 0;
	for (int c = 0; c < 8; c++)
		add_corner(w, v3(c & 1 ? half : -half, c & 2 ? half : -half, c & 4 ? half : -half));
	for (int c = 0; c < 8; c++)
		for (int k = 0; k < 3; k++) {
			int p = (k + 1) % 3, q = (k + 2) % 3;

			if (!(c >> k & 1))
				add_edge(w, c, c | 1 << k, 2 * p + (c >> p & 1), 2 * q + (c >> q & 1));
		}
}

/* Set the heights of all corners above the plane of a cap. Returns the greatest. */
static double set_heights(struct caps *w, const struct patch_cap *cap)
{
	double most = -INFINITY;

	for (int i = 0; i < w->n_corner; i++) {
		struct caps_corner *c = &w->corner[i];

		c->over = v3_dot(c->at, cap->a) - cap->c - margin;
		most = c->over > most ? c->over : most;
	}
	return most;
}

/* Count the cuts through the edges of every face: two if a plane goes through a polygon. Returns 0 if rounding gives more. */
static int can_cut(struct caps *w)
{
	for (int round = 0; round < 2; round++)
		for (int i = 0; i < w->n_edge; i++) {
			const struct caps_edge *e = &w->edge[i];

			if ((w->corner[e->end[0]].over > 0) == (w->corner[e->end[1]].over > 0))
				continue;
			for (int k = 0; k < 2; k++) {
				struct caps_face *f = &w->face[e->face[k]];

				if (round == 0)
					f->n = 0;
				else if (++f->n > 2)
					return 0;
			}
		}
	return 1;
}

/* Cut off the part above a plane; the new face gets the given number. */
static void cut(struct caps *w, int face)
{
	int n_edge = w->n_edge, left = 0;

	for (int i = 0; i < n_edge; i++) {
		struct caps_edge *e = &w->edge[i];
		const struct caps_corner *a = &w->corner[e->end[0]], *b = &w->corner[e->end[1]];
		int out = b->over > 0;

		if ((a->over > 0) == out)
			continue;
		double t = a->over / (a->over - b->over);
		int at = add_corner(w, v3_add(v3_scale(1 - t, a->at), v3_scale(t, b->at)));
		e->end[out] = at;
		for (int k = 0; k < 2; k++) {
			int g = w->edge[i].face[k];
			struct caps_face *f = &w->face[g];

			f->cut[--f->n] = at;
			if (f->n == 0)
				add_edge(w, f->cut[0], f->cut[1], g, face);
		}
	}
	for (int i = 0; i < w->n_corner; i++)
		if (!(w->corner[i].over > 0)) {
			w->corner[i].to = left;
			w->corner[left].at = w->corner[i].at;
			left++;
		} else {
			w->corner[i].to = -1;
		}
	w->n_corner = left;
	left = 0;
	for (int i = 0; i < w->n_edge; i++) {
		struct caps_edge e = w->edge[i];

		if (w->corner[e.end[0]].to < 0)
			continue;
		for (int k = 0; k < 2; k++)
			e.end[k] = w->corner[e.end[k]].to;
		w->edge[left++] = e;
	}
	w->n_edge = left;
}

static int is_inside(const struct caps *w)
{
	for (int i = 0; i < w->n_corner; i++)
		if (v3_dot(w->corner[i].at, w->corner[i].at) > 1 - 4 * margin)
			return 0;
	return 1;
}

int caps_prune(struct caps *w, int n, struct patch_cap *cap)
{
	int left = 0, all = 0;

	begin(w);
	MEM_GROW(w->face, &w->cap_face, (size_t)n + SIDES);
	for (int j = 0; j < n; j++) {
		double over = set_heights(w, &cap[j]);

		if (over < -2 * margin)
			continue;
		if (over > 0 && can_cut(w)) {
			cut(w, SIDES + left);
			if (is_inside(w))
				return -1;
		}
		cap[left++] = cap[j];
	}
	for (int j = 0; j < left; j++)
		if (set_heights(w, &cap[j]) >= -2 * margin)
			cap[all++] = cap[j];
	return all;
}
