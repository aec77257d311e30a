/* dem2_force.c: contacts and their forces.
 *
 * Every part of the list goes through its near candidates in two loops, a stretch at a time. The first loop computes distances.
 * The second computes the forces of candidates that touch, or did one step ago. It gathers them in blocks, computes a block in
 * vectors, and adds it to the sums of pairs in the order of (pair, direction, vertex, edge). Then every body sums over its pairs
 * in the order of the partners' ids. The ledger is summed exactly. So no sum depends on parts, threads or memory. */
#include <math.h>

#include "base/team.h"
#include "base/wide.h"
#include "contact/features2.h"
#include "dem2/dem2_state.h"

enum { STRETCH = 128, BLOCK = 16 };

/* ---- distances ---- */

/* A near candidate that touches (is), or did one step ago: its index, and that of its law; w: from the vertex to the edge [L]. */
struct hit { int near, is, law; vec2 w; };

/* Contacts that were there one step ago and cling go on, although their forces would not begin at this distance. */
static void hits_cling(const struct dem2 *s, const struct part2 *q, struct hit *hit, int n)
{
	for (int k = 0; k < n; k++) {
		const struct near2 *c = &q->near[hit[k].near];
		const struct law_contact *law = &s->core.law[hit[k].law];
		const int *body = s->list.pair[c->half >> 1].body;

		if (hit[k].is || !law_clings(law))
			continue;
		double ends = dem2_lasts(s, law, body[c->half & 1], body[~c->half & 1], c->v, c->ea, c->eb);
		hit[k].is = v2_dot(hit[k].w, hit[k].w) < ends * ends;
	}
}

/* Find the hits among the near candidates from .. to-1.
 *
 * Points and rods share the loop of polygons: a point is an edge of length 0. A separate loop would save only 1.5 % of a run of
 * disks. It is more useful not to turn points, see place_points in dem2_list.c. */
static int find_hits(const struct dem2 *s, const struct part2 *q, int from, int to, struct hit *hit)
{
	const struct list2 *l = &s->list;
	const struct body_pair *pair = l->pair;
	const struct list2_image *image = l->image;
	const vec2 *place = s->outlines.at;
	int n = 0;

	for (int k = from; k < to; k++) {
		const struct near2 *c = &q->near[k];
		const vec2 *h = &image[pair[c->half >> 1].image ^ (c->half & 1)].h;
		const struct near2 *ahead = &q->near[k + 12 < q->n_near ? k + 12 : k];
		vec2 w;

		__builtin_prefetch(&place[ahead->v]); /* large scenes wait for memory */
		__builtin_prefetch(&place[ahead->ea]);
		int is = features_gap(&place[c->v], &place[c->ea], &place[c->eb], h, c->il2, &w) < c->lim2;

		hit[n].near = k;
		hit[n].is = is;
		hit[n].w = w;
		n += is | (c->place >= 0);
	}
	for (int k = 0; k < n; k++)
		hit[k].law = dem2_law_of(&s->core, &pair[q->near[hit[k].near].half >> 1]);
	if (s->core.clings)
		hits_cling(s, q, hit, n);
	return n;
}

/* ---- forces ---- */

/* A block of contacts of one law, by columns. */
struct block {
	int n;
	const struct law_contact *law;
	int curved, damped;      /* the law needs effective radii, and reduced masses */
	const struct hit *hit;
	double wx[BLOCK], wy[BLOCK], lim[BLOCK], rv[BLOCK], px[BLOCK], py[BLOCK], rx[BLOCK], ry[BLOCK];
	double ux[BLOCK], uy[BLOCK], ui[BLOCK], uj[BLOCK], dx[BLOCK], dy[BLOCK], di[BLOCK], dj[BLOCK];
	double m[BLOCK], was[BLOCK], is[BLOCK], effective[BLOCK];
	double old[CONTACT2_FIELDS][BLOCK], now[CONTACT2_FIELDS][BLOCK], action[9][BLOCK]; /* fields of structs */
};

static WIDE_INLINE struct kinematics2 kinematics_of(const struct block *b, int k)
{
	return (struct kinematics2){
		b->wx[k], b->wy[k], b->lim[k], b->rv[k], b->px[k], b->py[k], b->rx[k], b->ry[k], b->ux[k], b->uy[k], b->ui[k],
		b->uj[k], b->dx[k], b->dy[k], b->di[k], b->dj[k], b->m[k], b->was[k], b->is[k], b->effective[k],
	};
}

static WIDE_INLINE struct contact2 contact_of(double from[CONTACT2_FIELDS][BLOCK], int k)
{
	return (struct contact2){ from[0][k], from[1][k], from[2][k], from[3][k], from[4][k], from[5][k], from[6][k],
	                          from[7][k], from[8][k], from[9][k] };
}

static WIDE_INLINE void contact_put(double to[CONTACT2_FIELDS][BLOCK], int k, const struct contact2 *c)
{
	to[0][k] = c->nx;
	to[1][k] = c->ny;
	to[2][k] = c->gap;
	to[3][k] = c->ax;
	to[4][k] = c->ay;
	to[5][k] = c->fn;
	to[6][k] = c->ft;
	to[7][k] = c->xi;
	to[8][k] = c->roll;
	to[9][k] = c->moment;
}

static WIDE_INLINE void action_put(double to[9][BLOCK], int k, const struct action2 *o)
{
	to[0][k] = o->fx;
	to[1][k] = o->fy;
	to[2][k] = o->ti;
	to[3][k] = o->tj;
	to[4][k] = o->fric;
	to[5][k] = o->visc;
	to[6][k] = o->power;
	to[7][k] = o->normal;
	to[8][k] = o->tangent;
}

static WIDE_INLINE void step_one(struct block *b, int k, const struct law_contact *law, enum law_kind kind, int rolls, double dt)
{
	struct kinematics2 q = kinematics_of(b, k);
	struct contact2 c, old = contact_of(b->old, k);
	struct action2 action;

	contact2_step(kind, rolls, &q, law, dt, &old, &c, &action);
	contact_put(b->now, k, &c);
	action_put(b->action, k, &action);
}

static WIDE_INLINE void step_all(struct block *restrict b, double dt, enum law_kind kind, int rolls)
{
	const struct law_contact law = *b->law;

#pragma omp simd
	for (int k = 0; k < b->n; k++)
		step_one(b, k, &law, kind, rolls, dt);
}

/* A loop for every kind of law, and one for the most common law: linear, without rolling resistance. Attractive laws share a
 * loop, see law.h. */
#define STEP_LOOP(name, kind, rolls) \
	static WIDE_INLINE void name##_loop(struct block *restrict b, double dt) \
	{ \
		step_all(b, dt, kind, rolls); \
	} \
	WIDE_LOOP(name, (struct block *restrict b, double dt), (b, dt))

STEP_LOOP(step_plain, LAW_LINEAR, 0)
STEP_LOOP(step_linear, LAW_LINEAR, 1)
STEP_LOOP(step_hertz, LAW_HERTZ, 1)
STEP_LOOP(step_cohesive, LAW_COHESIVE, 1)
STEP_LOOP(step_lennard_jones, LAW_LENNARD_JONES, 1)
STEP_LOOP(step_hertz_mindlin, LAW_HERTZ_MINDLIN, 1)
STEP_LOOP(step_jkr, LAW_JKR, 1)
STEP_LOOP(step_attractive, LAW_DMT, 1)

static void block_step(struct block *b, int wide, double dt)
{
	switch (b->law->kind) {
	case LAW_LINEAR:
		(b->law->mur > 0 ? step_linear(wide) : step_plain(wide))(b, dt);
		break;
	case LAW_HERTZ:
		step_hertz(wide)(b, dt);
		break;
	case LAW_COHESIVE:
		step_cohesive(wide)(b, dt);
		break;
	case LAW_LENNARD_JONES:
		step_lennard_jones(wide)(b, dt);
		break;
	case LAW_HERTZ_MINDLIN:
		step_hertz_mindlin(wide)(b, dt);
		break;
	case LAW_JKR:
		step_jkr(wide)(b, dt);
		break;
	case LAW_DMT:
	case LAW_BRIDGE:
	case LAW_VAN_DER_WAALS:
		step_attractive(wide)(b, dt);
		break;
	case LAW_MINDLIN: /* refused, see soft_laws */
	case LAW_ELASTIC: /* in space only */
		break;
	}
}

/* An evaluation without a step. Known contacts keep their springs, or their whole forces if a run resumes. */
static void block_fresh(struct block *b, int resume)
{
	for (int k = 0; k < b->n; k++) {
		struct kinematics2 q = kinematics_of(b, k);
		struct contact2 c = contact_of(b->old, k);
		struct action2 action = { 0 };

		contact2_shape(&q, &c);
		if (!resume || b->was[k] == 0)
			contact2_fresh(&q, b->law, &c);
		contact2_action(&q, &c, &action);
		contact_put(b->now, k, &c);
		action_put(b->action, k, &action);
	}
}

/* The reduced mass for damping. If neither body moves freely, it is that of their own masses. */
static double reduced_mass(const struct dem2 *s, int i, int j)
{
	double w = s->core.winv[i] + s->core.winv[j];

	if (!(w > 0))
		w = (s->core.mass[i] > 0 ? 1 / s->core.mass[i] : 0) + (s->core.mass[j] > 0 ? 1 / s->core.mass[j] : 0);
	return w > 0 ? 1 / w : 0;
}

/* Relative motion of the bodies of a contact: velocities for the dissipative forces, displacements of the step. */
static inline void block_motion(const struct dem2 *s, struct block *b, int k, int i, int j)
{
	double step = s->core.clock.dt, half = 0.5 * s->core.clock.dt;

	if (s->core.opt.integrator == DEM2_GEAR) {
		b->ux[k] = s->core.v[0][i] - s->core.v[0][j];
		b->uy[k] = s->core.v[1][i] - s->core.v[1][j];
		b->ui[k] = s->core.v[2][i];
		b->uj[k] = s->core.v[2][j];
		b->dx[k] = s->d[0][i] - s->d[0][j];
		b->dy[k] = s->d[1][i] - s->d[1][j];
		b->di[k] = s->d[2][i];
		b->dj[k] = s->d[2][j];
		return;
	}
	/* between the half steps v is the velocity in the middle; with the old acceleration it estimates the velocity at the end */
	double vx = s->core.v[0][i] - s->core.v[0][j], vy = s->core.v[1][i] - s->core.v[1][j];

	b->ux[k] = vx + half * (s->core.a[0][i] - s->core.a[0][j]);
	b->uy[k] = vy + half * (s->core.a[1][i] - s->core.a[1][j]);
	b->ui[k] = s->core.v[2][i] + half * s->core.a[2][i];
	b->uj[k] = s->core.v[2][j] + half * s->core.a[2][j];
	b->dx[k] = step * vx;
	b->dy[k] = step * vy;
	b->di[k] = step * s->core.v[2][i];
	b->dj[k] = step * s->core.v[2][j];
}

/* Put a hit into a block, with the relative motion of its bodies. */
static void block_add(const struct dem2 *s, const struct part2 *q, struct block *b, const struct hit *h)
{
	const struct near2 *c = &q->near[h->near];
	const struct body_pair *p = &s->list.pair[c->half >> 1];
	const struct list2_image *im = &s->list.image[p->image ^ (c->half & 1)];
	const struct outlines *o = &s->outlines;
	int i = p->body[c->half & 1], j = p->body[~c->half & 1], k = b->n++;

	b->wx[k] = h->w.x;
	b->wy[k] = h->w.y;
	b->is[k] = h->is;
	b->was[k] = c->place >= 0;
	b->rv[k] = o->radius[c->v + o->shift[i]];
	b->lim[k] = b->rv[k] + o->radius[c->ea + o->shift[j]];
	b->px[k] = o->at[c->v].x - s->core.x[0][i];
	b->py[k] = o->at[c->v].y - s->core.x[1][i];
	b->rx[k] = (s->core.x[0][j] + im->h.x) - s->core.x[0][i];
	b->ry[k] = (s->core.x[1][j] + im->h.y) - s->core.x[1][i];
	b->effective[k] = b->curved ? dem2_effective(s, b->law, i, j, c->v, c->ea, c->eb) : 0;
	b->m[k] = b->damped ? reduced_mass(s, i, j) : 0;
	struct contact2 old = { 0 };
	if (c->place >= 0)
		old = dem2_contact(&q->contacts, c->place);
	contact_put(b->old, k, &old);
	block_motion(s, b, k, i, j);
	if (s->core.cell.moves && p->image > 1) {
		const int image[3] = { im->sx, im->sy, 0 };
		double moved[3], rate[3];

		cell_image(s->core.cell.moved, image, moved);
		cell_image(s->core.cell.rate, image, rate);
		b->dx[k] -= moved[0];
		b->dy[k] -= moved[1];
		b->ux[k] -= rate[0];
		b->uy[k] -= rate[1];
	}
}

static void overlap_check(struct dem2 *s, const struct part2 *q, const struct hit *h, double gap, double limit)
{
	const struct near2 *c = &q->near[h->near];
	const struct body_pair *p = &s->list.pair[c->half >> 1];

	if (gap <= limit)
		return;
#pragma omp critical
	soft_fail_overlap(&s->core, p->body[c->half & 1], p->body[~c->half & 1], gap, limit);
}

/* Begin the sums of a pair. */
static void sum_begin(struct dem2 *s, struct part2 *q, int p)
{
	const int *at = &s->list.own_at[2 * p], *body = s->list.pair[p].body;

	__atomic_store_n(&s->core.touched[body[0]], 1, __ATOMIC_RELAXED); /* other threads may do the same */
	__atomic_store_n(&s->core.touched[body[1]], 1, __ATOMIC_RELAXED);
	s->touching[at[0]] = s->touching[at[1]] = 1;
	q->sum_pair = p;
	s->sum_of[p] = q->sum_from + q->n_sum++;
	s->pair_sum[s->sum_of[p]] = (struct pair_sum){ 0 };
	if (s->core.heat)
		s->pair_heat[s->sum_of[p]] = 0;
}

/* A contact begins or ends in a step: note its event, and what is lost where it clings to the end. */
static void block_event(struct dem2 *s, struct part2 *q, struct block *b, int k, int half)
{
	struct kinematics2 m = kinematics_of(b, k);
	struct contact2 c = contact_of(b->is[k] > 0 ? b->now : b->old, k);

	if (s->core.opt.integrator == DEM2_VERLET)
		dem2_event_note(s, q, half, &m, &c, b->law, &b->action[7][k], &b->action[5][k]);
	if (b->is[k] < b->was[k] && law_clings(b->law))
		exact_add(&q->sums->led[LED_BROKEN], law_lost(b->law, b->lim[k], b->effective[k]));
}

/* Note overlaps deeper than those that the time step was made for, where the stiffness grows with the overlap. */
static void block_note_overlaps(struct dem2 *s, const struct part2 *q, const struct block *b)
{
	int law = (int)(b->law - s->core.law);

	for (int k = 0; k < b->n && s->core.resolved[law] < INFINITY; k++)
		soft_note_overlap(&s->core, (int)(q - s->part), law, b->now[2][k]);
}

/* Keep a contact for the next step, or give its place back if it has ended. */
static inline void contact_keep(struct part2 *q, const struct hit *h, struct block *b, int k)
{
	struct contact2 c = contact_of(b->now, k);
	int *place = &q->near[h->near].place;

	if (!h->is) {
		*place = dem2_contacts_leave(&q->contacts, *place);
		return;
	}
	if (*place < 0)
		*place = dem2_contacts_place(&q->contacts);
	dem2_contact_put(&q->contacts, *place, &c);
}

/* Compute a block and add it to the sums of its pairs. */
static void block_finish(struct dem2 *s, struct part2 *q, struct block *b, enum evaluation how)
{
	int deep = 0, step = how == EVALUATE_STEP;

	if (step)
		block_step(b, s->core.wide, s->core.clock.dt);
	else
		block_fresh(b, how == EVALUATE_RESUME);
	for (int k = 0; k < b->n; k++) {
		int half = q->near[b->hit[k].near].half, dir = half & 1;

		if (half >> 1 != q->sum_pair) /* pairs come in the order of the list */
			sum_begin(s, q, half >> 1);
		struct pair_sum *sum = &s->pair_sum[q->sum_from + q->n_sum - 1];
		sum->fx += dir ? b->action[0][k] : -b->action[0][k];
		sum->fy += dir ? b->action[1][k] : -b->action[1][k];
		sum->t[dir] += b->action[2][k];
		sum->t[!dir] += b->action[3][k];
		if (step && b->is[k] != b->was[k])
			block_event(s, q, b, k, half);
		deep |= b->now[2][k] > 0.5 * b->lim[k];
		contact_keep(q, &b->hit[k], b, k);
	}
	for (int k = 0; s->core.heat && k < b->n; k++)
		s->pair_heat[s->sum_of[q->near[b->hit[k].near].half >> 1]] += b->action[4][k] + b->action[5][k];
	for (int z = 0; z < LED_CONTACT; z++)
		exact_add_all(s->core.wide, &q->sums->led[z], b->n, b->action[4 + z]);
	if (s->core.watches)
		block_note_overlaps(s, q, b);
	for (int k = 0; k < b->n && deep; k++)
		overlap_check(s, q, &b->hit[k], b->now[2][k], 0.5 * b->lim[k]);
}

struct force_task { struct dem2 *s; enum evaluation how; };

/* Evaluate all contacts of a part. */
static void part_forces(void *to, int part, int thread)
{
	struct dem2 *s = ((struct force_task *)to)->s;
	enum evaluation how = ((struct force_task *)to)->how;
	struct part2 *q = &s->part[part];
	struct hit hit[STRETCH];
	struct block b;

	q->sums = &s->core.sums[thread];
	q->n_sum = q->n_event = 0;
	q->sum_pair = -1;
	for (int from = 0; from < q->n_near; from += STRETCH) {
		int to = from + STRETCH < q->n_near ? from + STRETCH : q->n_near, n = find_hits(s, q, from, to, hit);

		if (how != EVALUATE_STEP) { /* contacts end only in steps */
			int kept = 0;

			for (int k = 0; k < n; k++)
				if (hit[k].is)
					hit[kept++] = hit[k];
				else
					q->near[hit[k].near].place = dem2_contacts_leave(&q->contacts, q->near[hit[k].near].place);
			n = kept;
		}
		for (int k = 0; k < n;) {
			int law = hit[k].law;

			b.n = 0;
			b.law = &s->core.law[law];
			b.curved = dem2_is_curved(b.law);
			b.damped = b.law->zn + b.law->zt > 0;
			b.hit = &hit[k];
			for (; k < n && b.n < BLOCK && hit[k].law == law; k++)
				block_add(s, q, &b, &hit[k]);
			block_finish(s, q, &b, how);
		}
	}
}

static void forces_done(void *to, int thread)
{
	struct dem2 *s = ((struct force_task *)to)->s;

	if (s->core.threads > 1) /* threads pack their sums at the same time; later one thread adds all */
		ledger_sums_pack(&s->core.sums[thread], s->core.clock.step);
}

void dem2_forces(struct dem2 *s, enum evaluation how)
{
	if (s->plain)
		dem2_plain_forces(s, how);
	team_run_then(s->core.threads, s->core.n_part, part_forces, forces_done, &(struct force_task){ s, how });
	if (s->core.cell.moves)
		dem2_cell_forces(s);
}
