/* flat_regions.c: which triangles of a surface lie on one plane */
#include <math.h>
#include <stdlib.h>

#include "base/buf.h"
#include "mesh/flat_parts.h"

/* ---- triangles and their neighbours ---- */

static void measure(struct flat *f)
{
	const struct mesh *m = f->m;
	double lo[3] = { INFINITY, INFINITY, INFINITY }, hi[3] = { -INFINITY, -INFINITY, -INFINITY };

	for (int t = 0; t < m->n_triangle; t++) {
		vec3 a = mesh_corner(m, t, 0), b = mesh_corner(m, t, 1), c = mesh_corner(m, t, 2);
		vec3 n = v3_cross(v3_sub(b, a), v3_sub(c, a));
		double twice = v3_norm(n), longest = fmax(v3_norm(v3_sub(b, a)), fmax(v3_norm(v3_sub(c, b)), v3_norm(v3_sub(a, c))));

		f->normal[t] = twice > 0 ? v3_scale(1 / twice, n) : v3(0, 0, 0);
		f->area[t] = twice / 2;
		f->height[t] = longest > 0 ? twice / longest : 0;
		for (int k = 0; k < 3; k++)
			for (int j = 0; j < 3; j++) {
				lo[j] = fmin(lo[j], m->xyz[m->tri[t][k]][j]);
				hi[j] = fmax(hi[j], m->xyz[m->tri[t][k]][j]);
			}
	}
	for (int k = 0; k < 3; k++)
		f->size = fmax(f->size, hi[k] / 2 - lo[k] / 2);
}

struct side { int v[2], triangle, k; };

static int by_side(const void *a, const void *b)
{
	const struct side *p = a, *q = b;

	for (int k = 0; k < 2; k++)
		if (p->v[k] != q->v[k])
			return p->v[k] < q->v[k] ? -1 : 1;
	return p->triangle != q->triangle ? (p->triangle > q->triangle) - (p->triangle < q->triangle) : p->k - q->k;
}

static void find_neighbours(struct flat *f)
{
	int n = 3 * f->m->n_triangle;
	struct side *s = MEM_NEW(struct side, (size_t)n);

	for (int i = 0; i < n; i++) {
		int a = f->m->tri[i / 3][i % 3], b = f->m->tri[i / 3][(i + 1) % 3];

		s[i] = (struct side){ { a < b ? a : b, a < b ? b : a }, i / 3, i % 3 };
		f->next[i / 3][i % 3] = -1;
	}
	qsort(s, (size_t)n, sizeof *s, by_side);
	for (int i = 0, j; i < n; i = j) {
		for (j = i + 1; j < n && s[j].v[0] == s[i].v[0] && s[j].v[1] == s[i].v[1]; j++)
			;
		if (j == i + 2) {
			f->next[s[i].triangle][s[i].k] = s[i + 1].triangle;
			f->next[s[i + 1].triangle][s[i + 1].k] = s[i].triangle;
		}
	}
	free(s);
}

/* ---- regions ---- */

struct rank { double area; int t; };

static int by_area(const void *a, const void *b)
{
	const struct rank *p = a, *q = b;

	return p->area != q->area ? (p->area < q->area) - (p->area > q->area) : p->t - q->t;
}

/* Whether triangle t lies on the plane through o with the normal n. */
static int on_plane(const struct flat *f, int t, vec3 o, vec3 n)
{
	for (int k = 0; k < 3; k++)
		if (fabs(v3_dot(v3_sub(mesh_corner(f->m, t, k), o), n)) > f->tolerance)
			return 0;
	return v3_dot(f->normal[t], n) > 0.5 || f->height[t] <= 2 * f->tolerance;
}

static void grow_regions(struct flat *f)
{
	int n = f->m->n_triangle, end = 0;
	struct rank *rank = MEM_NEW(struct rank, (size_t)n);

	for (int t = 0; t < n; t++) {
		rank[t] = (struct rank){ f->area[t], t };
		f->region[t] = -1;
	}
	qsort(rank, (size_t)n, sizeof *rank, by_area);
	for (int i = 0; i < n; i++) {
		int seed = rank[i].t, r = f->n_region;
		vec3 o = mesh_corner(f->m, seed, 0);

		if (f->region[seed] >= 0)
			continue;
		f->plane[r] = f->normal[seed];
		f->whole[r] = 1;
		f->begin[r] = end;
		f->region[seed] = r;
		f->member[end++] = seed;
		for (int j = f->begin[r]; j < end; j++)
			for (int k = 0; k < 3; k++) {
				int t = f->next[f->member[j]][k];

				if (t < 0 || f->region[t] >= 0 || !on_plane(f, t, o, f->plane[r]))
					continue;
				f->region[t] = r;
				f->member[end++] = t;
			}
		f->n_region++;
	}
	f->begin[f->n_region] = end;
	free(rank);
}

void flat_find_regions(struct flat *f)
{
	measure(f);
	find_neighbours(f);
	grow_regions(f);
}
