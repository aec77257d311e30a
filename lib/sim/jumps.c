/* jumps.c: the jumps of each body in a list */
#include "sim/jumps.h"

#include <stdint.h>
#include <stdlib.h>

#include "base/buf.h"

void jumps_begin(struct jumps *j, int n)
{
	j->first = MEM_NEW(int, (size_t)n);
	for (int b = 0; b < n; b++)
		j->first[b] = -1;
}

void jumps_free(struct jumps *j)
{
	free(j->at);
	free(j->first);
}

static uint64_t key(const struct jumps *j, const int *rank, int entry)
{
	const struct jump *at = &j->at[entry >> 1];
	int side = entry & 1;

	return (uint64_t)rank[at->body[!side]] << 32 | (uint64_t)(2 * at->pair + side);
}

/* Sort the list that begins with an entry: halve it, sort both halves, and merge them. Returns the first entry. */
static int sort(const struct jumps *j, const int *rank, int entry)
{
	int half[2] = { -1, -1 }, first, *end = &first;

	if (entry < 0 || *jumps_next(j, entry) < 0)
		return entry;
	for (int z = 0, next; entry >= 0; z = !z, entry = next) {
		next = *jumps_next(j, entry);
		*jumps_next(j, entry) = half[z];
		half[z] = entry;
	}
	half[0] = sort(j, rank, half[0]);
	half[1] = sort(j, rank, half[1]);
	while (half[0] >= 0 && half[1] >= 0) {
		int *least = key(j, rank, half[0]) < key(j, rank, half[1]) ? &half[0] : &half[1];

		*end = *least;
		end = jumps_next(j, *least);
		*least = *end;
	}
	*end = half[0] >= 0 ? half[0] : half[1];
	return first;
}

int jumps_sort(const struct jumps *j, const int *rank, int body)
{
	return j->first[body] = sort(j, rank, j->first[body]);
}
