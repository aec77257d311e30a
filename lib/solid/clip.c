/* clip.c: cut convex polygons in space */
#include "solid/clip.h"

#include <string.h>

#include "base/vec.h"

int clip_polygon(double (*p)[3], int n, const double normal[3], double c)
{
	double kept[CLIP_CORNERS][3];
	int m = 0;

	for (int k = 0; k < n && m + 2 <= CLIP_CORNERS; k++) {
		const double *a = p[k], *b = p[(k + 1) % n];
		double da = v3_dot(v3_from(normal), v3_from(a)) - c, db = v3_dot(v3_from(normal), v3_from(b)) - c;

		if (da >= 0)
			memcpy(kept[m++], a, sizeof *kept);
		if ((da >= 0) != (db >= 0))
			v3_to(kept[m++], v3_add(v3_from(a), v3_scale(da / (da - db), v3_sub(v3_from(b), v3_from(a)))));
	}
	memcpy(p, kept, (size_t)m * sizeof *kept);
	return m;
}
