/* dem2_watch.c: what steps spend their time on, and what a list costs
 *
 * All in processor time, which says the same on a machine that is busy with other things, but takes most of a microsecond
 * to read: so forces and motion are timed in one step of many, and where lists are short-lived some go unwatched. No result
 * depends on it. */
#include <math.h>

#include "base/clock.h"
#include "sim/dem2_state.h"

/* ---- steps ---- */

void dem2_watch_step(struct dem2 *s)
{
	struct watch *w = &s->watch;

	w->timed = s->step >= w->next;
	if (!w->timed)
		return;
	w->next = s->step + 1 + 100000 / (s->n + 1);
	w->n_timed++;
	w->at = clock_thread();
}

void dem2_watch_lap(struct dem2 *s, enum watch_phase ended)
{
	struct watch *w = &s->watch;

	if (!w->timed)
		return;
	double now = clock_thread();
	w->spent[ended] += now - w->at;
	w->at = now;
}

/* ---- lists: in every step; one that is timed goes on as if there had been none ---- */

void dem2_watch_list_begin(struct dem2 *s)
{
	struct watch *w = &s->watch;

	if (w->timed || !w->skip)
		w->at = clock_thread();
}

/* The list has had its day: learn from it what skin the next one is to have, and whether to watch that. */
void dem2_watch_build_begin(struct dem2 *s)
{
	const double reading = 0.7e-6, share = 0.002; /* what to read the clock costs [s], and may cost of all */
	struct watch *w = &s->watch;

	w->renewed = 1;
	if (w->skip) {
		w->skip--;
		if (!w->skip)
			w->at = w->born = clock_thread();
		return;
	}
	w->list.steps = (double)(s->step - s->built);
	w->n_watched += s->step - s->built;
	if (s->tuned && w->list.steps > 0) {
		tune2_learn(&s->tune, &w->list);
		s->skin = s->tune.skin;
	}
	w->skip = (int)fmin((4 + 4 * w->n_choice) * reading / (share * (w->at - w->born)), 100);
	w->born = w->at;
}

/* What follows is the first choice from the list. It goes through the whole of it, but only once in its life, which comes
 * to about the same with any skin. */
void dem2_watch_build_end(struct dem2 *s)
{
	struct watch *w = &s->watch;

	w->list = (struct tune2_list){ 0 };
	if (w->skip)
		return;
	w->list.build = clock_thread() - w->at;
	if (s->rebuilds > 1) /* the first of all costs more than others: it finds its memory */
		w->list.skin = 0.5 * s->margin;
}

/* Going through the list begins, or is over; what else a choice takes does not depend on the skin. */
void dem2_watch_choice(struct dem2 *s, int over)
{
	struct watch *w = &s->watch;

	if (w->skip || w->renewed)
		return;
	double now = clock_thread();
	if (over)
		w->list.choose += now - w->choosing;
	w->choosing = now;
}

void dem2_watch_list_end(struct dem2 *s)
{
	struct watch *w = &s->watch;
	int first = w->renewed;

	w->renewed = 0;
	if (!w->timed && w->skip)
		return;
	double now = clock_thread(), used = now - w->at;
	w->at = now;
	if (w->skip)
		return;
	w->spent[WATCH_LISTS] += used;
	if (first) {
		w->list.all = s->list.n_cand;
		w->list.inner = dem2_list_within(s, TUNE2_INNER);
	}
	w->n_choice = first ? 0 : w->n_choice + 1;
}

/* ---- the report ---- */

/* The run begins: what it took to take the scene over is no part of it. */
void dem2_watch_reset(struct dem2 *s)
{
	s->watch = (struct watch){ .first = s->step, .next = s->step, .born = clock_thread() };
}

/* Time spent in all steps, from those that were timed, or whose lists were watched. */
double dem2_watch_spent(const struct dem2 *s, enum watch_phase phase)
{
	const struct watch *w = &s->watch;
	double steps = (double)(s->step - w->first);
	double seen = phase == WATCH_LISTS ? (double)(w->n_watched + (w->skip ? 0 : s->step - s->built)) : (double)w->n_timed;

	return seen > 0 ? w->spent[phase] * steps / seen : 0;
}
