/* dem3_plain_touch.c: where two bodies of the plain reference touch */
#include "dem3/dem3_plain_touch.h"

#include <math.h>

#include "dem3/dem3_cell.h"
#include "dem3/dem3_faces.h"
#include "dem3/dem3_round.h"

static struct branch branch_to(const struct dem3 *s, const struct target *t, const struct pebble *p, int q)
{
	vec3 x = v3(p->x, p->y, p->z);
	int at = (int)(p - s->pebbles.at), first = s->pebbles.first[t->j];
	struct branch out = { .arm = v3_sub(x, s->motion[t->i].position), .r = pebbles_radius(&s->pebbles, t->i, at), .corners = 7,
		.nearest = { .weight = 1 } };

	if (t->faces && t->wall) {
		out.far = dem3_faces_from_wall(s, t->i, at, t->wall, q, &out.nearest, &out.corners);
		out.w = out.nearest.w;
		out.arm = out.nearest.arm;
		return out;
	}
	if (t->faces) {
		dem3_faces_nearest(s, t->i, t->j, at, first + q, t->h, &out.nearest);
		out.w = out.nearest.w;
		out.arm = out.nearest.arm;
		out.reach = pebbles_radius(&s->pebbles, t->j, first + q);
		out.kind[0] = pebbles_kind(&s->pebbles, t->i, at);
		out.kind[1] = pebbles_kind(&s->pebbles, t->j, first + q);
		return out;
	}
	if (t->wall && t->wall->kind == FORM_MESH) {
		out.far = wall3_from_face(t->wall, q, x, &out.w, &out.corners);
	} else if (t->wall) {
		out.far = wall3_from(t->wall, x, &out.w);
	} else {
		const struct pebble *o = &s->pebbles.at[first + q];

		out.reach = o->r;
		out.w = v3(o->x + t->h.x - x.x, o->y + t->h.y - x.y, o->z + t->h.z - x.z);
		out.far = v3_norm(out.w) - o->r;
	}
	return out;
}

/* Whether another face is touched in the place of face q, see wall3_yields. */
static int face_yields(const struct target *t, const struct pebble *p, int q, const struct branch *b)
{
	for (int k = 0; k < t->wall->facets->n_face; k++)
		if (k != q && wall3_yields(t->wall, q, v3(p->x, p->y, p->z), b->w, b->corners, k))
			return 1;
	return 0;
}

struct kinematics3 dem3_plain_kinematics(const struct dem3 *s, const struct target *t, const struct branch *to,
	const struct law_contact *law)
{
	const struct motion3 *a = &s->motion[t->i], *b = &s->motion[t->j];
	struct kinematics3 k = {
		.separation = to->w, .sum_of_radii = to->r + to->reach, .radius = to->r, .centre = to->arm, .weight = to->nearest.weight,
		.branch = v3_sub(v3_add(b->position, t->h), a->position), .velocity = v3_sub(a->linear_velocity, b->linear_velocity),
		.spin_i = a->spin, .spin_j = b->spin, .displacement = v3_sub(a->displacement, b->displacement),
		.turn_i = a->turn_begin, .turn_j = b->turn_begin, .late_turn_i = dem3_late_turn(s, t->i),
		.late_turn_j = dem3_late_turn(s, t->j),
		.root = law->zn + law->zt > 0 ? sqrt(dem3_reduced_mass(s, t->i, t->j) / t->share) : 0,
		.effective = t->faces && !t->wall ? dem3_effective_faces(law, to->kind[0], to->r, to->kind[1], to->reach)
		           : dem3_effective(s, law, to->r, t->j, to->reach),
	};

	if (s->core.cell.moves && (t->s[0] || t->s[1] || t->s[2])) {
		struct image_motion image = dem3_cell_image(s, t->s);

		k.velocity = v3_sub(k.velocity, image.velocity);
		k.displacement = v3_sub(k.displacement, image.displacement);
	}
	return k;
}

int dem3_plain_touches(const struct dem3 *s, const struct target *t, const struct pebble *p, int q, const struct law_contact *law,
	int was, struct branch *b)
{
	*b = branch_to(s, t, p, q);
	double begins = was && law_clings(law) ? dem3_lasts(s, law, b->r, t->j, b->reach) : law_begins(law, b->r + b->reach);
	if (!t->wall)
		return b->w.x * b->w.x + b->w.y * b->w.y + b->w.z * b->w.z < begins * begins;
	int vertex = pebbles_kind(&s->pebbles, t->i, (int)(p - s->pebbles.at)) == FEATURE_VERTEX;
	return b->far < begins && !(vertex && face_yields(t, p, q, b));
}

int dem3_plain_counts(const struct dem3 *s, int i, int j, int p, int q)
{
	if (!dem3_has_faces(s, i, j))
		return pebbles_kind(&s->pebbles, i, p) == FEATURE_VERTEX;
	if (s->wall_of[j] >= 0)
		return faces3_wall_pairs(pebbles_kind(&s->pebbles, i, p), &s->wall_at[s->wall_of[j]], q - s->pebbles.first[j]);
	return faces3_pairs(pebbles_kind(&s->pebbles, i, p), pebbles_kind(&s->pebbles, j, q));
}
