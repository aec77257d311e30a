/* pace.h: how many threads a program uses that repeats similar rounds of work, such as time steps.
 *
 * More threads are not always faster: rounds may be too short, or other programs may use the processors. So from time to time
 * the number of threads is tried against its half or its double, for some rounds each, by the clock. Trials become rare while the
 * choice stays the same.
 */
#ifndef SCREE_PACE_H
#define SCREE_PACE_H

/* All 0, except for most, at the beginning. */
struct pace {
	int most;                /* the largest number of threads */
	int now, other;          /* the present choice, and the number that it is tried against */
	int down;                /* the next trial is against the half of it */
	int window;              /* of the trial: 0 now, 1 and 2 other, 3 now; below 0: no trial */
	double length;           /* of this window of a trial [s] */
	int changes;             /* this is the first round of a window with another number, which may prepare for it */
	double began;            /* when this round began [s] */
	double time;             /* in rounds of this window, or since the last trial [s] */
	int rounds;              /* the same, number */
	double wait;             /* the time in rounds until the next trial [s] */
	double waits;            /* the same, in lengths of the last trial */
	double spent;            /* the time in rounds of this trial [s] */
	double least[2];         /* the least time of a round in windows with `now` and `other` threads: some may be disturbed [s] */
};

/* Rounds with more threads must take less than this part of the time. */
#define PACE_PAYS 0.95

/* A round begins at the time t [s]. Returns the number of threads to use in it, 1 to p->most. */
int pace_round(struct pace *p, double t);
/* The round has ended. */
void pace_rest(struct pace *p, double t);

#endif
