/* dem3_candidate.h: near candidates and near pairs, for the files of lib/dem3 alone. */
#ifndef SCREE_DEM3_CANDIDATE_H
#define SCREE_DEM3_CANDIDATE_H

#include "contact/law.h"
#include "neighbour/partners.h"

/* A near candidate: pebbles a and b (or a wall's entry), its index in the list, its near pair. In a run of balls a and b are the
 * bodies. */
struct near3 { int a, b, cand, near_pair; };

/* A pair of the list with near candidates, or with faces and near: its index; faces: its candidates are features of bodies with
 * faces; wall: body[1] is one. */
struct near_pair3 { unsigned pair : 30, faces : 1, wall : 1; };
enum { NEAR_PAIR = PARTNERS_PAIRS }; /* the bits of an index */

/* Consecutive near candidates, or pairs of the list, of one law, either all between balls or none, all of features or none; end
 * is where they end. least2, most2: between near balls, the squares of the least and the largest distance at which a force
 * begins [L^2]. */
struct run3 { int end, balls, faces; const struct law_contact *law; double least2, most2; };

#endif
