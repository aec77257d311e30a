/* vec.h: vectors of the plane and of space, by value and inline. */
#ifndef SCREE_VEC_H
#define SCREE_VEC_H

#include <math.h>

typedef struct { double x, y; } vec2;

static inline vec2 v2(double x, double y) { return (vec2){ x, y }; }
static inline vec2 v2_add(vec2 a, vec2 b) { return v2(a.x + b.x, a.y + b.y); }
static inline vec2 v2_sub(vec2 a, vec2 b) { return v2(a.x - b.x, a.y - b.y); }
static inline vec2 v2_scale(double s, vec2 a) { return v2(s * a.x, s * a.y); }
static inline double v2_dot(vec2 a, vec2 b) { return a.x * b.x + a.y * b.y; }
/* The z component of a x b: twice the area of the triangle 0ab, positive if b is to the left of a. */
static inline double v2_cross(vec2 a, vec2 b) { return a.x * b.y - a.y * b.x; }
/* sqrt is correctly rounded everywhere, hypot is not: states must not depend on the C library. */
static inline double v2_norm(vec2 a) { return sqrt(v2_dot(a, a)); }
/* a turned by +90 degrees. */
static inline vec2 v2_left(vec2 a) { return v2(-a.y, a.x); }
/* a turned by the angle whose cosine and sine are c and s. */
static inline vec2 v2_turn(vec2 a, double c, double s)
{
	return v2(c * a.x - s * a.y, s * a.x + c * a.y);
}

typedef struct { double x, y, z; } vec3;

static inline vec3 v3(double x, double y, double z) { return (vec3){ x, y, z }; }
static inline vec3 v3_from(const double p[3]) { return v3(p[0], p[1], p[2]); }
static inline void v3_to(double p[3], vec3 a) { p[0] = a.x, p[1] = a.y, p[2] = a.z; }
static inline vec3 v3_add(vec3 a, vec3 b) { return v3(a.x + b.x, a.y + b.y, a.z + b.z); }
static inline vec3 v3_sub(vec3 a, vec3 b) { return v3(a.x - b.x, a.y - b.y, a.z - b.z); }
static inline vec3 v3_scale(double s, vec3 a) { return v3(s * a.x, s * a.y, s * a.z); }
static inline double v3_dot(vec3 a, vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline vec3 v3_cross(vec3 a, vec3 b)
{
	return v3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
static inline double v3_norm(vec3 a) { return sqrt(v3_dot(a, a)); }
/* Drop the component z, or add z = 0. */
static inline vec2 v2_flat(vec3 a) { return v2(a.x, a.y); }
static inline vec3 v3_flat(vec2 a) { return v3(a.x, a.y, 0); }

#endif
