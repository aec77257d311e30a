/* Voronoi diagrams of space and power diagrams: against the definition, closed forms of lattices, published statistics, and sets
 * of sites that are hard on rounding. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/rng.h"
#include "tap.h"
#include "voronoi/voronoi3.h"

static struct rng rng;
static double site[20000][3], weight[20000];
static struct cell3 c;

static int init(struct voronoi3 *v, int n, double w, double h, double d, int periodic, const double *weights)
{
	return voronoi3_init(v, n, (const double (*)[3])site, weights, (double[]){ w, h, d },
		(int[]){ periodic & 1, periodic >> 1 & 1, periodic >> 2 & 1 }, 1);
}

static void uniform(int n, double w, double h, double d)
{
	for (int i = 0; i < n; i++) {
		site[i][0] = w * rng_uniform(&rng);
		site[i][1] = h * rng_uniform(&rng);
		site[i][2] = d * rng_uniform(&rng);
	}
}

/* The sum of the volumes over the volume of the box, less 1. */
static double off_sum(const struct voronoi3 *v)
{
	double sum = 0, lost = 0;

	for (int i = 0; i < v->n; i++) {
		voronoi3_cell(v, i, &c);
		double a = cell3_volume(&c) - lost, next = sum + a;
		lost = (next - sum) - a;
		sum = next;
	}
	return fabs(sum / (v->box[0] * v->box[1] * v->box[2]) - 1);
}

static double weight_of(const struct voronoi3 *v, int i) { return v->weight ? v->weight[i] : 0; }

/* Square distance of a place to the nearest image of site j, less its weight. */
static double power(const struct voronoi3 *v, const double p[3], int j)
{
	double sum = -weight_of(v, j);

	for (int a = 0; a < 3; a++) {
		double d = p[a] - v->site[j][a]; /* p is at most half a period outside */
		if (v->periodic[a])
			d -= d > v->box[a] ? v->box[a] : d < -v->box[a] ? -v->box[a] : 0;
		if (v->periodic[a])
			d -= d > 0.5 * v->box[a] ? v->box[a] : d < -0.5 * v->box[a] ? -v->box[a] : 0;
		sum += d * d;
	}
	return sum;
}

/* The definition: no vertex of a cell is nearer to another site than to the cell's own, vertices are as near to the sites behind
 * their faces, and the cells fill the box. Convex sets within the true cells that have the volume of the whole box are the true
 * cells. Returns the worst violation, relative to the box. */
static double against_definition(const struct voronoi3 *v)
{
	double longest = fmax(v->box[0], fmax(v->box[1], v->box[2])), worst = 0;

	for (int i = 0; i < v->n; i++) {
		voronoi3_cell(v, i, &c);
		if (c.n_face != voronoi3_faces(v, i))
			return INFINITY;
		for (int k = 0; k < c.n_face; k++) {
			struct side f = v->face[v->first[i] + (size_t)k], g = c.plane[k].label;
			double normal[3], distance;

			if (f.who != g.who || f.image != g.image)
				return INFINITY;
			voronoi3_plane(v, i, k, normal, &distance);
			for (int q = 0; q < c.n_vertex; q++) {
				double h = normal[0] * c.x[q] + normal[1] * c.y[q] + normal[2] * c.z[q] - distance;
				int own = c.corner[q].face[0] == k || c.corner[q].face[1] == k || c.corner[q].face[2] == k;

				worst = fmax(worst, (own ? fabs(h) : h) / longest);
			}
		}
		for (int q = 0; q < c.n_vertex; q++) {
			double p[3] = { v->site[i][0] + c.x[q], v->site[i][1] + c.y[q], v->site[i][2] + c.z[q] };
			double own = c.x[q] * c.x[q] + c.y[q] * c.y[q] + c.z[q] * c.z[q] - weight_of(v, i);

			for (int j = 0; j < v->n; j++)
				worst = fmax(worst, (own - power(v, p, j)) / (longest * longest));
			for (int a = 0; a < 3; a++)
				if (!v->periodic[a])
					worst = fmax(worst, fmax(-p[a], p[a] - v->box[a]) / longest);
		}
	}
	return fmax(worst, off_sum(v));
}

/* The number of faces whose other side does not have them, with an image the other way and the opposite plane. */
static int one_sided(const struct voronoi3 *v)
{
	int bad = 0;

	for (int i = 0; i < v->n; i++)
		for (int k = 0; k < voronoi3_faces(v, i); k++) {
			struct side f = v->face[v->first[i] + (size_t)k];
			double n[3], m[3], d, e;
			int found = f.who < 0;

			voronoi3_plane(v, i, k, n, &d);
			for (int q = 0; f.who >= 0 && q < voronoi3_faces(v, f.who); q++) {
				struct side g = v->face[v->first[f.who] + (size_t)q];
				if (g.who != i || g.image != 26 - f.image)
					continue;
				voronoi3_plane(v, f.who, q, m, &e);
				found = n[0] == -m[0] && n[1] == -m[1] && n[2] == -m[2];
			}
			bad += !found;
		}
	return bad;
}

static void few(void)
{
	double worst = 0, normal[3], distance;
	struct voronoi3 v;

	for (int periodic = 0; periodic < 8; periodic++)
		for (int n = 1; n <= 21; n += n < 6 ? 1 : 5) {
			double w = n % 2 ? 2.385 : 0.21, h = n % 3 ? 1.3 : 0.37, d = n % 4 ? 0.8 : 7; /* images are periods away */

			uniform(n, w, h, d);
			init(&v, n, w, h, d, periodic, NULL);
			worst = fmax(worst, against_definition(&v));
			voronoi3_free(&v);
		}
	near(worst, 0, 1e-13, "1 to 21 sites, any periodicity: the cells are those of the definition");

	site[0][0] = site[0][1] = site[0][2] = 0.1;
	init(&v, 1, 2, 3, 40, 7, NULL);
	ok(voronoi3_faces(&v, 0) == 6 && v.face[0].who == 0 && v.face[0].image == VORONOI3_IMAGE(-1, 0, 0),
		"one periodic site: the box, its own images behind it");
	near(off_sum(&v), 0, 1e-15, "and its volume");
	voronoi3_plane(&v, 0, 5, normal, &distance);
	ok(normal[0] == 0 && normal[2] == 1 && distance == 20, "half a period to its own image");
	voronoi3_free(&v);

	/* two sites on the diagonal of a cube at half a period: truncated octahedra */
	site[1][0] = site[1][1] = site[1][2] = 1.1;
	init(&v, 2, 2, 2, 2, 7, NULL);
	ok(voronoi3_faces(&v, 0) == 14 && voronoi3_faces(&v, 1) == 14, "two periodic sites: truncated octahedra");
	near(off_sum(&v), 0, 1e-15, "and their volumes");
	ok(one_sided(&v) == 0, "each sees the other through its eight hexagons");
	voronoi3_free(&v);

	init(&v, 1, 2, 3, 40, 0, NULL);
	voronoi3_plane(&v, 0, 1, normal, &distance);
	ok(v.face[1].who == VORONOI3_WALL(0, 1) && normal[0] == 1 && distance == 2 - 0.1, "one site within walls: the upper x");
	ok(voronoi3_wall_axis(v.face[4].who) == 2 && !voronoi3_wall_upper(v.face[4].who) &&
		voronoi3_wall_upper(v.face[5].who), "and the walls along z");
	voronoi3_free(&v);
}

static void definition(void)
{
	struct voronoi3 v;
	int n = 0;

	for (int periodic = 0; periodic < 8; periodic += periodic ? 3 : 1) {
		uniform(300, 7.5, 5, 6.1); /* enough for the grid */
		init(&v, 300, 7.5, 5, 6.1, periodic, NULL);
		near(against_definition(&v), 0, 1e-13, "300 sites, periodicity %d: definition", periodic);
		ok(one_sided(&v) == 0, "300 sites, periodicity %d: both sides of a face know it", periodic);
		voronoi3_free(&v);
		for (int i = 0; i < 200; i++) /* two clusters in a void: the tree */
			for (int a = 0; a < 3; a++)
				site[i][a] = (i % 2 ? 1 : 4.9) + 0.01 * rng_uniform(&rng);
		init(&v, 200, 7.5, 5, 6.1, periodic, NULL);
		near(against_definition(&v), 0, 1e-13, "two clusters, periodicity %d: definition", periodic);
		voronoi3_free(&v);
	}
	/* a hole in an even set: cells that outgrow what the grid expects */
	for (int i = 0; i < 1000; i++) {
		double r2 = 0;

		for (int a = 0; a < 3; a++) {
			site[n][a] = rng_uniform(&rng);
			r2 += (site[n][a] - 0.5) * (site[n][a] - 0.5);
		}
		n += r2 > 0.36 * 0.36;
	}
	init(&v, n, 1, 1, 1, 7, NULL);
	near(against_definition(&v), 0, 1e-13, "a large hole: definition");
	voronoi3_free(&v);
	/* clusters in clusters, down to where coordinates are coarse */
	for (int i = 0; i < 400; i++)
		for (int a = 0; a < 3; a++)
			site[i][a] = 0.3 + rng_uniform(&rng) * pow(10, -8 * (i / 400.0));
	init(&v, 400, 1, 1, 1, 7, NULL);
	near(against_definition(&v), 0, 1e-12, "clusters in clusters: definition");
	voronoi3_free(&v);
	/* a thin box, and sites in a plane and on a line */
	for (int flat = 0; flat < 3; flat++) {
		uniform(300, 9, flat > 1 ? 1e-3 : 5, flat ? 1e-3 : 0.05);
		for (int i = 0; i < 300; i++) {
			if (flat)
				site[i][2] = 0.5e-3;
			if (flat > 1)
				site[i][1] = 0.2e-3;
		}
		init(&v, 300, 9, flat > 1 ? 1e-3 : 5, flat ? 1e-3 : 0.05, flat == 1 ? 4 : 0, NULL);
		near(against_definition(&v), 0, 1e-12, "sites in a thin box, %d: definition", flat);
		voronoi3_free(&v);
	}
}

/* Copies of some points in n x n x n cells of a lattice with sides a, b, c. */
static int lattice(int n, double a, double b, double d, int points, const double (*point)[3], double off)
{
	int k = 0;

	for (int z = 0; z < n; z++)
		for (int y = 0; y < n; y++)
			for (int x = 0; x < n; x++)
				for (int p = 0; p < points; p++, k++) {
					site[k][0] = (x + point[p][0] + off) * a;
					site[k][1] = (y + point[p][1] + off) * b;
					site[k][2] = (z + point[p][2] + off) * d;
				}
	return k;
}

static void check_lattice(const char *name, int points, const double (*point)[3], double stretch_y, double stretch_z, int faces,
	double quotient)
{
	for (int n = 3; n <= 9; n += 3) { /* the tree, then the grid */
		const double a = 2.385 / 7;
		struct voronoi3 v;
		int sites = lattice(n, a, a * stretch_y, a * stretch_z, points, point, 0.0371), all = 1;
		double each = a * a * a * stretch_y * stretch_z / points, worst = 0, surface = 0;

		init(&v, sites, n * a, n * a * stretch_y, n * a * stretch_z, 7, NULL);
		for (int i = 0; i < sites; i++) {
			voronoi3_cell(&v, i, &c);
			all &= voronoi3_faces(&v, i) == faces && c.n_face == faces;
			worst = fmax(worst, fabs(cell3_volume(&c) / each - 1));
			double s = cell3_surface(&c);
			surface = fmax(surface, fabs(36 * M_PI * each * each / (s * s * s) / quotient - 1));
		}
		ok(all, "%s, %d sites: %d faces each", name, sites, faces);
		near(worst, 0, 1e-12, "%s, %d sites: volumes", name, sites);
		near(surface, 0, 1e-11, "%s, %d sites: isoperimetric quotients", name, sites);
		near(off_sum(&v), 0, 1e-13, "%s, %d sites: the sum of the volumes", name, sites);
		ok(one_sided(&v) == 0, "%s, %d sites: both sides of a face know it", name, sites);
		voronoi3_free(&v);
	}
}

static void lattices(void)
{
	const double cubic[1][3] = { { 0 } }, bcc[2][3] = { { 0 }, { 0.5, 0.5, 0.5 } };
	const double fcc[4][3] = { { 0 }, { 0, 0.5, 0.5 }, { 0.5, 0, 0.5 }, { 0.5, 0.5, 0 } };
	const double hcp[4][3] = { { 0 }, { 0.5, 0.5, 0 }, { 0.5, 1.0 / 6, 0.5 }, { 0, 2.0 / 3, 0.5 } };
	const double dodecahedron = M_PI / (3 * sqrt(2)), s = 0.75 + 1.5 * sqrt(3); /* of edge 1/sqrt(8) times its side */

	check_lattice("cubic", 1, cubic, 1, 1, 6, M_PI / 6);
	/* truncated octahedron of edge 1: volume 8 sqrt(2), surface 6 + 12 sqrt(3) */
	check_lattice("bcc", 2, bcc, 1, 1, 14, 36 * M_PI * 128 / pow(8 * s, 3));
	check_lattice("fcc", 4, fcc, 1, 1, 12, dodecahedron);
	/* the trapezo-rhombic dodecahedron has the volume and the surface of the rhombic one */
	check_lattice("hcp", 4, hcp, sqrt(3), sqrt(8.0 / 3), 12, dodecahedron);
}

/* Poisson-Voronoi cells: 48 pi^2 / 35 + 2 faces and 96 pi^2 / 35 vertices on average (Meijering 1953), and surfaces of
 * (256 pi / 3)^(1/3) Gamma(5/3) / density^(2/3). */
static void statistics(void)
{
	struct voronoi3 v;
	double faces, vertices = 0, surface = 0;
	int n = 10000;

	uniform(n, 1, 1, 1);
	init(&v, n, 1, 1, 1, 7, NULL);
	for (int i = 0; i < n; i++) {
		voronoi3_cell(&v, i, &c);
		vertices += c.n_vertex;
		surface += cell3_surface(&c);
	}
	faces = (double)v.first[n] / n;
	near(faces, 48 * M_PI * M_PI / 35 + 2, 0.16, "random sites: %.3f faces per cell", faces); /* five standard errors */
	near(vertices / n, 96 * M_PI * M_PI / 35, 0.32, "random sites: %.3f vertices per cell", vertices / n);
	near(surface / n * pow(n, 2.0 / 3), 5.8209, 0.03, "random sites: their surface");
	near(off_sum(&v), 0, 1e-12, "random sites: volumes add up to the box");
	voronoi3_free(&v);
}

static void weights(void)
{
	struct voronoi3 v;
	double normal[3], distance;

	for (int periodic = 0; periodic < 8; periodic += 7)
		for (int spread = 0; spread < 4; spread++) {
			/* from weights that shift faces to those that leave most cells empty, and a few great among small */
			const double f[4] = { 0.02, 0.3, 4, 0.01 };
			int n = spread == 3 ? 500 : 300, none = 0;

			uniform(n, 7.5, 5, 6.1);
			for (int i = 0; i < n; i++)
				weight[i] = -3.7 + f[spread] * rng_uniform(&rng) + (spread == 3 && i % 50 == 0 ? 4 : 0);
			init(&v, n, 7.5, 5, 6.1, periodic, weight);
			for (int i = 0; i < n; i++)
				none += voronoi3_faces(&v, i) == 0;
			near(against_definition(&v), 0, 1e-12, "weights up to %g, periodicity %d: definition", f[spread], periodic);
			ok(one_sided(&v) == 0, "weights up to %g, periodicity %d: both sides know a face", f[spread], periodic);
			ok(spread == 0 ? none == 0 : spread == 2 ? none > n / 2 && none < n : 1, "%d of %d cells are empty", none, n);
			voronoi3_free(&v);
		}
	/* two sites in walls: the plane is at (d^2 + w_0 - w_1) / 2 d */
	memset(site, 0, 2 * sizeof *site);
	site[0][0] = 1;
	site[1][0] = 3;
	weight[0] = 0.5;
	weight[1] = 2.5;
	init(&v, 2, 10, 2, 2, 0, weight);
	voronoi3_cell(&v, 0, &c);
	near(cell3_volume(&c), 1.5 * 4, 1e-14, "weights move the plane between two sites");
	for (int k = 0; k < 6; k++)
		if (v.face[v.first[1] + (size_t)k].who == 0)
			voronoi3_plane(&v, 1, k, normal, &distance);
	ok(normal[0] == -1 && distance == 1.5, "from the other site too");
	voronoi3_free(&v);
	weight[1] = 7.5; /* the plane passes behind site 0, and then behind the wall */
	init(&v, 2, 10, 2, 2, 0, weight);
	voronoi3_cell(&v, 0, &c);
	near(cell3_volume(&c), 0.25 * 4, 1e-14, "a cell without its site");
	voronoi3_free(&v);
	site[0][0] = 5; /* sites close together, and a cell far from its site */
	site[1][0] = 5.1;
	weight[1] = weight[0] + 0.61;
	init(&v, 2, 10, 2, 2, 0, weight);
	voronoi3_cell(&v, 0, &c);
	near(cell3_volume(&c), 2 * 4, 1e-12, "a cell far from its site");
	voronoi3_free(&v);
	site[0][0] = 1;
	site[1][0] = 3;
	weight[1] = 9;
	init(&v, 2, 10, 2, 2, 0, weight);
	voronoi3_cell(&v, 0, &c);
	ok(v.first[1] == 0 && c.n_vertex == 0 && voronoi3_faces(&v, 1) == 6, "an empty cell, and one that is the box");
	near(off_sum(&v), 0, 1e-15, "which has all the volume");
	voronoi3_free(&v);
}

static void threads(void)
{
	const double box[3] = { 7.5, 5, 6.1 };
	const int periodic[3] = { 1, 0, 1 };
	struct voronoi3 one, more;
	int same = 1;

	uniform(5000, box[0], box[1], box[2]);
	for (int i = 0; i < 5000; i++)
		weight[i] = 0.1 * rng_uniform(&rng);
	for (int even = 0; even < 2; even++) {
		for (int i = 0; i < 5000 && even; i++)
			site[i][0] = site[i][0] < 6 ? 1e-3 * site[i][0] : site[i][0]; /* the tree */
		voronoi3_init(&one, 5000, (const double (*)[3])site, even ? NULL : weight, box, periodic, 1);
		for (int t = 2; t < 6; t += 3) {
			voronoi3_init(&more, 5000, (const double (*)[3])site, even ? NULL : weight, box, periodic, t);
			same &= memcmp(one.first, more.first, 5001 * sizeof *one.first) == 0 &&
				memcmp(one.face, more.face, one.first[5000] * sizeof *one.face) == 0;
			voronoi3_free(&more);
		}
		voronoi3_free(&one);
	}
	ok(same, "any number of threads gives the same cells");
}

static void coincident(void)
{
	struct voronoi3 v;

	for (int n = 10; n <= 4000; n *= 20) { /* the tree and the grid */
		uniform(n, 1, 1, 1);
		memcpy(site[n - 1], site[4], sizeof site[4]);
		for (int t = 1; t < 4; t++) {
			int status = voronoi3_init(&v, n, (const double (*)[3])site, NULL, (double[]){ 1, 1, 1 }, (int[]){ 1, 1, 1 }, t);
			ok(status == VORONOI_COINCIDENT && v.pair[0] == 4 && v.pair[1] == n - 1, "equal sites of %d are named", n);
			voronoi3_free(&v);
		}
		site[n - 1][1] = fmod(site[n - 1][1] + 0.5, 1);
		site[2][0] = 0;
		memcpy(site[n - 1], site[2], sizeof site[2]);
		site[n - 1][0] = 1 - 1e-13;
		ok(init(&v, n, 1, 1, 1, 7, NULL) == VORONOI_COINCIDENT && v.pair[0] == 2 && v.pair[1] == n - 1,
			"sites that coincide across a period are named");
		voronoi3_free(&v);
		ok(init(&v, n, 1, 1, 1, 6, NULL) == VORONOI_OK, "between walls they are far apart");
		voronoi3_free(&v);
	}
	for (int i = 0; i < 20000; i++)
		site[i][0] = site[i][1] = site[i][2] = 0.25;
	ok(init(&v, 20000, 1, 1, 1, 7, NULL) == VORONOI_COINCIDENT, "20000 equal sites");
	voronoi3_free(&v);
}

/* Sites on one wall, or on all six; so many are sorted into a grid. */
static void on_walls(void)
{
	static const double box[3] = { 1, 1.3, 0.9 };
	struct voronoi3 v;

	for (int wall = 0; wall < 7; wall++) {
		uniform(205, box[0], box[1], box[2]);
		for (int i = 200; i < 205; i++)
			site[i][wall % 6 / 2] = wall % 2 ? box[wall % 6 / 2] : 0;
		for (int i = 0; i < 205 && wall == 6; i++)
			site[i][i % 3] = i % 2 ? box[i % 3] : 0;
		init(&v, 205, box[0], box[1], box[2], 0, NULL);
		near(against_definition(&v), 0, 1e-12, "sites on wall %d, 6 for all: definition", wall);
		voronoi3_free(&v);
	}
}

int main(void)
{
	rng_seed(&rng, 3);
	few();
	definition();
	lattices();
	statistics();
	weights();
	threads();
	coincident();
	on_walls();
	cell3_free(&c);
	return done();
}
