/* defaults.h: what a material and a contact law are when nobody says otherwise.
 *
 * Units are the user's own; these numbers are those of the papers: grains of about unit size and mass. */
#ifndef SCREE_DEFAULTS_H
#define SCREE_DEFAULTS_H

#define DEFAULT_MATERIAL "grain" /* name of the makers' material */
#define DEFAULT_DENSITY 1.0      /* [M/L^2] */
#define DEFAULT_KN 1.0           /* normal stiffness [M/T^2] */
#define DEFAULT_KT 0.1           /* tangential stiffness [M/T^2], as makers write it */
#define DEFAULT_KT_RATIO 0.1     /* kt / kn of a law that gives no kt */
#define DEFAULT_KT_MINDLIN (21.0 / 17) /* of a law mindlin: 3 (1 - nu) / (2 - nu), Poisson's ratio nu = 0.3 */
#define DEFAULT_MU 0.5           /* friction coefficient */
#define DEFAULT_EN 0.5           /* normal restitution coefficient, of a law that gives neither en nor gn */

#endif
