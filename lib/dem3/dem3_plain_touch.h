/* dem3_plain_touch.h: where two bodies touch, for dem3_plain.c and dem3_plain_touch.c alone. */
#ifndef SCREE_DEM3_PLAIN_TOUCH_H
#define SCREE_DEM3_PLAIN_TOUCH_H

#include "dem3/dem3_state.h"

/* The body j, s periods away and so shifted by h, that a pebble of body i may touch; wall if it is one; faces: their features
 * touch; share: of each pair of features that touch. */
struct target { int i, j; const int *s; vec3 h; const struct wall3 *wall; int faces; double share; };

/* From a pebble's centre, or a point of a feature that is displaced by arm from the body, w leads to the target's pebble, feature
 * or the closest point of its wall, and far is the distance of its surface. r, reach: radii of both, 0 for a wall; corners: those
 * of the face between which the point lies; nearest: of features; kind: of two features, neither of a
 * wall. */
struct branch { vec3 w, arm; double far, r, reach; int corners; struct nearest3 nearest; enum feature_kind kind[2]; };

/* Whether two entries among the pebbles of bodies i and j, by index among all, can touch at all. */
int dem3_plain_counts(const struct dem3 *s, int i, int j, int p, int q);
/* Whether pebble p touches feature q of the target, or a contact that was there lasts; *b gets their branch. */
int dem3_plain_touches(const struct dem3 *s, const struct target *t, const struct pebble *p, int q, const struct law_contact *law,
	int was, struct branch *b);
/* The kinematics of a pebble or feature and the target. */
struct kinematics3 dem3_plain_kinematics(const struct dem3 *s, const struct target *t, const struct branch *to,
	const struct law_contact *law);

#endif
