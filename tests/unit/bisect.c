/* bisect.c: parts of bodies: even weights, compact parts, bodies in one place, few bodies, axes that are kept */
#include "neighbour/bisect.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/rng.h"
#include "tap.h"

struct bodies { int n; double *x[3]; int64_t *id, *weight; int *part; };

static struct bodies bodies_new(int n)
{
	struct bodies b = { n, { MEM_ZERO(double, (size_t)n), MEM_ZERO(double, (size_t)n), MEM_ZERO(double, (size_t)n) },
		MEM_NEW(int64_t, (size_t)n), MEM_NEW(int64_t, (size_t)n), MEM_NEW(int, (size_t)n) };

	for (int k = 0; k < n; k++) {
		b.id[k] = 3 * (n - k) + 1;
		b.weight[k] = 1;
	}
	return b;
}

static void bodies_free(struct bodies *b)
{
	for (int d = 0; d < 3; d++)
		free(b->x[d]);
	free(b->id);
	free(b->weight);
	free(b->part);
}

static void cut(const struct bodies *b, const struct bisect *how)
{
	bisect(how, b->n, (const double *const *)b->x, b->id, b->weight, b->part);
}

/* The greatest weight of a part, by the mean. */
static double unevenness(const struct bodies *b, int parts)
{
	int64_t *w = MEM_ZERO(int64_t, (size_t)parts), most = 0, sum = 0;

	for (int k = 0; k < b->n; k++) {
		if (b->part[k] < 0 || b->part[k] >= parts)
			return NAN;
		w[b->part[k]] += b->weight[k];
	}
	for (int p = 0; p < parts; p++) {
		sum += w[p];
		most = w[p] > most ? w[p] : most;
	}
	free(w);
	return (double)most * parts / (double)sum;
}

/* The mean over parts of the longest side of their boxes. */
static double mean_side(const struct bodies *b, int dim, int parts)
{
	double (*box)[2][3] = mem_new((size_t)parts, sizeof *box), sum = 0;

	for (int p = 0; p < parts; p++)
		for (int d = 0; d < 3; d++)
			box[p][0][d] = INFINITY, box[p][1][d] = -INFINITY;
	for (int k = 0; k < b->n; k++)
		for (int d = 0; d < dim; d++) {
			double (*at)[3] = box[b->part[k]];

			at[0][d] = fmin(at[0][d], b->x[d][k]);
			at[1][d] = fmax(at[1][d], b->x[d][k]);
		}
	for (int p = 0; p < parts; p++) {
		double side = 0;

		for (int d = 0; d < dim; d++)
			side = fmax(side, box[p][1][d] - box[p][0][d]);
		sum += side / parts;
	}
	free(box);
	return sum;
}

static void test_even(void)
{
	enum { N = 20000 };
	static const int parts[] = { 2, 3, 4, 7, 8, 16, 61, 256, 999 };
	struct bodies b = bodies_new(N);
	struct rng r;

	rng_seed(&r, 3);
	for (int k = 0; k < N; k++) {
		b.x[0][k] = 3.5 * rng_uniform(&r) - 11;
		b.x[1][k] = 2.5 * rng_uniform(&r);
		b.x[2][k] = rng_uniform(&r) * rng_uniform(&r);
		b.weight[k] = 10 + (int64_t)(30 * rng_uniform(&r));
	}
	for (size_t z = 0; z < sizeof parts / sizeof *parts; z++) {
		int p = parts[z];
		double mean = (double)N / p, most;

		cut(&b, &(struct bisect){ .dim = 3, .parts = p });
		most = unevenness(&b, p);
		/* a 256th of a part in each level, and half of the heaviest body at each cut */
		ok(most < 1.03 + 2 / mean, "%d parts: the heaviest is %.4f of the mean", p, most);
	}
	cut(&b, &(struct bisect){ .dim = 3, .parts = 64 });
	double side = mean_side(&b, 3, 64);
	ok(side < 1.7 * cbrt(3.5 * 2.5 * 1 / 64.0), "64 parts are compact: their longest sides are %.3f on average", side);
	for (int k = 0; k < N; k++)
		b.weight[k] = b.x[0][k] < -10 ? 100 : 1;
	cut(&b, &(struct bisect){ .dim = 3, .parts = 8 });
	ok(unevenness(&b, 8) < 1.03, "weights that lie in one corner: %.4f", unevenness(&b, 8));
	bodies_free(&b);
}

/* Which axis is cut first: across the longest side, unless it is periodic and a cut makes two borders. */
static int first_axis(const struct bodies *b, int dim, const struct bisect *how)
{
	double gap[3];

	cut(b, how);
	for (int d = 0; d < dim; d++) {
		double hi = -INFINITY, lo = INFINITY; /* of part 0, of part 1 */

		for (int k = 0; k < b->n; k++) {
			hi = b->part[k] ? hi : fmax(hi, b->x[d][k]);
			lo = b->part[k] ? fmin(lo, b->x[d][k]) : lo;
		}
		gap[d] = lo - hi;
	}
	for (int d = 0; d < dim; d++)
		if (gap[d] >= 0)
			return d;
	return -1;
}

static void test_axes(void)
{
	enum { N = 900 };
	struct bodies b = bodies_new(N);
	struct rng r;
	signed char axis[2] = { -1, -1 };

	rng_seed(&r, 8);
	for (int k = 0; k < N; k++) {
		b.x[0][k] = 3 * rng_uniform(&r);
		b.x[1][k] = 2 * rng_uniform(&r);
		b.x[2][k] = 2.5 * rng_uniform(&r);
	}
	struct bisect how = { .dim = 3, .parts = 2 };
	ok(first_axis(&b, 3, &how) == 0, "the longest side is cut first");
	how.periodic[0] = 1;
	ok(first_axis(&b, 3, &how) == 2, "not if it is periodic and little longer");
	how.periodic[1] = how.periodic[2] = 1;
	ok(first_axis(&b, 3, &how) == 0, "but if all are");
	how = (struct bisect){ .dim = 2, .parts = 2, .axis = axis };
	ok(first_axis(&b, 2, &how) == 0 && axis[1] == 0, "the axis is told");
	for (int k = 0; k < N; k++)
		b.x[1][k] *= 1.6; /* 3.2 */
	ok(first_axis(&b, 2, &how) == 0, "and kept while another is little better");
	for (int k = 0; k < N; k++)
		b.x[1][k] *= 1.3;
	ok(first_axis(&b, 2, &how) == 1 && axis[1] == 1, "but not for ever");
	bodies_free(&b);
}

static void test_ties(void)
{
	enum { N = 1000 };
	struct bodies b = bodies_new(N);
	int good = 1;

	cut(&b, &(struct bisect){ .dim = 3, .parts = 7 });
	ok(unevenness(&b, 7) < 1.01, "bodies in one place are divided by their ids: %.4f", unevenness(&b, 7));
	for (int k = 1; k < N; k++) /* ids descend */
		good &= b.part[k] <= b.part[k - 1];
	ok(good, "in order");
	for (int k = 0; k < N; k++) { /* a lattice of ten columns: the cut goes through one of them */
		b.x[0][k] = k % 10;
		b.x[1][k] = (k * 37 % 1000 / 10) * 1e-3;
	}
	cut(&b, &(struct bisect){ .dim = 2, .parts = 3 });
	for (int k = 0; k < N; k++) /* of the column of the first cut, those below are in part 0 */
		good &= b.x[0][k] != 3 || (b.part[k] == 0) == (b.x[1][k] < 0.0325);
	ok(good && unevenness(&b, 3) < 1.01, "a column on the cut is divided by the other coordinate: %.4f", unevenness(&b, 3));
	for (int k = 0; k < N; k++) {
		b.x[0][k] = 1e300 * (k % 2 ? 1 : -1);
		b.x[1][k] = 5e-324 * k;
	}
	cut(&b, &(struct bisect){ .dim = 2, .parts = 4 });
	ok(unevenness(&b, 4) < 1.02, "places that are very far and very near: %.4f", unevenness(&b, 4));
	bodies_free(&b);
}

static void test_few(void)
{
	struct bodies b = bodies_new(5);

	for (int k = 0; k < 5; k++)
		b.x[0][k] = k;
	for (int n = 0; n <= 5; n++) {
		int used[64] = { 0 }, good = 1;

		b.n = n;
		cut(&b, &(struct bisect){ .dim = 2, .parts = 64 });
		for (int k = 0; k < n; k++)
			good &= !used[b.part[k]]++ && (!k || b.part[k] > b.part[k - 1]);
		ok(good, "%d bodies for 64 parts: each in one of its own", n);
	}
	cut(&b, &(struct bisect){ .dim = 2, .parts = 1 });
	ok(b.part[0] == 0 && b.part[4] == 0, "one part");
	bisect(&(struct bisect){ .dim = 2, .parts = 2 }, 5, (const double *const *)b.x, b.id, NULL, b.part);
	ok(b.part[1] == 0 && b.part[3] == 1, "without weights");
	bodies_free(&b);
}

int main(void)
{
	test_even();
	test_axes();
	test_ties();
	test_few();
	return done();
}
