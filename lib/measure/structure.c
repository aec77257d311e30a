/* structure.c: structure of the contacts in a frame */
#include "measure/structure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "contact/law.h"
#include "measure/features.h"

/* ---- coordination ---- */

/* For each body a list of the bodies that it touches. A body that touches its own image is in its list twice. */
struct neighbours { int *from, *at; };

static struct neighbours neighbours_list(const struct touches *t)
{
	struct neighbours l = { MEM_ZERO(int, (size_t)t->n_body + 2), MEM_NEW(int, 2 * (size_t)t->n_pair) };

	for (int k = 0; k < t->n_pair; k++) {
		l.from[t->pair[k].a + 2]++;
		l.from[t->pair[k].b + 2]++;
	}
	for (int i = 0; i < t->n_body; i++)
		l.from[i + 2] += l.from[i + 1];
	for (int k = 0; k < t->n_pair; k++) {
		const struct touch_pair *p = &t->pair[k];

		l.at[l.from[p->a + 1]++] = p->b;
		l.at[l.from[p->b + 1]++] = p->a;
	}
	return l;
}

/* Remove grains with fewer than `least` contacts until none is left. gone[i] is 1 for these grains. left[i] is the number of
 * contacts of the other grains with each other and with walls. */
static void find_rattlers(const struct touches *t, const struct neighbours *l, int least, char *gone, int *left)
{
	int *stack = MEM_NEW(int, (size_t)t->n_body), n = 0;

	for (int i = 0; i < t->n_body; i++) {
		left[i] = l->from[i + 1] - l->from[i];
		gone[i] = !t->held[i] && left[i] < least;
		if (gone[i])
			stack[n++] = i;
	}
	while (n) {
		int i = stack[--n];

		for (int k = l->from[i]; k < l->from[i + 1]; k++) {
			int j = l->at[k];

			left[j]--;
			if (gone[j] || t->held[j] || left[j] >= least)
				continue;
			gone[j] = 1;
			stack[n++] = j;
		}
	}
	free(stack);
}

struct coordination coordination_count(const struct touches *t, const char *chosen, int least, char *rattler)
{
	struct neighbours l = neighbours_list(t);
	struct coordination c = { 0 };
	char *gone = MEM_ZERO(char, (size_t)t->n_body);
	int *left = MEM_ZERO(int, (size_t)t->n_body);
	int64_t all = 0, bearing = 0;

	find_rattlers(t, &l, least, gone, left);
	for (int i = 0; i < t->n_body; i++) {
		if (t->held[i] || !chosen[i])
			continue;
		c.grains++;
		c.rattlers += gone[i];
		all += l.from[i + 1] - l.from[i];
		bearing += gone[i] ? 0 : left[i];
	}
	for (int k = 0; k < t->n_pair; k++) {
		const struct touch_pair *p = &t->pair[k];
		int a = chosen[p->a] && !t->held[p->a], b = chosen[p->b] && !t->held[p->b];

		c.contacts += a || b ? p->n : 0;
		c.pairs += structure_counts(t, p, chosen);
		c.walls += (a && t->held[p->b]) || (b && t->held[p->a]);
	}
	c.z = c.grains ? (double)all / c.grains : NAN;
	c.z_bearing = c.grains > c.rattlers ? (double)bearing / (c.grains - c.rattlers) : NAN;
	if (rattler)
		memcpy(rattler, gone, (size_t)t->n_body);
	free(gone);
	free(left);
	free(l.from);
	free(l.at);
	return c;
}

/* ---- fabric ---- */

struct fabric3 fabric3_measure(const struct touches *t, const char *chosen)
{
	struct fabric3 f = { .fn = 0 };
	double fn = 0, ft = 0, off = 0;

	for (int k = 0; k < t->n_pair; k++) {
		const struct touch_pair *p = &t->pair[k];

		if (!structure_counts(t, p, chosen))
			continue;
		tensor3_add(&f.f, 1, p->normal, p->normal);
		fn += p->fn;
		ft += fabs(p->ft);
		f.n++;
	}
	f.f = tensor3_sum((struct tensor3){ 0 }, f.n ? 1.0 / f.n : NAN, f.f);
	f.p = tensor3_principal(f.f);
	for (int k = 0; k < 3; k++)
		off += (f.p.value[k] - 1.0 / 3) * (f.p.value[k] - 1.0 / 3);
	f.anisotropy = 7.5 * sqrt(1.5 * off);
	f.fn = f.n ? fn / f.n : NAN;
	f.ft = f.n && t->tangential ? ft / f.n : NAN;
	return f;
}

struct fabric2 fabric2_measure(const struct touches *t, const char *chosen)
{
	struct fabric3 s = fabric3_measure(t, chosen);
	struct fabric2 f = { .n = s.n, .f = tensor2_flat(&s.f), .fn = s.fn, .ft = s.ft };
	struct principal2 q = tensor2_principal(f.f);

	f.anisotropy = 2 * (q.major - q.minor);
	f.direction = f.n && f.anisotropy > 1e-12 ? q.angle : NAN; /* an isotropic fabric has no direction */
	return f;
}

/* ---- sliding ---- */

/* The friction coefficient of two materials, and what their law adds to the normal force of bodies that overlap, for the limit
 * of friction. NaN if unknown: the attraction of jkr and of the kinds after it depends on radii, which records do not have. */
static double friction(const struct world *w, int a, int b, double *pull)
{
	const struct law *l = a >= 0 && b >= 0 ? world_law(w, w->material[a].name, w->material[b].name) : NULL;
	struct law_contact law;
	const char *key;
	double value;

	if (!l || law_resolve(w, l, &law, &key, &value) != LAW_GOOD || law.kind >= LAW_JKR)
		return NAN;
	*pull = law.kind == LAW_COHESIVE ? law.pull : 0;
	return law.mu;
}

double structure_sliding(const struct touches *t, struct world *w, const char *chosen)
{
	const double hair = 1e-9;
	int last[2] = { -2, -2 }, all = 0, slide = 0;
	double mu = NAN, pull = 0;
	struct features features;

	features_begin(&features, w, t);
	for (int k = 0; k < t->n && t->tangential; k++) {
		const struct touch *c = &t->at[k];

		if (!(chosen[c->a] && !t->held[c->a]) && !(chosen[c->b] && !t->held[c->b]))
			continue;
		if (c->ma != last[0] || c->mb != last[1])
			mu = friction(w, last[0] = c->ma, last[1] = c->mb, &pull);
		double weight = pull > 0 && w->dim == 3 ? features_weight(&features, c) : 1;
		double load = c->fn + (c->overlap > 0 ? weight * pull : 0);
		if (!(mu > 0 && load > 0))
			continue;
		all++;
		slide += fabs(c->ft) >= mu * load * (1 - hair);
	}
	features_end(&features);
	return all ? (double)slide / all : NAN;
}

/* ---- force chains ---- */

static void loads_find(const struct touches *t, struct load *load)
{
	struct tensor3 *moment = mem_zero((size_t)t->n_body, sizeof *moment);

	for (int k = 0; k < t->n; k++) {
		const struct touch *c = &t->at[k];

		tensor3_add(&moment[c->a], -1, c->f, c->arm_a);
		tensor3_add(&moment[c->b], 1, c->f, c->arm_b);
	}
	for (int i = 0; i < t->n_body; i++)
		if (t->dim == 2) {
			struct principal2 p = tensor2_principal(tensor2_flat(&moment[i]));
			double s, c;

			trig_sincos(p.angle, &s, &c);
			load[i] = (struct load){ p.major, p.minor, p.angle, v3(c, s, 0) };
		} else {
			struct principal3d p = tensor3_principal(moment[i]);

			load[i] = (struct load){ p.value[0], p.value[2], NAN, p.along[0] };
		}
	free(moment);
}

static int root(int *up, int i)
{
	while (up[i] != i)
		i = up[i] = up[up[i]];
	return i;
}

/* Whether the line between the centres of a pair is within angle of the greatest compression of both. */
static int is_link(const struct chains *c, const struct touch_pair *p, double angle)
{
	vec3 branch = v3_sub(p->arm_a, p->arm_b);
	double len = v3_norm(branch), turned, least;

	trig_sincos(angle, &turned, &least);
	for (int k = 0; k < 2; k++)
		if (!(fabs(v3_dot(branch, c->load[k ? p->b : p->a].along)) >= least * len))
			return 0;
	return len > 0;
}

void chains_find(struct chains *c, const struct touches *t, const char *chosen, double angle)
{
	size_t n = (size_t)t->n_body;
	int *up = MEM_NEW(int, n), *size = MEM_ZERO(int, n), grains = 0;
	double sum = 0;

	MEM_RESIZE(c->chain, n);
	MEM_RESIZE(c->load, n);
	c->n = c->grains = 0;
	loads_find(t, c->load);
	for (int i = 0; i < t->n_body; i++) {
		up[i] = i;
		c->chain[i] = 0;
		if (t->held[i] || !chosen[i])
			continue;
		sum += c->load[i].major;
		grains++;
	}
	c->mean = grains ? sum / grains : NAN;
	for (int k = 0; k < t->n_pair; k++) {
		const struct touch_pair *p = &t->pair[k];
		int strong = c->load[p->a].major > c->mean && c->load[p->b].major > c->mean;

		if (strong && chosen[p->a] && chosen[p->b] && !t->held[p->a] && !t->held[p->b] && is_link(c, p, angle))
			up[root(up, p->b)] = root(up, p->a);
	}
	for (int i = 0; i < t->n_body; i++)
		size[root(up, i)]++;
	for (int i = 0; i < t->n_body; i++) { /* chains are numbered in the order of rows */
		int r = root(up, i);

		if (size[r] < 3)
			continue;
		if (!c->chain[r])
			c->chain[r] = ++c->n;
		c->chain[i] = c->chain[r];
		c->grains++;
	}
	free(up);
	free(size);
}

void chains_free(struct chains *c)
{
	free(c->chain);
	free(c->load);
	memset(c, 0, sizeof *c);
}
