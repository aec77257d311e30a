/* dem2_rooms.c: how far bodies may travel until near candidates are chosen again; core.room holds these rooms
 *
 * A body that is hit needs more room than it had. It gets a new one from its present place, if whatever it may touch there is a
 * near candidate already: so near candidates serve about as many steps as they should, however many bodies there are. */
#include <math.h>

#include "base/buf.h"
#include "base/team.h"
#include "base/trig.h"
#include "contact/features2.h"
#include "dem2/dem2_rooms.h"

/* Rooms for a time [T], none smaller than `least` [L]. strain: the largest strain of the cell from the last build of the
 * list until near candidates are chosen again; grows: the factor by which it increases distances; per_gap: see dem2.reach;
 * slack: see soft_list_slack; short_of: the skin leaves some body too little; fast: how many bodies need more than `least`. */
struct rooms { struct dem2 *s; double time, least, strain, grows, per_gap, slack; int short_of, fast; };

/* A bound on the speed of the vertices of a body, relative to the flow of the cell; in a sweep, that of the drift that is just
 * done [L/T]. */
static inline double speed(const struct dem2 *s, int b)
{
	double v[3] = { s->core.v[0][b], s->core.v[1][b] };

	if (s->core.cell.moves)
		cell_peculiar(&s->core, b, v);
	return sqrt(v[0] * v[0] + v[1] * v[1]) + s->outlines.arm[b] * fabs(s->core.v[2][b]);
}

/* Store it for each body in core.room. */
static void chunk_speeds(void *to, int chunk, int thread)
{
	const struct dem2 *s = ((struct rooms *)to)->s;

	(void)thread;
	for (int b = dem2_chunk_begin(s, chunk); b < dem2_chunk_end(s, chunk); b++)
		s->core.room[b] = speed(s, b);
}

static uint16_t reach_of(double units)
{
	double most = NEAR2_GAPS * DEM2_REACH;

	return (uint16_t)(units < most ? units + 1 : most);
}

/* dem2.reach of a body that may be so far from where it was when the list was built [L]. */
static inline uint16_t reach_for(const struct dem2 *s, double far)
{
	return reach_of(far * 1.00001 * DEM2_REACH / s->view.gap_unit);
}

static void chunk_rooms(void *to, int chunk, int thread)
{
	struct rooms *r = to;
	const struct dem2 *s = r->s;
	const double *arm = s->outlines.arm, strain = r->strain, grows = r->grows, skin = s->core.skin;
	int fast = 0;

	(void)thread;
	for (int b = dem2_chunk_begin(s, chunk); b < dem2_chunk_end(s, chunk); b++) {
		double dx = s->core.x[0][b] - soft_list_x(&s->core, 0, b), dy = s->core.x[1][b] - soft_list_x(&s->core, 1, b);
		double turn = fabs(s->core.x[2][b] - soft_list_x(&s->core, 2, b));
		double travel = grows * sqrt(dx * dx + dy * dy) + arm[b] * turn + strain * soft_acts_within(&s->core, b) + r->slack;
		double room = s->core.room[b] * r->time, left = (skin - travel) / (1 + strain), most = fmin(skin, soft_room_most(&s->core, b));

		fast += room > r->least;
		room = room > r->least ? room : r->least;
		room = room < most ? room : most;
		if (!(left >= 0.5 * room))
			__atomic_store_n(&r->short_of, 1, __ATOMIC_RELAXED);
		room = room < left ? room : left;
		s->core.room[b] = room > 0 ? room : 0;
		s->reach[b] = reach_of((travel + (1 + strain) * s->core.room[b]) * 1.00001 * r->per_gap);
	}
	__atomic_add_fetch(&r->fast, fast, __ATOMIC_RELAXED);
}

/* The room of a body is the distance that it moves while the near candidates should serve, at least the mean of all bodies, and
 * at most what the list's skin leaves. */
int dem2_rooms_give(void *sim)
{
	struct dem2 *s = sim;
	double sum = 0, strain = s->core.cell.moves ? cell_horizon(&s->core) : 0;
	struct rooms r = { s, 1.1 * s->core.near_steps * s->core.clock.dt, 0, strain, (1 + strain) / (1 - s->core.cell.near_strain),
	                   DEM2_REACH / s->view.gap_unit, soft_list_slack(&s->core), 0, 0 };

	team_run(s->core.threads, dem2_chunks(s), chunk_speeds, &r);
	for (int b = 0; b < s->core.n; b++)
		sum += s->core.room[b];
	r.least = s->room_least = fmax(sum / s->core.n * r.time, 0.002 * s->core.skin);
	team_run(s->core.threads, dem2_chunks(s), chunk_rooms, &r);
	s->crowd = r.fast > s->core.n / 8;
	return !r.short_of;
}

int dem2_rooms_over(const struct dem2 *s)
{
	return s->crowd && (double)(s->core.clock.step - s->core.near_since) >= s->core.near_steps;
}

/* ---- a new room for one body ---- */

/* How far the vertices of a body have travelled since the list was built until it was at a place, at most [L]. */
static double travel_to(const struct dem2 *s, int b, double *const to[3])
{
	double d[3];

	for (int k = 0; k < 3; k++)
		d[k] = to[k][b] - soft_list_x(&s->core, k, b);
	return sqrt(d[0] * d[0] + d[1] * d[1]) + s->outlines.arm[b] * fabs(d[2]) + soft_list_slack(&s->core);
}

/* The places of the two bodies of a pair for the distances of their features: that of body b now, and the one where the room of
 * its partner begins. */
struct poses { struct { vec2 at; double c, s; } body[2]; };

static struct poses poses_of(const struct dem2 *s, int p, int b)
{
	struct poses q;

	for (int z = 0; z < 2; z++) {
		int of = s->list.pair[p].body[z];
		double *const *x = of == b ? s->core.x : s->core.near_x;

		q.body[z].at = v2(x[0][of], x[1][of]);
		q.body[z].c = 1;
		q.body[z].s = 0;
		if (s->outlines.arm[of] > 0)
			trig_sincos(x[2][of], &q.body[z].s, &q.body[z].c);
	}
	return q;
}

/* How far the vertex and the edge of candidate k of the list, which belongs to pair p, are from touching [L]. */
static double distance(const struct dem2 *s, int p, int k, const struct poses *q)
{
	const struct outlines *o = &s->outlines;
	struct list2_cand cand = list2_at(&s->list, p, k);
	int dir = cand.half & 1, vertex[3] = { cand.v, cand.ea, cand.eb };
	vec2 at[3], w;

	for (int z = 0; z < 3; z++) {
		int side = z == 0 ? dir : !dir;

		vertex[z] += o->shift[s->list.pair[p].body[side]];
		at[z] = features_place(q->body[side].at, o->local[vertex[z]], q->body[side].c, q->body[side].s);
	}
	const struct law_contact *law = &s->core.law[dem2_law_of(&s->core, &s->list.pair[p])];
	vec2 h = s->list.image[s->list.pair[p].image ^ dir].h;
	return sqrt(features_gap(&at[0], &at[1], &at[2], &h, o->il2[vertex[1]], &w)) -
	       law_begins(law, o->radius[vertex[0]] + o->radius[vertex[1]]);
}

/* The first near candidate of pair p of the list, and the part that has it, or NULL if the pair is not near. */
static const struct near2 *first_near(const struct dem2 *s, int p, const struct part2 **q)
{
	const struct part2 *of = dem2_part_of(s, p);
	int lo = 0, hi = of->n_near, near = dem2_near_pair(of, p);

	if (near < 0)
		return NULL;
	*q = of;
	while (lo < hi) {
		int mid = lo + (hi - lo) / 2;

		if (of->near[mid].half >> 1 < near)
			lo = mid + 1;
		else
			hi = mid;
	}
	return &of->near[lo];
}

/* How far body b may travel before it can touch body c, its partner in pair p, at a candidate that is not near: at most room [L].
 * reach: the sum of dem2.reach of both, that of b with the room. */
static double free_of(const struct dem2 *s, int p, int b, int c, unsigned reach, double room)
{
	const struct list2 *l = &s->list;
	const struct part2 *q = NULL;
	const struct near2 *near = first_near(s, p, &q), *end = near;
	struct poses poses;
	int placed = 0;

	while (q && end < q->near + q->n_near && end->half >> 1 == near->half >> 1)
		end++;
	for (int k = l->from[p]; k < l->from[p + 1]; k++) {
		if (l->gap[k] * DEM2_REACH >= reach)
			continue;
		uint32_t code = near2_code_at(&l->cand, k);
		while (near < end && dem2_near_code(s, q, near) < code)
			near++;
		if (near < end && dem2_near_code(s, q, near) == code)
			continue;
		if (!placed++)
			poses = poses_of(s, p, b);
		double far = distance(s, p, k, &poses) / 1.00001 - s->core.room[c];
		room = far < room ? far : room;
	}
	return room;
}

/* The slots of the free bodies of a region. */
struct slots { int from, end; };

static struct slots region_slots(const struct dem2 *s, int b)
{
	int region = s->region_of[dem2_chunk_of(s, b)];

	return (struct slots){ dem2_chunk_begin(s, s->region_from[region]), dem2_chunk_end(s, s->region_from[region + 1] - 1) };
}

/* The partners of a body in its region, which one thread moves, and those that have moved before; or all others. */
enum { OWN_REGION, OTHER_REGION };

/* The room of body b, at most `room`, that it may travel before it can touch some partner at a candidate that is not near [L]. */
static double free_room(const struct dem2 *s, int b, int which, double travelled, double room)
{
	const struct list2 *l = &s->list;
	const struct slots own = region_slots(s, b);
	unsigned reach = reach_for(s, travelled + room);

	for (int z = l->own_from[b]; z < l->own_from[b + 1]; z++) {
		int p = l->own[z] >> 1, c = l->pair[p].body[!(l->own[z] & 1)];

		if (c == b)              /* its image gets the same room */
			return 0;
		if ((c < s->n_held || (c >= own.from && c < own.end)) == (which == OWN_REGION) &&
		    l->least[p] * DEM2_REACH < reach + s->reach[c])
			room = free_of(s, p, b, c, reach + s->reach[c], room);
	}
	return room;
}

/* Give a free body a new room from its present place, if that lasts some steps. Rooms need not last longer than near candidates
 * should serve; but these often serve longer if few bodies move. */
static int renew_room(struct dem2 *s, int b)
{
	enum { STEPS = 2 };      /* with 1 or 4, a gas of pentagons takes 0 to 2 % longer */
	double step = s->core.clock.dt * speed(s, b), travelled = travel_to(s, b, s->core.x);
	double rest = s->core.near_steps - (double)(s->core.clock.step - s->core.near_since);
	double steps = fmax(rest, (s->crowd ? 0.25 : 0.5) * s->core.near_steps), left = s->core.skin - travelled;
	double room = fmin(fmax(1.1 * steps * step, s->room_least), fmin(left, soft_room_most(&s->core, b)));

	/* not a number gets none, nor a body that makes the step fail, see soft_room_most */
	if (!(left > 0 && room > STEPS * step))
		return 0;
	room = free_room(s, b, OWN_REGION, travelled, room);
	if (!(room > STEPS * step))
		return 0;
	soft_rooms_begin(&s->core, b, b + 1);
	s->core.room[b] = room;
	s->reach[b] = reach_for(s, travelled + room);
	return 1;
}

/* Whether a body has partners that another thread may move. */
static int is_at_border(const struct dem2 *s, int b)
{
	const struct list2 *l = &s->list;
	const struct slots own = region_slots(s, b);
	int is = 0;

	for (int z = l->own_from[b]; z < l->own_from[b + 1] && s->n_region > 1; z++) {
		int c = l->pair[l->own[z] >> 1].body[!(l->own[z] & 1)];

		is |= c >= s->n_held && (c < own.from || c >= own.end);
	}
	return is;
}

/* Give new rooms to those of n bodies from b on that have left theirs. */
static int renew_some(struct dem2 *s, int b, int n, struct scratch2 *w)
{
	for (int end = b + n; b < end; b++) {
		if (dem2_in_room(s, b))
			continue;
		if (!renew_room(s, b))
			return 0;
		if (is_at_border(s, b)) {
			MEM_GROW(w->renewed, &w->cap_renewed, (size_t)w->n_renewed + 1);
			w->renewed[w->n_renewed++] = b;
		}
	}
	return 1;
}

int dem2_rooms_chunk(struct dem2 *s, int chunk, struct scratch2 *w)
{
	enum { SOME = 64 };

	for (int b = dem2_chunk_begin(s, chunk), end = dem2_chunk_end(s, chunk), n; b < end; b += n) {
		n = end - b < SOME ? end - b : SOME;
		if (dem2_moved(s, b, n) && !renew_some(s, b, n, w))
			return 0;
	}
	return 1;
}

int dem2_rooms_across(struct dem2 *s)
{
	int all = 1;

	for (int t = 0; t < s->core.threads; t++) {
		struct scratch2 *w = &s->scratch[t];

		for (int k = 0; k < w->n_renewed; k++) {
			int b = w->renewed[k];
			double travelled = travel_to(s, b, s->core.near_x), room = s->core.room[b];

			all &= free_room(s, b, OTHER_REGION, travelled, room) >= room;
		}
		w->n_renewed = 0;
	}
	return all;
}
