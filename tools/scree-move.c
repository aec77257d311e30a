/* scree-move: translate, turn, replicate and crop a scene */
#include "common/tool.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/where.h"
#include "common/words.h"
#include "world/change.h"
#include "world/outlet.h"
#include "world/relocate.h"

static struct {
	double by[2], turn, turn_deg, about[2];
	const char *replicate, *crop;
} arg = { .by = { NAN }, .turn = NAN, .turn_deg = NAN, .about = { NAN } };

static const struct opt opts[] = {
	{ 0, "turn", OPT_REAL, &arg.turn, "RAD", "turn counter-clockwise [rad]" },
	{ 0, "turn-deg", OPT_REAL, &arg.turn_deg, "DEG", "the same in degrees" },
	{ 0, "about", OPT_PAIR, arg.about, "X,Y", "turn about this point [L], default: the middle of the domain, or the origin" },
	{ 0, "by", OPT_PAIR, arg.by, "DX,DY", "translate [L]" },
	OPT_WHERE,
	{ 0, "replicate", OPT_WORD, &arg.replicate, "NX,NY", "copies side by side along x and y; the domain grows" },
	{ 0, "crop", OPT_WORD, &arg.crop, "X0,Y0,X1,Y1", "keep the bodies with centres in this box [L], the new domain" },
	OPT_PROVENANCE,
	OPT_QUIET,
	OPT_END
};

static double angle;
static double copies[2] = { 1, 1 }, box[4];

static void check_options(void)
{
	if (!isnan(arg.turn) && !isnan(arg.turn_deg))
		opt_fail("turn-deg", "contradicts --turn");
	angle = !isnan(arg.turn) ? arg.turn : !isnan(arg.turn_deg) ? arg.turn_deg * 0.017453292519943295 : 0;
	if (arg.replicate && (words_numbers(arg.replicate, copies, 2) != 2 || copies[0] < 1 || copies[1] < 1 ||
	                      copies[0] != floor(copies[0]) || copies[1] != floor(copies[1]) || copies[0] * copies[1] > 1e6))
		opt_fail("replicate", "'%s' is not NX,NY, both from 1 on", arg.replicate);
	if (arg.crop && (words_numbers(arg.crop, box, 4) != 4 || box[2] <= box[0] || box[3] <= box[1]))
		opt_fail("crop", "'%s' is not X0,Y0,X1,Y1 with X0 < X1 and Y0 < Y1", arg.crop);
	where_begin();
}

static void turn(struct world *w)
{
	const struct domain *d = &w->domain;
	double about[2];

	for (int k = 0; k < 2; k++)
		about[k] = !isnan(arg.about[0]) ? arg.about[k] : d->set ? 0.5 * (d->lo[k] + d->hi[k]) : 0;
	if (where_text) {
		char *moved = where_select(w, NULL);

		world_turn(w, moved, about, angle);
		free(moved);
		return;
	}
	if (d->set && (d->periodic[0] || d->periodic[1]))
		opt_fail("turn", "a periodic domain cannot be turned; --where turns some of its bodies");
	for (int k = 0; k < w->n_outlet; k++)
		if (outlet_takes(&w->outlet[k]))
			opt_fail("turn", "the scene has an outlet, whose line cannot be turned; scree-set --outlet %s takes it away",
			         w->outlet[k].name);
	if (w->n_constraint)
		tool_note("constraints are not turned: their axes stay those of space");
	world_turn_all(w, about, angle);
}

static void shift(struct world *w)
{
	if (where_text) {
		char *moved = where_select(w, NULL);

		world_shift(w, moved, arg.by[0], arg.by[1]);
		free(moved);
	} else {
		world_shift_all(w, arg.by[0], arg.by[1]);
	}
}

static void move(struct world *w)
{
	struct domain before = w->domain;

	if (angle != 0)
		turn(w);
	if (!isnan(arg.by[0]))
		shift(w);
	if (arg.replicate) {
		if (!w->domain.set)
			opt_fail("replicate", "the scene has no domain; scree-set --domain gives it one");
		world_replicate(w, (int)copies[0], (int)copies[1]);
	}
	if (arg.crop)
		world_crop(w, box, box + 2);
	world_changed(w);
	if (memcmp(&before, &w->domain, sizeof before) != 0)
		particles_put_domain(tool_out(), w);
	for (int k = 0; !isnan(arg.by[0]) && !where_text && k < w->n_outlet; k++)
		particles_put_outlet(tool_out(), &w->outlet[k]);
	for (int k = 0; arg.replicate && k < w->n_constraint; k++)
		particles_put_constraint(tool_out(), w, &w->constraint[k]);
	tool_write_frame(w);
}

int main(int argc, char **argv)
{
	tool_begin(argc, argv, "translate, turn, replicate and crop a scene", "[FILE]", opts, 1);
	check_options();
	struct world *w = tool_read_last();

	if (isnan(arg.by[0]) && angle == 0 && !arg.replicate && !arg.crop)
		tool_pass();
	else if (w)
		move(w);
	else
		tool_fail(EXIT_INPUT, "the input has no frame, expected a scene to move");
	where_end();
	return tool_end();
}
