/* list3.c: the Verlet list of space holds every pebble that is within the margin of another body's, or of a wall, in all images,
 * and no other; also where its numbers come from: pebbles of all sizes, and triangles of a mesh. */
#include "neighbour/list3.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/quat.h"
#include "base/rng.h"
#include "contact/walls3.h"
#include "scene/grains3.h"
#include "tap.h"

enum { GRAINS = 60, WALLS = 4, N = GRAINS + WALLS };
static struct shape kind[3 + WALLS];
static const struct shape *shape[N];
static double size[N], x[3][N], m[N][3][3];
static int rank[N], group[N], material[N], wall_body[WALLS] = { 7, 31, 48, 63 };
static char still[N], endless[N], pass[9];
static struct wall3 wall_at[WALLS];
static struct pebbles pebbles;
static struct facets facets;
static int single; /* the scene has one ball for each grain, and no mesh */
static struct domain domain = { .lo = { -2, 1, 5 }, .hi = { 2.3, 6.1, 8.4 }, .periodic = { 1, 1, 0 }, .set = 1 };

static void shapes(void)
{
	static const double ball[3][3][4] = { { { 0, 0, 0, 0.3 } }, { { 0, 0, -0.3, 0.2 }, { 0.1, 0, 0.3, 0.25 } },
		{ { 0.2, -0.3, 0, 0.15 }, { -0.2, 0.1, 0.4, 0.2 }, { 0, 0.3, -0.3, 0.1 } } };
	static const double corner[5][3] = { { -0.6, -0.5, 0.1 }, { 0.7, -0.4, -0.2 }, { 0.5, 0.6, 0.3 }, { -0.5, 0.7, 0 }, { 0.1, 0,
		0.9 } };
	static const int face[4][3] = { { 0, 1, 4 }, { 1, 2, 4 }, { 2, 3, 4 }, { 3, 0, 4 } };

	for (int k = 0; k < 3; k++) {
		shape_alloc(&kind[k], k ? SHAPE_CLUMP : SHAPE_SPHERE, k + 1);
		kind[k].solid->n = k + 1;
		kind[k].solid->ball = mem_new((size_t)k + 1, sizeof *kind[k].solid->ball);
		memcpy(kind[k].solid->ball, ball[k], ((size_t)k + 1) * sizeof *ball[k]);
	}
	shape_alloc(&kind[3], SHAPE_PLANE, 1);
	shape_alloc(&kind[4], SHAPE_CYLINDER, 1);
	shape_alloc(&kind[5], SHAPE_CYLINDER, 1);
	shape_alloc(&kind[6], SHAPE_MESH, 5);
	for (int k = 4; k < 6; k++) {
		kind[k].solid->r = k == 4 ? 0.5 : 0.35;
		kind[k].solid->side = k == 4 ? CYLINDER_OUT : CYLINDER_IN;
		kind[k].solid->length = k == 4 ? INFINITY : 1.3;
	}
	kind[6].solid->n = 5;
	kind[6].solid->n_face = 4;
	kind[6].solid->vertex = mem_new(5, sizeof *kind[6].solid->vertex);
	kind[6].solid->face = mem_new(4, sizeof *kind[6].solid->face);
	memcpy(kind[6].solid->vertex, corner, sizeof corner);
	memcpy(kind[6].solid->face, face, sizeof face);
}

/* What stands in the row of a body: grains, and among them walls. */
static int wall_of(int b)
{
	for (int w = 0; w < WALLS; w++)
		if (wall_body[w] == b)
			return w;
	return -1;
}

static void place(int b)
{
	const double at[3] = { x[0][b], x[1][b], x[2][b] };
	int w = wall_of(b);

	pebbles_place_all(&pebbles, b, at, (const double (*)[3])m[b]);
	if (w < 0)
		return;
	wall_at[w] = wall3_of(&pebbles, b, at, (const double (*)[3])m[b]);
	if (wall_at[w].kind == FORM_MESH) {
		facets_place(&facets, at, (const double (*)[3])m[b], size[b], 1);
		wall_at[w].facets = &facets;
	}
}

static void scene(uint64_t seed)
{
	/* z along z, y, aslant, and anyhow */
	static const double turn[WALLS][4] = { { 0.6, 0, 0, 0.8 }, { 0.70710678118654757, 0.70710678118654757, 0, 0 }, { 0.9, 0.2,
		0.3, -0.1 },
		{ 0.5, -0.3, 0.7, 0.4 } };
	struct rng g;

	rng_seed(&g, seed);
	for (int b = 0; b < N; b++) {
		double q[4];
		int w = wall_of(b), other = (int)rng_below(&g, (uint64_t)b + 1);

		shape[b] = &kind[w < 0 ? (single ? 0 : b % 3) : single && w == 3 ? 5 : 3 + w];
		size[b] = w == 0 ? 1 : w > 0 ? 0.8 + 0.3 * w : 0.5 + 1.2 * rng_uniform(&g);
		for (int k = 0; k < 3; k++)
			x[k][b] = domain.lo[k] + (domain.hi[k] - domain.lo[k]) * rng_uniform(&g);
		for (int k = 0; k < 4; k++)
			q[k] = w < 0 ? rng_normal(&g) : turn[w][k];
		quat_matrix(m[b], q);
		for (int k = 0; k < 9; k++)
			m[b][k / 3][k % 3] *= size[b];
		rank[b] = b;
		rank[b] = rank[other];
		rank[other] = b;
		group[b] = w >= 0 ? -1 : b % 9 == 4 ? b / 27 : -1;
		still[b] = w >= 0 || b % 8 == 3;
		endless[b] = (char)(w == 0 ? 3 : w == 1 ? 2 : 0); /* the plane along x and y, the rod along y */
		material[b] = b % 3;
	}
	memset(pass, 0, sizeof pass);
	pass[2 * 3 + 1] = pass[1 * 3 + 2] = 1;
	pebbles_init(&pebbles, N, shape, size);
	for (int b = 0; b < N; b++)
		place(b);
}

static double period(int k)
{
	return domain.periodic[k] ? domain.hi[k] - domain.lo[k] : 0;
}

static int are_apart(int a, int b)
{
	return (group[a] >= 0 && group[a] == group[b]) || (still[a] && still[b]) || pass[material[a] * 3 + material[b]];
}

struct count { int near, missed, edge, walls; };

static void look_for(const struct list3 *l, int a, int b, const int s[3], int i, int j, double far, double margin,
	struct count *n)
{
	if (fabs(far - margin) < 1e-9)
		n->edge++;
	else if (far < margin) {
		n->near++;
		n->walls += wall_of(b) >= 0;
		n->missed += list3_find(l, a, b, s, (struct list3_cand){ i, j }) < 0;
	}
}

/* Pebbles of a against those, or the wall, of b shifted by s. */
static void compare(const struct list3 *l, int a, int b, const int s[3], double margin, struct count *n)
{
	vec3 h = v3(s[0] * period(0), s[1] * period(1), s[2] * period(2)), to;
	int w = wall_of(b);

	for (int i = pebbles.first[a]; i < pebbles.first[a + 1]; i++) {
		const struct pebble *p = &pebbles.at[i];
		vec3 c = v3(p->x, p->y, p->z);

		for (int j = pebbles.first[b]; j < pebbles.first[b + 1] && w < 0; j++) {
			const struct pebble *q = &pebbles.at[j];

			look_for(l, a, b, s, i, j, v3_norm(v3_sub(v3_add(v3(q->x, q->y, q->z), h), c)) - p->r - q->r, margin, n);
		}
		if (w >= 0) {
			struct wall3 wall = wall_at[w];
			int corners;

			wall.at = v3_add(wall.at, h);
			wall.shift = h;
			if (wall.kind != FORM_MESH)
				look_for(l, a, b, s, i, pebbles.first[b], wall3_from(&wall, c, &to) - p->r, margin, n);
			for (int f = 0; f < 4 && wall.kind == FORM_MESH; f++)
				look_for(l, a, b, s, i, pebbles.first[b] + f, wall3_from_face(&wall, f, c, &to, &corners) - p->r, margin, n);
		}
	}
}

static struct count all_pairs(const struct list3 *l, double margin)
{
	struct count n = { 0 };

	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) {
			int wall = wall_of(j) >= 0;

			if (wall_of(i) >= 0 || (!wall && rank[j] < rank[i]) || (i != j && are_apart(i, j)) || (i == j && group[i] >= 0))
				continue;
			for (int u = -5; u <= 5; u++)
				for (int v = -2; v <= 2; v++) {
					const int s[3] = { u, v, 0 };

					if ((i == j && !(v > 0 || (v == 0 && u > 0))) || (wall && ((u && endless[j] & 1) || (v && endless[j] & 2))))
						continue;
					/* of what has no end the images next to the domain */
					if (wall && j == wall_body[1] && abs(u) > 1)
						continue;
					compare(l, i, j, s, margin, &n);
				}
		}
	return n;
}

/* The partners of every body are the same, in the same order and at the same images, with the same candidates. */
static int same(const struct list3 *a, const struct list3 *b)
{
	int differ = a->n_pair != b->n_pair || a->n_cand != b->n_cand || memcmp(a->own_from, b->own_from, sizeof(int) * (N + 1));

	for (int z = 0; z < 2 * a->n_pair && !differ; z++) {
		int pa = a->own[z] >> 1, pb = b->own[z] >> 1, ka = list3_first(a, pa), kb = list3_first(b, pb);
		int n = list3_first(a, pa + 1) - ka;
		const struct body_pair *p = &a->pair[pa], *q = &b->pair[pb];

		differ |= (a->own[z] & 1) != (b->own[z] & 1) || memcmp(p->body, q->body, sizeof p->body) ||
			list3_first(b, pb + 1) - kb != n ||
		          memcmp(a->images.at[p->image].s, b->images.at[q->image].s, sizeof(int[3]));
		for (int k = 0; k < n && !differ; k++) {
			struct list3_cand c = list3_candidate(a, ka + k), d = list3_candidate(b, kb + k);

			differ = c.a != d.a || c.b != d.b;
		}
	}
	return !differ;
}

/* The same list by sections of bodies, in two regions: those of a pair is the later one of both bodies, or none of two regions.
 * Walls are in no section, and their pairs in that of the other body. */
static void sections(const struct list3_view *view, const struct list3 *all, double margin)
{
	enum { SECTIONS = 5 };
	static const int region[SECTIONS] = { 0, 0, 0, 3, 3 };
	struct list3_view by = *view;
	int section[N], wrong = 0, n[SECTIONS + 1] = { 0 };
	struct list3 l;

	for (int b = 0; b < N; b++)
		section[b] = wall_of(b) >= 0 ? -1 : b * 7 % SECTIONS;
	by.section = section;
	by.region = region;
	by.n_section = SECTIONS;
	list3_init(&l, &by);
	list3_build(&l, &by, margin);
	wrong += l.section_from[0] != 0 || l.section_from[SECTIONS + 1] != l.n_pair;
	for (int k = 0; k <= SECTIONS; k++)
		for (int p = l.section_from[k]; p < l.section_from[k + 1]; p++, n[k]++) {
			int a = section[l.pair[p].body[0]], b = section[l.pair[p].body[1]], last = a > b ? a : b, first = a + b - last;

			wrong += k < SECTIONS ? last != k || (first >= 0 && (first < 3) != (k < 3)) : first < 0 || first >= 3 || last < 3;
		}
	ok(wrong == 0, "pairs are in the later section of both bodies, or between regions: %d are not", wrong);
	ok(n[0] > 0 && n[SECTIONS - 1] > 0 && n[SECTIONS] > 0, "there are some everywhere");
	ok(same(all, &l), "and bodies have the same pairs");
	list3_free(&l);
}

static void lists(void)
{
	const double margin = 0.13;
	const struct list3_view view = { .domain = &domain, .pebbles = &pebbles, .x = { x[0], x[1], x[2] }, .rank = rank, .group = group,
		.still = still, .endless = endless, .kind = material, .pass = pass, .n_kind = 3, .n_wall = WALLS, .wall = wall_body,
		.wall_at = wall_at };
	struct list3 l, more;
	int agree = 1;

	list3_init(&l, &view);
	list3_build(&l, &view, margin);
	struct count n = all_pairs(&l, margin);
	ok(l.single == single, "pairs of single balls have one candidate each");
	ok(n.near > (single ? 40 : 80) && n.walls > (single ? 15 : 30) && n.missed == 0,
		"of %d near pebbles, %d of them at walls, %d are missed", n.near, n.walls, n.missed);
	ok(n.edge == 0 && l.n_cand == n.near, "and there are no others: %d", l.n_cand);
	list3_init(&more, &view);
	for (more.threads = 2; more.threads <= 8; more.threads *= 2) {
		list3_build(&more, &view, margin);
		agree = agree && same(&l, &more);
	}
	ok(agree, "the same for 2, 4 and 8 threads");
	list3_free(&more);
	sections(&view, &l, margin);
	/* bodies that go over sides take their pairs along */
	for (int b = 0; b < N; b++) {
		const int by[3] = { b % 4 == 1 ? 1 : b % 7 == 2 ? -1 : 0, b % 5 == 3 ? -1 : 0, 0 };

		if (wall_of(b) >= 0 || !(by[0] || by[1]))
			continue;
		for (int k = 0; k < 3; k++)
			x[k][b] -= by[k] * period(k);
		place(b);
		list3_wrap(&l, &domain, b, by);
	}
	int missed = 0, pairs = 0;
	for (int p = 0; p < l.n_pair; p++) {
		int a = l.pair[p].body[0], b = l.pair[p].body[1], w = wall_of(b);
		vec3 h = l.images.at[l.pair[p].image].h, to;

		for (int k = list3_first(&l, p); k < list3_first(&l, p + 1); k++) {
			struct list3_cand cand = list3_candidate(&l, k);
			const struct pebble *q = &pebbles.at[cand.a], *o = &pebbles.at[cand.b];
			vec3 c = v3(q->x, q->y, q->z);
			struct wall3 wall = w >= 0 ? wall_at[w] : (struct wall3){ 0 };
			int corners;

			wall.at = v3_add(wall.at, h);
			wall.shift = h;
			double far = w < 0 ? v3_norm(v3_sub(v3_add(v3(o->x, o->y, o->z), h), c)) - o->r :
				wall.kind == FORM_MESH ? wall3_from_face(&wall, cand.b - pebbles.first[b], c, &to, &corners) : wall3_from(&wall, c, &to);
			missed += !(far - q->r < margin + 1e-9);
			for (int z = 0; z < 2; z++) /* what is the same everywhere has one image there */
				missed += w >= 0 && endless[b] & 1 << z && l.images.at[l.pair[p].image].s[z] != 0;
			pairs++;
			missed += list3_find(&l, a, b, l.images.at[l.pair[p].image].s, cand) != k;
		}
	}
	ok(missed == 0 && pairs == l.n_cand, "bodies that go over a side keep their pairs: %d lost of %d", missed, pairs);
	list3_free(&l);
}

/* What is told of forms and bodies: reach and arm in their own size, thinnest and thickest pebbles; the largest clump there may
 * be. */
static void forms(void)
{
	int wrong = 0;

	for (int b = 0; b < N; b++) {
		double reach = 0, arm = 0, least = INFINITY, most = 0;

		if (wall_of(b) >= 0)
			continue;
		for (int k = pebbles.first[b]; k < pebbles.first[b + 1]; k++) {
			const struct pebble *p = &pebbles.at[k];
			double far = v3_norm(v3_sub(v3(p->x, p->y, p->z), v3(x[0][b], x[1][b], x[2][b])));

			reach = fmax(reach, far + p->r);
			arm = fmax(arm, far);
			least = fmin(least, p->r);
			most = fmax(most, p->r);
		}
		wrong += fabs(reach - pebbles.reach[b]) + fabs(arm - pebbles.arm[b]) + fabs(least - size[b] * pebbles_form(&pebbles, b)->thin) +
			fabs(most - size[b] * pebbles_form(&pebbles, b)->fat) > 1e-12;
	}
	ok(!wrong, "how far bodies reach, to their pebbles and in all, and the thinnest and thickest of these: %d wrong", wrong);
	ok(pebbles.n_form == 3 + WALLS, "a form for each shape");
	struct domain small = domain;
	double widest = 0;
	int order[N];
	for (int b = 0; b < N; b++)
		order[b] = N - 1 - b;
	for (int b = 0; b < N; b++)
		widest = fmax(widest, isfinite(pebbles.reach[b]) ? pebbles.reach[b] : 0);
	small.hi[1] = small.lo[1] + widest / 49;
	ok(list3_too_wide(&pebbles, &small, order) == -1, "49 periods are not too many for a body");
	small.hi[1] = small.lo[1] + widest / 51;
	int b = list3_too_wide(&pebbles, &small, order);
	ok(b >= 0 && pebbles.reach[b] == widest, "51 are");
	small.hi[1] = small.lo[1] + 1e-9;
	b = list3_too_wide(&pebbles, &small, order);
	int first = N - 1;
	while (!isfinite(pebbles.reach[first]))
		first--;
	ok(b == first, "of several the first in the order: %d, %d", b, first);
	small.periodic[1] = 0;
	ok(list3_too_wide(&pebbles, &small, order) == -1, "but for axes that are not periodic");
}

/* Triangles near a point, by their boxes at the size and turn of the body: none is missed, those far away are not named. */
static void triangles(void)
{
	struct wall3 wall = { .kind = FORM_MESH, .facets = &facets };
	int *list = NULL, missed = 0, far_ones = 0, found = 0, b = wall_body[3];
	size_t cap = 0;
	struct rng g;

	rng_seed(&g, 6);
	for (int k = 0; k < 2000; k++) {
		vec3 p = v3(x[0][b] + 3 * (rng_uniform(&g) - 0.5), x[1][b] + 3 * (rng_uniform(&g) - 0.5),
			x[2][b] + 3 * (rng_uniform(&g) - 0.5)), to;
		double far = 0.5 * rng_uniform(&g);
		int n = facets_near(&facets, p, far, &list, &cap), corners, at = 0;

		for (int f = 0; f < 4; f++) {
			double is = wall3_from_face(&wall, f, p, &to, &corners);
			int named = at < n && list[at] == f;

			at += named;
			missed += is < far && !named;
			found += named;
			far_ones += named && is > far + 2 * facets.reach * size[b];
		}
		missed += at != n;
	}
	ok(!missed && !far_ones && found > 300, "triangles near points: %d named, %d missed", found, missed);
	/* 1.3 further out than the furthest corner nothing is named */
	int n = facets_near(&facets, v3(x[0][b], x[1][b], x[2][b] + 2.3 * facets.reach * size[b]), 0.2, &list, &cap);
	ok(n == 0, "what is far is not");
	free(list);
}

/* Of balls of two materials and a wall: the mean volume's root, the mean density, the box. */
static void grains(void)
{
	struct world w;
	struct grains3 g;
	const double pi = 3.14159265358979323846;

	world_init(&w, 3);
	world_need_material(&w, "lead")->density = 11;
	world_need_material(&w, "wood")->density = 0.7;
	struct shape *s = world_need_shape(&w, 4);
	shape_alloc(s, SHAPE_SPHERE, 1);
	s->solid->n = 1;
	s->solid->ball = mem_zero(1, sizeof *s->solid->ball);
	s->solid->ball[0][3] = 0.5;
	s->solid->volume = pi / 6;
	struct constraint *c = world_need_constraint(&w, "held");
	for (int k = 0; k < 6; k++)
		c->dof[k].drive = DRIVE_FIXED;
	world_need_columns(&w);
	table_resize(&w.body, 4);
	struct bodies3 b = world_bodies3(&w);
	static const double sizes[4] = { 1, 2, 1.5, 3 }, at[4] = { 1, 4, -3, 40 };
	for (int i = 0; i < 4; i++) {
		b.id[i] = 9 - i;
		b.shape[i] = 4;
		b.material[i] = world_name(&w, i == 1 ? "wood" : "lead");
		b.tag[i] = world_name(&w, i == 3 ? "held" : "-");
		b.size[i] = sizes[i];
		b.x[0][i] = at[i], b.x[1][i] = -2 * at[i], b.x[2][i] = 7;
		b.q[0][i] = 1;
	}
	double box[4][6];
	ok(grains3_look(&w, &g, box) == 0 && g.n == 3, "three of four are grains");
	near(g.size, cbrt(pi / 6 * (1 + 8 + 3.375) / 3), 1e-12, "their size is the root of the mean volume");
	near(g.density, (11 + 0.7 * 8 + 11 * 3.375) / (1 + 8 + 3.375), 1e-12, "their density is mass by volume");
	near(fabs(g.lo[0] + 3.75) + fabs(g.hi[0] - 5) + fabs(g.lo[1] + 9) + fabs(g.hi[1] - 6.75) + fabs(g.lo[2] - 6) +
		fabs(g.hi[2] - 8), 0, 1e-12,
	     "their box");
	near(fabs(box[3][0] - 38.5) + fabs(box[3][4] + 78.5) + fabs(box[1][5] - 8), 0, 1e-12, "those of all");
	/* the last as a wall among the others */
	int64_t id[GRAINS3_NAMED];
	b.x[0][3] = 4, b.x[1][3] = -8, b.x[2][3] = 9.4;
	ok(grains3_overlapping(&w, 3, 0.05, id) == 1 && id[0] == 8 && grains3_overlapping(&w, 3, 0.2, id) == 0, "one overlaps by 0.1");
	world_free(&w);
}

int main(void)
{
	shapes();
	facets_init(&facets, kind[6].solid);
	single = 1;
	scene(7);
	lists();
	pebbles_free(&pebbles);
	single = 0;
	for (int k = 0; k < 4; k++) {
		domain.hi[0] = k % 2 ? -0.6 : 2.3; /* bodies that are longer than the period, too */
		scene(11 + (uint64_t)k);
		lists();
		if (k < 3) {
			pebbles_free(&pebbles);
			continue;
		}
		pebbles_free(&pebbles);
		domain.hi[0] = 2.3;
		scene(11);
		forms();
		triangles();
		pebbles_free(&pebbles);
	}
	grains();
	facets_free(&facets);
	for (int k = 0; k < 3 + WALLS; k++)
		solid_free(kind[k].solid);
	return done();
}
