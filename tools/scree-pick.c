/* scree-pick: selects frames and bodies of a stream */
#include "common/tool.h"

#include <math.h>
#include <stdlib.h>

#include "common/where.h"
#include "world/change.h"
#include "world/relocate.h"

static struct {
	int64_t every, step, frame;
	double from, to;
	int last;
} arg = { .every = 1, .step = INT64_MIN, .frame = INT64_MIN, .from = NAN, .to = NAN };

static const struct opt opts[] = {
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Frames (a frame must meet all conditions)" },
	{ 0, "last", OPT_FLAG, &arg.last, NULL, "only the last frame" },
	{ 'e', "every", OPT_INT, &arg.every, "K", "every K-th frame, beginning with the first, default 1" },
	{ 0, "from", OPT_REAL, &arg.from, "T", "frames from this time on [T]" },
	{ 0, "to", OPT_REAL, &arg.to, "T", "frames up to this time [T]" },
	{ 0, "step", OPT_INT, &arg.step, "STEP", "the frame with this step" },
	{ 0, "frame", OPT_INT, &arg.frame, "K", "the K-th frame of the stream, counted from 0" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Bodies" },
	OPT_WHERE,
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Common" },
	OPT_PROVENANCE,
	OPT_QUIET,
	OPT_END
};

static int is_picked(const struct world *w, int64_t k)
{
	/* times are sums of time steps: a bound that is equal to the time except for rounding includes the frame */
	double slack = 1e-9 * (fabs(w->t) + w->dt);

	return k % arg.every == 0 && !(w->t < arg.from - slack) && !(w->t > arg.to + slack) &&
	       (arg.step == INT64_MIN || w->step == arg.step) && (arg.frame == INT64_MIN || k == arg.frame);
}

/* Write the frame with the selected bodies; if these are all bodies, copy it byte for byte. */
static int64_t write_frame(struct world *w)
{
	int n;
	char *keep = where_select(w, &n);
	int64_t dropped = w->body.n_row - n;

	if (dropped) {
		world_keep_bodies(w, keep);
		world_changed(w);
		if (particles_put_frame(tool_out(), w, tool_in()))
			tool_fail(EXIT_NUMERICS, "%s", particles_out_error(tool_out()));
	} else {
		particles_frame_copy(tool_out(), tool_in());
	}
	free(keep);
	return dropped;
}

static void check_options(void)
{
	int other = arg.every != 1 || !isnan(arg.from) || !isnan(arg.to) || arg.step != INT64_MIN ||
	            arg.frame != INT64_MIN;

	if (arg.every < 1)
		opt_fail("every", "%lld, expected 1 or more", (long long)arg.every);
	if (arg.step != INT64_MIN && arg.step < 0)
		opt_fail("step", "%lld, expected 0 or more", (long long)arg.step);
	if (arg.frame != INT64_MIN && arg.frame < 0)
		opt_fail("frame", "%lld, expected 0 or more", (long long)arg.frame);
	if (arg.from > arg.to)
		opt_fail("to", "%g is before --from %g", arg.to, arg.from);
	if (arg.last && other)
		opt_fail("last", "contradicts the other options that select frames");
	where_begin();
}

int main(int argc, char **argv)
{
	int64_t read = 0, picked = 0, dropped = 0;
	struct world *w;

	tool_begin(argc, argv, "frames and bodies from a stream", "[FILE]", opts, 1);
	check_options();
	tool_take_solids();
	while ((w = tool_read())) {
		if (!arg.last && is_picked(w, read)) {
			tool_pass_preamble();
			dropped += write_frame(w);
			picked++;
		} else if (picked) {
			tool_hold_preamble(); /* its definitions hold for later frames too */
		} else {
			tool_pass_preamble();
		}
		read++;
	}
	if (arg.last && tool_holds_frame()) { /* the reader still has it */
		dropped += write_frame(tool_world());
		picked++;
	}
	where_end();
	if (!picked)
		tool_fail(EXIT_INPUT, "none of the %lld frames is picked, expected at least one", (long long)read);
	if (dropped)
		tool_note("frames that lost bodies have no ledger and no accelerations");
	return tool_end();
}
