/* stop.c: signals that ask a program to end in good order */
#include "common/stop.h"

#include <signal.h>
#include <time.h>

#include "base/ranks.h"

static volatile sig_atomic_t asked;
static int agreed;

/* timeout(1), mpirun and batch systems send a signal to the process and to its group. Signals within a second of the first
 * therefore count as one. */
static void on_signal(int number)
{
	static struct timespec first;
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	if (!__atomic_load_n(&asked, __ATOMIC_ACQUIRE)) {
		first = now; /* set before others see it: a second signal may come to another thread at the same time */
		__atomic_store_n(&asked, number, __ATOMIC_RELEASE);
	} else if ((double)(now.tv_sec - first.tv_sec) + 1e-9 * (double)(now.tv_nsec - first.tv_nsec) > 1) {
		signal(number, SIG_DFL);
		raise(number); /* is delivered when this handler returns */
	}
}

void stop_catch(void)
{
	struct sigaction a = { .sa_handler = on_signal, .sa_flags = SA_RESTART };

	sigaddset(&a.sa_mask, SIGINT);
	sigaddset(&a.sa_mask, SIGTERM);
	sigaction(SIGINT, &a, NULL);
	sigaction(SIGTERM, &a, NULL);
}

int stop_own(void)
{
	return asked;
}

void stop_agree(int number)
{
	agreed = number;
}

int stop_asked(void)
{
	return ranks_n() > 1 ? agreed : asked;
}
