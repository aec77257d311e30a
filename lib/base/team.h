/* team.h: work on pieces that threads share.
 *
 * Every thread begins with pieces of its own, the same ones every time. Of two neighbours one goes up and one goes down, until
 * they meet, wherever that is: so what pieces are made of stays at hand, though threads are not equally fast. Whoever is done
 * helps the others. Which thread works on a piece, and when, is not to be relied upon. */
#ifndef SCREE_TEAM_H
#define SCREE_TEAM_H

#include <stdint.h>

/* More threads than this there are never. */
enum { TEAM_MOST = 64 };

/* The first of n things that a part of so many has, which are as large as each other. */
static inline int team_first(int n, int part, int parts)
{
	return (int)((int64_t)n * part / parts);
}

/* A piece of the work, by one of the threads 0, 1, ... */
typedef void team_piece(void *to, int piece, int thread);

/* Work on the pieces 0 .. n-1 with so many threads. */
void team_run(int threads, int n, team_piece *work, void *to);

/* The same; a thread that finds no pieces any more is done, and says so. */
typedef void team_done(void *to, int thread);
void team_run_then(int threads, int n, team_piece *work, team_done *done, void *to);

/* Where a piece of n ends [share of the work], if those that threads come to last are to be short, so that all end at the same
 * time. */
double team_end(int threads, int n, int piece);

/* The same for the numbers 0 .. n-1, so many at a time: from .. end-1. */
typedef void team_chunk(void *to, int from, int end, int thread);
void team_chunks(int threads, int n, int chunk, team_chunk *work, void *to);

/* Let *most be x where x is greater; others may do the same. */
void team_raise(double *most, double x);

/* What one of so many threads does. */
typedef void team_thread(void *to, int thread, int threads);

/* Let so many threads work at the same time; it may be fewer, and all are told how many. */
void team_together(int threads, team_thread *work, void *to);

/* Let it run while as many threads wait for what it shares, at hand at once. Else they come together, and part, every time. It
 * must not use OpenMP by itself: that would find one thread only. */
typedef void team_held(void *to);
void team_hold(int threads, team_held *held, void *to);

#endif
