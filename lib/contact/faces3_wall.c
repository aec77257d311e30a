/* faces3_wall.c: the nearest points of features and walls */
#include "contact/faces3_wall.h"

double faces3_from_wall(const struct feature3 *i, const struct wall3 *wall, int k, struct nearest3 *out, int *corners)
{
	const struct facets *f = wall->facets;
	enum feature_kind kind = faces3_kind(i->faces, i->k);

	if (kind == FEATURE_VERTEX) {
		*out = (struct nearest3){ .arm = v3_sub(i->middle, i->frame->at), .weight = 1, .share = 1 };
		return wall->kind == FORM_MESH ? wall3_from_face(wall, k, i->middle, &out->w, corners) :
		                                 wall3_from(wall, i->middle, &out->w);
	}
	if (wall->kind != FORM_MESH) {
		faces3_to_line(i, wall->at, wall->axis, out);
		double far = v3_norm(out->w);
		out->w = v3_scale(far > 0 ? (far - wall->r) / far : 0, out->w);
		return far - wall->r;
	}
	if (kind == FEATURE_EDGE) {
		vec3 middle, half;

		facets_edge(f, k, &middle, &half);
		faces3_to_segment(i, v3_add(middle, wall->shift), half, out);
	} else {
		struct feature3 corner = { .middle = facets_corner(f, k) };

		faces3_nearest(i, &corner, wall->shift, out);
	}
	return v3_norm(out->w);
}

/* ---- bodies that interlock ---- */

static vec3 corner_of(const struct wall3 *wall, int face, int z)
{
	const struct facets *f = wall->facets;

	return v3_add(f->at[f->face[face][z]], wall->shift);
}

int faces3_meets_mesh(const struct faces3 *f, const struct frame3 *at, const struct wall3 *wall, int **list, size_t *cap)
{
	double reach = 0, size = 1 / sqrt(at->inverse);

	for (int v = 0; v < f->n_vertex; v++)
		reach = fmax(reach, size * v3_norm(faces3_middle(f, v)));
	int n = facets_near(wall->facets, v3_sub(at->at, wall->shift), reach, list, cap);
	for (int k = 0; k < n; k++) {
		int face = (*list)[k];

		for (int z = 0; z < 3; z++)
			if (faces3_through(f, at, corner_of(wall, face, z), corner_of(wall, face, (z + 1) % 3)))
				return 1;
		for (int e = f->n_vertex; e < f->n_vertex + f->n_edge; e++) {
			vec3 end[2];

			faces3_ends(f, at, e, end);
			if (facets_crossed(wall->facets, face, v3_sub(end[0], wall->shift), v3_sub(end[1], wall->shift)))
				return 1;
		}
	}
	return 0;
}
