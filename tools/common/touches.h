/* touches.h: the contacts of a frame, for every program that measures forces */
#ifndef SCREE_TOUCHES_H
#define SCREE_TOUCHES_H

#include "common/tool.h"
#include "measure/touch.h"

extern int touches_anew;
#define OPT_RECOMPUTE \
	{ 0, "recompute", OPT_FLAG, &touches_anew, NULL, "contacts from the bodies, even where the stream has records of them" }

/* The contacts of the frame, from its records or with --recompute, or where there are none, from its bodies, which a note says
 * once; t is { 0 } at first. Ends the program with status 3 when they cannot be found. Returns 1, or 0 for a frame of space
 * without records, such as light ones, which is to be left out: t then knows its walls, but no contacts. */
int touches_take(struct touches *t, struct world *w);
/* After the last frame: says how many have been left out, or ends the program with status 3 when all of them have. */
void touches_end(void);
/* --recompute in space ends the program with status 2. */
_Noreturn void touches_anew_fail(void);
/* For a column that says where they come from: "records" or "bodies". */
const char *touches_source(const struct touches *t);

#endif
