/* exponent.h: logarithm and exponential that have the same bits on every machine. */
#ifndef SCREE_EXPONENT_H
#define SCREE_EXPONENT_H

/* Natural logarithm of a finite x > 0, within 2 units in the last place. */
double exponent_log(double x);
/* e^x of a finite x, within 2 units in the last place; 0 or infinity if it underflows or overflows. */
double exponent_exp(double x);

#endif
