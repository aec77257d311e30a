/* cd3_contacts.c: the neighbour list, and the contacts of its pairs */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/team.h"
#include "cd3/cd3_state.h"

/* ---- the neighbour list ---- */

/* A bound on the distance that the surface of a body has moved since the list was built, by displacement and by rotation. With
 * |q - q0| = 2 sin(angle / 4), the angle is at most pi / sqrt(2) times |q - q0| up to half a turn. */
static double moved(const struct cd3_body *b)
{
	double far = v3_norm(v3_sub(b->x, b->x_built)), turn = 0, show = b->reach - b->thin;

	if (cd3_is_wall(b)) /* a turn about the axis moves no surface, apart from rounding */
		return far + b->arm_built * v3_norm(v3_sub(cd3_axis(b), b->axis_built));
	for (int k = 0; k < 4; k++)
		turn += (b->q[k] - b->q_built[k]) * (b->q[k] - b->q_built[k]);
	return show > 0 ? far + 2.25 * show * sqrt(turn) : far;
}

struct farthest { const struct cd3 *s; double most; };

static void find_moved(void *to, int from, int end, int thread)
{
	struct farthest *f = to;
	double most = 0;

	(void)thread;
	for (int k = from; k < end; k++)
		if (f->s->group[f->s->body[k].group].moves)
			most = fmax(most, moved(&f->s->body[k]));
	team_raise(&f->most, most);
}

static int list_holds(const struct cd3 *s, double reach)
{
	struct farthest f = { .s = s };

	if (!s->built)
		return 0;
	team_chunks(s->threads, s->n, CD3_CHUNK, find_moved, &f);
	return 2 * f.most + reach <= s->margin;
}

/* The shift, in periods and as a vector, that brings j nearest to i. */
static vec3 nearest(const struct cd3 *s, const struct cd3_body *i, const struct cd3_body *j, int shift[3])
{
	const struct domain *d = &s->domain;
	double by[3] = { j->x.x - i->x.x, j->x.y - i->x.y, j->x.z - i->x.z };

	for (int k = 0; k < 3; k++) {
		double period = d->hi[k] - d->lo[k];

		shift[k] = 0;
		if (!d->set || !d->periodic[k] || cd3_is_wall(j))
			continue;
		shift[k] = -(int)floor(by[k] / period + 0.5);
		by[k] = shift[k] * period;
	}
	for (int k = 0; k < 3; k++)
		by[k] = shift[k] ? by[k] : 0;
	return v3(by[0], by[1], by[2]);
}

static void add_pair(struct cd3 *s, int i, int j)
{
	const struct cd3_body *a = &s->body[i], *b = &s->body[j];

	/* if neither body yields to an impulse, the pair can have no contact */
	if (a->group == b->group || (s->rigid[a->group].moves == 0 && s->rigid[b->group].moves == 0))
		return;
	MEM_GROW(s->pair, &s->cap_pair, (size_t)s->n_pair + 1);
	s->pair[s->n_pair++] = (struct cd3_pair){ .i = i, .j = j };
}

/* Whether the boxes around two ellipsoids, whose half sides are sqrt(Q_kk), have a gap above the margin along an axis. */
static int boxes_separate(const struct cd3 *s, const struct cd3_body *a, const struct cd3_body *b)
{
	int shift[3];
	vec3 d = v3_sub(v3_add(b->x, nearest(s, a, b, shift)), a->x);

	if (a->kind != CD3_ELLIPSOID || b->kind != CD3_ELLIPSOID)
		return 0;
	return fabs(d.x) > sqrt(a->ellipsoid.q[0]) + sqrt(b->ellipsoid.q[0]) + s->margin ||
	       fabs(d.y) > sqrt(a->ellipsoid.q[1]) + sqrt(b->ellipsoid.q[1]) + s->margin ||
	       fabs(d.z) > sqrt(a->ellipsoid.q[2]) + sqrt(b->ellipsoid.q[2]) + s->margin;
}

/* Whether the ball around a grain is nearer to a wall than the margin. */
static int near_wall(const struct cd3 *s, const struct cd3_body *a, const struct cd3_body *w)
{
	vec3 d = v3_sub(a->x, w->x);
	double far = a->reach + s->margin;

	if (w->kind == CD3_PLANE)
		return v3_dot(w->normal, d) < far;
	vec3 z = cd3_axis(w);
	double along = v3_dot(z, d), across = v3_norm(v3_sub(d, v3_scale(along, z)));
	int filled = !w->tube.in && w->tube.half == INFINITY;
	return fabs(along) < w->tube.half + far && (filled ? across - w->tube.r : fabs(across - w->tube.r)) < far;
}

/* The arm of a wall until the next list, by which a tilt moves its surface: its reach or, if it has no end, the distance of the
 * furthest grain, in any image. */
static void set_arm(const struct cd3 *s, struct cd3_body *w)
{
	double far = 0;

	for (int k = 0; k < s->n_grain && w->reach == INFINITY; k++)
		far = fmax(far, v3_norm(v3_sub(s->body[s->grain[k]].x, w->x)) + s->body[s->grain[k]].reach);
	for (int k = 0; k < 3; k++)
		far += s->domain.set && s->domain.periodic[k] ? s->domain.hi[k] - s->domain.lo[k] : 0;
	w->arm_built = w->reach < INFINITY ? w->reach : far + s->margin;
}

/* Sort pairs by i, then j: a counting sort by i, then insertion. */
static void sort_pairs(struct cd3 *s)
{
	int *from = MEM_ZERO(int, (size_t)s->n + 1);
	struct cd3_pair *to = mem_new((size_t)s->n_pair, sizeof *to);

	for (int p = 0; p < s->n_pair; p++)
		from[s->pair[p].i + 1]++;
	for (int k = 0; k < s->n; k++)
		from[k + 1] += from[k];
	int *end = MEM_NEW(int, (size_t)s->n + 1);
	memcpy(end, from, ((size_t)s->n + 1) * sizeof *end);
	for (int p = 0; p < s->n_pair; p++) {
		int i = s->pair[p].i, at = end[i]++;

		for (; at > from[i] && to[at - 1].j > s->pair[p].j; at--)
			to[at] = to[at - 1];
		to[at] = s->pair[p];
	}
	free(from);
	free(end);
	free(s->pair);
	s->pair = to;
	s->cap_pair = (size_t)s->n_pair;
}

static void list_build(struct cd3 *s, double reach)
{
	s->margin = reach + s->skin;
	s->n_pair = 0;
	for (int k = 0; k < s->n_grain; k++) {
		const struct cd3_body *b = &s->body[s->grain[k]];

		s->at[0][k] = b->x.x;
		s->at[1][k] = b->x.y;
		s->at[2][k] = b->x.z;
	}
	s->cells.threads = s->threads;
	cells_find(&s->cells, &s->domain, (const double *const *)s->at, s->radius, s->margin);
	for (int p = 0; p < s->cells.n_pair; p++) {
		int i = s->grain[s->cells.pair[p][0]], j = s->grain[s->cells.pair[p][1]], swap = i > j;

		if (!boxes_separate(s, &s->body[i], &s->body[j]))
			add_pair(s, swap ? j : i, swap ? i : j);
	}
	cells_release(&s->cells);
	for (int w = 0; w < s->n_wall; w++) {
		set_arm(s, &s->body[s->wall[w]]);
		for (int k = 0; k < s->n_grain; k++)
			if (near_wall(s, &s->body[s->grain[k]], &s->body[s->wall[w]]))
				add_pair(s, s->grain[k], s->wall[w]);
	}
	sort_pairs(s);
	for (int k = 0; k < s->n; k++) {
		struct cd3_body *b = &s->body[k];

		b->x_built = b->x;
		memcpy(b->q_built, b->q, sizeof b->q_built);
		b->axis_built = cd3_axis(b);
	}
	s->built = 1;
	s->rebuilds++;
}

/* ---- contacts ---- */

/* g(n) of ellipsoid3.h, a lower bound on the gap. */
static double gap_along(const struct ellipsoid3 *a, const struct ellipsoid3 *b, vec3 n)
{
	vec3 sa, sb;

	return v3_dot(n, v3_sub(b->c, a->c)) - ellipsoid3_support(a, n, &sa) - ellipsoid3_support(b, n, &sb);
}

/* Whether the characteristic polynomial separates the ellipsoids, with a enlarged to contain all points nearer than within. */
static int separate_by_roots(const struct ellipsoid3 *a, const struct ellipsoid3 *b, double thin, double within)
{
	struct ellipsoid3 wide = *a;
	double f = 1 + within / thin;

	for (int k = 0; k < 6; k++)
		wide.q[k] *= f * f;
	wide.sphere *= f;
	return ellipsoid3_separate_by_roots(&wide, b, NULL);
}

/* The contact of two ellipsoids. The search starts with the normal of the contact in the step before, or without a normal, so
 * that results depend only on the state. p->n and the polynomial only avoid searches that would find nothing. */
static int ellipsoid_contacts(const struct cd3 *s, struct cd3_pair *p, const struct ellipsoid3 *a, const struct ellipsoid3 *b,
	double within, struct touch3 *t)
{
	double sure = within + 1e-9 * (within + sqrt(a->q[0] + b->q[0]));
	vec3 y;

	if (p->n_old > 0) {
		t->n = s->old[p->first_old].n;
		ellipsoid3_gap(a, b, t);
		return t->gap < within;
	}
	if (s->opt.roots && separate_by_roots(a, b, s->body[p->i].thin, sure))
		return 0;
	if (!s->opt.roots && v3_dot(p->n, p->n) > 0 && gap_along(a, b, p->n) > sure)
		return 0;
	ellipsoid3_potential(a, b, INFINITY, &y);
	double l = v3_norm(y);
	p->n = l > 0 ? v3_scale(1 / l, y) : v3(0, 0, 1);
	if (!s->opt.roots && gap_along(a, b, p->n) > sure)
		return 0;
	t->n = y;
	ellipsoid3_gap(a, b, t);
	p->n = t->n;
	return t->gap < within;
}

/* The contacts of a pair of bodies with gaps below within. */
static int pair_contacts(const struct cd3 *s, struct cd3_pair *p, const struct cd3_body *i, const struct cd3_body *j,
	double within, int shift[3], struct touch3 t[CD3_MOST])
{
	vec3 by = nearest(s, i, j, shift);
	struct ellipsoid3 image;

	if (i->kind == CD3_OBJECT && j->kind == CD3_PLANE)
		return object3_gaps_plane(&i->object, j->normal, v3_dot(j->normal, j->x), within, t);
	if (i->kind == CD3_OBJECT && j->kind == CD3_TUBE)
		return object3_gaps_tube(&i->object, &j->tube, within, t);
	if (i->kind == CD3_OBJECT || j->kind == CD3_OBJECT) {
		struct object3 other = j->object;

		other.c = v3_add(other.c, by);
		return object3_gaps(&i->object, &other, within, t);
	}
	if (j->kind == CD3_PLANE) {
		ellipsoid3_gap_plane(&i->ellipsoid, j->normal, v3_dot(j->normal, j->x), t);
		return t->gap < within;
	}
	if (j->kind == CD3_TUBE)
		return tube3_gaps(&j->tube, &i->ellipsoid, within, t);
	if (!shift[0] && !shift[1] && !shift[2])
		return ellipsoid_contacts(s, p, &i->ellipsoid, &j->ellipsoid, within, t);
	image = j->ellipsoid;
	image.c = v3_add(image.c, by);
	return ellipsoid_contacts(s, p, &i->ellipsoid, &image, within, t);
}

/* Whether a contact's pair comes before p. */
static int is_before(const struct cd3_contact *c, const struct cd3_pair *p)
{
	return c->i < p->i || (c->i == p->i && c->j < p->j);
}

/* The first contact of the step before whose pair does not come before p. */
static int first_old(const struct cd3 *s, const struct cd3_pair *p)
{
	int lo = 0, hi = s->n_old;

	while (lo < hi) {
		int mid = lo + (hi - lo) / 2;

		if (is_before(&s->old[mid], p))
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

/* A contact as it is found, without forces. */
static struct cd3_contact contact_of(const struct cd3 *s, const struct cd3_pair *p, const int shift[3], const struct touch3 *t)
{
	/* both bodies have the same point, so that angular momentum is kept; this does not matter for a wall */
	vec3 middle = cd3_is_wall(&s->body[p->j]) ? t->a : v3_scale(0.5, v3_add(t->a, t->b));

	return (struct cd3_contact){ .i = p->i, .j = p->j, .n = t->n, .at = v3_sub(middle, s->body[p->i].x), .gap = t->gap,
		.shift = { shift[0], shift[1], shift[2] } };
}

/* Whether neither body yields along the normal, so that an impulse has no effect. */
static int is_stiff(const struct cd3 *s, const struct cd3_contact *c)
{
	vec3 ri, rj;

	if (!cd3_held(s, c))
		return 0;
	cd3_arms(s, c, &ri, &rj);
	return !(cd3_row_yields(s->rigid, s->body[c->i].group, s->body[c->j].group, c->n, ri, rj) > 1e-9);
}

/* Inherit the forces of the nearest contact that the pair had in the step before. Each of those can be inherited once. */
static void inherit(struct cd3 *s, const struct cd3_pair *p, struct cd3_contact *c)
{
	struct cd3_contact *best = NULL;
	double least = INFINITY;

	for (int k = p->first_old; k < p->first_old + p->n_old; k++) {
		vec3 d = v3_sub(s->old[k].at, c->at);
		double far = v3_dot(d, d);

		if (!s->old[k].inherited && far < least) {
			least = far;
			best = &s->old[k];
		}
	}
	if (!best)
		return;
	best->inherited = 1;
	c->fn = best->fn;
	c->ft = best->ft;
	c->torque = best->torque;
	c->active = best->active;
}

struct search { struct cd3 *s; double within; };
enum { STRETCH = 128 };      /* pairs that a thread takes at a time */

static void find_chunk(void *all, int from, int end, int thread)
{
	struct cd3 *s = ((struct search *)all)->s;
	struct cd3_found *found = &s->found[from / STRETCH];
	double within = ((struct search *)all)->within;
	int old = first_old(s, &s->pair[from]);

	(void)thread;
	found->n = 0;
	for (int p = from; p < end; p++) {
		struct cd3_pair *pair = &s->pair[p];
		struct touch3 t[CD3_MOST];
		int shift[3];

		if (p + CD3_AHEAD < end) {
			const struct cd3_body *soon = &s->body[pair[CD3_AHEAD].j];

			cd3_fetch(&soon->x, 1);
			cd3_fetch(&soon->ellipsoid, sizeof soon->ellipsoid);
		}
		while (old < s->n_old && is_before(&s->old[old], pair))
			old++;
		pair->first_old = old;
		while (old < s->n_old && s->old[old].i == pair->i && s->old[old].j == pair->j)
			old++;
		pair->n_old = old - pair->first_old;
		int n = pair_contacts(s, pair, &s->body[pair->i], &s->body[pair->j], within, shift, t);
		for (int k = 0; k < n; k++) {
			struct cd3_contact c = contact_of(s, pair, shift, &t[k]);

			if (is_stiff(s, &c))
				continue;
			inherit(s, pair, &c);
			MEM_GROW(found->contact, &found->cap, (size_t)found->n + 1);
			found->contact[found->n++] = c;
		}
	}
}

/* A body at the touch of an impact: a free body is there, one that a constraint moves will be in a time. */
static struct cd3_body at_touch(const struct cd3 *s, int body, double late)
{
	const struct cd3_group *g = &s->group[s->body[body].group];

	return g->constraint && g->moves ? cd3_body_later(s, body, late) : s->body[body];
}

void cd3_contact_again(struct cd3 *s, struct cd3_contact *c)
{
	struct cd3_pair pair = { .i = c->i, .j = c->j };
	const struct cd3_body i = at_touch(s, c->i, c->late), j = at_touch(s, c->j, c->late);
	struct touch3 t[CD3_MOST];
	double least = INFINITY;
	int shift[3], n = pair_contacts(s, &pair, &i, &j, i.thin, shift, t);
	struct cd3_contact was = *c;
	for (int k = 0; k < n; k++) {
		struct cd3_contact again = contact_of(s, &pair, shift, &t[k]);
		vec3 d = v3_sub(again.at, was.at);

		if (!(v3_dot(d, d) < least))
			continue;
		least = v3_dot(d, d);
		c->n = again.n;
		c->at = again.at;
		c->gap = again.gap;
		memcpy(c->shift, shift, sizeof shift);
	}
}

/* Append the contacts of a chunk of pairs to those of the chunks before. */
static void collect(void *to, int chunk, int thread)
{
	struct cd3 *s = to;
	const struct cd3_found *f = &s->found[chunk];

	(void)thread;
	if (f->n > 0)
		memcpy(&s->contact[f->first], f->contact, (size_t)f->n * sizeof *f->contact);
}

/* The contacts of the last step become the old contacts. The memory of the former old contacts is used again. */
static void swap_contacts(struct cd3 *s)
{
	struct cd3_contact *spare = s->old;
	size_t cap = s->cap_old;

	s->old = s->contact;
	s->cap_old = s->cap_contact;
	s->n_old = s->n_contact;
	s->contact = spare;
	s->cap_contact = cap;
}

void cd3_find_contacts(struct cd3 *s, double within)
{
	if (!list_holds(s, within))
		list_build(s, within);
	int n = (s->n_pair + STRETCH - 1) / STRETCH;
	if (n > s->n_found) {
		MEM_RESIZE(s->found, (size_t)n);
		memset(s->found + s->n_found, 0, (size_t)(n - s->n_found) * sizeof *s->found);
		s->n_found = n;
	}
	swap_contacts(s);
	team_chunks(s->threads, s->n_pair, STRETCH, find_chunk, &(struct search){ s, within });
	s->n_contact = 0;
	for (int k = 0; k < n; k++) {
		s->found[k].first = s->n_contact;
		s->n_contact += s->found[k].n;
	}
	MEM_GROW(s->contact, &s->cap_contact, (size_t)s->n_contact);
	team_run(s->threads, n, collect, s);
}
