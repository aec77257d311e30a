/* tune.h: the skin of the neighbour list for which a step takes the least time. The skin is half of the list's margin.
 *
 * With a wider skin a list lives longer and holds more candidates. Alonso-Marroquin and Wang (Granular Matter 11, 317, 2009)
 * write the time of a step as
 *
 *     T(skin) = a / skin + b skin^2 + c.
 *
 * Building lists costs a / skin, since a list with a wider skin lives longer. Using the candidates of a list costs b skin^2 + c.
 * T is least at skin = (a / 2b)^(1/3).
 *
 * A step uses only the near candidates, which are few. Choosing near candidates goes through the whole list. The interval between
 * two choices also minimises T. So to first order a change of the skin changes only the cost of choosing at the present interval.
 * Hence b follows from the time of the loop over the list, and from the number of candidates within two distances. It is not
 * necessary to try other skins and to compare times that differ little and are noisy.
 *
 * Building a list takes longer if the list has more candidates, and the candidates of clumps of many disks grow as the fourth
 * power of the skin. Let e be the time to build one more candidate, N the number of candidates, which grows as skin^p, and n the
 * number of steps that the list lives. The derivative of T by the logarithm of the skin is -a / skin + p e N / n + 2 b skin^2. So
 * a - p e N skin / n replaces a. e comes from lists of different N that were built during the run. */
#ifndef SCREE_TUNE_H
#define SCREE_TUNE_H

struct tune {
	double least, most;      /* bounds on the skin [L] */
	double skin;             /* the best skin known [L] */
	double a, b;             /* of the model, for seconds per step; 0: not known */
	double each;             /* e [s]; 0: not known */
	double other_all, other_build; /* an earlier list, to find e: N, and the time to build it [s]; 0: none */
};

/* The cost of a list, at the end of its life. */
struct tune_list {
	double skin;             /* [L] */
	double steps;            /* number of steps of its life, at least 1 */
	double build, choose;    /* processor time to build it, and of all loops over it that choose near candidates [s] */
	double all, inner;       /* number of candidates, and number of those within TUNE_INNER of its skin */
};
#define TUNE_INNER 0.8

/* Begin with a first guess of the skin, and bounds on it [L]. */
void tune_begin(struct tune *t, double skin, double least, double most);

/* Learn from the cost of a list. t->skin becomes the skin for the next list. */
void tune_learn(struct tune *t, const struct tune_list *l);

#endif
