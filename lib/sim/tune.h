/* tune.h: the width of the Verlet list's margin that costs least.
 *
 * With a wider skin lists live longer and hold more. Alonso-Marroquin and Wang (Granular Matter 11, 317, 2009) write the time
 * of a step as
 *
 *     T(skin) = a / skin + b skin^2 + c,
 *
 * where to build lists costs a / skin, for they live the longer the wider they are, and to use what is in them b skin^2 + c. T is
 * least at (a / 2b)^(1/3).
 *
 * What is used of a list in every step are the near candidates, few of all; choosing these goes through the whole list. They
 * are chosen so often that T is least in that too, so to first order a change of the skin changes the cost of choosing alone, as
 * if they were chosen as often as before. Thus b is known from the time that going through the list takes, and from how many
 * candidates stand how far: no need to try other skins and to look for small differences among times that chance spoils.
 *
 * To build a list takes the longer the more is in it, and clumps of many disks have candidates with the fourth power of the
 * skin. With e the time for a candidate more, N candidates that grow as skin^p, and n steps of life, the derivative of T by the
 * logarithm of the skin is -a / skin + p e N / n + 2 b skin^2, so a - p e N skin / n stands in the place of a. e comes from
 * lists that were built with different N on the way. */
#ifndef SCREE_TUNE_H
#define SCREE_TUNE_H

struct tune {
	double least, most;      /* bounds on the skin [L] */
	double skin;             /* the best one known [L] */
	double a, b;             /* of the model, for seconds per step; 0: not known */
	double each;             /* e [s]; 0: not known */
	double other_all, other_build; /* the list that the next e is found with: N, and the time to build it [s]; 0: none */
};

/* What is known of a list when it has ended. */
struct tune_list {
	double skin;             /* [L] */
	double steps;            /* that it lived, at least 1 */
	double build, choose;    /* processor time to build it, and to go through it for all choices [s] */
	double all, inner;       /* candidates in it, and those within TUNE_INNER of its skin */
};
#define TUNE_INNER 0.8

/* Begin with a first guess of the skin between bounds [L]. */
void tune_begin(struct tune *t, double skin, double least, double most);

/* Learn from a list: t->skin is for the next one. */
void tune_learn(struct tune *t, const struct tune_list *l);

#endif
