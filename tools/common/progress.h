/* progress.h: how far the program is, on stderr. Shown on a terminal from the second second on, and whenever SIGUSR1 (or SIGINFO,
 * where there is one) asks for it. */
#ifndef SCREE_PROGRESS_H
#define SCREE_PROGRESS_H

#include <stdio.h>

/* From now on answer the signals, and show the progress if stderr is a terminal, unless quiet is set. */
void progress_begin(const char *name, int quiet);
/* The program reads frames from f; NULL: not any more. */
void progress_input(FILE *f);
/* A frame was read. */
void progress_frame(void);
/* Remove what is shown, and show nothing, while something else is written to stderr. */
void progress_pause(void);
void progress_resume(void);
/* Remove it, and show nothing more. */
void progress_end(void);

#endif
