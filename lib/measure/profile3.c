/* profile3.c: averages over the grains of space in bins */
#include "measure/profile3.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/quat.h"
#include "base/vec.h"
#include "measure/segment.h"
#include "shape/weigh.h"
#include "solid/ball_part.h"
#include "solid/polyhedron_below.h"
#include "world/deform.h"
#include "world/images.h"

static const double pi = 3.14159265358979323846;

int profile3_complete(struct profile3_grid *g, const struct domain *d)
{
	/* with tilts along the axis, the upper part of a grain at the edge of the domain appears in other slices at the lower edge: the
	 * slices must end at the domain */
	int slanted = d->set && ((g->axis == 0 && (d->tilt[0] != 0 || d->tilt[1] != 0)) || (g->axis == 1 && d->tilt[2] != 0));

	for (int k = 0; k < 3 && slanted && !g->within; k++) {
		g->across[k][0] = d->lo[k];
		g->across[k][1] = d->hi[k];
	}
	g->within |= slanted;
	return profile2_complete(&g->from, &g->to, g->centre, 3, g->axis, d);
}

static double edge(const struct profile3_grid *g, int k)
{
	return g->from + (g->to - g->from) * k / g->n;
}

/* The volume of a bin: a slice of the domain, or a shell. NaN for a shell that crosses an edge of the domain that is not
 * periodic. */
static double bin_volume(const struct profile3_grid *g, const struct domain *d, int k)
{
	double lo = edge(g, k), hi = edge(g, k + 1), volume = hi - lo;

	if (g->axis != PROFILE3_SHELLS) {
		for (int z = 0; z < 3; z++)
			volume *= z == g->axis ? 1 : g->within ? g->across[z][1] - g->across[z][0] : d->set ? d->hi[z] - d->lo[z] : NAN;
		return volume;
	}
	for (int z = 0; z < 3 && d->set; z++)
		if (!d->periodic[z] && hi > fmin(g->centre[z] - d->lo[z], d->hi[z] - g->centre[z]) * (1 + 1e-12))
			return NAN;
	return 4 * pi / 3 * (hi * hi * hi - lo * lo * lo);
}

/* ---- grains ---- */

/* The balls that represent a grain, about its centre: at[4] = x y z r, and weights with the sum 1; or a polyhedron between
 * planes. */
struct balls {
	int n;
	size_t cap, cap_weight;
	double (*at)[4], *weight, reach;
	int faces;                      /* whether the grain is a polyhedron between planes */
	const struct shape *of;         /* the shape that is in p, or NULL */
	struct polyhedron p;
	double up[3], size;             /* the axis of the slices in the frame of the polyhedron */
	double *height, *part;          /* [n + 1] */
};

/* Take a polyhedron that is cut by slices. Returns 0 if it has a fault. */
static int take_faces(struct balls *b, const struct profile3_grid *g, const struct shape *s, double size, const double m[3][3])
{
	struct polyhedron_fault fault;

	if (b->of != s) {
		if (b->of)
			polyhedron_free(&b->p);
		b->of = s;
		if (polyhedron_init(&b->p, s->solid, &fault)) {
			polyhedron_free(&b->p);
			b->of = NULL;
			return 0;
		}
	}
	for (int z = 0; z < 3; z++)
		b->up[z] = m[g->axis][z];
	b->size = size;
	b->reach = size * shape_reach(s);
	return 1;
}

static void balls_of(struct balls *b, const struct profile3_grid *g, const struct shape *s, double size, double volume,
	const double m[3][3])
{
	b->faces = s->kind == SHAPE_POLYHEDRON && g->axis < 3 && !g->within && take_faces(b, g, s, size, m);
	if (b->faces)
		return;
	int clump = s->kind == SHAPE_CLUMP || s->kind == SHAPE_SPHERE;
	double sum = 0;

	b->n = clump ? s->n : 1;
	MEM_GROW(b->at, &b->cap, (size_t)b->n);
	MEM_GROW(b->weight, &b->cap_weight, (size_t)b->n);
	b->reach = 0;
	for (int k = 0; k < b->n; k++) {
		double *at = b->at[k];

		memset(at, 0, sizeof *b->at);
		if (clump) {
			mat3_apply(at, m, s->solid->ball[k]);
			for (int z = 0; z < 3; z++)
				at[z] *= size;
			at[3] = size * s->solid->ball[k][3];
		} else if (s->kind == SHAPE_ELLIPSOID && g->axis < 3 && !g->within) {
			for (int z = 0; z < 3; z++)
				at[3] += size * size * s->solid->a[z] * s->solid->a[z] * m[g->axis][z] * m[g->axis][z];
			at[3] = sqrt(at[3]);
		} else {
			at[3] = cbrt(0.75 / pi * volume);
		}
		b->weight[k] = at[3] * at[3] * at[3];
		b->reach = fmax(b->reach, v3_norm(v3_from(at)) + at[3]);
		sum += b->weight[k];
	}
	for (int k = 0; k < b->n; k++)
		b->weight[k] /= sum;
}

/* The fraction of a ball in bin k. c is its centre; in shells it is relative to the centre of the shells. */
static double ball_in_bin(const struct profile3_grid *g, int k, vec3 c, double r)
{
	const double at[3] = { c.x, c.y, c.z };

	if (g->axis == PROFILE3_SHELLS)
		return ball_part_within(v3_norm(c), r, edge(g, k + 1)) - ball_part_within(v3_norm(c), r, edge(g, k));
	if (!g->within)
		return ball_part_below(at[g->axis], r, edge(g, k + 1)) - ball_part_below(at[g->axis], r, edge(g, k));
	double lo[3], hi[3];
	for (int z = 0; z < 3; z++) {
		lo[z] = z == g->axis ? edge(g, k) : g->across[z][0];
		hi[z] = z == g->axis ? edge(g, k + 1) : g->across[z][1];
	}
	return ball_part_in_box(at, r, lo, hi);
}

/* Add an image of a grain with its centre at c. */
static void image_add(struct profile_bin *bin, const struct profile3_grid *g, struct profile_bin *grain, const struct balls *b,
	vec3 c)
{
	const double middle[3] = { c.x, c.y, c.z };
	vec3 from = v3_sub(c, v3_from(g->centre)), seen = g->axis < 3 ? c : from;
	double far = v3_norm(from), here = g->axis < 3 ? middle[g->axis] : far;
	int first, last;

	if (!segment_bins(g->from, g->to, g->n, here - b->reach, here + b->reach, &first, &last))
		return;
	grain->out = far > 0 ? v3_dot(v3_from(grain->v), from) / far : 0;
	for (int k = first; k <= last + 1 && b->faces; k++)
		b->height[k - first] = (edge(g, k) - here) / b->size;
	if (b->faces && first == last && edge(g, first) <= here - b->reach && here + b->reach <= edge(g, last + 1)) {
		profile_bin_add(&bin[first], *grain, 1);
		return;
	}
	if (b->faces)
		polyhedron_below(&b->p, b->up, last + 2 - first, b->height, b->part);
	for (int k = first; k <= last; k++) {
		double share = b->faces ? b->part[k + 1 - first] - b->part[k - first] : 0;

		for (int z = 0; z < b->n && !b->faces; z++)
			share += b->weight[z] * ball_in_bin(g, k, v3_add(seen, v3_from(b->at[z])), b->at[z][3]);
		profile_bin_add(&bin[k], *grain, share);
	}
}

/* ---- images ---- */

/* The images of a box lo .. hi that may reach into the bins. In slices without ends a box has one image for every period along
 * the slices' axis, the one with its centre in the domain across it: the volume of a slice is that of one period. */
struct images_in_bins { const struct domain *d; int axis; double n, last; struct images window; };

/* Returns 0, or -1 if there are too many images. */
static int images_find(struct images_in_bins *it, const struct profile3_grid *g, const struct domain *d, const double lo[3],
	const double hi[3])
{
	double from[3], to[3], period;
	int shells = g->axis == PROFILE3_SHELLS;

	*it = (struct images_in_bins){ .d = d, .axis = shells || g->within ? -1 : g->axis };
	for (int k = 0; k < 3; k++) {
		from[k] = shells ? g->centre[k] - g->to : g->axis == k ? g->from : g->across[k][0];
		to[k] = shells ? g->centre[k] + g->to : g->axis == k ? g->to : g->across[k][1];
	}
	if (it->axis < 0)
		return images3_begin(&it->window, d, lo, hi, from, to);
	if (!d->set || !d->periodic[g->axis])
		return 0;
	period = d->hi[g->axis] - d->lo[g->axis];
	it->n = ceil((from[g->axis] - hi[g->axis]) / period);
	it->last = floor((to[g->axis] - lo[g->axis]) / period);
	return it->last - it->n < IMAGES_IN_WINDOW ? 0 : -1;
}

/* Returns 1 and the shift of the next image of a box about x, or 0 if there are no more. */
static int image_next(struct images_in_bins *it, const double x[3], double shift[3])
{
	double n[3] = { 0 }, low[3];
	const struct domain *d = it->d;

	if (it->axis < 0)
		return images_next(&it->window, shift);
	if (it->n > it->last)
		return 0;
	n[it->axis] = it->n++;
	domain_shift3(d, n, shift);
	for (int k = it->axis - 1; k >= 0 && n[it->axis] != 0 && domain_tilted(d); k--)
		if (d->periodic[k]) { /* tilts have displaced the image across the axis */
			n[k] = -floor((x[k] + shift[k] - d->lo[k]) / (d->hi[k] - d->lo[k]));
			domain_shift3(d, n, low);
			memcpy(shift, low, sizeof low);
		}
	return 1;
}

/* Add all images of a grain at x. Returns 0, or -1 if there are too many. */
static int images_add(struct profile_bin *bin, const struct profile3_grid *g, const struct domain *d, struct profile_bin *grain,
	const struct balls *b, const double x[3])
{
	const double lo[3] = { x[0] - b->reach, x[1] - b->reach, x[2] - b->reach };
	const double hi[3] = { x[0] + b->reach, x[1] + b->reach, x[2] + b->reach };
	const double v[3] = { grain->v[0], grain->v[1], grain->v[2] };
	struct images_in_bins it;
	double shift[3], flow[3];

	if (images_find(&it, g, d, lo, hi))
		return -1;
	while (image_next(&it, x, shift)) {
		domain_flow3(d, shift, flow);
		for (int k = 0; k < 3; k++)
			grain->v[k] = v[k] + flow[k];
		image_add(bin, g, grain, b, v3_add(v3_from(x), v3_from(shift)));
	}
	return 0;
}

int profile3_take(struct profile_bin *bin, const struct profile3_grid *g, struct world *w, const char *keep,
	const double (*own)[PROFILE_OWN])
{
	struct bodies3 b = world_bodies3(w);
	size_t n = (size_t)b.n;
	double *volume = MEM_NEW(double, n), *mass = MEM_NEW(double, n), (*inertia)[6] = mem_new(n, sizeof *inertia);
	double (*omega)[3] = mem_new(n, sizeof *omega), m[3][3];
	struct balls balls = { .height = MEM_NEW(double, (size_t)g->n + 1), .part = MEM_NEW(double, (size_t)g->n + 1) };
	int bad = 0;

	bodies_mass3(w, volume, mass, inertia);
	bodies_spins3(w, (const double (*)[6])inertia, omega);
	for (int k = 0; k < g->n; k++)
		bin[k] = (struct profile_bin){ .size = bin_volume(g, &w->domain, k) };
	for (int i = 0; i < b.n && !bad; i++) {
		const struct shape *s = world_shape(w, b.shape[i]);
		const double q[4] = { b.q[0][i], b.q[1][i], b.q[2][i], b.q[3][i] }, x[3] = { b.x[0][i], b.x[1][i], b.x[2][i] };
		struct profile_bin grain = { .number = 1, .solid = volume[i], .mass = mass[i] };

		if (!keep[i] || !s || !(volume[i] > 0))
			continue;
		for (int k = 0; k < 3; k++) {
			grain.v[k] = b.v[k][i];
			grain.spin[k] = omega[i][k];
			grain.turning += b.momentum[k][i] * omega[i][k];
		}
		if (own)
			profile_bin_set_own(&grain, own[i]);
		quat_matrix(m, q);
		balls_of(&balls, g, s, b.size[i], volume[i], (const double (*)[3])m);
		if (isnan(mass[i]))
			bad = -(i + 1);
		else if (images_add(bin, g, &w->domain, &grain, &balls, x))
			bad = i + 1;
	}
	free(balls.at);
	free(balls.weight);
	free(balls.height);
	free(balls.part);
	if (balls.of)
		polyhedron_free(&balls.p);
	free(volume);
	free(mass);
	free(inertia);
	free(omega);
	return bad;
}

/* ---- branches ---- */

/* Add the part of a branch between the fractions part[0] and part[1]. */
static void part_add(struct profile_bin *to, vec3 l, vec3 f, const double part[2])
{
	const double force[3] = { f.x, f.y, f.z }, span[3] = { l.x, l.y, l.z };

	for (int k = 0; k < 9; k++)
		to->branch[k] += (part[1] - part[0]) * force[k / 3] * span[k % 3];
}

static void branch_to_slices(struct profile_bin *bin, const struct profile3_grid *g, vec3 a, vec3 l, vec3 f)
{
	const double at[3] = { a.x, a.y, a.z }, span[3] = { l.x, l.y, l.z };
	double end = at[g->axis] + span[g->axis], all[2] = { 0, 1 };
	int first, last;

	for (int k = 0; k < 3; k++)
		if (k != g->axis && g->within)
			segment_clip(at[k], span[k], g->across[k][0], g->across[k][1], &all[0], &all[1]);
	/* a branch without extent along the axis lies in the bin that holds its position */
	if (!(all[0] < all[1]) || !segment_bins(g->from, g->to, g->n, fmin(at[g->axis], end),
	    nextafter(fmax(at[g->axis], end), INFINITY), &first, &last))
		return;
	for (int k = first; k <= last; k++) {
		double part[2] = { all[0], all[1] };

		segment_clip(at[g->axis], span[g->axis], edge(g, k), edge(g, k + 1), &part[0], &part[1]);
		part_add(&bin[k], l, f, part);
	}
}

/* a is relative to the centre of the shells. In the plane of the branch and the centre a shell is a ring. The component of the
 * force across this plane has no part in the outward stress. */
static void branch_to_shells(struct profile_bin *bin, const struct profile3_grid *g, vec3 a, vec3 l, vec3 f)
{
	double len = v3_norm(l), u = v3_dot(a, l) / len;
	vec3 e = v3_scale(1 / len, l), foot = v3_sub(a, v3_scale(v3_dot(a, e), e));
	double h = v3_norm(foot), fe = v3_dot(f, e), fo = h > 0 ? v3_dot(f, foot) / h : 0;
	int first, last;

	if (!segment_shells(g->from, g->to, g->n, a, l, &first, &last))
		return;
	for (int k = first; k <= last; k++) {
		double part[2][2];
		int n = segment_in_shell(a, l, edge(g, k), edge(g, k + 1), part);

		for (int z = 0; z < n; z++) {
			struct segment_outwards q = segment_outward_integrals(h, u + part[z][0] * len, u + part[z][1] * len);

			bin[k].outwards += q.uu * fe + q.uh * fo;
			part_add(&bin[k], l, f, part[z]);
		}
	}
}

int profile3_add_branch(struct profile_bin *bin, const struct profile3_grid *g, const struct domain *d, vec3 centre, vec3 point,
	vec3 force)
{
	const double lo[3] = { fmin(centre.x, point.x), fmin(centre.y, point.y), fmin(centre.z, point.z) };
	const double hi[3] = { fmax(centre.x, point.x), fmax(centre.y, point.y), fmax(centre.z, point.z) };
	const double x[3] = { centre.x, centre.y, centre.z };
	vec3 l = v3_sub(point, centre);
	struct images_in_bins it;
	double shift[3];

	if (!(v3_dot(l, l) > 0))
		return 0;
	if (images_find(&it, g, d, lo, hi))
		return -1;
	while (image_next(&it, x, shift)) {
		vec3 a = v3_add(centre, v3_from(shift));

		if (g->axis == PROFILE3_SHELLS)
			branch_to_shells(bin, g, v3_sub(a, v3_from(g->centre)), l, force);
		else
			branch_to_slices(bin, g, a, l, force);
	}
	return 0;
}

static void space_values(const void *bin, double value[PROFILE3_VALUES])
{
	const struct profile_bin *b = bin;
	double mass = b->mass > 0 ? b->mass : NAN, there = b->mass > 0 ? 1 : NAN;

	value[PROFILE3_NUMBER] = b->number / b->size;
	value[PROFILE3_SOLID] = b->solid / b->size;
	for (int k = 0; k < 3; k++) {
		value[PROFILE3_VX + k] = there * b->v[k];
		value[PROFILE3_WX + k] = there * b->spin[k];
	}
	value[PROFILE3_VR] = there * b->out;
	value[PROFILE3_T] = (b->vv[0] + b->vv[1] + b->vv[2]) / (3 * mass);
	value[PROFILE3_T_ROT] = b->turning / (3 * mass);
	for (int k = 0; k < 6; k++)
		value[PROFILE3_KXX + k] = b->vv[k] / b->size;
	for (int k = 0; k < 9; k++)
		value[PROFILE3_SXX + k] = -b->branch[k] / b->size;
	value[PROFILE3_SRR] = -b->outwards / b->size;
	value[PROFILE3_STT] = 0.5 * (value[PROFILE3_SXX] + value[PROFILE3_SXX + 4] + value[PROFILE3_SXX + 8] - value[PROFILE3_SRR]);
}

const struct profile_kind profile_space = { sizeof(struct profile_bin), PROFILE3_VALUES, space_values };
