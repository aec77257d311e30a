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
/* Add the near candidates of a body with faces and a wall, as for pebbles in dem3_near.c: features come nearer by at most
 * the rooms of the bodies. *old is the first of part3.held that is not before the pair's candidates. */
void dem3_faces_choose(const struct dem3 *s, struct part3 *q, int pair, const struct law_contact *law, int *old);
/* Find out which of the near candidates from .. end-1 of a part touch, all features and walls, of whole near pairs. The
 * nearest points of those that do, or did one step ago, are kept in q->nearest. Returns whether contacts have to be put in
 * order. */
int dem3_faces_touch(struct dem3 *s, struct part3 *q, int from, int end);
/* dem3_touch.c: whether the pebble or vertex of a near candidate with a mesh, which is at x, touches no other face in the
 * place of its own, whose closest point is at w from x between the corners. */
int dem3_near_is_closest(const struct dem3 *s, const struct part3 *q, int near, const struct wall3 *wall, vec3 x, vec3 w,
	int corners);
/* dem3_paths.c: begin with no paths; add those since the last call, with that of the furthest image of a cell that deforms; free
 * all. path [L] follows bodies up to path_x and path_q. Nothing is done without bodies with faces. */
void dem3_paths_begin(struct dem3 *s);
void dem3_paths_add(struct dem3 *s);
void dem3_paths_free(struct dem3 *s);

/* dem3_pairs.c, see dem3_pairs.h. dem3_pairs_keys: the partners of all pairs before a new list is built. dem3_pairs_renew:
 * the new list has been cut into parts: set up its pairs, take over what is known of the old ones, begin with no paths, and
 * free key. */
struct between3 *dem3_pairs_keys(struct dem3 *s);
void dem3_pairs_renew(struct dem3 *s, struct between3 *key);
void dem3_pairs_free(struct dem3 *s);
/* No pair of a part is near. Make a pair near if it may touch within the bodies' rooms, or did one step ago; near_pair is
 * its index then. Returns whether it is. */
void dem3_pairs_far(struct dem3 *s, struct part3 *q);
int dem3_pair_near(struct dem3 *s, struct part3 *q, int pair, int near_pair, const struct law_contact *law);
/* The path of two bodies since the list was built [L]. */
static inline double pair_path(const struct dem3 *s, const int body[2])
{
	return s->path[body[0]] + s->path[body[1]] + s->path_image;
}

struct hit;

/* Allocate n near features; what they held is lost. */
void dem3_pair_near_reserve(struct faces_pair3 *r, int n);
/* Insert a contact of two features, all 0, at index `at`. Drop those that have ended, by the hits of the pair. Set the
 * torque by the change of the weight of contact k. */
void dem3_pair_insert(const struct dem3 *s, struct faces_pair3 *r, int at, int fi, int fj);
void dem3_pair_drop(struct faces_pair3 *r, const struct hit *hit);
void dem3_pair_lean(struct faces_pair3 *r, int k, vec3 lean);
/* Take a contact that has been read. Returns 0 if it is of no such pair. */
int dem3_pairs_take(struct dem3 *s, const struct between3 *q, const struct contact3 *at, const struct rolling3 *rolling);
/* The number of contacts of all pairs. Call visit for those of one pair, in order. */
int dem3_pairs_count(const struct dem3 *s);
void dem3_pair_each(const struct dem3 *s, const struct faces_pair3 *r, contact3_visit *visit, void *to);

/* dem3_pairs_force.c: evaluate the contacts of the near pairs with faces of a part, see dem3_forces. b: the part's block. */
struct block;
void dem3_pairs_forces(struct dem3 *s, struct part3 *q, int thread, enum evaluation how, struct block *b);
/* Find the contacts of these pairs whose overlap is more than half the sum of the radii. */
void dem3_pairs_overlaps(struct dem3 *s, const struct part3 *q);
/* Memory for each of a number of threads. */
struct faces_work3 *dem3_faces_work_new(int threads);
void dem3_faces_work_free(struct faces_work3 *w, int threads);

/* Refuse what bodies with faces cannot be with: grains without a spheroradius, cylinders with ends, laws whose contacts cling. */
enum sim_status dem3_faces_refuse(const struct dem3 *s, const struct world *w, struct sim_error *e);
/* Fail if the skeletons of two bodies meet, or one is in the other, when the first list has been built. */
void dem3_faces_check(struct dem3 *s);

#endif
