/* dem3_own.h: the entries of dem3.near_own, each of them a near pair of a body, for the files of lib/dem3 alone. */
#ifndef SCREE_DEM3_OWN_H
#define SCREE_DEM3_OWN_H

#include "dem3/dem3_state.h"

/* Flags: the body is the second of its pair; its torque is behind the force. The rest is OWN_THREE times the offset of the pair's
 * wrench in dem3.wrench, in threes of numbers. */
enum { OWN_SECOND = 1, OWN_BEHIND = 2, OWN_THREE = 4 };
enum { NEAR_PAIRS = UINT32_MAX / (OWN_THREE * WRENCH / 3) }; /* the most that entries can tell apart */

enum { OWN_AHEAD = 64 };    /* how many entries sums look ahead */

/* The entry of a near pair for its first body; the flags of body b in pairs of which it is the second. */
static inline uint32_t own3_first(const struct dem3 *s, int near_pair)
{
	return OWN_THREE * (uint32_t)(s->each / 3) * (uint32_t)near_pair;
}

static inline uint32_t own3_second(const struct dem3 *s, int b)
{
	return s->each == WRENCH || s->wall_of[b] >= 0 ? OWN_SECOND | OWN_BEHIND : OWN_SECOND;
}

static inline int own3_near_pair(const struct dem3 *s, uint32_t own)
{
	return (int)(own / (OWN_THREE * (uint32_t)(s->each / 3)));
}

/* The wrench of the pair; in it, the torque on the body. */
static inline const double *own3_wrench(const double *wrench, uint32_t own)
{
	return wrench + 3 * (size_t)(own / OWN_THREE);
}

static inline const double *own3_torque(const double *at, uint32_t own)
{
	return at + ON_SECOND / OWN_BEHIND * (own & OWN_BEHIND);
}

#endif
