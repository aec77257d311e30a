/* count.h: how far a long computation is, for programs that show it. No result depends on it. Call these functions from one
 * thread only. */
#ifndef SCREE_COUNT_H
#define SCREE_COUNT_H

enum { COUNT_LEVELS = 4 };

/* The computations that are under way, the outermost first. A handler of signals reads them at any time. */
struct count {
	const char *what;               /* what is counted, in a word or two: "bodies" */
	double from, done, total;       /* the count at the beginning, now and at the end, which is 0 if it is not known */
	double began;                   /* when it began, by clock_wall [s] */
};
extern volatile struct count count_level[COUNT_LEVELS];
extern volatile int count_levels;    /* their number, which may be more than COUNT_LEVELS */

/* Called before a program writes to stdout for the first time, unless it is NULL. */
extern void (*count_yield)(void);

/* Begin to count. what must live until count_end. Computations may be nested. */
void count_begin(const char *what, double from, double total);
/* End the innermost count. */
void count_end(void);

/* Tell how far the innermost count is. */
static inline void count_to(double done)
{
	if (count_levels > 0 && count_levels <= COUNT_LEVELS)
		count_level[count_levels - 1].done = done;
}

#endif
