/* hard.h: the law of a hard contact, which has no stiffness: friction and restitution, as the stream says.
 *
 *     law A B hard mu= muy= muz= dmux= dmuy= dmuz= en= mur= mus=
 *
 * mu, muy, muz are friction coefficients along the axes of the frame of the body of material A, where they differ; muy and
 * muz are mu where they are missing. At the point p of that body they are all 1 + dmux p_x + dmuy p_y + dmuz p_z times as
 * great, or 0 where that is negative. Bodies of one material: the mean of both. A law of kind linear gives mu and en, its
 * stiffness is taken to be infinite. */
#ifndef SCREE_HARD_H
#define SCREE_HARD_H

#include "base/vec.h"
#include "contact/law.h"

struct hard {
	double mu[3], rise[3]; /* along the axes; relative increase [1/L] */
	int directed;          /* mu or rise need the frames of bodies */
	int first, second;     /* whose of the two they are */
	double en, mur, mus;   /* restitution; resistance to rolling and to spinning [L] */
};

/* Resolve the law for a contact of a body of material a with one of material b. Defaults: mu 0.5, en 0 (linear: 0.5), all else
 * 0. Statuses are law_check's; LAW_KIND for other kinds, LAW_SOFT for what a linear law has that hard contacts have not. */
enum law_status hard_resolve(const struct law *l, const char *a, struct hard *out, const char **key, double *value);

/* Add the body's part of the friction tensor in space, of a contact at the arm [L] from its centre, to t[6]; m is its rotation
 * matrix. */
void hard_friction(const struct hard *h, const double m[3][3], vec3 arm, double t[6]);

#endif
