/* facets_edges.c: the edges and corners of a mesh that bodies with faces touch */
#include <stdlib.h>

#include "base/buf.h"
#include "contact/facets.h"

/* A side of a triangle: its corners, the lower one first, and its number, see facets_edges. */
struct side { int from, to, at; };

static int in_order(const void *a, const void *b)
{
	const struct side *p = a, *q = b;

	if (p->from != q->from)
		return p->from < q->from ? -1 : 1;
	if (p->to != q->to)
		return p->to < q->to ? -1 : 1;
	return (p->at > q->at) - (p->at < q->at);
}

static vec3 corner(const struct facets *f, int v)
{
	return v3_from(f->vertex[v]);
}

/* The unit vector from a side into its triangle, across the side; not finite if the triangle has no area. */
static vec3 inwards(const struct facets *f, int at)
{
	const int *v = f->face[at / 3];
	vec3 a = corner(f, v[at % 3]), along = v3_sub(corner(f, v[(at + 1) % 3]), a), d = v3_sub(corner(f, v[(at + 2) % 3]), a);
	vec3 across = v3_sub(d, v3_scale(v3_dot(d, along) / v3_dot(along, along), along));

	return v3_scale(1 / v3_norm(across), across);
}

/* Whether the n triangles on one edge are two that go on in one plane, or the edge has no length. */
static int is_flat(const struct facets *f, const struct side *of, int n)
{
	vec3 along = v3_sub(corner(f, of->to), corner(f, of->from));

	if (!(v3_dot(along, along) > 0))
		return 1;
	return n == 2 && v3_norm(v3_add(inwards(f, of[0].at), inwards(f, of[1].at))) < FACETS_FLAT;
}

void facets_edges(struct facets *f)
{
	size_t sides = 3 * (size_t)f->n_face;
	struct side *all = mem_new(sides + 1, sizeof *all);
	int *meeting = MEM_ZERO(int, (size_t)f->n + 1), n = 0;

	f->edge = MEM_NEW(int, sides + 1);
	f->sharp = mem_zero((size_t)f->n + 1, 1);
	for (int k = 0; k < f->n_face; k++)
		for (int z = 0; z < 3; z++) {
			int a = f->face[k][z], b = f->face[k][(z + 1) % 3];

			all[n] = (struct side){ a < b ? a : b, a < b ? b : a, n };
			n++;
		}
	qsort(all, (size_t)n, sizeof *all, in_order);
	for (int k = 0, end; k < n; k = end) {
		for (end = k + 1; end < n && all[end].from == all[k].from && all[end].to == all[k].to; end++)
			;
		int flat = is_flat(f, &all[k], end - k);
		for (int z = k; z < end; z++)
			f->edge[all[z].at] = flat ? -1 : all[k].at;
		for (int z = 0; z < 2 && !flat; z++) {
			int v = z ? all[k].to : all[k].from;

			f->sharp[v] = 1;
			f->meeting = ++meeting[v] > f->meeting ? meeting[v] : f->meeting;
		}
	}
	free(meeting);
	free(all);
}

int facets_crossed(const struct facets *f, int face, vec3 x, vec3 y)
{
	vec3 a = f->at[f->face[face][0]], b = f->at[f->face[face][1]], c = f->at[f->face[face][2]];
	vec3 n = v3_cross(v3_sub(b, a), v3_sub(c, a));
	double p = v3_dot(v3_sub(x, a), n), q = v3_dot(v3_sub(y, a), n);

	if ((p > 0) == (q > 0))
		return 0;
	vec3 at = v3_add(x, v3_scale(p / (p - q), v3_sub(y, x)));
	return v3_dot(v3_cross(v3_sub(b, a), v3_sub(at, a)), n) >= 0 && v3_dot(v3_cross(v3_sub(c, b), v3_sub(at, b)), n) >= 0 &&
	       v3_dot(v3_cross(v3_sub(a, c), v3_sub(at, c)), n) >= 0;
}
