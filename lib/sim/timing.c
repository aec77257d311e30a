/* timing.c: what steps spend their time on, and what a list costs
 *
 * All in processor time, which says the same on a machine that is busy with other things, but takes most of a
 * microsecond to read: so forces and motion are timed in one step of many, and where lists are short-lived some go
 * unwatched. No result depends on it. */
#include "sim/timing.h"

#include <math.h>

#include "base/clock.h"

/* ---- steps ---- */

void timing_step(struct timing *w, int64_t step, int n)
{
	w->timed = step >= w->next;
	if (!w->timed)
		return;
	w->next = step + 1 + 100000 / (n + 1);
	w->n_timed++;
	w->at = clock_thread();
}

void timing_lap(struct timing *w, enum timing_phase ended)
{
	if (!w->timed)
		return;
	double now = clock_thread();
	w->spent[ended] += now - w->at;
	w->at = now;
}

/* ---- lists: in every step; one that is timed goes on as if there had been none ---- */

void timing_list_begin(struct timing *w)
{
	if (w->timed || !w->skip)
		w->at = clock_thread();
}

/* The list has had its day: learn from it what skin the next one is to have, and whether to timing that. */
void timing_build_begin(struct timing *w, int64_t step, int64_t built, struct tune *tune)
{
	const double reading = 0.7e-6, share = 0.002; /* what to read the clock costs [s], and may cost of all */

	w->renewed = 1;
	if (w->skip) {
		w->skip--;
		if (!w->skip)
			w->at = w->born = clock_thread();
		return;
	}
	w->list.steps = (double)(step - built);
	w->n_watched += step - built;
	if (tune && w->list.steps > 0)
		tune_learn(tune, &w->list);
	w->skip = (int)fmin((4 + 4 * w->n_choice) * reading / (share * (w->at - w->born)), 100);
	w->born = w->at;
}

/* What follows is the first choice from the list. It goes through the whole of it, but only once in its life,
 * which comes to about the same with any skin. */
void timing_build_end(struct timing *w, double skin)
{
	w->list = (struct tune_list){ 0 };
	if (w->skip)
		return;
	w->list.build = clock_thread() - w->at;
	w->list.skin = skin;
}

/* Going through the list begins, or is over; what else a choice takes does not depend on the skin. */
void timing_choice(struct timing *w, int over)
{
	if (w->skip || w->renewed)
		return;
	double now = clock_thread();
	if (over)
		w->list.choose += now - w->choosing;
	w->choosing = now;
}

int timing_list_end(struct timing *w)
{
	int first = w->renewed;

	w->renewed = 0;
	if (!w->timed && w->skip)
		return 0;
	double now = clock_thread(), used = now - w->at;
	w->at = now;
	if (w->skip)
		return 0;
	w->spent[TIMING_LISTS] += used;
	w->n_choice = first ? 0 : w->n_choice + 1;
	return first;
}

/* ---- the report ---- */

/* The run begins: what it took to take the scene over is no part of it. */
void timing_reset(struct timing *w, int64_t step)
{
	*w = (struct timing){ .first = step, .next = step, .born = clock_thread() };
}

/* Time spent in all steps, from those that were timed, or whose lists were watched. */
double timing_spent(const struct timing *w, enum timing_phase phase, int64_t step, int64_t built)
{
	double steps = (double)(step - w->first);
	double seen = phase == TIMING_LISTS ? (double)(w->n_watched + (w->skip ? 0 : step - built)) : (double)w->n_timed;

	return seen > 0 ? w->spent[phase] * steps / seen : 0;
}
