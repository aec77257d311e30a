/* touches.h: the contacts of a frame, for every program that measures forces */
#ifndef SCREE_TOUCHES_H
#define SCREE_TOUCHES_H

#include "common/tool.h"
#include "measure/touch.h"

extern int touches_anew;
#define OPT_RECOMPUTE \
	{ 0, "recompute", OPT_FLAG, &touches_anew, NULL, "2D: compute contacts from the bodies even if the stream has contact records" }

/* Find the contacts of frame w in its records. With --recompute, or if there are no records, they are computed from the bodies; a
 * note says so once. t is { 0 } at first. Ends the program with status 3 if contacts cannot be found. Returns 1, or 0 for a frame
 * in space without records, for example a light one, which is to be left out; t then has its walls, but no contacts. */
int touches_take(struct touches *t, struct world *w);
/* After the last frame: a note says how many frames were left out; if all were, the program ends with status 3. */
void touches_end(void);
/* End the program with status 2: --recompute does not exist in space. */
_Noreturn void touches_anew_fail(void);
/* The source of the contacts, for a column: "records" or "bodies". */
const char *touches_source(const struct touches *t);

#endif
