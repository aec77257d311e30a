/* facets.c: the triangles of a mesh that is placed in space */
#include "contact/facets.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/quat.h"

void facets_init(struct facets *f, const struct solid *mesh)
{
	double (*box)[6] = mem_new((size_t)mesh->n_face, sizeof *box);

	*f = (struct facets){ .n = mesh->n, .n_face = mesh->n_face, .face = (const int (*)[3])mesh->face,
	                      .vertex = (const double (*)[3])mesh->vertex, .size = 1 };
	f->at = mem_zero((size_t)f->n, sizeof *f->at);
	f->use = MEM_NEW(int, (size_t)f->n);
	f->used = mem_zero((size_t)f->n, 1);
	for (int k = 0; k < f->n; k++)
		f->reach = fmax(f->reach, sqrt(f->vertex[k][0] * f->vertex[k][0] + f->vertex[k][1] * f->vertex[k][1] +
		                               f->vertex[k][2] * f->vertex[k][2]));
	for (int k = 0; k < f->n_face; k++)
		for (int z = 0; z < 3; z++) {
			double a = f->vertex[f->face[k][0]][z], b = f->vertex[f->face[k][1]][z], c = f->vertex[f->face[k][2]][z];

			box[k][z] = fmin(a, fmin(b, c));
			box[k][3 + z] = fmax(a, fmax(b, c));
		}
	boxtree_init(&f->tree, f->n_face, (const double (*)[6])box);
	free(box);
}

void facets_free(struct facets *f)
{
	free(f->at);
	free(f->use);
	free(f->used);
	free(f->edge);
	free(f->sharp);
	boxtree_free(&f->tree);
	memset(f, 0, sizeof *f);
}

void facets_place(struct facets *f, const double x[3], const double m[3][3], double size, int all)
{
	f->size = size;
	for (int k = 0; k < 3; k++) {
		f->place[k] = x[k];
		for (int z = 0; z < 3; z++)
			f->turn[k][z] = m[k][z] / size;
	}
	for (int z = 0; z < (all ? f->n : f->n_use); z++) {
		int k = all ? z : f->use[z];
		double to[3];

		mat3_apply(to, m, f->vertex[k]);
		f->at[k] = v3(x[0] + to[0], x[1] + to[1], x[2] + to[2]);
	}
}

void facets_use_none(struct facets *f)
{
	memset(f->used, 0, (size_t)f->n);
}

void facets_use(struct facets *f, int feature)
{
	int corner = feature - 4 * f->n_face, face = feature < f->n_face ? feature : (feature - f->n_face) / 3;

	if (corner >= 0) {
		f->used[corner] = 1;
		return;
	}
	for (int z = 0; z < 3; z++)
		f->used[f->face[face][z]] = 1;
}

void facets_use_done(struct facets *f)
{
	f->n_use = 0;
	for (int k = 0; k < f->n; k++)
		if (f->used[k])
			f->use[f->n_use++] = k;
}

struct found { int n, **list; size_t *cap; double within; };

static double take(void *to, int item, const double p[3])
{
	struct found *q = to;

	(void)p;
	MEM_GROW(*q->list, q->cap, (size_t)q->n + 1);
	(*q->list)[q->n++] = item;
	return q->within;
}

static int up(const void *a, const void *b)
{
	int x = *(const int *)a, y = *(const int *)b;

	return (x > y) - (x < y);
}

int facets_near(const struct facets *f, vec3 p, double far, int **list, size_t *cap)
{
	const double d[3] = { p.x - f->place[0], p.y - f->place[1], p.z - f->place[2] };
	double at[3];

	mat3_apply_back(at, f->turn, d);
	for (int k = 0; k < 3; k++)
		at[k] /= f->size;
	/* a margin for the rounding of positions and rotations */
	double within = far / f->size + 1e-9 * (far / f->size + f->reach + v3_norm(v3_from(at)));
	struct found q = { 0, list, cap, within };
	boxtree_near(&f->tree, at, within, take, &q);
	if (q.n > 1)
		qsort(*list, (size_t)q.n, sizeof **list, up);
	return q.n;
}
