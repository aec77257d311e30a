/* auto.h: round numbers for automatic time steps. */
#ifndef SCREE_AUTO_H
#define SCREE_AUTO_H

/* The largest of 1, 2, 2.5, 4, 5, 8 times a power of ten that is not above x. Times in round decimal numbers are multiples of
 * these steps. */
double auto_round(double x);

#endif
