/* dem3_round.h: how round two bodies are at their contact, for the files of lib/dem3 alone. */
#ifndef SCREE_DEM3_ROUND_H
#define SCREE_DEM3_ROUND_H

#include "dem3/dem3_state.h"

/* dem3_near.c: that of a pebble of radius r and the wall j, see dem3_effective. */
double dem3_effective_wall(const struct dem3 *s, const struct law_contact *law, double r, int j);

/* Whether contacts of features need an effective radius. */
static inline int dem3_effective_differs(const struct law_contact *law)
{
	return law_is_elastic(law) || law_rolls(law);
}

/* The effective radius of two features of these kinds with the radii a and b; one body has faces, and none is a wall. It is 0 for
 * laws that do not need it. A vertex on a face has its own radius, also at the rim and on a cut; two edges have that of crossed
 * cylinders. So it is a constant of the two features, wherever these touch: the sum of their potentials stays an energy. */
static inline double dem3_effective_faces(const struct law_contact *law, enum feature_kind i, double a, enum feature_kind j,
	double b)
{
	double vertex = i == FEATURE_VERTEX ? a : b, other = i == FEATURE_VERTEX ? b : a;

	if (!dem3_effective_differs(law))
		return 0;
	if (i == FEATURE_EDGE)
		return law_effective_crossed(a, b);
	if ((i == FEATURE_LINE || j == FEATURE_LINE) && law_is_elastic(law) && vertex > 0 && other > 0)
		return law_effective_cylinder(vertex, other, CYLINDER_OUT);
	return vertex > 0 ? vertex : other;
}

/* The effective radius of the contact of a pebble of radius r with body j, whose pebble has the radius o; o does not matter for a
 * wall. For bodies with faces j is a wall. Faces, edges and corners of a mesh count as flat, and so do cylinders, unless the law
 * is elastic. */
static inline double dem3_effective(const struct dem3 *s, const struct law_contact *law, double r, int j, double o)
{
	return s->wall_of[j] < 0 ? law_effective(r, o) : dem3_effective_wall(s, law, r, j);
}

/* The distance at which a contact breaks that clings, with the radii of dem3_effective; o is 0 for a wall [L]. */
static inline double dem3_lasts(const struct dem3 *s, const struct law_contact *law, double r, int j, double o)
{
	return r + o + law_lasts(law, dem3_effective(s, law, r, j, o));
}

/* Whether contacts of two bodies are computed as those of balls. Contacts that cling are not: batches of balls find out by
 * themselves which of them touch, and know nothing of the past. */
static inline int dem3_balls(const struct dem3 *s, int a, int b, const struct law_contact *law)
{
	return dem3_is_ball(s, a) && dem3_is_ball(s, b) && !law_clings(law);
}

#endif
