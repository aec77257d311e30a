/* drops.c: drops of a signal */
#include "measure/drops.h"

#include <math.h>

static void finish(struct drops *d, struct drop *out)
{
	*out = (struct drop){ d->peak, d->low, d->ended ? d->peak.t - d->last : NAN };
	d->last = d->low.t;
	d->ended = 1;
	d->falling = 0;
}

int drops_take(struct drops *d, const struct drops_moment *now, struct drop *out)
{
	if (isnan(now->value))
		return 0;
	if (d->begun && now->t < d->peak.t) /* a new run */
		*d = (struct drops){ .threshold = d->threshold };
	if (!d->begun || (!d->falling && now->value >= d->peak.value)) {
		d->peak = *now;
		d->begun = 1;
		return 0;
	}
	double least = d->threshold * fabs(d->peak.value);
	if (!d->falling) {
		d->falling = d->peak.value - now->value > least;
		d->low = *now;
		return 0;
	}
	if (now->value < d->low.value)
		d->low = *now;
	if (!(now->value - d->low.value > least))
		return 0;
	finish(d, out);
	d->peak = *now;
	return 1;
}

int drops_end(struct drops *d, struct drop *out)
{
	if (!d->falling)
		return 0;
	finish(d, out);
	return 1;
}
