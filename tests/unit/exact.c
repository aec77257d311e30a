/* exact.c: sums that do not depend on order, against the same in whole numbers of 256 bits */
#include "base/exact.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/rng.h"
#include "base/wide.h"
#include "tap.h"

enum { N = 20000 };

__extension__ typedef __int128 wide;

/* Doubles of all sizes between 2^-60 and 2^60, of both signs. */
static void fill(double *x, int n, uint64_t seed)
{
	struct rng r;

	rng_seed(&r, seed);
	for (int k = 0; k < n; k++) {
		x[k] = 2 * rng_uniform(&r) - 1;
		x[k] = ldexp(x[k], (int)(120 * rng_uniform(&r)) - 60);
	}
}

static double sum_of(const double *x, int n, int parts)
{
	struct exact e[4] = { 0 };

	for (int k = 0; k < n; k++)
		exact_add(&e[k % parts], x[k]);
	for (int p = 1; p < parts; p++)
		exact_merge(&e[0], &e[p]);
	return exact_take(&e[0]);
}

/* The same, each sum packed after every so many numbers for the first to take. */
static double packed_sum(const double *x, int n, int parts, int often, int64_t when)
{
	struct exact e[4] = { 0 };
	struct exact_part p[4] = { 0 };
	double before;

	for (int z = 1; z < parts; z++) { /* what is known from another time */
		exact_add(&e[z], 3);
		exact_pack(&e[z], when - 1, &p[z]);
	}
	for (int k = 0; k < n; k++) {
		exact_add(&e[k % parts], x[k]);
		if (k % parts && k % often == 0)
			exact_pack(&e[k % parts], when, &p[k % parts]);
	}
	for (int z = 1; z < parts; z++) {
		exact_pack(&e[z], when, &p[z]);
		exact_merge_packed(&e[0], &e[z], when, &p[z]);
	}
	before = exact_take(&e[0]);
	for (int z = 1; z < parts; z++) /* it is of no other time, and what was packed is gone */
		exact_merge_packed(&e[0], &e[z], when + 1, &p[z]);
	return before + exact_take(&e[0]);
}

/* Each number as a whole number of units of 2^-112 in 256 bits, of which the highest are signed. */
static double by_words(const double *x, int n)
{
	wide high = 0, low = 0; /* of 2^0, and of 2^-112 */

	for (int k = 0; k < n; k++) {
		double whole = floor(x[k]);

		high += (wide)whole;
		low += (wide)ldexp(x[k] - whole, 112);
	}
	high += low >> 112;
	low &= ((wide)1 << 112) - 1;
	return (double)((long double)high + ldexpl((long double)low, -112));
}

static int same(double a, double b)
{
	return fabs(a - b) <= DBL_EPSILON * fabs(b);
}

/* Sums as records, joined in any order, are those of all numbers. */
static void test_records(void)
{
	enum { PARTS = 5 };
	double *x = MEM_NEW(double, N), expected, found[2];
	struct exact_bins b[PARTS];

	fill(x, N, 17);
	expected = sum_of(x, N, 1);
	for (int way = 0; way < 2; way++) {
		struct exact e[PARTS] = { 0 }, all = { 0 };

		for (int k = 0; k < N; k += 50) /* pooled, too */
			exact_add_all(0, &e[k / 50 * 7 % PARTS], 50, x + k);
		for (int p = 0; p < PARTS; p++)
			exact_store(&e[p], &b[p]);
		for (int p = 1; p < PARTS; p++)
			exact_join(&b[way ? PARTS - 1 : 0], &b[way ? PARTS - 1 - p : p]);
		exact_load(&all, &b[way ? PARTS - 1 : 0]);
		found[way] = exact_take(&all);
		ok(exact_take(&e[1]) == 0, "a sum that became a record is empty");
	}
	ok(found[0] == expected && found[1] == expected, "records in any order: %.17g, %.17g, expected %.17g", found[0], found[1],
	   expected);
	free(x);
}

int main(void)
{
	static double x[2 * N], back[2 * N];
	struct exact e = { 0 };

	fill(x, N, 7);
	for (int k = 0; k < N; k++)
		back[k] = x[N - 1 - k];
	double one = sum_of(x, N, 1), words = by_words(x, N);
	ok(one == sum_of(back, N, 1), "the order does not matter");
	ok(one == sum_of(x, N, 3) && one == sum_of(back, N, 4), "nor into how many sums it is split");
	ok(same(one, words), "a sum over 120 powers of two is correct: %.17g, %.17g", one, words);
	for (int often = 1; often < N; often *= 7)
		ok(packed_sum(x, N, 2 + often % 3, often, 5) == one, "or how often they are packed: every %d", often);
	double plain = 0, turned = 0;
	for (int k = 0; k < N; k++) {
		plain += x[k];
		turned += back[k];
	}
	ok(plain != turned, "(plain sums of the same numbers differ)");

	for (int wide = 0; wide <= wide_has(); wide++) {
		for (int k = 0, n; k < N; k += n) { /* sizes in a group are alike, but for some */
			n = 1 + k % 16 < N - k ? 1 + k % 16 : N - k;
			exact_add_all(wide, &e, n, x + k);
		}
		ok(exact_take(&e) == one, "groups of unlike sizes, vectors of kind %d", wide);
		double alike[EXACT_BLOCK];
		for (int k = 0; k < N; k += 16) {
			int n = k % 5 ? 16 : EXACT_BLOCK;

			for (int z = 0; z < n; z++)
				alike[z] = k % 3 ? x[k] * (1 + 0x1p-30 * z) : x[k] * z;
			exact_add_all(wide, &e, n, alike);
			for (int z = 0; z < n; z++)
				exact_add(&e, -alike[z]);
		}
		ok(exact_take(&e) == 0, "groups of like sizes, less each of them");
		for (int z = 0; z < EXACT_BLOCK; z++)
			alike[z] = 1;
		exact_add_all(wide, &e, EXACT_BLOCK, alike);
		const double largest = -0x1p51 * (1 - 0x1p-52) * e.unit; /* that is still taken in these units */
		for (int z = 0; z < EXACT_BLOCK; z++)
			alike[z] = largest;
		for (int k = 0; k < 3000; k++)
			exact_add_all(wide, &e, EXACT_BLOCK, alike);
		ok(e.pooled > 0 && exact_take(&e) == EXACT_BLOCK * (1 + 3000 * largest), "as many of the largest as there may be");
		exact_add_all(wide, &e, 3, (double[]){ 1, NAN, 2 });
		ok(isnan(exact_take(&e)), "not a number in a group");
		exact_add_all(wide, &e, 3, (double[]){ 0, -INFINITY, 2 });
		ok(isinf(exact_take(&e)), "infinity in a group");
	}

	for (int k = 0; k < N; k++)
		x[N + k] = -x[k];
	ok(sum_of(x, 2 * N, 2) == 0, "what cancels leaves nothing");
	double few[] = { 1e300, 1, -1e300, 0x1p-1074, 0, -0.0 };
	ok(sum_of(few, 6, 1) == 1, "1e300 + 1 - 1e300 + 2^-1074 = 1");
	few[1] = 0;
	ok(sum_of(few, 6, 1) == 0x1p-1074, "1e300 - 1e300 + 2^-1074 = 2^-1074");
	few[1] = -3;
	ok(sum_of(few, 4, 1) == -3, "a sum below nothing");
	for (int often = 1; often < 4; often++) { /* 2100 bits are more than find room; nor does what is not finite get lost */
		const double wide[] = { 0, 1e300, 0, 1, 0, -1e300, 0, 0x1p-1074 }, odd[] = { 0, NAN, 0, 1 }, below[] = { 0, -3, 0, 0x1p-60 };

		ok(packed_sum(wide, 8, 2, often, 1) == 1, "packed: 1e300 + 1 - 1e300 + 2^-1074 = 1");
		ok(isnan(packed_sum(odd, 4, 2, often, 1)), "packed: not a number stays so");
		ok(packed_sum(below, 4, 2, often, 1) == -3 + 0x1p-60, "packed: a sum below nothing");
	}
	double large[] = { DBL_MAX, -DBL_MAX / 2, -DBL_MIN };
	ok(sum_of(large, 3, 1) == DBL_MAX / 2, "the largest doubles");

	for (int shift = 0; shift < 64; shift++) { /* the most to a bin, 2^52 of its units, comes with one of 32 shifts */
		const double most = ldexp(2 - DBL_EPSILON, 900 + shift);

		for (int k = 0; k < 5000; k++)
			exact_add(&e, most);
		if (!same(exact_take(&e), most * 5000))
			ok(0, "more additions of %g than bins have room for without carries", most);
	}
	ok(exact_take(&e) == 0, "what was taken begins anew");
	exact_add(&e, NAN);
	ok(isnan(exact_take(&e)), "not a number stays so");
	exact_add(&e, INFINITY);
	ok(isinf(exact_take(&e)), "and so does infinity");
	struct exact other = { 0 };
	exact_add(&other, -INFINITY);
	exact_add(&e, 1);
	exact_merge(&e, &other);
	ok(isinf(exact_take(&e)), "also where it comes from another sum");
	ok(exact_take(&other) == 0, "which begins anew");
	test_records();
	return done();
}
