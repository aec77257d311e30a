/* dem3_faces.h: contacts of bodies with faces, for the files of lib/dem3 alone. See contact/faces3.h. */
#ifndef SCREE_DEM3_FACES_H
#define SCREE_DEM3_FACES_H

#include "contact/faces3_wall.h"
#include "dem3/dem3_state.h"

/* Whether the candidates of two bodies are features: one has faces, and b is no wall, or one that edges touch. */
static inline int dem3_has_faces(const struct dem3 *s, int a, int b)
{
	if (!s->some_faces)
		return 0;
	if (s->wall_of[b] >= 0)
		return faces3_wall_has_edges(&s->pebbles, a, &s->wall_at[s->wall_of[b]]);
	return pebbles_faces(&s->pebbles, a) || pebbles_faces(&s->pebbles, b);
}

/* The nearest points of the features p and q of bodies i and j, by index among all pebbles; j is displaced by h [L]. Both are
 * placed, and are a pair that counts. */
void dem3_faces_nearest(const struct dem3 *s, int i, int j, int p, int q, vec3 h, struct nearest3 *out);
/* The nearest points of feature p of body i, by index among all pebbles, and feature q of the wall, see faces3_from_wall. */
double dem3_faces_from_wall(const struct dem3 *s, int i, int p, const struct wall3 *wall, int q, struct nearest3 *out,
	int *corners);
/* The torque on j by the change of the weight, for the law's energy at this distance. */
vec3 dem3_faces_lean(const struct law_contact *law, const struct nearest3 *n, double lim, double effective);
/* Add the near candidates of a pair with faces, as for pebbles in dem3_near.c: features come nearer by at most the rooms of the
 * bodies. *old is the first place of the part's contacts that is not before the pair's candidates. */
void dem3_faces_choose(const struct dem3 *s, struct part3 *q, int pair, const struct law_contact *law, int *old);
/* dem3_paths.c: begin with no paths; add those since the last call, with that of the furthest image of a cell that deforms; free
 * all. path [L] follows bodies up to path_x and path_q. Nothing is done without bodies with faces. */
void dem3_paths_begin(struct dem3 *s);
void dem3_paths_add(struct dem3 *s);
void dem3_paths_free(struct dem3 *s);
/* Find out which of the near candidates from .. end-1 of a part touch, all features, of whole near pairs. The nearest points of
 * those that do, or did one step ago, are kept in q->nearest. Returns whether contacts have to be put in order. */
int dem3_faces_touch(struct dem3 *s, struct part3 *q, int from, int end);
/* dem3_near.c: whether the pebble or vertex of a near candidate with a mesh, which is at x, touches no other face in the place of
 * its own, whose closest point is at w from x between the corners. */
int dem3_near_is_closest(const struct dem3 *s, const struct part3 *q, int near, const struct wall3 *wall, vec3 x, vec3 w,
	int corners);
/* Refuse what bodies with faces cannot be with: grains without a spheroradius, cylinders with ends, laws whose contacts cling. */
enum sim_status dem3_faces_refuse(const struct dem3 *s, const struct world *w, struct sim_error *e);
/* Fail if the skeletons of two bodies meet, or one is in the other, when the first list has been built. */
void dem3_faces_check(struct dem3 *s);

#endif
