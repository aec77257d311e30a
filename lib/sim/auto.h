/* auto.h: what automatic time steps have in common. */
#ifndef SCREE_AUTO_H
#define SCREE_AUTO_H

/* The largest of 1, 2, 2.5, 4, 5, 8 times a power of ten that is not above x: times that people ask for are whole
 * numbers of such steps. */
double auto_round(double x);

#endif
