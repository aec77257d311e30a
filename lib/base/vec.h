/* vec.h: vectors of the plane, by value and inline. */
#ifndef SCREE_VEC_H
#define SCREE_VEC_H

#include <math.h>

typedef struct { double x, y; } vec2;

static inline vec2 v2(double x, double y) { return (vec2){ x, y }; }
static inline vec2 v2_add(vec2 a, vec2 b) { return v2(a.x + b.x, a.y + b.y); }
static inline vec2 v2_sub(vec2 a, vec2 b) { return v2(a.x - b.x, a.y - b.y); }
static inline vec2 v2_scale(double s, vec2 a) { return v2(s * a.x, s * a.y); }
static inline double v2_dot(vec2 a, vec2 b) { return a.x * b.x + a.y * b.y; }
/* The z component of a x b: twice the area of the triangle 0ab, positive when b is left of a. */
static inline double v2_cross(vec2 a, vec2 b) { return a.x * b.y - a.y * b.x; }
/* sqrt is correctly rounded everywhere, hypot is not: states must not depend on the C library. */
static inline double v2_norm(vec2 a) { return sqrt(v2_dot(a, a)); }
/* a turned by a quarter to the left. */
static inline vec2 v2_left(vec2 a) { return v2(-a.y, a.x); }
/* a turned by the angle whose cosine and sine are c and s. */
static inline vec2 v2_turn(vec2 a, double c, double s)
{
	return v2(c * a.x - s * a.y, s * a.x + c * a.y);
}

#endif
