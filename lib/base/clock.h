/* clock.h: clocks for what a program says of its own speed, or chooses by it; no result may depend on them. */
#ifndef SCREE_CLOCK_H
#define SCREE_CLOCK_H

/* Seconds since some moment: a few tens of nanoseconds to read, but goes on while others have the processor. */
double clock_wall(void);
/* Seconds of processor time that the calling thread, or the whole process, has used: some hundreds of nanoseconds to read, and
 * much the same on a machine that is busy. */
double clock_thread(void);
double clock_process(void);

#endif
