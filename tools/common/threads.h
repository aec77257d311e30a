/* threads.h: the option --threads of programs that choose the number themselves */
#ifndef SCREE_THREADS_H
#define SCREE_THREADS_H

/* The number that the option asks for, 1 to TEAM_MOST, or 0 for auto. Ends the program if it is no such number; warns if the
 * program was built without OpenMP. */
int threads_asked(const char *text);
/* The number of threads for a scene: a team pays for its waiting if each thread has enough to do. */
int threads_for(int bodies);

#endif
