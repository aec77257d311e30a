/* pace.c: threads that do not make rounds faster are left out, and those that do are used, with hardly any time for trials */
#include "base/pace.h"

#include <math.h>

#include "base/rng.h"
#include "tap.h"

/* Rounds that take alone / speed[threads] seconds, for a time t. *mean gets the mean time of a round. Returns the last choice. */
static int rounds(struct pace *p, double *now, double t, double alone, const double *speed, double *mean)
{
	double end = *now + t, began = *now;
	int n = 0, threads = 0;

	for (; *now < end; n++) {
		threads = pace_round(p, *now);
		*now += alone / speed[threads];
		pace_rest(p, *now);
		*now += 1e-4;    /* between rounds: does not count */
	}
	*mean = (*now - began) / n - 1e-4;
	return p->now;
}

int main(void)
{
	/* of two threads: shares of a processor that another program uses; short rounds; good ones */
	static const double two[][3] = { { 0, 1, 0.8 }, { 0, 1, 0.97 }, { 0, 1, 1.02 }, { 0, 1, 1.5 }, { 0, 1, 1.9 } };
	static const int want[] = { 1, 1, 1, 2, 2 };
	/* by number of threads up to 8 */
	static const double eight[] = { 0, 1, 1.8, 2.4, 2.8, 2.7, 2.5, 2.3, 2.1 }, best = 2.8;
	const double length[] = { 5e-5, 2e-3, 0.05 };
	double now = 0, mean;

	for (int k = 0; k < 5; k++)
		for (int z = 0; z < 3; z++) {
			struct pace p = { .most = 2 };
			double run = z == 2 ? 200 : 20, top = two[k][want[k]];

			ok(rounds(&p, &now, run, length[z], two[k], &mean) == want[k], "rounds of %g s, speed %g: %d threads", length[z], two[k][2],
				want[k]);
			ok(mean < 1.03 * length[z] / top, "and trials take %.1f %% of the time", 100 * (mean * top / length[z] - 1));
		}
	struct pace p = { .most = 8 };
	ok(rounds(&p, &now, 20, 1e-3, eight, &mean) == 4, "of 8 threads the 4 that are fastest are used");
	ok(mean < 1.03e-3 / best, "at a mean speed of %.3g, best %g", 1e-3 / mean, best);

	/* another program comes and goes */
	struct pace q = { .most = 2 };
	ok(rounds(&q, &now, 10, 1e-4, two[4], &mean) == 2, "two threads are faster");
	ok(rounds(&q, &now, 10, 1e-4, two[0], &mean) == 1, "another program runs: one thread is");
	ok(mean < 1e-4 / 0.9, "it runs at %.3g of the speed of one", 1e-4 / mean);
	ok(rounds(&q, &now, 10, 1e-4, two[4], &mean) == 2, "it has ended: two threads again");

	/* a short run on a machine that other programs use: the second thread is not called often or for long */
	struct pace s = { .most = 2 };
	static const double crowded[] = { 0, 1, 0.4 };
	rounds(&s, &now, 0.5, 1e-4, crowded, &mean);
	ok(mean < 1e-4 / 0.9, "half a second of short rounds, two threads at a speed of 0.4: %.3g of that of one", 1e-4 / mean);

	/* short runs on a machine of one's own: two threads are used almost from the beginning */
	for (int z = 0; z < 3; z++) {
		struct pace quick = { .most = 2 };
		double each = z == 2 ? 3e-4 : z ? 1.6e-4 : 4e-5, run = 0.15;

		rounds(&quick, &now, run * (each + 1e-4) / each, each, two[3], &mean);
		ok(mean < (z ? 1.03 : 1.1) * each / two[3][2], "%g s of rounds of %g s, two threads at a speed of 1.5: all in all %.3g",
			run, each, each / mean);
	}

	/* every 80th round rebuilds lists, which takes as long as eight others; where trials begin makes a difference */
	double most = 0, all = 0;
	for (int first = 0; first < 80; first++) {
		struct pace lists = { .most = 2 };
		double end = now + 1, work = 0, t = now;

		for (int n = first; now < end; n++) {
			double alone = n % 80 == 0 ? 9e-3 : 1e-3;

			now += alone / two[3][pace_round(&lists, now)];
			pace_rest(&lists, now);
			work += alone;
		}
		all += work / two[3][2] / (now - t) / 80;
		most = fmax(most, (now - t) / (work / two[3][2]));
	}
	ok(all > 0.985 && most < 1.05, "rebuilt lists among rounds of 1 ms: %.3g of the best speed, at least %.3g", all, 1 / most);

	/* another program takes a processor again and again, at random, a quarter of the time; two threads are slower than one then */
	struct rng r;
	double lost = 0;
	rng_seed(&r, 1);
	for (int run = 0; run < 100; run++) {
		struct pace often = { .most = 2 };
		double t = now, work = 0, turn = now, both = 0; /* both: time with two threads */
		int busy = 0;

		while (work < 1) {
			for (; now >= turn; busy = !busy)
				turn += -log(1 - rng_uniform(&r)) * (busy ? 0.1 : 0.03);
			both += 2e-4 / (busy ? 0.85 : 1.6);
			now += 2e-4 / (pace_round(&often, now) == 1 ? 1 : busy ? 0.85 : 1.6);
			pace_rest(&often, now);
			work += 2e-4;
		}
		lost += ((now - t) / both - 1) / 100;
	}
	ok(lost < 0.02, "a processor is taken at random: %.2g more than with two threads all the time", lost);

	/* another program takes a processor for a moment, while two threads are tried */
	struct pace t = { .most = 2 };
	double began = now;
	int threads = 0;

	while (now < began + 0.2) {
		threads = pace_round(&t, now);
		now += 3e-4 / (threads == 1 ? 1 : now > began + 0.06 && now < began + 0.08 ? 0.4 : 1.6);
		pace_rest(&t, now);
	}
	ok(threads == 2, "a processor was taken for a moment: two threads");

	/* the first round with another number of threads has to prepare for it */
	struct pace first = { .most = 2 };
	began = now;
	for (int last = 2; now < began + 1; last = threads) {
		threads = pace_round(&first, now);
		now += 3e-4 / (threads == 1 ? 1 : 1.3) + (threads != last ? 0.01 : 0);
		pace_rest(&first, now);
	}
	ok(first.now == 2, "a change of the number takes 10 ms: two threads all the same");

	struct pace one = { .most = 1 };
	ok(rounds(&one, &now, 1, 1e-4, two[4], &mean) == 1, "one thread stays one");
	return done();
}
