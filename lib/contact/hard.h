/* hard.h: the law of a hard contact, which has friction and restitution but no stiffness.
 *
 *     law A B hard mu= muy= muz= dmux= dmuy= dmuz= en= mur= mus=
 *
 * mu, muy and muz are friction coefficients along the axes of the body of material A; muy and muz default to mu. At the point p
 * of that body, in its frame, all three are multiplied by 1 + dmux p_x + dmuy p_y + dmuz p_z, or by 0 if that is negative. For
 * two bodies of one material the mean of both bodies' coefficients holds. A law of kind linear gives mu and en; its stiffness
 * counts as infinite. */
#ifndef SCREE_HARD_H
#define SCREE_HARD_H

#include "base/vec.h"
#include "contact/law.h"

struct hard {
	double mu[3], rise[3]; /* friction coefficients along the axes; their relative increase along the axes [1/L] */
	int directed;          /* friction depends on the frames of bodies */
	int first, second;     /* it depends on the frame of the first body, of the second */
	double en, mur, mus;   /* restitution; resistance to rolling and to twisting [L] */
};

/* Resolve the law for a contact whose first body has the material a. Defaults: mu 0.5, en 0 (linear: 0.5), all others 0.
 * Returns a status of law_check, or LAW_SOFT for a kind of soft contacts and for a key of a linear law that hard contacts do
 * not have, unless its value is 0. */
enum law_status hard_resolve(const struct law *l, const char *a, struct hard *out, const char **key, double *value);

/* Add the contribution of a body to the friction tensor of a contact in space, t[6]. arm is the contact point from the body's
 * centre [L], m the body's rotation matrix. */
void hard_friction(const struct hard *h, const double m[3][3], vec3 arm, double t[6]);

#endif
