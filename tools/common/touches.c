/* touches.c: the contacts of a frame, and the messages if they cannot be found */
#include "common/touches.h"

#include <string.h>

#include "common/laws.h"
#include "common/simulator.h"

int touches_anew;

static void touches_fail(const struct touch_error *e, const struct world *w)
{
	const char *p = e->word ? e->word : "", *q = e->word2 ? e->word2 : "";
	long long i = (long long)e->a, j = (long long)e->b;
	char frame[80], text[512];

	snprintf(frame, sizeof frame, "frame %lld (t=%.9g)", (long long)w->step, w->t);
	switch (e->status) {
	case TOUCH_COLUMN:
		tool_fail(EXIT_INPUT, "%s: contacts have no column %s, expected the columns that %s writes%s", frame, p, simulator_for(w),
		          w->dim == 2 ? "; --recompute computes contacts from the bodies" : "");
	case TOUCH_NO_SHAPE:
		tool_fail(EXIT_INPUT, "%s: body %lld: shape %lld is not defined", frame, i, j);
	case TOUCH_NO_MATERIAL:
		tool_fail(EXIT_INPUT, "%s: body %lld is in contact and its material '%s' is not defined; scree-set --material "
		          "defines a material, --body-material assigns it to bodies", frame, i, p);
	case TOUCH_NO_LAW:
		tool_fail(EXIT_INPUT, "%s: no contact law for materials '%s' and '%s' of bodies in contact; scree-set --law defines one", frame,
		          p, q);
	case TOUCH_LAW:
		laws_complaint(text, sizeof text, e->law, (enum law_status)e->law_status, e->key, e->value);
		tool_fail(EXIT_INPUT, "%s: %s", frame, text);
	case TOUCH_DOMAIN:
		tool_fail(EXIT_INPUT, "%s: %s", frame, p);
	case TOUCH_FAR:
		tool_fail(EXIT_INPUT, "%s: body %lld lies more than 1e9 periods outside the domain", frame, i);
	case TOUCH_WIDE:
		tool_fail(EXIT_INPUT, "%s: body %lld is larger than 50 periods of the domain, expected a smaller body", frame, i);
	case TOUCH_REACH:
		tool_fail(EXIT_INPUT, "%s: the range of a law is %g beyond the radii, expected at most 3 periods of the domain", frame,
		          e->value);
	case TOUCH_VERTICES:
		tool_fail(EXIT_INPUT, "%s: bodies %lld and %lld: the product of their numbers of vertices is %.10g, expected at most "
		          "2147483647", frame, i, j, e->value);
	case TOUCH_MANY:
		tool_fail(EXIT_INPUT, "%s: the bodies have at least %.10g pairs of vertices and edges near each other, too many to be counted; "
		          "scree-pick selects fewer bodies", frame, e->value);
	case TOUCH_NO_RECORDS:
	case TOUCH_GOOD:
		break;
	}
}

_Noreturn void touches_anew_fail(void)
{
	opt_fail("recompute", "is for the plane; in space contacts come only from records, which %s adds",
	         simulator_forces(tool_world()));
}

/* Positions do not tell which contacts have formed. */
static void warn_of_stretched(const struct world *w)
{
	static int warned;

	for (int k = 0; k < w->n_law && !warned; k++)
		if (!strcmp(w->law[k].kind, "jkr") || !strcmp(w->law[k].kind, "liquid-bridge")) {
			warned = 1;
			tool_warn("contacts computed from the bodies lack those of %s that are stretched beyond touch; the contact records of a "
			          "run without --light have them", w->law[k].kind);
		}
}

/* Frames in space, and how many of them have no records. */
static int64_t taken, bare;

int touches_take(struct touches *t, struct world *w)
{
	static int noted;
	struct touch_error e;

	if (w->dim == 3 && touches_anew)
		touches_anew_fail();
	enum touch_status status = touches_find(t, w, touches_anew, &e);
	taken += w->dim == 3;
	bare += status == TOUCH_NO_RECORDS;
	if (status == TOUCH_NO_RECORDS)
		return 0;
	if (status != TOUCH_GOOD)
		touches_fail(&e, w);
	if (!t->recorded)
		warn_of_stretched(w);
	if (!t->recorded && !touches_anew && !noted++)
		tool_note("frame %lld (t=%.9g) has no contact records; contacts are computed from the bodies, with elastic normal forces "
		          "only; scree-dem2 writes records in every frame unless --light is given", (long long)w->step, w->t);
	return 1;
}

void touches_end(void)
{
	static const char advice[] = "simulators write records in all frames unless --light is given";

	if (bare && bare == taken)
		tool_fail(EXIT_INPUT, "no frame has contact records with forces: %s adds them to the last frame; %s",
		          simulator_forces(tool_world()), advice);
	if (bare)
		tool_note("%lld of %lld frames have no contact records with forces and are left out; %s", (long long)bare, (long long)taken,
		          advice);
}

const char *touches_source(const struct touches *t)
{
	return t->recorded ? "records" : "bodies";
}
