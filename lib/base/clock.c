/* clock.c: clocks */
#include "base/clock.h"

#include <time.h>

static double seconds(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double clock_wall(void)
{
	return seconds(CLOCK_MONOTONIC);
}

double clock_thread(void)
{
	return seconds(CLOCK_THREAD_CPUTIME_ID);
}

double clock_process(void)
{
	return seconds(CLOCK_PROCESS_CPUTIME_ID);
}
