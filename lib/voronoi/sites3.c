/* sites3.c: points that seed a Voronoi diagram of space */
#include "voronoi/sites3.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/cube_root.h"
#include "base/team.h"

const char *const sites3_lattice_name[SITES3_LATTICES] = { "cubic", "bcc", "fcc", "hcp" };

/* x, but below w: the product of a number below 1 and w may be rounded up to w. */
static double below(double x, double w)
{
	return x < w ? x : nextafter(w, 0);
}

/* The number of pieces of about the length h in a length w. */
static int pieces(double w, double h, int most)
{
	return (int)fmin(fmax(round(w / h), 1), most);
}

/* The side of a cube with the volume of the box over n. The root is of numbers near 1, so it does not overflow. */
static double spacing(const double box[3], int n)
{
	double longest = fmax(box[0], fmax(box[1], box[2]));

	return longest * cube_root(fmax(box[0] / longest * (box[1] / longest) * (box[2] / longest) / n, 1e-300));
}

/* Sort points along rows of about their spacing, in alternating directions: a counting sort by the cells of a grid. */
static void sort_rows(double (*x)[3], int n, const double box[3])
{
	double h = spacing(box, n);
	int m[3];

	m[0] = pieces(box[0], h, n);
	m[1] = pieces(box[1], h, n / m[0] + 1);
	m[2] = pieces(box[2], h, n / m[0] / m[1] + 1);
	size_t n_cell = (size_t)m[0] * (size_t)m[1] * (size_t)m[2], *cell = MEM_NEW(size_t, (size_t)n);
	int *start = MEM_ZERO(int, n_cell + 1);
	double (*old)[3] = mem_copy(x, (size_t)n, sizeof *x);

	for (int i = 0; i < n; i++) {
		size_t at[3];

		for (int k = 0; k < 3; k++) {
			int c = (int)(old[i][k] / box[k] * m[k]);

			at[k] = (size_t)(c < m[k] ? c : m[k] - 1);
		}
		size_t row = at[2] * (size_t)m[1] + (at[2] & 1 ? (size_t)m[1] - 1 - at[1] : at[1]);
		cell[i] = row * (size_t)m[0] + (row & 1 ? (size_t)m[0] - 1 - at[0] : at[0]);
		start[cell[i] + 1]++;
	}
	for (size_t c = 0; c < n_cell; c++)
		start[c + 1] += start[c];
	for (int i = 0; i < n; i++)
		memcpy(x[start[cell[i]]++], old[i], sizeof *old);
	free(old);
	free(cell);
	free(start);
}

void sites3_random(double (*x)[3], int n, const double box[3], struct rng *g)
{
	for (int i = 0; i < n; i++)
		for (int k = 0; k < 3; k++)
			x[i][k] = below(box[k] * rng_uniform(g), box[k]);
	sort_rows(x, n, box);
}

/* The first of n points in a part of equal parts. */
static int first_of(int n, int part, int parts)
{
	return (int)((int64_t)part * n / parts);
}

void sites3_jitter(double (*x)[3], int n, const double box[3], double jitter, struct rng *g)
{
	double h = spacing(box, n);
	int layers = pieces(box[2], h, n), i = 0;

	for (int layer = 0; layer < layers; layer++) {
		int in_layer = first_of(n, layer + 1, layers) - first_of(n, layer, layers);
		int rows = pieces(box[1], sqrt(box[0] / in_layer * box[1]), in_layer);

		for (int row = 0; row < rows; row++) {
			int columns = first_of(in_layer, row + 1, rows) - first_of(in_layer, row, rows);
			const int at[2] = { row, layer }, of[3] = { columns, rows, layers };

			for (int column = 0; column < columns; column++, i++)
				for (int k = 0; k < 3; k++)
					x[i][k] = below(((k ? at[k - 1] : column) + 0.5 + jitter * (rng_uniform(g) - 0.5)) * box[k] / of[k], box[k]);
		}
	}
}

/* ---- lattices ---- */

/* The sites in a unit cell, as parts of its sides, and the shape of this cell in an ideal lattice. */
static const struct {
	int n;
	double side[3], at[4][3];
} unit[SITES3_LATTICES] = {
	{ 1, { 1, 1, 1 }, { { 0.5, 0.5, 0.5 } } },
	{ 2, { 1, 1, 1 }, { { 0.25, 0.25, 0.25 }, { 0.75, 0.75, 0.75 } } },
	{ 4, { 1, 1, 1 }, { { 0.25, 0.25, 0.25 }, { 0.75, 0.75, 0.25 }, { 0.75, 0.25, 0.75 }, { 0.25, 0.75, 0.75 } } },
	{ 4, { 1, 1.7320508075688772, 1.632993161855452 }, { { 0.25, 1.0 / 12, 0.25 }, { 0.75, 7.0 / 12, 0.25 },
	                                                     { 0.25, 5.0 / 12, 0.75 }, { 0.75, 11.0 / 12, 0.75 } } },
};

/* The side of ideal unit cells, each of which is a part of the room. thin[k] becomes 1 if the room is thinner than half of it
 * along axis k: one cell stands there, and the side is that of squares across, or of pieces of a line. */
static double ideal_side(const double room[3], double part, int thin[3])
{
	double h = spacing(room, 1) * cube_root(part);

	thin[0] = thin[1] = thin[2] = 0;
	for (int axes = 3; axes > 1; axes--) {
		double area = 1, longest = fmax(room[0], fmax(room[1], room[2]));
		int least = -1;

		for (int k = 0; k < 3; k++)
			if (!thin[k] && (least < 0 || room[k] < room[least]))
				least = k;
		if (room[least] >= 0.5 * h)
			break;
		thin[least] = 1;
		for (int k = 0; k < 3; k++)
			area *= thin[k] ? 1 : room[k] / longest;
		h = longest * (axes == 3 ? sqrt(area * part) : area * part);
	}
	return h;
}

int sites3_lattice_size(enum sites3_lattice kind, int n, const double box[3], int cells[3])
{
	const double *side = unit[kind].side, room[3] = { box[0] / side[0], box[1] / side[1], box[2] / side[2] };
	int most[3], thin[3], per = unit[kind].n;
	const double h = ideal_side(room, (double)per / n, thin);
	double best = INFINITY;

	for (int k = 0; k < 3; k++)
		most[k] = thin[k] ? 1 : (int)fmin(2 + 1.25 * box[k] / (side[k] * h), n / per + 1);
	cells[0] = cells[1] = cells[2] = 1;
	for (int a = (most[0] + 2) / 3; a <= most[0]; a++)
		for (int b = (most[1] + 2) / 3; b <= most[1]; b++) {
			double c = thin[2] ? 1 : fmax(round((double)n / per / a / b), 1), all = per * c * a * b;
			double size[3] = { box[0] / a / side[0], box[1] / b / side[1], box[2] / c / side[2] }, wide = 0, least = INFINITY;

			for (int k = 0; k < 3; k++) {
				wide = thin[k] ? wide : fmax(wide, size[k]);
				least = thin[k] ? least : fmin(least, size[k]);
			}
			double cost = wide / least - 1 + 20 * fabs(all / n - 1);

			if (!(cost < best) || all > 300000000)
				continue;
			best = cost;
			cells[0] = a;
			cells[1] = b;
			cells[2] = (int)c;
		}
	return per * cells[0] * cells[1] * cells[2];
}

void sites3_lattice_fit(struct lattice_fit *f, enum sites3_lattice kind, int n, const double box[3], const int cells[3])
{
	const double *side = unit[kind].side;

	lattice_fit(f, 3, (double[3]){ box[0] / side[0], box[1] / side[1], box[2] / side[2] }, cells, unit[kind].n, 1, n);
}

void sites3_lattice(double (*x)[3], enum sites3_lattice kind, const int cells[3], const double box[3])
{
	int i = 0;

	for (int c = 0; c < cells[2]; c++)
		for (int b = 0; b < cells[1]; b++)
			for (int a = 0; a < cells[0]; a++)
				for (int s = 0; s < unit[kind].n; s++, i++) {
					const int at[3] = { a, b, c };

					for (int k = 0; k < 3; k++)
						x[i][k] = below((at[k] + unit[kind].at[s][k]) * box[k] / cells[k], box[k]);
				}
}

/* ---- Lloyd's algorithm ---- */

struct relaxing {
	double (*move)[3];
	const struct voronoi3 *v;
	struct cell3 *cell;    /* [threads] */
};

static void relax_chunk(void *to, int from, int end, int thread)
{
	struct relaxing *r = to;

	for (int i = from; i < end; i++) {
		voronoi3_cell(r->v, i, &r->cell[thread]);
		cell3_moments(&r->cell[thread], r->move[i], NULL);
	}
}

void sites3_relax(double (*x)[3], const struct voronoi3 *v, int threads)
{
	struct relaxing r = { mem_new((size_t)v->n, sizeof *x), v, MEM_ZERO(struct cell3, (size_t)threads) };

	team_chunks(threads, v->n, 64, relax_chunk, &r);
	for (int i = 0; i < v->n; i++)
		for (int k = 0; k < 3; k++)
			x[i][k] += r.move[i][k];
	for (int k = 0; k < threads; k++)
		cell3_free(&r.cell[k]);
	free(r.cell);
	free(r.move);
}
