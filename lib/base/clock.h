/* clock.h: clocks, to report and to tune the speed of a program; no result may depend on them. */
#ifndef SCREE_CLOCK_H
#define SCREE_CLOCK_H

/* Seconds of wall-clock time since an arbitrary moment. Reading takes a few tens of nanoseconds. */
double clock_wall(void);
/* Seconds of processor time that the calling thread, or the whole process, has used. Reading takes some hundreds of nanoseconds.
 * The load of the machine hardly changes them. */
double clock_thread(void);
double clock_process(void);

#endif
