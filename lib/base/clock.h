/* clock.h: clocks to report and to tune the speed of a program. No result may depend on them. */
#ifndef SCREE_CLOCK_H
#define SCREE_CLOCK_H

/* Seconds of wall-clock time since an arbitrary moment. Reading takes a few tens of nanoseconds. */
double clock_wall(void);
/* Seconds of processor time used by the calling thread or by the whole process. Reading takes some hundreds of nanoseconds. The
 * load of the machine hardly affects these times. */
double clock_thread(void);
double clock_process(void);

#endif
