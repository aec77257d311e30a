/* weight.c: what a step with a body costs */
#include "sim/weight.h"

#include <stdlib.h>

#include "base/buf.h"
#include "base/ids.h"
#include "base/ranks.h"
#include "sim/group.h"
#include "world/share.h"

enum { ALONE = 2 };          /* contacts that cost as much as the motion of a body */

int64_t *weights_of(const struct world *w, int n, const int *row)
{
	const int64_t *end[2] = { table_int(&w->contact, "i"), table_int(&w->contact, "j") };
	int64_t *all = MEM_ZERO(int64_t, (size_t)w->body.n_row), *weight = MEM_NEW(int64_t, (size_t)n);
	struct ids ids;

	ids_init(&ids, w->body.n_row, table_int(&w->body, "id"));
	for (int k = 0; k < w->contact.n_row; k++)
		for (int side = 0; side < 2; side++) {
			int r = end[side] ? ids_row(&ids, end[side][k]) : -1;

			if (r >= 0)
				all[r]++;
		}
	for (int k = 0; k < n; k++)
		weight[k] = ALONE + all[row[k]];
	ids_free(&ids);
	free(all);
	return weight;
}

int weights_uneven(const struct world *w)
{
	const double most_uneven = 1.15, bodies = 2; /* of the largest weight: where ranks have few bodies, no cut is even */
	const int64_t *number = table_int(&w->body, SHARE_ROW);
	int n = 0, *row = MEM_NEW(int, (size_t)w->body.n_row);
	int64_t most[2] = { 0 }, all; /* the weight of a rank; of a body */

	for (int r = 0; r < w->body.n_row; r++)
		if ((!number || number[r] >= 0) && groups_constraint(w, r) < 0)
			row[n++] = r;
	int64_t *weight = weights_of(w, n, row);
	for (int k = 0; k < n; k++) {
		most[0] += weight[k];
		most[1] = weight[k] > most[1] ? weight[k] : most[1];
	}
	all = most[0];
	ranks_most(2, most);
	ranks_sum(1, &all);
	free(weight);
	free(row);
	double mean = (double)all / ranks_n(), more = (double)most[0] - mean;
	return more > (most_uneven - 1) * mean && more > bodies * (double)most[1];
}
