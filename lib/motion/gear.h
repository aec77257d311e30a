/* gear.h: Gear's five-value predictor-corrector for forces that depend on velocities (Gear 1971; Allen and Tildesley 1987,
 * table E.1: 19/90, 3/4, 1, 1/2, 1/12). Each call takes one degree of freedom of n bodies; arrays are [n].
 *
 * Higher derivatives are scaled: r2 = q'' dt^2/2, r3 = q''' dt^3/6, r4 = q'''' dt^4/24; v and a are not scaled. */
#ifndef SCREE_GEAR_H
#define SCREE_GEAR_H

#define GEAR_POSITION (19.0 / 90)
#define GEAR_VELOCITY 0.75

/* Predict from the corrected q. The predicted position goes to p and the scaled acceleration to r2; v and r3 are predicted in
 * place, and r4 stays as it is. */
void gear_predict(int n, double dt, const double *restrict q, double *restrict v, const double *restrict a,
	double *restrict p, double *restrict r2, double *restrict r3, const double *restrict r4);
/* Correct with the accelerations a at the predicted p. The corrected position goes to q; v, r3 and r4 are corrected in place. */
void gear_correct(int n, double dt, double *restrict q, double *restrict v, const double *restrict a,
	const double *restrict p, const double *restrict r2, double *restrict r3, double *restrict r4);

#endif
