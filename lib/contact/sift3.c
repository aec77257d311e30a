/* sift3.c: which features of two bodies may be near each other */
#include "contact/sift3.h"

#include <math.h>

struct sift3 sift3_of(const struct pebbles *p, int b, const struct frame3 *frame)
{
	const struct pebble_form *f = pebbles_form(p, b);

	return (struct sift3){ f->faces, frame ? &frame[b] : NULL, &p->at[p->first[b]], f->n, f->n_round };
}

/* The greatest n.x over the pebbles or vertices of a body. */
static double extreme(const struct sift3 *b, vec3 n)
{
	double most = -INFINITY;

	for (int k = 0; k < b->n_round; k++) {
		double along = n.x * b->at[k].x + n.y * b->at[k].y + n.z * b->at[k].z;

		most = along > most ? along : most;
	}
	return most;
}

/* The pebble or vertex with n.x = most, the greatest. */
static vec3 furthest(const struct sift3 *b, vec3 n, double most)
{
	int k = 0;

	while (k < b->n_round - 1 && n.x * b->at[k].x + n.y * b->at[k].y + n.z * b->at[k].z < most)
		k++;
	return v3(b->at[k].x, b->at[k].y, b->at[k].z);
}

/* The direction with the largest G so far, and the vector between the extremes along it: G along n is at most n.across. */
struct best { double g; vec3 n, across; };

/* Try the direction n, and keep it if it has the largest G so far. */
static void try_direction(const struct sift3 *i, const struct sift3 *j, vec3 h, vec3 n, struct best *best)
{
	if (!(v3_dot(n, best->across) > best->g) && best->g > -INFINITY)
		return;
	vec3 back = v3_scale(-1, n);
	double most_i = extreme(i, n), most_j = extreme(j, back), g = v3_dot(n, h) - most_j - most_i;
	if (g > best->g)
		*best = (struct best){ g, n, v3_sub(v3_add(furthest(j, back, most_j), h), furthest(i, n, most_i)) };
}

/* Try the normals of the faces of `of`, times sign. */
static void try_faces(const struct sift3 *i, const struct sift3 *j, vec3 h, const struct sift3 *of, double sign, vec3 between,
	double far, struct best *best)
{
	double scale;

	if (!of->faces)
		return;
	scale = sign * sqrt(of->frame->inverse); /* the matrix holds the size */
	for (int k = 0; k < of->faces->n_face && best->g < far; k++) {
		vec3 m = of->faces->normal[k];
		const double (*t)[3] = of->frame->m;
		vec3 n = v3_scale(scale, v3(t[0][0] * m.x + t[0][1] * m.y + t[0][2] * m.z, t[1][0] * m.x + t[1][1] * m.y + t[1][2] * m.z,
			t[2][0] * m.x + t[2][1] * m.y + t[2][2] * m.z));

		if (v3_dot(n, between) > 0)
			try_direction(i, j, h, n, best);
	}
}

double sift3_gap(const struct sift3 *i, const struct sift3 *j, vec3 h, vec3 between, double far, vec3 *n)
{
	double norm = v3_norm(between);
	struct best best = { .g = -INFINITY };

	try_direction(i, j, h, norm > 0 ? v3_scale(1 / norm, between) : v3(1, 0, 0), &best);
	try_faces(i, j, h, i, 1, between, far, &best);
	try_faces(i, j, h, j, -1, between, far, &best);
	*n = best.n;
	return best.g;
}

/* An edge is as deep as its end that is less deep, and a face as its least deep corner. */
void sift3_depths(const struct sift3 *b, vec3 n, double *depth)
{
	const struct faces3 *f = b->faces;
	double most = extreme(b, n);

	for (int k = 0; k < b->n_round; k++)
		depth[k] = most - (n.x * b->at[k].x + n.y * b->at[k].y + n.z * b->at[k].z);
	if (!f)
		return;
	for (int k = 0; k < f->n_edge; k++) {
		double from = depth[f->end[k][0]], to = depth[f->end[k][1]];

		depth[f->n_vertex + k] = from < to ? from : to;
	}
	for (int k = 0; k < f->n_face; k++) {
		double least = INFINITY;

		for (int c = f->first[k]; c < f->first[k + 1]; c++) {
			double at = depth[f->corner[c]];

			least = at < least ? at : least;
		}
		depth[f->n_vertex + f->n_edge + k] = least;
	}
}
