/* pass.c: a program that passes a stream on as a simulator does, for tests of what programs of several ranks have in common: it
 * copies earlier frames, deals the last one out and writes it anew, moved a little each time. */
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/id_set.h"
#include "base/ranks.h"
#include "common/stop.h"
#include "common/tool.h"
#include "neighbour/bisect.h"
#include "world/share.h"

static struct {
	int copy, forever, poison;
	int64_t frames, alone, dead, signal;
	const char *deal, *output;
} arg = { .frames = 3, .alone = -1, .dead = -1, .signal = -1, .deal = "none" };

static const struct opt opts[] = {
	{ 0, "copy", OPT_FLAG, &arg.copy, NULL, "copy the last frame instead of writing it anew" },
	{ 'n', "frames", OPT_INT, &arg.frames, "N", "frames to write, default 3" },
	{ 0, "deal", OPT_WORD, &arg.deal, "HOW", "none (default), random or place" },
	{ 'o', "output", OPT_SAVE, &arg.output, "FILE", "write this file" },
	{ 0, "forever", OPT_FLAG, &arg.forever, NULL, "go on until a signal comes" },
	{ 0, "signal", OPT_INT, &arg.signal, "RANK", "this rank gets SIGTERM after the second frame" },
	{ 0, "poison", OPT_FLAG, &arg.poison, NULL, "let the last body have a speed that is not finite in the last frame" },
	{ 0, "alone", OPT_INT, &arg.alone, "RANK", "this rank alone fails" },
	{ 0, "dead", OPT_INT, &arg.dead, "RANK", "this rank dies" },
	OPT_PROVENANCE,
	OPT_QUIET,
	OPT_END
};

static void deal(struct world *w, int seed)
{
	const int64_t *id = table_int(&w->body, "id");
	int n = w->body.n_row, *to = MEM_ZERO(int, (size_t)n);

	if (ranks_n() > 1 && !strcmp(arg.deal, "random")) {
		for (int k = 0; k < n; k++)
			to[k] = (int)(id_hash(id[k] + seed) % (uint64_t)ranks_n());
		share_deal(w, to);
	}
	if (ranks_n() > 1 && !strcmp(arg.deal, "place")) {
		const double *x[3] = { table_real(&w->body, "x"), table_real(&w->body, "y"), table_real(&w->body, "z") };

		bisect(&(struct bisect){ .dim = w->dim, .parts = ranks_n() }, n, x, id, NULL, to);
		share_deal(w, to);
	}
	free(to);
}

/* Move all bodies; contacts go on as they are. */
static void move(struct world *w, int last)
{
	double *x = table_need_real(&w->body, "x", 0), *speed = table_need_real(&w->body, "vx", 0);
	const int64_t *id = table_int(&w->body, "id");

	for (int k = 0; k < w->body.n_row; k++) {
		x[k] += 1e-3 * (double)(id[k] % 100);
		speed[k] = last && arg.poison && id[k] > 2 ? NAN : 0.5;
	}
	w->step++;
	w->t += 0.125;
	w->due = w->t;
}

/* Whether some rank was asked to stop. */
static int stop(void)
{
	int64_t signal = stop_own();

	ranks_most(1, &signal);
	stop_agree((int)signal);
	return stop_asked() != 0;
}

int main(int argc, char **argv)
{
	tool_begin(argc, argv, "pass a stream on as a simulator does", "[FILE]", opts, 1);
	tool_goes_on();
	tool_take_solids();
	if (arg.output)
		tool_output(arg.output);
	struct world *w = tool_read_last();
	if (!w)
		tool_fail(EXIT_INPUT, "the stream has no frame, expected at least one");
	if (arg.copy)
		tool_pass();
	tool_release();
	stop_catch();
	if (ranks_me() == arg.alone)
		tool_fail(EXIT_NUMERICS, "rank %d fails alone", ranks_me());
	if (ranks_me() == arg.dead)
		abort();
	for (int k = 0; (k < arg.frames || arg.forever) && !(stop() && k > 0); k++) {
		deal(w, k);
		move(w, k + 1 == arg.frames);
		tool_write_frame(w);
		if (k == 1 && ranks_me() == arg.signal)
			raise(SIGTERM);
		if (arg.forever)
			usleep(10000);
	}
	tool_note("ranks are done");
	int status = tool_end();
	return status || !stop_asked() ? status : 128 + stop_asked();
}
