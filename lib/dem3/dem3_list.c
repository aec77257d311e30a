/* dem3_list.c: the neighbour list
 *
 * It holds all pairs of pebbles within its margin. From time to time near candidates are chosen among these, see dem3_near.c.
 * The choice goes through the whole list; the tuner learns from the time of a choice what a candidate costs (see sim/tune.h). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/team.h"
#include "dem3/dem3_faces.h"
#include "dem3/dem3_ranks.h"
#include "dem3/dem3_sweep.h"

/* How far a body moves in the step, without its turn, relative to a cell that deforms (flows) [L]. */
static inline double step_way(const struct dem3 *s, int b, int flows)
{
	vec3 to = s->motion[b].displacement;
	double d[3] = { to.x, to.y, to.z };

	if (flows)
		cell_against(&s->core, b, d);
	return v3_norm(v3(d[0], d[1], d[2]));
}

/* The greatest distance that a pebble moves in the step, by the way of its body and a turn, at most to the other side, with an
 * allowance for the strain of the step [L]. */
static inline double step_travel(const struct dem3 *s, int b, double way, int flows)
{
	double angle = fmax(v3_norm(s->motion[b].turn_begin), v3_norm(dem3_late_turn(s, b)));
	double turn = s->pebbles.arm[b] * fmin(angle, 2);
	double strain = flows ? s->core.cell.strain / (1 - s->core.cell.strain) : 0;

	return way + turn + (flows ? strain * (soft_acts_within(&s->core, b) + way + turn) : 0);
}

/* The greatest distance that a body moves in the step [L]; if some body fails, n less the lowest rank of those, else 0. */
struct furthest { struct dem3 *s; double far, failed; };

static inline void chunk_furthest(struct furthest *f, int chunk, int flows)
{
	const struct dem3 *s = f->s;
	double far = 0, failed = 0;

	for (int b = dem3_chunk_begin(s, chunk); b < dem3_chunk_end(s, chunk); b++) {
		double way = step_way(s, b, flows), travel = step_travel(s, b, way, flows);

		if (!(way <= 10 * s->pebbles.reach[b]) || !dem3_is_finite(s, b))
			failed = fmax(failed, s->core.n - s->core.rank[b]);
		far = travel > far ? travel : far;
	}
	team_raise(&f->far, far);
	team_raise(&f->failed, failed);
}

static void furthest_some(void *to, int chunk, int thread)
{
	struct furthest *f = to;

	(void)thread;
	if (f->s->core.cell.moves)
		chunk_furthest(f, chunk, 1);
	else
		chunk_furthest(f, chunk, 0);
}

/* The greatest distance that a body moves in the step [L]. Fails if a body is too fast or not finite. Such a body has left its
 * room, so steps in which this is not called have none; a body that only turns fast need not leave it. */
static double furthest(struct dem3 *s)
{
	struct furthest f = { .s = s };

	team_run(s->core.threads, dem3_chunks(s), furthest_some, &f);
	if (f.failed == 0)
		return f.far;
	int first = s->core.by_rank[s->core.n - (int)f.failed];
	soft_fail(&s->core, (struct sim_error){ .status = dem3_is_finite(s, first) ? SIM_FAST : SIM_FINITE, .a = s->core.id[first],
	                                  .value = step_way(s, first, s->core.cell.moves) });
	return 0;
}

static void part_set(struct part3 *q, int from, int to)
{
	q->pair_from = from;
	q->pair_to = to;
	q->now.n = q->now.batched = q->n_near = q->n_near_pair = 0;
}

/* Cut the pairs p .. p_end - 1 into n parts of whole pairs. */
static void some_cut(struct dem3 *s, struct part3 *part, int n, int p, int p_end)
{
	const struct list3 *l = &s->list;
	int first = list3_first(l, p);

	for (int t = 0; t < n; t++) {
		int64_t end = first + (int64_t)((list3_first(l, p_end) - first) * team_end(s->core.threads, n, t));

		int from = p;

		while (p < p_end && list3_first(l, p) < end)
			p++;
		part_set(&part[t], from, p);
	}
}

/* Cut the list into parts. */
static void parts_cut(struct dem3 *s)
{
	const struct list3 *l = &s->list;
	int n = s->core.n_part, lower = 0;

	if (s->core.ghosts)
		lower = 1 + (int)((n - 2) * (double)(l->n_cand - list3_first(l, l->n_upper)) / (l->n_cand + 1));
	s->n_upper = n - lower;
	if (s->view.section) {
		int sections = s->view.n_section;

		for (int t = 0; t < sections; t++)
			part_set(&s->part[t], l->section_from[t], l->section_from[t + 1]);
		some_cut(s, s->part + sections, n - sections, l->section_from[sections], l->n_pair);
		return;
	}
	some_cut(s, s->part, n - lower, 0, l->n_upper);
	some_cut(s, s->part + n - lower, lower, l->n_upper, l->n_pair);
	for (int t = 0; t < s->core.threads && s->core.ghosts; t++)
		memset(&s->core.elsewhere[t], 0, sizeof *s->core.elsewhere);
}

/* Free arrays that a new list makes useless, to leave their memory to it. */
static void list_drop(struct dem3 *s)
{
	for (int t = 0; t < s->core.n_part; t++) {
		MEM_DROP(s->part[t].near, &s->part[t].cap_near);
		MEM_DROP(s->part[t].near_short, &s->part[t].cap_near_short);
		MEM_DROP(s->part[t].place, &s->part[t].cap_place);
		MEM_DROP(s->part[t].touch, &s->part[t].cap_touch);
		MEM_DROP(s->part[t].near_pair, &s->part[t].cap_near_pair);
		MEM_DROP(s->part[t].nearest, &s->part[t].cap_nearest);
		MEM_DROP(s->part[t].nearest_of, &s->part[t].cap_nearest_of);
	}
}

/* Tell meshes which of their faces are in the list. */
static void list_faces(struct dem3 *s)
{
	const struct list3 *l = &s->list;

	for (int w = 0; w < s->n_wall; w++) {
		int b = s->wall[w];

		if (pebbles_form(&s->pebbles, b)->kind != FORM_MESH)
			continue;
		facets_use_none(&s->facets[w]);
		for (int z = l->own_from[b]; z < l->own_from[b + 1]; z++)
			for (int p = l->own[z] >> 1, k = list3_first(l, p); k < list3_first(l, p + 1); k++)
				facets_use(&s->facets[w], list3_candidate(l, k).b - s->pebbles.first[b]);
		facets_use_done(&s->facets[w]);
	}
}

/* The arm of a wall without end that turns is the distance of the furthest body, in any image, until the next list. */
static void list_arms(struct dem3 *s)
{
	for (int w = 0; w < s->n_wall; w++) {
		int b = s->wall[w];
		double far = 0, periods = 0;

		if (isfinite(s->pebbles.reach[b]) || s->pebbles.arm[b] == 0)
			continue;
		for (int k = 0; k < s->core.n; k++)
			if (s->wall_of[k] < 0)
				far = fmax(far, v3_norm(v3_sub(dem3_vec(s->core.x, k), dem3_vec(s->core.x, b))) + s->pebbles.reach[k]);
		for (int k = 0; k < 3; k++)
			periods += s->core.domain.set && s->core.domain.periodic[k] ? s->core.domain.hi[k] - s->core.domain.lo[k] : 0;
		s->pebbles.arm[b] = far + periods + s->core.margin;
		dem3_sweep_set(s, b);
	}
}

/* Find the candidates of old contacts in a new list. */
struct finding { const struct dem3 *s; struct found3 *found; struct between3 *key; };
enum { FINDS = 256 };

static void find_some(void *to, int from, int end, int thread)
{
	const struct finding *f = to;

	(void)thread;
	for (int k = from; k < end; k++)
		f->found[k].cand = list3_find(&f->s->list, f->key[k].a, f->key[k].b, f->key[k].s, f->key[k].cand);
}

enum { SPARE_IMAGES = 1024 };

/* Build a new list; far is the greatest distance that a body moves in the step [L]. */
static void list_build(void *sim, double far)
{
	struct dem3 *s = sim;
	struct list3 *l = &s->list;
	struct finding f = { .s = s };
	int n;

	dem3_ranks_roam(s, far);
	f.found = dem3_contacts_all(s, &n, &f.key);
	struct between3 *key = dem3_pairs_keys(s), *event = dem3_events_keys(s);
	list_drop(s);
	if (s->core.divides)
		dem3_divide(s);
	soft_list_begin(&s->core, far);
	list_arms(s);
	dem3_sections_set(s);
	list3_build(l, &s->view, s->core.margin + s->core.range);
	MEM_GROW(l->images.at, &l->images.cap, (size_t)l->images.n + SPARE_IMAGES); /* see images_fit */
	soft_list_end(&s->core, s->list.found_pairs, s->list.found_cands);
	s->core.cell.built = 0;
	team_chunks(s->core.threads, n, FINDS, find_some, &f);
	free(f.key);
	dem3_events_renew(s, event);
	free(event);
	parts_cut(s);
	dem3_pairs_renew(s, key);
	dem3_near_list(s);
	dem3_contacts_deal(s, f.found, n);
	free(f.found);
	for (int k = 0; k < 4; k++)
		memcpy(s->list_q[k], s->q[k] + s->late_from, (size_t)(s->core.n - s->late_from) * sizeof *s->q[k]);
	MEM_GROW(s->near_pair_of, &s->cap_near_pair_of, (size_t)l->n_pair + 1); /* never NULL */
	list_faces(s);
}

/* Whether the balls around two bodies are within a fraction of the margin. */
static int balls_within(const struct dem3 *s, const int body[2], vec3 h, double fraction)
{
	vec3 d = v3_sub(v3_add(dem3_vec(s->core.x, body[1]), h), dem3_vec(s->core.x, body[0]));
	double lim = s->pebbles.reach[body[0]] + s->pebbles.reach[body[1]] + fraction * s->core.margin;

	return v3_dot(d, d) < lim * lim;
}

/* The number of candidates within a fraction of the margin; called when the list has just been built. */
static int list_within(const struct dem3 *s, double fraction)
{
	const struct list3 *l = &s->list;
	int n = 0;

	for (int p = 0; p < l->n_pair; p++) {
		vec3 h = l->images.at[l->pair[p].image].h;
		const int *body = l->pair[p].body;

		if (s->wall_of[body[1]] < 0 && dem3_has_faces(s, body[0], body[1])) {
			n += balls_within(s, body, h, fraction);
			continue;
		}
		if (pebbles_is_wall(&s->pebbles, l->pair[p].body[1])) {
			n += list3_first(l, p + 1) - list3_first(l, p); /* the number of candidates with walls depends little on the skin */
			continue;
		}
		for (int k = list3_first(l, p); k < list3_first(l, p + 1); k++) {
			const struct pebble *a = &s->pebbles.at[list3_candidate(l, k).a], *b = &s->pebbles.at[list3_candidate(l, k).b];
			double x = b->x + h.x - a->x, y = b->y + h.y - a->y, z = b->z + h.z - a->z, lim = a->r + b->r + fraction * s->core.margin;

			n += x * x + y * y + z * z < lim * lim;
		}
	}
	return n;
}

static void place_all(void *to, int chunk, int thread)
{
	struct dem3 *s = to;

	(void)thread;
	for (int b = dem3_chunk_begin(s, chunk); b < dem3_chunk_end(s, chunk); b++)
		dem3_place(s, b, 1);
}

void dem3_list_update(struct dem3 *s, int always)
{
	int strained = s->core.cell.moves && s->core.cell.near > s->core.cell.near_most;

	if (s->plain) {
		if (always)
			list_arms(s);
		else
			furthest(s); /* to notice failures */
		return;
	}
	if (!always && !strained && !s->core.divides && (!s->core.far || (!s->core.cell.moves && dem3_rooms_renew(s))))
		return;
	timing_list_begin(&s->core.timing);
	double far = always ? 0 : furthest(s);
	if (s->core.error.status != SIM_GOOD)
		return;
	team_run(s->core.threads, dem3_chunks(s), place_all, s);
	dem3_near_tune(s);
	soft_list_renew(&s->core, always, far, dem3_rooms_give, list_build, s);
	dem3_near_build(s);
	if (timing_list_end(&s->core.timing)) {
		s->core.timing.list.all = s->list.n_cand;
		s->core.timing.list.inner = list_within(s, TUNE_INNER);
	}
}
