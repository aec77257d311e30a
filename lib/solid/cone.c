/* cone.c: convex cones cut by half spaces */
#include "solid/cone.h"

#include <string.h>

int cone_cut(vec3 *ray, int n, vec3 d)
{
	vec3 out[CONE_MOST];
	int m = 0;

	for (int k = 0; k < n; k++) {
		vec3 a = ray[k], b = ray[(k + 1) % n];
		double da = v3_dot(a, d), db = v3_dot(b, d);

		if (da <= 0 && m < CONE_MOST)
			out[m++] = a;
		if ((da < 0) != (db < 0) && da != 0 && db != 0 && m < CONE_MOST) {
			vec3 c = v3_add(v3_scale(fabs(db), a), v3_scale(fabs(da), b));

			out[m++] = v3_scale(1 / v3_norm(c), c);
		}
	}
	memcpy(ray, out, (size_t)m * sizeof *ray);
	return m;
}
