/* count.c: how far a long computation is */
#include "base/count.h"

#include "base/clock.h"

volatile struct count count_level[COUNT_LEVELS];
volatile int count_levels;
void (*count_yield)(void);

void count_begin(const char *what, double from, double total)
{
	if (count_levels < COUNT_LEVELS) {
		volatile struct count *w = &count_level[count_levels];

		w->what = what;
		w->from = w->done = from;
		w->total = total;
		w->began = clock_wall();
	}
	count_levels++;
}

void count_end(void)
{
	count_levels--;
}
