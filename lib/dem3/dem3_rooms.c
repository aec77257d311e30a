/* dem3_rooms.c: how far bodies may travel until near candidates are chosen again; core.room holds these rooms */
#include <math.h>

#include "base/team.h"
#include "dem3/dem3_sweep.h"

void dem3_sweep_set(struct dem3 *s, int b)
{
	if (b >= s->late_from)
		s->sweep[b - s->late_from] = s->n_wall == 0 && pebbles_faces(&s->pebbles, b) ? 0 : s->pebbles.arm[b];
}

/* See dem3.sweep; balls have no arm. */
static inline double sweep_of(const struct dem3 *s, int b)
{
	return b < s->late_from ? 0 : s->sweep[b - s->late_from];
}

/* How far a pebble of body b can have moved by the turn since the body had orientation `from` [L]. */
static inline double travel_of_turn(const struct dem3 *s, int b, double *const from[4])
{
	int at = b - s->late_from;

	if (at < 0) /* a ball */
		return 0;
	double q = s->q[0][b], r = from[0][at];
	vec3 qv = v3(s->q[1][b], s->q[2][b], s->q[3][b]), rv = v3(from[1][at], from[2][at], from[3][at]);
	vec3 t = v3_add(v3_sub(v3_scale(r, qv), v3_scale(q, rv)), v3_cross(qv, rv));
	double turn = v3_norm(t);

	return turn > 0 ? 2.00001 * sweep_of(s, b) * turn : 0;
}

double dem3_travel(const struct dem3 *s, int b)
{
	return v3_norm(v3_sub(dem3_vec(s->core.x, b), dem3_vec(s->core.near_x, b))) + travel_of_turn(s, b, s->near_q);
}

double dem3_list_travel(const struct dem3 *s, int b, vec3 drift)
{
	vec3 from = v3(soft_list_x(&s->core, 0, b), soft_list_x(&s->core, 1, b), soft_list_x(&s->core, 2, b));
	vec3 d = v3_sub(v3_sub(dem3_vec(s->core.x, b), from), drift);

	return v3_norm(d) + travel_of_turn(s, b, s->list_q) + soft_list_slack(&s->core);
}

/* Allowances for a time, no larger than skin; too_small: some body has much less left. strain: the largest strain of a deforming
 * cell from the last build of the list until near candidates are chosen again; grows: the factor by which it increases
 * distances. */
struct rooms { struct dem3 *s; double time, skin; int too_small; double strain, grows; };

static double speed_in_flow(const struct dem3 *s, int b)
{
	double v[3];

	cell_peculiar(&s->core, b, v);
	return v3_norm(v3(v[0], v[1], v[2]));
}

static inline void chunk_speeds(const struct dem3 *s, int chunk, int flows)
{
	for (int b = dem3_chunk_begin(s, chunk); b < dem3_chunk_end(s, chunk); b++) {
		double w = v3_norm(s->motion[b].spin);

		s->core.room[b] = (flows ? speed_in_flow(s, b) : v3_norm(dem3_vec(s->core.v, b))) + (w > 0 ? sweep_of(s, b) * w : 0);
	}
}

static void speeds(void *to, int chunk, int thread)
{
	const struct dem3 *s = ((struct rooms *)to)->s;

	(void)thread;
	if (s->core.cell.moves)
		chunk_speeds(s, chunk, 1);
	else
		chunk_speeds(s, chunk, 0);
}

static void give_some(void *to, int chunk, int thread)
{
	struct rooms *r = to;
	const struct dem3 *s = r->s;

	(void)thread;
	for (int b = dem3_chunk_begin(s, chunk); b < dem3_chunk_end(s, chunk); b++) {
		double room = s->core.room[b] * r->time, travel = dem3_list_travel(s, b, v3(0, 0, 0)), left = r->skin - travel;
		double most = fmin(r->skin, soft_room_most(&s->core, b));

		if (s->core.cell.moves)
			left = (r->skin - (r->grows * travel + r->strain * soft_acts_within(&s->core, b))) / (1 + r->strain);

		room = room > s->room_least ? room : s->room_least;
		room = room < most ? room : most;
		if (!(left >= 0.5 * room))
			__atomic_store_n(&r->too_small, 1, __ATOMIC_RELAXED);
		room = room < left ? room : left;
		s->core.room[b] = room > 0 ? room : 0;
	}
}

/* The room of a body is the distance that it travels in the steps that the near candidates are to last, or half of that of
 * a typical body, but no more than the list's margin leaves. */
int dem3_rooms_give(void *sim)
{
	struct dem3 *s = sim;
	double sum = 0, strain = s->core.cell.moves ? cell_horizon(&s->core) : 0;
	struct rooms r = { s, 1.1 * s->core.near_steps * s->core.clock.dt, 0.5 * s->core.margin * (1 - 1e-9), 0, strain,
		(1 + strain) / (1 - s->core.cell.near_strain) };
	int moving = 0;

	team_run(s->core.threads, dem3_chunks(s), speeds, &r);
	for (int b = 0; b < s->core.n; b++)
		if (s->core.room[b] <= 1e300) { /* a body beyond that makes the step fail */
			sum += s->core.room[b];
			moving++;
		}
	s->room_least = fmax(moving > 0 ? 0.5 * sum / moving * r.time : 0, 0.002 * r.skin);
	team_run(s->core.threads, dem3_chunks(s), give_some, &r);
	return !r.too_small;
}

/* How far the ball b may travel before it can touch something that is no near candidate: at most room [L]. */
static double free_travel(const struct dem3 *s, int b, double room)
{
	const struct list3 *l = &s->list;

	for (int z = l->own_from[b]; z < l->own_from[b + 1]; z++) {
		int p = l->own[z] >> 1, c = l->pair[p].body[!(l->own[z] & 1)];
		const struct law_contact *law = dem3_law_of(s, p);
		vec3 h = l->images.at[l->pair[p].image].h, w;
		double r = s->pebbles.at[s->pebbles.first[b]].r, far;

		if (list3_first(l, p + 1) > list3_first(l, p) + 1 ||
		    !(s->wall_of[c] >= 0 ? s->wall_at[s->wall_of[c]].kind != FORM_MESH : dem3_is_ball(s, c)))
			return 0; /* pebbles that are in no near candidate are not placed, so their distance is not known */
		if (s->near_pair_of[p] >= 0)
			continue;
		if (s->wall_of[c] >= 0) {
			struct wall3 at;

			/* it may travel back to where its room began, and then all of that */
			far = wall3_from(dem3_wall_at(s, c, h, &at), dem3_vec(s->core.x, b), &w);
			far -= dem3_travel(s, c);
		} else { /* another thread may move body c now, but not where its room began */
			r += s->pebbles.at[s->pebbles.first[c]].r;
			w = v3_sub(dem3_vec(s->core.near_x, c), dem3_vec(s->core.x, b));
			far = v3_norm(l->own[z] & 1 ? v3_sub(h, w) : v3_add(h, w));
		}
		far = far / 1.00001 - law_begins(law, r) - s->core.room[c];
		room = far < room ? far : room;
	}
	return room;
}

/* Give a ball a new room from its present position, if that lasts some steps. */
static int renew_room(struct dem3 *s, int b)
{
	enum { STEPS = 4 };
	double v = v3_norm(dem3_vec(s->core.v, b)), travel = dem3_list_travel(s, b, v3(0, 0, 0));
	double left = fmin(0.5 * s->core.margin * (1 - 1e-9) - travel, soft_room_most(&s->core, b)), room;

	room = free_travel(s, b, fmin(fmax(1.1 * s->core.near_steps * s->core.clock.dt * v, s->room_least), left));
	if (s->axis[b] != 3 || !dem3_is_ball(s, b) || !(room > STEPS * s->core.clock.dt * v))
		return 0;
	soft_rooms_begin(&s->core, b, b + 1);
	s->core.room[b] = room;
	return 1;
}

/* In a packing a few bodies move and most do not: what surrounds a moving ball is often near already. */
int dem3_rooms_chunk(struct dem3 *s, int chunk)
{
	for (int b = dem3_chunk_begin(s, chunk); b < dem3_chunk_end(s, chunk) && s->core.stray[chunk] & STRAY_FAR; b++)
		if (!dem3_is_finite(s, b) || (dem3_travel(s, b) > s->core.room[b] && !renew_room(s, b)))
			return 0;
	s->core.stray[chunk] = (char)(s->core.stray[chunk] & ~STRAY_FAR);
	return 1;
}

int dem3_rooms_renew(struct dem3 *s)
{
	for (int z = 0; z < dem3_chunks(s); z++)
		if (!dem3_rooms_chunk(s, z))
			return 0;
	return 1;
}
