/* timing.c: the processor time that steps spend in each phase, and the cost of neighbour lists
 *
 * Processor time does not depend on what else the machine does, but it takes most of a microsecond to read. So forces and motion
 * are timed in one step of many, and some lists are not timed if lists are short-lived. No result depends on these times. */
#include "sim/timing.h"

#include <math.h>

#include "base/clock.h"

/* ---- steps ---- */

void timing_step(struct timing *w, int64_t step, int n)
{
	w->timed = step >= w->next;
	if (!w->timed)
		return;
	w->next = step + 16 + 100000 / (n + 1); /* a timed step of the plane takes longer, see dem2_step */
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

/* ---- lists: in every step; a timed step continues after the list as if no list had been timed ---- */

void timing_list_begin(struct timing *w)
{
	if (w->timed || !w->skip)
		w->at = clock_thread();
}

/* Choose `skip` so that reading the clock takes no more than a given fraction of the time. */
void timing_build_begin(struct timing *w, int64_t step, int64_t built, struct tune *tune)
{
	const double reading = 0.7e-6, fraction = 0.002; /* cost of reading the clock [s]; the fraction of all time that it may take */

	w->rebuilt = 1;
	if (w->skip) {
		w->skip--;
		if (!w->skip)
			w->at = w->built_at = clock_thread();
		return;
	}
	w->list.steps = (double)(step - built);
	w->n_list_steps += step - built;
	if (tune && w->list.steps > 0)
		tune_learn(tune, &w->list);
	w->skip = (int)fmin((4 + 4 * w->n_choice) * reading / (fraction * (w->at - w->built_at)), 100);
	w->built_at = w->at;
}

/* The first choice from the list follows. It does not count: every list has exactly one, and its cost per step hardly depends on
 * the skin. */
void timing_build_end(struct timing *w, double skin)
{
	w->list = (struct tune_list){ 0 };
	if (w->skip)
		return;
	w->list.build = clock_thread() - w->at;
	w->list.skin = skin;
}

/* Only the loop over the list counts: the rest of a choice does not depend on the skin. */
void timing_choice(struct timing *w, int over)
{
	if (w->skip || w->rebuilt)
		return;
	double now = clock_thread();
	if (over)
		w->list.choose += now - w->choice_began;
	w->choice_began = now;
}

int timing_list_end(struct timing *w)
{
	int first = w->rebuilt;

	w->rebuilt = 0;
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

void timing_reset(struct timing *w, int64_t step)
{
	*w = (struct timing){ .first = step, .next = step, .built_at = clock_thread() };
}

double timing_spent(const struct timing *w, enum timing_phase phase, int64_t step, int64_t built)
{
	double steps = (double)(step - w->first);
	double seen = phase == TIMING_LISTS ? (double)(w->n_list_steps + (w->skip ? 0 : step - built)) : (double)w->n_timed;

	return seen > 0 ? w->spent[phase] * steps / seen : 0;
}
