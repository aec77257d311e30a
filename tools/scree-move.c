/* scree-move: scale, turn, translate, replicate and crop a scene */
#include "common/tool.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/quat.h"
#include "base/trig.h"
#include "common/where.h"
#include "common/words.h"
#include "world/change.h"
#include "world/deform.h"
#include "world/outlet.h"
#include "world/relocate.h"

static struct {
	double scale, turn, turn_deg;
	const char *by, *about, *axis, *quaternion, *replicate, *crop;
} arg = { .scale = NAN, .turn = NAN, .turn_deg = NAN };

static const struct opt opts[] = {
	{ 0, "scale", OPT_REAL, &arg.scale, "K", "multiply positions and sizes by K" },
	{ 0, "turn", OPT_REAL, &arg.turn, "RAD", "turn counter-clockwise [rad]" },
	{ 0, "turn-deg", OPT_REAL, &arg.turn_deg, "DEG", "turn counter-clockwise [degrees]" },
	{ 0, "axis", OPT_WORD, &arg.axis, "X,Y,Z", "3D: axis of the turn, default 0,0,1" },
	{ 0, "quaternion", OPT_WORD, &arg.quaternion, "W,X,Y,Z", "3D: turn by this unit quaternion" },
	{ 0, "about", OPT_WORD, &arg.about, "X,Y[,Z]",
	  "centre of --scale and --turn [L], default the middle of the domain, or the origin without a domain" },
	{ 0, "by", OPT_WORD, &arg.by, "DX,DY[,DZ]", "translate by this [L]" },
	OPT_WHERE,
	{ 0, "replicate", OPT_WORD, &arg.replicate, "NX,NY[,NZ]", "put NX by NY copies side by side; the domain grows" },
	{ 0, "crop", OPT_WORD, &arg.crop, "X0,Y0,X1,Y1",
	  "keep the bodies with centres in this box [L], which becomes the domain; in 3D X0,Y0,Z0,X1,Y1,Z1" },
	OPT_PROVENANCE,
	OPT_QUIET,
	OPT_END
};

static const double degree = 0.017453292519943295;
static double angle, quaternion[4] = { 1 }; /* the turn, in the plane and in space */
static double by[3], about[3], box[6];
static int copies[3] = { 1, 1, 1 };

static int turns(void)
{
	return angle != 0 || arg.quaternion;
}

static void check_options(void)
{
	if (!isnan(arg.turn) && !isnan(arg.turn_deg))
		opt_fail("turn-deg", "contradicts --turn");
	angle = !isnan(arg.turn) ? arg.turn : !isnan(arg.turn_deg) ? arg.turn_deg * degree : 0;
	if (arg.quaternion && angle != 0)
		opt_fail("quaternion", "contradicts --turn");
	int turned = !isnan(arg.turn) || !isnan(arg.turn_deg);
	if (arg.axis && !turned)
		opt_fail("axis", "is the axis of a turn, expected --turn or --turn-deg%s", arg.quaternion ? ", not --quaternion" : "");
	if (arg.about && !turned && !arg.quaternion && isnan(arg.scale))
		opt_fail("about", "is the centre of a turn or a scaling, expected --turn or --scale");
	if (arg.scale <= 0)
		opt_fail("scale", "%g, expected more than 0", arg.scale);
	where_begin();
}

/* The turn in space, about an axis or by the given quaternion. */
static void find_quaternion(void)
{
	double axis[3] = { 0, 0, 1 }, length, c, s;

	if (arg.axis)
		words_vector("axis", arg.axis, 3, axis);
	length = sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
	if (!(length > 0 && isfinite(length)))
		opt_fail("axis", "'%s' has no direction, expected a vector other than 0", arg.axis);
	trig_sincos(0.5 * angle, &s, &c);
	quaternion[0] = c;
	for (int k = 0; k < 3; k++)
		quaternion[k + 1] = s * (axis[k] / length);
	if (!arg.quaternion)
		return;
	if (words_numbers(arg.quaternion, quaternion, 4) != 4)
		opt_fail("quaternion", "'%s' is not W,X,Y,Z", arg.quaternion);
	const double *q = quaternion, square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
	if (!(square > 0.998 && square < 1.002))
		opt_fail("quaternion", "'%s' does not have the length 1, expected a unit quaternion to within 0.001", arg.quaternion);
	quat_unit(quaternion);
}

/* Parse the vectors, once the stream is read and their dimension is known. */
static void read_vectors(const struct world *w)
{
	const struct domain *d = &w->domain;
	double n[3], all = 1;

	if (w->dim == 2 && (arg.axis || arg.quaternion))
		opt_fail(arg.axis ? "axis" : "quaternion", "is for streams in 3D, found dim=2");
	if (w->dim == 3)
		find_quaternion();
	for (int k = 0; k < w->dim; k++)
		about[k] = d->set ? 0.5 * (d->lo[k] + d->hi[k]) : 0;
	if (arg.about)
		words_vector("about", arg.about, w->dim, about);
	if (arg.by)
		words_vector("by", arg.by, w->dim, by);
	int whole = !arg.replicate || words_numbers(arg.replicate, n, w->dim) == w->dim;
	for (int k = 0; k < w->dim && whole && arg.replicate; k++) {
		whole = n[k] >= 1 && n[k] == floor(n[k]) && (all *= n[k]) <= 1e6;
		copies[k] = whole ? (int)n[k] : 0;
	}
	if (!whole)
		opt_fail("replicate", "'%s' is not %s, expected whole numbers above 0 and at most 1000000 copies", arg.replicate,
			w->dim == 3 ? "NX,NY,NZ" : "NX,NY");
	int good = !arg.crop || words_numbers(arg.crop, box, 2 * w->dim) == 2 * w->dim;
	for (int k = 0; k < w->dim && arg.crop; k++)
		good = good && box[k] < box[k + w->dim];
	if (!good)
		opt_fail("crop", "'%s' is not %s, expected the lower corner first", arg.crop,
		         w->dim == 3 ? "X0,Y0,Z0,X1,Y1,Z1" : "X0,Y0,X1,Y1");
}

/* Stop if the scene has an outlet, and say that constraints do not follow: they cannot be turned or scaled with the scene. */
static void refuse_whole(const struct world *w, const char *option, const char *done)
{
	for (int k = 0; k < w->n_outlet; k++)
		if (outlet_takes(&w->outlet[k]))
			opt_fail(option, "the scene has an outlet, whose line cannot be %s; scree-set --outlet %s removes it", done,
			         w->outlet[k].name);
	if (w->n_constraint)
		tool_note("constraints are not %s: their %s", done,
		          *option == 's' ? "velocities and forces stay as they are" : "axes stay those of space");
}

/* moved: the selected bodies; NULL: all. */
static void scale(struct world *w, const char *moved)
{
	if (moved) {
		world_scale(w, moved, about, arg.scale);
		return;
	}
	if (domain_deforms(&w->domain))
		opt_fail("scale", "a domain that deforms cannot be scaled; scree-set --rate %s --pressure none stops the "
			"deformation", w->dim == 3 ? "0,0,0,0,0,0" : "0,0,0");
	refuse_whole(w, "scale", "scaled");
	world_scale_all(w, about, arg.scale);
}

/* Convert columns NAMEx NAMEy NAMEz that are still text, so that these vectors turn too. */
static void read_columns(struct table *t)
{
	char name[3][64];

	for (int c = 0; c < t->n_col; c++) {
		size_t n = strlen(t->col[c].name);

		if (n < 2 || n >= sizeof *name || t->col[c].name[n - 1] != 'x')
			continue;
		for (int k = 0; k < 3; k++) {
			memcpy(name[k], t->col[c].name, n + 1);
			name[k][n - 1] = "xyz"[k];
		}
		for (int k = 0; k < 3 && table_find(t, name[1]) >= 0 && table_find(t, name[2]) >= 0; k++)
			particles_column(t, name[k], NULL);
	}
}

/* Drop columns NAME_xx, NAME_xy and so on: components of tensors, which would not be those of the turned grains. */
static void drop_tensors(struct table *t)
{
	char dropped[200] = "";

	for (int c = 0; c < t->n_col;) {
		const char *name = t->col[c].name;
		size_t n = strlen(name);

		if (n < 4 || name[n - 3] != '_' || !strchr("xyz", name[n - 2]) || !strchr("xyz", name[n - 1])) {
			c++;
			continue;
		}
		if (strlen(dropped) + n + 2 < sizeof dropped)
			stpcpy(stpcpy(dropped + strlen(dropped), " "), name);
		table_drop(t, name);
	}
	if (*dropped)
		tool_note("the components of tensors do not turn with the scene and are left out:%s; turn first, then measure them", dropped);
}

static void turn(struct world *w, const char *moved)
{
	const struct domain *d = &w->domain;

	drop_tensors(&w->body);

	if (w->dim == 3) {
		read_columns(&w->body);
		read_columns(&w->contact);
	}
	if (moved) {
		if (w->dim == 3)
			world_turn3(w, moved, about, quaternion);
		else
			world_turn2(w, moved, about, angle);
		return;
	}
	if (d->set && (d->periodic[0] || d->periodic[1] || d->periodic[2]))
		opt_fail(arg.quaternion ? "quaternion" : "turn", "a periodic domain cannot be turned; --where turns selected bodies");
	refuse_whole(w, "turn", "turned");
	if (w->dim == 3)
		world_turn_all3(w, about, quaternion);
	else
		world_turn_all2(w, about, angle);
}

static void shift(struct world *w, const char *moved)
{
	if (moved)
		world_shift(w, moved, by);
	else
		world_shift_all(w, by);
}

static void replicate(struct world *w)
{
	if (!w->domain.set)
		opt_fail("replicate", "the scene has no domain; scree-set --domain defines one");
	for (int k = 0; k < w->n_outlet; k++)
		if (outlet_takes(&w->outlet[k]))
			opt_fail("replicate", "the scene has an outlet, which would stay where it is among the copies; scree-set --outlet %s "
			         "removes it", w->outlet[k].name);
	world_replicate(w, copies);
}

static void move(struct world *w)
{
	struct domain before = w->domain;

	read_vectors(w);
	char *moved = where_text && (!isnan(arg.scale) || turns() || arg.by) ? where_select_some(w) : NULL;
	if (!isnan(arg.scale))
		scale(w, moved);
	if (turns())
		turn(w, moved);
	if (arg.by)
		shift(w, moved);
	free(moved);
	if (arg.replicate)
		replicate(w);
	if (arg.crop)
		world_crop(w, box, box + w->dim);
	world_changed(w);
	tool_note_resized(&before);
	if (memcmp(&before, &w->domain, sizeof before) != 0)
		particles_put_domain(tool_out(), w);
	for (int k = 0; arg.by && !where_text && k < w->n_outlet; k++)
		particles_put_outlet(tool_out(), w, &w->outlet[k]);
	for (int k = 0; arg.replicate && k < w->n_constraint; k++)
		particles_put_constraint(tool_out(), w, &w->constraint[k]);
	tool_write_frame(w);
}

int main(int argc, char **argv)
{
	tool_begin(argc, argv, "scale, turn, translate, replicate and crop a scene", "[FILE]", opts, 1);
	check_options();
	tool_take_solids();
	struct world *w = tool_read_last();

	if (!arg.by && isnan(arg.scale) && !turns() && !arg.replicate && !arg.crop)
		tool_pass();
	else if (w)
		move(w);
	else
		tool_fail(EXIT_INPUT, "no frame in the stream, expected a scene to move");
	where_end();
	return tool_end();
}
