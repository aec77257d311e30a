/* page_shapes.c: the shapes of an HTML page */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "common/model.h"
#include "common/page.h"

static struct page_shape *shape_new(struct page *p, const struct shape *s)
{
	MEM_GROW(p->shape, &p->cap_shape, (size_t)p->n_shape + 1);
	struct page_shape *q = &p->shape[p->n_shape++];

	*q = (struct page_shape){ .kind = s->kind, .id = s->id, .r = s->r, .first = p->n_geometry, .first_index = p->n_index };
	return q;
}

static void geometry_add(struct page *p, double x)
{
	MEM_GROW(p->geometry, &p->cap_geometry, p->n_geometry + 1);
	p->geometry[p->n_geometry++] = x;
}

/* ---- the plane ---- */

static int is_same(const struct shape *a, const struct shape *b)
{
	size_t n = (size_t)a->n;

	return a->id == b->id && a->kind == b->kind && a->n == b->n && a->r == b->r && !memcmp(a->xy, b->xy, n * sizeof *a->xy) &&
		(!a->radius || !memcmp(a->radius, b->radius, n * sizeof *a->radius));
}

int page_shape2(struct page *p, const struct shape *s, int guess)
{
	if (guess < p->n_shape && is_same(&p->shape[guess].copy, s))
		return guess;
	for (int k = p->n_shape - 1; k >= 0; k--)
		if (is_same(&p->shape[k].copy, s))
			return k;
	struct page_shape *q = shape_new(p, s);

	q->n = (size_t)s->n;
	q->copy = (struct shape){ .id = s->id, .kind = s->kind, .n = s->n, .r = s->r, .xy = mem_copy(s->xy, q->n, sizeof *s->xy),
		.radius = mem_copy(s->radius, q->n, sizeof *s->radius) };
	for (int k = 0; k < s->n; k++) {
		geometry_add(p, s->xy[k][0]);
		geometry_add(p, s->xy[k][1]);
		geometry_add(p, s->radius ? s->radius[k] : s->r);
	}
	return p->n_shape - 1;
}

/* ---- space ---- */

/* The corners of triangles, where those with equal position and normal are one vertex. */
struct corners { struct corner { float x[6]; } *corner; int *next, *bucket, n; unsigned mask; };

static unsigned hash(const struct corner *c)
{
	const unsigned char *byte = (const unsigned char *)c;
	unsigned h = 2166136261u;

	for (size_t k = 0; k < sizeof *c; k++)
		h = (h ^ byte[k]) * 16777619u;
	return h ^ h >> 15;
}

static int corner_find(struct corners *all, const struct corner *c)
{
	int *first = &all->bucket[hash(c) & all->mask];

	for (int k = *first; k >= 0; k = all->next[k])
		if (!memcmp(&all->corner[k], c, sizeof *c))
			return k;
	all->corner[all->n] = *c;
	all->next[all->n] = *first;
	return *first = all->n++;
}

static void faces_add(struct page *p, struct page_shape *q, const struct model *m)
{
	size_t most = 3 * (size_t)m->n_face, buckets = 16;

	while (buckets < most)
		buckets *= 2;
	struct corners all = { .corner = MEM_NEW(struct corner, most), .next = MEM_NEW(int, most), .bucket = MEM_NEW(int, buckets),
		.mask = (unsigned)(buckets - 1) };

	memset(all.bucket, -1, buckets * sizeof *all.bucket);
	MEM_GROW(p->index, &p->cap_index, p->n_index + most);
	for (int t = 0; t < m->n_face; t++)
		for (int c = 0; c < 3; c++) {
			const struct model_face *f = &m->face[t];
			struct corner own;

			for (int k = 0; k < 3; k++) {
				own.x[k] = (float)f->p[c][k];
				own.x[3 + k] = f->normal[c][k];
			}
			p->index[p->n_index++] = corner_find(&all, &own);
		}
	for (int k = 0; k < all.n; k++)
		for (int d = 0; d < 6; d++)
			geometry_add(p, all.corner[k].x[d]);
	q->n = (size_t)all.n;
	q->n_index = most;
	free(all.corner);
	free(all.next);
	free(all.bucket);
}

void page_shape3(struct page *p, const struct model *m)
{
	const struct solid *o = m->shape.solid;
	struct page_shape *q = shape_new(p, &m->shape);

	if (m->edge && o->r > 0) { /* no voxels */
		struct model round;

		model_round(&round, m);
		q->kind = SHAPE_MESH;
		faces_add(p, q, &round);
		free(round.face);
	} else if (m->n_face) {
		q->kind = SHAPE_MESH;
		faces_add(p, q, m);
	} else if (m->shape.kind == SHAPE_ELLIPSOID) {
		memcpy(q->a, o->a, sizeof q->a);
	} else if (o->ball && !shape_is_wall(&m->shape)) {
		q->n = (size_t)o->n;
		for (int k = 0; k < o->n; k++)
			for (int d = 0; d < 4; d++)
				geometry_add(p, o->ball[k][d]);
	}
}
