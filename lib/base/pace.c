/* pace.c: how many threads a program uses that repeats similar rounds of work */
#include "base/pace.h"

#include <math.h>

/* A window is some time slices of the system long, so that a trial sees what other programs take. Those of the first trial are
 * shorter, since a run that begins with one thread should not wait long for others; what it gets wrong, the next one mends soon.
 * If a run begins with more, only the first window is shorter: in short ones, a rebuild of lists may look like threads that do
 * not pay. */
static const double window = 20e-3, first_window = 10e-3; /* [s] */
enum { LEAST_ROUNDS = 3, MOST_WAITS = 64 };
/* A trial ends early if rounds with the other number take so many times as long. That fewer threads are worse is soon believed: a
 * trial of theirs takes the most time where threads pay best. */
static const double lost = 1.4, lost_fewer = 1.15, early = 5e-3; /* early: time after which that is known [s] */
/* Long rounds are hardly ever faster with fewer threads: they begin with all, and the first trial comes a little later. */
static const double long_round = 1e-4; /* [s] */
enum { LATE = 2 };
/* Windows that belong to no trial. */
enum { NO_TRIAL = -1, FIRST = -2 };

/* The number to try next, or the present one if there is no other in this direction. */
static int other_of(const struct pace *p)
{
	if (p->down)
		return (p->now + 1) / 2;
	return 2 * p->now < p->most ? 2 * p->now : p->most;
}

/* A window or a time without trials begins. */
static void begin(struct pace *p, int window)
{
	p->window = window;
	p->changes = window == 1 || window == 3;
	p->time = 0;
	p->rounds = 0;
}

static void trial_begin(struct pace *p)
{
	p->other = other_of(p);
	if (p->other == p->now) {
		p->down = !p->down;
		p->other = other_of(p);
	}
	p->length = p->spent > 0 ? window : first_window; /* nothing was spent before the first trial */
	p->spent = 0;
	p->least[0] = p->least[1] = INFINITY;
	begin(p, 0);
}

/* Choose one of both numbers. After a change the next trial goes on in the same direction if there is another number. It comes
 * soon: what made rounds slow may have been a program that ends. */
static void trial_end(struct pace *p, int change)
{
	int quick = p->length < window;

	if (change)
		p->now = p->other;
	else
		p->down = !p->down;
	p->waits = quick || change ? 1 : 2 * p->waits;
	p->waits = p->waits < MOST_WAITS ? p->waits : MOST_WAITS;
	p->wait = p->waits * (p->spent > 4 * window ? p->spent : 4 * window);
	begin(p, NO_TRIAL);
}

/* Compare both numbers. */
static int pays(const struct pace *p)
{
	double now = p->least[0], other = p->least[1];

	return p->other > p->now ? other < PACE_PAYS * now : !(now < PACE_PAYS * other);
}

static void window_end(struct pace *p)
{
	double *least = &p->least[p->window == 1 || p->window == 2], mean = p->time / p->rounds;

	p->spent += p->time;
	*least = mean < *least ? mean : *least;
	p->length = p->now > 1 ? window : p->length; /* of the next ones */
	if (p->window == 3)
		trial_end(p, pays(p));
	else
		begin(p, p->window + 1);
}

/* Whether the other number is known to be worse before its first window ends. */
static int is_lost(const struct pace *p)
{
	double limit = p->other < p->now ? lost_fewer : lost;

	return p->window == 1 && p->time >= early && p->time / p->rounds > limit * p->least[0];
}

/* The first rounds, which are slower than others, tell only how long rounds are. Few threads are likely to be the best for short
 * ones. */
static void first_end(struct pace *p)
{
	int is_long = p->time >= LEAST_ROUNDS * long_round;

	p->now = is_long ? p->most : 1;
	p->waits = is_long ? LATE : 1;
	p->wait = is_long ? 4 * LATE * p->time : first_window;
	p->down = is_long;
	begin(p, NO_TRIAL);
}

int pace_round(struct pace *p, double t)
{
	p->began = t;
	if (p->now == 0) {
		p->now = p->most;
		begin(p, FIRST);
	}
	return p->window == 1 || p->window == 2 ? p->other : p->now;
}

void pace_rest(struct pace *p, double t)
{
	if (p->changes) {
		p->changes = 0;
		p->spent += t - p->began;
		return;
	}
	p->time += t - p->began;
	p->rounds++;
	if (p->most <= 1)
		return;
	if (p->window == FIRST && p->rounds >= LEAST_ROUNDS)
		first_end(p);
	else if (p->window == NO_TRIAL && p->time >= p->wait)
		trial_begin(p);
	else if (p->rounds >= LEAST_ROUNDS && is_lost(p))
		trial_end(p, 0);
	else if (p->window >= 0 && p->rounds >= LEAST_ROUNDS && p->time >= p->length)
		window_end(p);
}
