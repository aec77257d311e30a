/* ellipsoid3.c: 1e5 pairs of ellipsoids at every gap that the tests must tell apart. About 20 seconds. */
#include "unit/ellipsoid_pairs.h"

int main(void)
{
	double share = 0.1;

	for (int k = 1; k <= 10; k++, share /= 10) {
		check_signs(known_pair, 0, 100 + (uint64_t)k, 100000, share);
		check_signs(known_pair, 0, 200 + (uint64_t)k, 100000, -share);
		check_points(known_pair, 300 + (uint64_t)k, 100000, share, 1e-9);
		if (k > 2)
			check_points(known_pair, 400 + (uint64_t)k, 100000, -share, 1e-9);
		check_signs(known_plain_pair, 500, 500 + (uint64_t)k, 100000, share);
		check_signs(known_plain_pair, 500, 600 + (uint64_t)k, 100000, -share);
		check_points(known_plain_pair, 700 + (uint64_t)k, 100000, share, 1e-9);
	}
	return done();
}
