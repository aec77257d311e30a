/* replay_parts.h: what replay_plan.c and replay.c share. Programs include replay.h instead. */
#ifndef SCREE_REPLAY_PARTS_H
#define SCREE_REPLAY_PARTS_H

#include "common/replay.h"

/* The path of a program of scree in the folder of this program, or NULL. The caller frees it. */
char *replay_program(const char *name);
/* The name under which a stage finds its input i in its folder in a replay. The caller frees it. */
char *replay_local(const struct stage *s, int i);

#endif
