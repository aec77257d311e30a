/* stop.h: signals that ask a program to end in good order. The first SIGINT or SIGTERM asks; one that comes more than a
 * second later ends the program at once. */
#ifndef SCREE_STOP_H
#define SCREE_STOP_H

/* From now on, take such signals as requests. */
void stop_catch(void);
/* The signal that asks the program to end, or 0. Of several ranks (base/ranks.h), all must learn of it in the same step: each
 * tells the others stop_own, and hands the greatest to stop_agree, which alone decides for stop_asked. */
int stop_asked(void);
int stop_own(void);
void stop_agree(int signal);

#endif
