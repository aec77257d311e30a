/* bench/partition.c: what ranks have to do and to tell each other, for many more ranks than this machine has cores
 *
 *	partition FILE COPIES RANKS...
 *
 * Cuts the last frame of a stream as scree-dem2-mpi and scree-dem3-mpi deal bodies out, and lends ghosts by their rule
 * (sim/lending.h) for the velocities and the time step of the frame. COPIES of the domain stand side by side along each of its
 * periodic axes, so a frame of 1e4 bodies gives packings of 1e7. Prints a line for each number of ranks:
 *
 *	ranks bodies owned ghosts neighbours contacts twice bytes
 *
 * bodies: of all ranks; owned, ghosts, neighbours, contacts (with those that a neighbour computes as well): of the rank that has
 * most; twice: contacts of all ranks over the contacts of the scene; bytes: that a rank sends in a step, at most. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/boxtree.h"
#include "base/buf.h"
#include "base/id_set.h"
#include "measure/kinetic.h"
#include "neighbour/bisect.h"
#include "particles.h"
#include "sim/lending.h"
#include "sim/weight.h"

struct scene {
	int dim, copies[3], periodic[3];
	double period[3];
	int n, n_contact;          /* bodies and contacts of one copy */
	double *x[3], *r;
	int64_t *weight;
	int (*pair)[2], (*image)[3];
	struct lending_scale scale; /* of one copy */
	double dt;
};

static void fail(const char *why)
{
	fprintf(stderr, "partition: %s\n", why);
	exit(3);
}

/* ---- the scene ---- */

static void read_frame(struct world *w, const char *name)
{
	FILE *f = fopen(name, "r");
	enum particles_status status;

	if (!f)
		fail("the file cannot be opened");
	struct particles_in *in = particles_open(f, name);
	particles_take_solids(in);
	while ((status = particles_read(in, w)) == PARTICLES_FRAME)
		;
	if (status != PARTICLES_END)
		fail(particles_error(in));
	particles_close(in);
	fclose(f);
}

/* The free bodies, with their numbers in the order of rows, and the contacts between them. Bodies of groups and walls are on all
 * ranks. */
static void take_scene(struct scene *s, struct world *w)
{
	const char *const axis[3] = { "x", "y", "z" }, *const images[3] = { "ix", "iy", "iz" };
	const int64_t *shape = table_int(&w->body, "shape"), *id = table_int(&w->body, "id");
	const double *size = table_real(&w->body, "size");
	const int64_t *end[2] = { table_int(&w->contact, "i"), table_int(&w->contact, "j") };
	size_t n = (size_t)w->body.n_row;
	int *row = MEM_NEW(int, n);
	char *loose = mem_new(n, 1);
	struct id_set at = { 0 };

	s->dim = w->dim;
	s->r = MEM_NEW(double, n);
	for (int k = 0; k < 3; k++) {
		s->x[k] = MEM_ZERO(double, n);
		s->periodic[k] = k < w->dim && w->domain.set && w->domain.periodic[k];
		s->period[k] = s->periodic[k] ? w->domain.hi[k] - w->domain.lo[k] : 0;
	}
	memset(loose, 1, n);
	bodies_leave_held(w, loose);
	for (size_t b = 0; b < n; b++) {
		double reach = shape_reach(world_shape(w, shape[b])) * size[b];

		if (!loose[b] || !isfinite(reach))
			continue;
		for (int k = 0; k < s->dim; k++)
			s->x[k][s->n] = table_real(&w->body, axis[k])[b] - (s->periodic[k] ? w->domain.lo[k] : 0);
		s->r[id_set_add(&at, id[b])] = reach;
		row[s->n++] = (int)b;
	}
	s->weight = weights_of(w, s->n, row);
	s->scale = lending_scale(w, 0);
	s->dt = w->dt;
	s->pair = mem_new((size_t)w->contact.n_row, sizeof *s->pair);
	s->image = mem_zero((size_t)w->contact.n_row, sizeof *s->image);
	for (int c = 0; c < w->contact.n_row && end[0]; c++) {
		int a = id_set_find(&at, end[0][c]), b = id_set_find(&at, end[1][c]);

		if (a < 0 || b < 0)
			continue;
		for (int k = 0; k < s->dim; k++) {
			const int64_t *image = table_int(&w->contact, images[k]);

			s->image[s->n_contact][k] = image ? (int)image[c] : 0;
		}
		s->pair[s->n_contact][0] = a;
		s->pair[s->n_contact++][1] = b;
	}
	id_set_free(&at);
	free(row);
	free(loose);
}

/* Copies side by side: all bodies, those of the first copy first. */
static void replicate(struct scene *s, int copies)
{
	int all = 1, n = s->n;

	for (int k = 0; k < 3; k++)
		all *= s->copies[k] = s->periodic[k] ? copies : 1;
	if ((int64_t)all * n > 100000000)
		fail("more than 1e8 bodies");
	for (int k = 0; k < 3; k++) {
		double *x = MEM_NEW(double, (size_t)all * (size_t)n);

		for (int c = 0; c < all; c++) {
			int place[3] = { c % s->copies[0], c / s->copies[0] % s->copies[1], c / s->copies[0] / s->copies[1] };

			for (int b = 0; b < n; b++)
				x[(size_t)c * (size_t)n + (size_t)b] = s->x[k][b] + place[k] * s->period[k];
		}
		free(s->x[k]);
		s->x[k] = x;
		s->period[k] *= s->copies[k];
	}
}

/* The body of copy c that a contact means by its second body. */
static int partner(const struct scene *s, int c, const int pair[2], const int image[3])
{
	int place[3] = { c % s->copies[0], c / s->copies[0] % s->copies[1], c / s->copies[0] / s->copies[1] };

	for (int k = 0; k < 3; k++)
		place[k] = ((place[k] + image[k]) % s->copies[k] + s->copies[k]) % s->copies[k];
	return ((place[2] * s->copies[1] + place[1]) * s->copies[0] + place[0]) * s->n + pair[1];
}

/* ---- ranks ---- */

struct rank { double box[6]; int64_t owned, ghosts, contacts, lent; int neighbours; };

/* The boxes around the bodies of each rank, as boxes_of in sim/lending.c. */
static void boxes(const struct scene *s, int all, const int *part, int ranks, struct rank *of)
{
	for (int r = 0; r < ranks; r++)
		of[r] = (struct rank){ .box = { INFINITY, INFINITY, INFINITY, -INFINITY, -INFINITY, -INFINITY } };
	for (int b = 0; b < all; b++) {
		double *box = of[part[b]].box, r = s->r[b % s->n];

		of[part[b]].owned++;
		for (int k = 0; k < 3; k++) {
			box[k] = fmin(box[k], s->x[k][b] - r);
			box[k + 3] = fmax(box[k + 3], s->x[k][b] + r);
		}
	}
}

/* A body that looks for the ranks that it is lent to. */
struct look { const struct rank *of; double far, p[3]; int own, n, cap, *to; };

static double look_at(void *to, int item, const double p[3])
{
	struct look *l = to;
	const double *box = l->of[item].box;

	for (int k = 0; k < 3; k++)
		if (p[k] < box[k] - l->far || p[k] > box[k + 3] + l->far)
			return sqrt(3) * l->far;
	for (int k = 0; k < l->n; k++)
		if (l->to[k] == item)
			return sqrt(3) * l->far;
	if (item != l->own) {
		if (l->n == l->cap)
			l->to = realloc(l->to, sizeof *l->to * (size_t)(l->cap = 2 * l->cap + 8));
		if (!l->to)
			fail("out of memory");
		l->to[l->n++] = item;
	}
	return sqrt(3) * l->far;
}

/* Find the ranks that body b is lent to, among the images that may be near. */
static void lend(const struct scene *s, const struct boxtree *tree, int b, struct look *l)
{
	double shift[3][3];
	int n[3];

	for (int k = 0; k < 3; k++) {
		double x = s->x[k][b];

		n[k] = 0;
		shift[k][n[k]++] = 0;
		if (s->periodic[k] && x < 2 * l->far)
			shift[k][n[k]++] = s->period[k];
		if (s->periodic[k] && x > s->period[k] - 2 * l->far)
			shift[k][n[k]++] = -s->period[k];
	}
	l->n = 0;
	for (int z = 0; z < n[2]; z++)
		for (int y = 0; y < n[1]; y++)
			for (int x = 0; x < n[0]; x++) {
				const double p[3] = { s->x[0][b] + shift[0][x], s->x[1][b] + shift[1][y], s->x[2][b] + shift[2][z] };

				boxtree_near(tree, p, sqrt(3) * l->far, look_at, l);
			}
}

static int up(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

/* The neighbours of each rank: those that it lends bodies to or has ghosts from. pair[n]: lender times ranks plus borrower. */
static void neighbours(int64_t *pair, size_t n, int ranks, struct rank *of)
{
	size_t m = n;

	for (size_t k = 0; k < n; k++) { /* both ways */
		int64_t a = pair[k] / ranks, b = pair[k] % ranks;

		pair[m++] = b * ranks + a;
	}
	qsort(pair, m, sizeof *pair, up);
	for (size_t k = 0; k < m; k++)
		if (!k || pair[k] != pair[k - 1])
			of[pair[k] / ranks].neighbours++;
}

static void cut(const struct scene *s, int all, int ranks)
{
	struct bisect how = { .dim = s->dim, .parts = ranks };
	int *part = MEM_NEW(int, (size_t)all), copies = all / s->n;
	int64_t *id = MEM_NEW(int64_t, (size_t)all), *weight = MEM_NEW(int64_t, (size_t)all), *pair = NULL, twice = 0, most[6] = { 0 };
	struct rank *of = mem_new((size_t)ranks, sizeof *of);
	double (*box)[6] = mem_new((size_t)ranks, sizeof *box), margin;
	struct lending_scale scale = s->scale;
	struct boxtree tree;
	struct look l = { .of = of };
	size_t n_pair = 0, cap = 0, numbers = s->dim == 3 ? 6 : 3;

	for (int b = 0; b < all; b++) {
		id[b] = b;
		weight[b] = s->weight[b % s->n];
	}
	scale.n = all;
	margin = lending_margin(&scale, 0, s->dt, ranks);
	memcpy(how.periodic, s->periodic, sizeof how.periodic);
	bisect(&how, all, (const double *const *)s->x, id, weight, part);
	boxes(s, all, part, ranks, of);
	for (int r = 0; r < ranks; r++)
		memcpy(box[r], of[r].box, sizeof box[r]);
	boxtree_init(&tree, ranks, (const double (*)[6])box);
	for (int b = 0; b < all && ranks > 1; b++) {
		l.own = part[b];
		l.far = s->r[b % s->n] + margin;
		lend(s, &tree, b, &l);
		for (int k = 0; k < l.n; k++) {
			int64_t is = (int64_t)part[b] * ranks + l.to[k];

			of[part[b]].lent++;
			of[l.to[k]].ghosts++;
			if (n_pair && pair[n_pair - 1] == is)
				continue;
			MEM_GROW(pair, &cap, 2 * n_pair + 2);
			pair[n_pair++] = is;
		}
	}
	if (n_pair)
		neighbours(pair, n_pair, ranks, of);
	for (int c = 0; c < copies; c++)
		for (int k = 0; k < s->n_contact; k++) {
			int a = part[c * s->n + s->pair[k][0]], b = part[partner(s, c, s->pair[k], s->image[k])];

			of[a].contacts++;
			of[b].contacts += a != b;
			twice += a != b;
		}
	for (int r = 0; r < ranks; r++) {
		const int64_t now[5] = { of[r].owned, of[r].ghosts, of[r].neighbours, of[r].contacts,
			(int64_t)(sizeof(double) * (numbers * (size_t)of[r].lent + (size_t)of[r].neighbours)) };

		for (int k = 0; k < 5; k++)
			most[k] = now[k] > most[k] ? now[k] : most[k];
	}
	printf("%d %d %lld %lld %lld %lld %.4f %lld\n", ranks, all, (long long)most[0], (long long)most[1], (long long)most[2],
		(long long)most[3], s->n_contact ? 1 + (double)twice / ((double)copies * s->n_contact) : 1, (long long)most[4]);
	fflush(stdout);
	boxtree_free(&tree);
	free(l.to);
	free(pair);
	free(box);
	free(of);
	free(id);
	free(weight);
	free(part);
}

int main(int argc, char **argv)
{
	struct scene s = { .n = 0 };
	struct world w;

	if (argc < 4 || atoi(argv[2]) < 1) {
		fprintf(stderr, "usage: partition FILE COPIES RANKS...\n");
		return 2;
	}
	world_init(&w, 0);
	read_frame(&w, argv[1]);
	take_scene(&s, &w);
	world_free(&w);
	if (!s.n)
		fail("the frame has no free bodies");
	replicate(&s, atoi(argv[2]));
	printf("# ranks bodies owned ghosts neighbours contacts twice bytes\n");
	for (int k = 3; k < argc; k++)
		cut(&s, s.n * s.copies[0] * s.copies[1] * s.copies[2], atoi(argv[k]));
	for (int k = 0; k < 3; k++)
		free(s.x[k]);
	free(s.r);
	free(s.weight);
	free(s.pair);
	free(s.image);
	return 0;
}
