/* defaults.h: default parameters of materials and contact laws.
 *
 * The user chooses the units. The values suit grains of about unit size and mass, as in the papers. */
#ifndef SCREE_DEFAULTS_H
#define SCREE_DEFAULTS_H

#define DEFAULT_MATERIAL "grain" /* material of the grains that programs make */
#define DEFAULT_DENSITY 1.0      /* [M/L^2] */
#define DEFAULT_KN 1.0           /* normal stiffness [M/T^2] */
#define DEFAULT_KT 0.1           /* tangential stiffness of the default law [M/T^2] */
#define DEFAULT_KT_RATIO 0.1     /* kt / kn of a law that gives no kt */
#define DEFAULT_KT_MINDLIN (21.0 / 17) /* the same for the Mindlin law: 3 (1 - nu) / (2 - nu), Poisson's ratio nu = 0.3 */
#define DEFAULT_MU 0.5           /* friction coefficient */
#define DEFAULT_EN 0.5           /* coefficient of normal restitution of a law that gives neither en nor gn */

#endif
