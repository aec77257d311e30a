/* ids: rows of ids against a search from the front, for columns in order, with gaps, shuffled, and with one id twice */
#include "tap.h"

#include "base/ids.h"
#include "base/rng.h"

enum { N = 300, TOP = 1000 };

static int row_by_looking(int n, const int64_t *id, int64_t what)
{
	for (int k = 0; k < n; k++)
		if (id[k] == what)
			return k;
	return -1;
}

static void agrees(const char *what, int n, const int64_t *id)
{
	struct ids s;
	int wrong = ids_init(&s, n, id) >= 0;

	for (int64_t k = -2; k < TOP; k++)
		wrong += ids_row(&s, k) != row_by_looking(n, id, k);
	ok(wrong == 0, "%s: %d wrong", what, wrong);
	ids_free(&s);
}

int main(void)
{
	int64_t id[N];
	struct ids s;
	struct rng g;

	for (int k = 0; k < N; k++)
		id[k] = k + 7;
	agrees("without a gap", N, id);
	agrees("one", 1, id);
	agrees("none", 0, id);
	for (int k = 0; k < N; k++)
		id[k] = 3 * k + k % 2;
	agrees("with gaps", N, id);
	rng_seed(&g, 5);
	for (int k = N - 1; k > 0; k--) {
		int j = (int)rng_below(&g, (uint64_t)k + 1);
		int64_t keep = id[k];

		id[k] = id[j];
		id[j] = keep;
	}
	agrees("shuffled", N, id);
	id[200] = id[100];
	ok(ids_init(&s, N, id) == 200, "the later of two rows with one id");
	ids_free(&s);
	return done();
}
