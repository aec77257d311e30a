/* cube_root.h: the cube root in plain arithmetic, for loops in vectors; that of C libraries differs between machines. */
#ifndef SCREE_CUBE_ROOT_H
#define SCREE_CUBE_ROOT_H

#include <stdint.h>
#include <string.h>

#include "base/wide.h"

/* The cube root of a normal x > 0, within three units in the last place. The high half of the bits, divided by 3, starts within
 * 4 %; each of three steps of Halley's method leaves about the cube of the error. */
static WIDE_INLINE double cube_root(double x)
{
	uint64_t bits;
	double y, y3;

	memcpy(&bits, &x, sizeof bits);
	bits = (((bits >> 32) * 0x55555556u >> 32) + 0x2a9f7893u) << 32;
	memcpy(&y, &bits, sizeof y);
	y3 = y * y * y;
	y *= (y3 + 2 * x) / (2 * y3 + x);
	y3 = y * y * y;
	y *= (y3 + 2 * x) / (2 * y3 + x);
	y3 = y * y * y;
	return y * ((y3 + 2 * x) / (2 * y3 + x));
}

#endif
