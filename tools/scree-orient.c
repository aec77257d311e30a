/* scree-orient: orientation and spin of bodies in space, and their flips about the intermediate axis */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/ids.h"
#include "base/quat.h"
#include "common/dims.h"
#include "common/tool.h"
#include "common/where.h"
#include "measure/kinetic.h"
#include "measure/orient.h"
#include "shape/weigh.h"
#include "table.h"

static struct {
	int flips, walls;
	double least;
} arg = { .least = NAN };

static const struct opt opts[] = {
	{ 0, NULL, OPT_SECTION, NULL, NULL, "What is written, default one row for every body in every frame" },
	{ 0, "flips", OPT_FLAG, &arg.flips, NULL, "one row for every flip of a body about its intermediate axis" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "How" },
	{ 0, "least", OPT_REAL, &arg.least, "F",
		"a flip needs at least this fraction of |L| along the intermediate axis before and after it, default 0.5" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Bodies" },
	OPT_WHERE,
	{ 0, "walls", OPT_FLAG, &arg.walls, NULL, "include bodies that a constraint holds: walls, glued grains" },
	{ 0, NULL, OPT_SECTION, NULL, NULL, "Common" },
	OPT_PROVENANCE,
	OPT_QUIET,
	OPT_END
};

static struct tab_out *table;
static int64_t n_flips, n_round;      /* flips of all bodies; bodies of the last frame with two equal moments of inertia */
static double sparse;                 /* the largest time between frames, as a fraction of the time between two flips */

/* The orientation and spin of a body in a frame. */
struct stand {
	double m[3][3], omega[3], body[3]; /* angular velocity in space, and along the body's axes [1/T] */
	double l[3], size, energy;         /* angular momentum in space and its amount [M L^2/T], energy of rotation */
	struct top top;
	struct spin_state now;
};

static void columns_make(void)
{
	static const char moment[] = "M*L^2/T", energy[] = "M*L^2/T^2";
	static const char *const row[][2] = {
		{ "t", "T" }, { "id", "" }, { "qw", "" }, { "qx", "" }, { "qy", "" }, { "qz", "" },
		{ "phi", "" }, { "theta", "" }, { "psi", "" },
		{ "e1x", "" }, { "e1y", "" }, { "e1z", "" }, { "e2x", "" }, { "e2y", "" }, { "e2z", "" },
		{ "e3x", "" }, { "e3y", "" }, { "e3z", "" },
		{ "wx", "1/T" }, { "wy", "1/T" }, { "wz", "1/T" }, { "w1", "1/T" }, { "w2", "1/T" }, { "w3", "1/T" },
		{ "Lx", moment }, { "Ly", moment }, { "Lz", moment }, { "L", moment }, { "kin_rot", energy },
		{ "turn", "" }, { "flips", "" }, { NULL, NULL }
	}, *const flip[][2] = {
		{ "t", "T" }, { "id", "" }, { "flip", "" }, { "to", "" }, { "interval", "T" }, { "free", "T" },
		{ "L", moment }, { "kin_rot", energy }, { NULL, NULL }
	};

	for (const char *const (*c)[2] = arg.flips ? flip : row; (*c)[0]; c++)
		tab_column(table, (*c)[0], (*c)[1]);
}

/* ---- a body ---- */

/* Body i, from its momentum and tensor of inertia. A wall has no momentum; its angular velocity is in the columns `given` of the
 * stream, if it has them. */
static void stand_find(struct stand *s, const struct world *w, const struct bodies3 *b, int i, const double inertia[6],
	const double omega[3], const double *const given[3])
{
	int weighs = !isnan(inertia[0]);
	double principal[3];

	*s = (struct stand){ .now = { .id = b->id[i], .t = w->t } };
	for (int k = 0; k < 4; k++)
		s->now.q[k] = b->q[k][i];
	quat_unit(s->now.q);
	quat_matrix(s->m, s->now.q);
	for (int k = 0; k < 3; k++) {
		s->l[k] = weighs ? b->momentum[k][i] : NAN;
		s->omega[k] = weighs ? omega[k] : given[k] ? given[k][i] : NAN;
	}
	mat3_apply_back(s->body, (const double (*)[3])s->m, s->omega);
	s->now.speed = sqrt(s->omega[0] * s->omega[0] + s->omega[1] * s->omega[1] + s->omega[2] * s->omega[2]);
	s->size = sqrt(s->l[0] * s->l[0] + s->l[1] * s->l[1] + s->l[2] * s->l[2]);
	s->energy = 0.5 * (s->l[0] * s->omega[0] + s->l[1] * s->omega[1] + s->l[2] * s->omega[2]);
	if (!weighs)
		return;
	top_find(&s->top, inertia);
	mat3_apply_back(principal, (const double (*)[3])s->m, s->l);
	mat3_apply(s->now.l, (const double (*)[3])s->top.axis, principal);
	s->now.top = &s->top;
}

static void body_print(const struct stand *s, const struct spinner *p)
{
	double angle[3];

	orient_euler(angle, (const double (*)[3])s->m);
	tab_real(table, s->now.t);
	tab_int(table, s->now.id);
	tab_reals(table, p->q, 4);
	tab_reals(table, angle, 3);
	for (int k = 0; k < 3; k++)
		tab_reals(table, (double[]){ s->m[0][k], s->m[1][k], s->m[2][k] }, 3);
	tab_reals(table, s->omega, 3);
	tab_reals(table, s->body, 3);
	tab_reals(table, s->l, 3);
	tab_reals(table, (double[]){ s->size, s->energy, p->turn }, 3);
	tab_int(table, p->flips);
}

static void flip_print(const struct stand *s, const struct spinner *p, const struct flip *f)
{
	tab_real(table, f->t);
	tab_int(table, p->id);
	tab_int(table, p->flips);
	tab_int(table, f->side);
	tab_real(table, f->interval);
	tab_real(table, f->free);
	tab_real(table, s->size);
	tab_real(table, s->energy);
}

/* ---- frames ---- */

/* The bodies that are followed; to be freed. */
static char *choose(struct world *w)
{
	char *keep = where_select(w, NULL);

	if (!arg.walls)
		bodies_leave_held(w, keep);
	return keep;
}

/* Follow the chosen bodies from the previous frame, last, into this frame. */
static void frame_take(struct world *w, const struct spinners *last, struct spinners *now)
{
	char *keep = choose(w);
	size_t n = (size_t)w->body.n_row;
	double (*inertia)[6] = mem_new(n, sizeof *inertia), (*omega)[3] = mem_new(n, sizeof *omega);
	struct bodies3 b = world_bodies3(w);
	const double *const given[3] = { table_real(&w->body, "wx"), table_real(&w->body, "wy"), table_real(&w->body, "wz") };
	struct ids ids;
	struct flip flip;

	bodies_mass3(w, NULL, NULL, inertia);
	bodies_spins3(w, (const double (*)[6])inertia, omega);
	ids_init(&ids, last->n, last->id);
	MEM_GROW(now->at, &now->cap, n);
	MEM_GROW(now->id, &now->cap_id, n);
	now->n = 0;
	n_round = 0;
	for (int i = 0; i < b.n; i++) {
		struct stand s;
		struct spinner *p = &now->at[now->n];
		int before = ids_row(&ids, b.id[i]);

		if (!keep[i])
			continue;
		now->id[now->n++] = b.id[i];
		stand_find(&s, w, &b, i, inertia[i], omega[i], given);
		int fresh = before < 0 || last->at[before].t > w->t;
		if (!fresh)
			*p = last->at[before];
		double since = fresh ? 0 : w->t - p->t;
		int flips = spinner_take(p, fresh, &s.now, arg.least, &flip);
		n_flips += flips;
		if (p->side && since > 0) /* the body flips, or may flip */
			sparse = fmax(sparse, since / top_interval(s.top.moment, s.now.l));
		n_round += !s.top.asymmetric;
		if (arg.flips && flips)
			flip_print(&s, p, &flip);
		else if (!arg.flips)
			body_print(&s, p);
	}
	ids_free(&ids);
	free(inertia);
	free(omega);
	free(keep);
}

int main(int argc, char **argv)
{
	struct spinners spinners[2] = { { 0 } };
	struct world *w;
	int64_t frames = 0;
	size_t n;

	tool_begin(argc, argv, "orientation, spin and flips of bodies in space", "[FILE]", opts, 1);
	tool_take_solids();
	if (arg.least < 0 || arg.least >= 1)
		opt_fail("least", "%g, expected 0 or more and less than 1", arg.least);
	arg.least = isnan(arg.least) ? 0.5 : arg.least;
	where_begin();
	table = tab_create(stdout, tool_made);
	columns_make();
	particles_drop_text(tool_in());
	for (; (w = tool_read()); frames++) {
		if (w->dim != 3)
			tool_fail(EXIT_INPUT, "found a stream with dim=%d, expected dim=3; in the plane the column angle gives the orientation",
				w->dim);
		const char *text = particles_preamble(tool_in(), &n);
		dims_same_units(w);
		tab_preamble(table, text, n);
		frame_take(w, &spinners[frames & 1], &spinners[!(frames & 1)]);
	}
	if (!frames)
		tool_fail(EXIT_INPUT, "no frame in the stream, expected frames with bodies in space");
	where_end();
	if (arg.flips && sparse > 0.2)
		tool_warn("the time between frames is up to %.2g times that between flips, expected at most 0.2; flips may be missed",
			sparse);
	if (arg.flips)
		tool_note("flips: %lld; bodies of the last frame that cannot flip, because two moments are equal: %lld", (long long)n_flips,
			(long long)n_round);
	tab_finish(table);
	spinners_free(&spinners[0]);
	spinners_free(&spinners[1]);
	return tool_end();
}
