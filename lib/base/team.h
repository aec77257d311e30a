/* team.h: a team of threads that works on numbered pieces.
 *
 * Every thread starts with a range of pieces of its own, the same range in every call, so that the data of a piece stay in its
 * cache. Threads with even numbers go up through their ranges, threads with odd numbers go down. So two neighbours meet at the
 * border between their ranges, or beyond it if one is faster. A thread without pieces helps the others. The caller must not rely
 * on which thread works on a piece, or when. */
#ifndef SCREE_TEAM_H
#define SCREE_TEAM_H

#include <stdint.h>

/* The largest number of threads. */
enum { TEAM_MOST = 64 };

/* The number of processors that this process may use. */
int team_processors(void);

/* The first of n items that belongs to a part, if the items are divided into equal parts numbered from 0. */
static inline int team_first(int n, int part, int parts)
{
	return (int)((int64_t)n * part / parts);
}

/* Work on one piece, by one of the threads 0, 1, ... */
typedef void team_piece(void *to, int piece, int thread);

/* Call work for the pieces 0 .. n-1, on a number of threads. */
void team_run(int threads, int n, team_piece *work, void *to);

/* Like team_run. Each thread calls done once, when no pieces are left for it. */
typedef void team_done(void *to, int thread);
void team_run_then(int threads, int n, team_piece *work, team_done *done, void *to);

/* Consecutive pieces that several threads take one by one, from either end. They stand on cache lines of their own, two of them,
 * since processors fetch lines in pairs. */
struct team_range { uint64_t left, padding[15]; };
struct team_range team_range(int from, int end);
/* Take the first or the last piece that is left; -1 if there is none. */
int team_take(struct team_range *r, int last);

/* The fraction of all work at which a piece of n ends. Pieces that threads reach last are the shortest, so that all
 * threads end at about the same time. */
double team_end(int threads, int n, int piece);

/* Call work for the numbers 0 .. n-1 in chunks of a given length: from .. end-1. */
typedef void team_chunk(void *to, int from, int end, int thread);
void team_chunks(int threads, int n, int chunk, team_chunk *work, void *to);

/* Raise *most to x if x is greater. Several threads may do so at the same time. */
void team_raise(double *most, double x);

/* The work of one thread among a number of threads. */
typedef void team_thread(void *to, int thread, int threads);

/* Call work once on each of a number of threads, all at the same time. There may be fewer threads than asked for; work gets
 * the actual number. */
void team_together(int threads, team_thread *work, void *to);

/* Call held while a team waits for work, so that calls of team_run and the like within it start at once. Without team_hold
 * every such call starts a team and ends it. held must not use OpenMP itself: it would find one thread only. */
typedef void team_held(void *to);
void team_hold(int threads, team_held *held, void *to);

/* Within team_hold: one of many similar rounds of work begins. The team uses only as many of its threads as make rounds faster
 * (pace.h); the others sleep. Without this call it uses all of them. team_rest: the round has ended. */
void team_round(void);
void team_rest(void);
/* Whether the team has several threads and uses only one in this round. */
int team_alone(void);

#endif
