/* team.c: every piece of the work is done once, by one of the threads that were asked for */
#include "base/team.h"

#include <math.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef _OPENMP
#include <omp.h>
#endif

#include "tap.h"

enum { MOST = 300 };

struct work { int done[MOST], by[MOST]; };

static void piece(void *to, int k, int thread)
{
	struct work *w = to;

	__atomic_fetch_add(&w->done[k], 1, __ATOMIC_RELAXED);
	w->by[k] = thread;
}

static void each(void *to, int thread, int threads)
{
	struct work *w = to;

	__atomic_fetch_add(&w->done[thread], 1, __ATOMIC_RELAXED);
	w->by[thread] = threads;
}

/* Threads that say that they are done, after their last piece. */
struct said { int pieces[MOST], done[MOST], late; };

static void piece_of(void *to, int k, int thread)
{
	struct said *s = to;

	(void)k;
	__atomic_fetch_add(&s->late, s->done[thread] > 0, __ATOMIC_RELAXED);
	s->pieces[thread]++;
}

static void say_done(void *to, int thread)
{
	((struct said *)to)->done[thread]++;
}

/* How many of the threads say so once, if all pieces are done before. */
static int said(int threads, int n)
{
	struct said s = { .late = 0 };
	int pieces = 0, done = 0;

	team_run_then(threads, n, piece_of, say_done, &s);
	for (int k = 0; k < MOST; k++) {
		pieces += s.pieces[k];
		done += s.done[k] == 1 ? 1 : s.done[k] ? MOST : 0;
	}
	return pieces == n && s.late == 0 ? done : -1;
}

/* Pieces that share. */
struct nest { int wrong, n; };

static void inner(void *to, int k, int thread)
{
	struct nest *n = to;

	(void)k;
	if (thread != 0)
		__atomic_store_n(&n->wrong, 1, __ATOMIC_RELAXED);
	__atomic_fetch_add(&n->n, 1, __ATOMIC_RELAXED);
}

static void inner_held(void *to)
{
	team_run(2, 3, inner, to);
}

static void nested(void *to, int k, int thread)
{
	(void)k;
	(void)thread;
	team_run(4, 7, inner, to);
	team_hold(4, inner_held, to);
}

struct chunks { struct work work; double most; int long_; };

static void chunk(void *to, int from, int end, int thread)
{
	struct chunks *w = to;

	for (int k = from; k < end; k++)
		piece(&w->work, k, thread);
	if (end - from > 7 || end <= from)
		__atomic_fetch_add(&w->long_, 1, __ATOMIC_RELAXED);
	team_raise(&w->most, end - 0.5);
	team_raise(&w->most, from);
}

#ifdef _OPENMP
/* The first piece is done when all others are, the next ones of the same thread too; or given up. */
struct held { int others, begun, first, same; };

static void wait_for_others(void *to, int k, int thread)
{
	struct held *h = to;

	if (k == 0) {
		h->first = thread;
		__atomic_store_n(&h->begun, 1, __ATOMIC_RELEASE);
	} else {
		if (__atomic_load_n(&h->begun, __ATOMIC_ACQUIRE) && thread == h->first)
			__atomic_fetch_add(&h->same, 1, __ATOMIC_RELAXED);
		__atomic_fetch_add(&h->others, 1, __ATOMIC_RELEASE);
	}
	for (int z = 0; k == 0 && z < 100000 && __atomic_load_n(&h->others, __ATOMIC_ACQUIRE) < 7; z++)
		usleep(100);
	if (k == 0 && __atomic_load_n(&h->others, __ATOMIC_ACQUIRE) < 7)
		__atomic_store_n(&h->others, -100, __ATOMIC_RELEASE);
}
#endif

#ifdef _OPENMP
/* One piece is done when all others are, or given up; in which order these were. */
struct meet { int held, others, turn[32]; };

static void come(void *to, int k, int thread)
{
	struct meet *m = to;

	(void)thread;
	if (k != m->held) {
		m->turn[k] = __atomic_fetch_add(&m->others, 1, __ATOMIC_RELAXED);
		return;
	}
	for (int z = 0; z < 100000 && __atomic_load_n(&m->others, __ATOMIC_RELAXED) < 31; z++)
		usleep(100);
}

/* Whether all others come one after the other, down to the held one or up to it. */
static int comes_in_line(int held)
{
	struct meet m = { .held = held };
	int wrong = 0;

	team_run(2, 32, come, &m);
	for (int k = 0; k < 32; k++)
		wrong += k != held && m.turn[k] != (held == 0 ? 31 - k : k);
	return wrong == 0 && m.others == 31;
}
#endif

#if defined _OPENMP && defined __linux__
/* How many threads may not run where the first one may. */
struct allowed { cpu_set_t set; int others; };

static void compare(void *to, int k, int thread)
{
	struct allowed *a = to;
	cpu_set_t set;

	(void)k;
	(void)thread;
	if (sched_getaffinity(0, sizeof set, &set) != 0 || !CPU_EQUAL(&set, &a->set))
		__atomic_fetch_add(&a->others, 1, __ATOMIC_RELAXED);
}

static int others(cpu_set_t set)
{
	struct allowed a = { .set = set };

	for (int k = 0; k < 300; k++) { /* longer than a thread is left where another one is */
		team_run(2, 30, compare, &a);
		usleep(20);
	}
	return a.others;
}
#endif

/* While some threads are held, or none. */
static void all_kinds(void *to)
{
	int crew = *(int *)to, enough = 0;

#ifdef _OPENMP
	enough = omp_get_thread_limit() >= 9 && !omp_get_dynamic();
#endif
	for (int threads = 0; threads <= 9; threads++) {
		int wrong = 0;

		for (int n = 0; n <= MOST; n += n < 40 ? 1 : 13) {
			struct work w;

			memset(&w, 0, sizeof w);
			team_run(threads, n, piece, &w);
			for (int k = 0; k < MOST; k++)
				wrong += w.done[k] != (k < n) || w.by[k] < 0 || w.by[k] >= (threads > 1 ? threads : 1);
		}
		ok(wrong == 0, "%d threads of %d that are held do every piece once", threads, crew);
	}
	struct work w = { { 0 }, { 0 } };
	int wrong = 0;
	team_run(100, MOST, piece, &w);
	for (int k = 0; k < MOST; k++)
		wrong += w.done[k] != 1 || w.by[k] < 0 || w.by[k] >= 100;
	ok(wrong == 0, "as do more threads than there ever are, of %d", crew);
	wrong = 0;
	for (int threads = 1; threads <= 4; threads++)
		for (int n = 0; n <= 50; n++) {
			struct chunks s = { .most = 0 };

			team_chunks(threads, n, 7, chunk, &s);
			for (int k = 0; k < MOST; k++)
				wrong += s.work.done[k] != (k < n);
			wrong += s.long_ > 0 || s.most != (n > 0 ? n - 0.5 : 0);
		}
	ok(wrong == 0, "chunks are as long as was said, have every number once, and leave the greatest of what they found");
	for (int threads = 1; threads <= 9; threads++) {
		struct work a = { { 0 }, { 0 } };
		int there;

		team_together(threads, each, &a);
		there = a.by[0];
		wrong = there < 1 || there > threads;
		for (int k = 0; k < MOST; k++)
			wrong += a.done[k] != (k < there) || a.by[k] != (k < there ? there : 0);
		ok(wrong == 0, "each of %d threads of %d does its part once", threads, crew);
	}
	ok(said(1, 5) == 1 && said(0, 0) == 1 && said(3, 0) == 1, "one thread says that it is done");
	wrong = 0;
	for (int n = 1; n < 30; n++) {
		int least = crew > 0 && crew < 3 ? crew : 3, threads = said(3, n);

		wrong += threads < 1 || threads > (n < 3 ? n : 3) || (enough && threads != (n < least ? n : least));
	}
	ok(wrong == 0, "each of 3 of %d says so once, after all that it does", crew);
#ifdef _OPENMP
	ok(omp_get_level() == (crew > 0), "a crew of %d is there already, if it is held", crew);
#endif
	struct nest nest = { .wrong = 0 };
	team_run(3, 5, nested, &nest);
	ok(nest.wrong == 0 && nest.n == 5 * (7 + 3), "pieces may share, and hold others, but do it alone");
	wrong = 0;
	for (int k = 0; k < 30; k++) { /* longer than those who wait stay awake */
		struct work late = { { 0 }, { 0 } };

		usleep(1000);
		team_run(crew, 20, piece, &late);
		for (int z = 0; z < 20; z++)
			wrong += late.done[z] != 1;
	}
	ok(wrong == 0, "after a while, too");
}

int main(int argc, char **argv)
{
#if defined _OPENMP && defined __linux__
	if (argc > 1) {
		cpu_set_t one;

		sched_getaffinity(0, sizeof one, &one);
		return CPU_COUNT(&one) != 1 || others(one) != 0;
	}
#endif
	(void)argc;
	if (!getenv("OMP_WAIT_POLICY")) { /* threads that wait for each other busily take ages on a busy machine */
		setenv("OMP_WAIT_POLICY", "passive", 1);
		execv(argv[0], argv);
	}
	int crew = 0;
	all_kinds(&crew);
	for (crew = 2; crew <= 7; crew += 5)
		team_hold(crew, all_kinds, &crew);
	int wrong = 0;
	for (int threads = 1; threads <= 9; threads++)
		for (int n = threads; n <= 40; n++) {
			double last = 0;

			for (int k = 0; k < n; k++) {
				double end = team_end(threads, n, k);

				wrong += !(end > last);
				if ((k + 1) * threads % n == 0)
					wrong += fabs(end * threads - (k + 1) * threads / n) > 1e-12;
				last = end;
			}
			wrong += last != 1;
		}
	ok(wrong == 0, "shares of the work rise up to all of it, and threads have equal ones");
	double before = 0.5 - team_end(2, 8, 2), after = team_end(2, 8, 4) - 0.5;
	ok(before < 0.5 * team_end(2, 8, 0) && after < 0.5 * (1 - team_end(2, 8, 6)), "those where threads meet are short");
#ifdef _OPENMP
	ok(comes_in_line(0), "while the first thread is held the second comes down to it, through its pieces too");
	ok(comes_in_line(31), "and the first up to the second: so what each has is in line");
	struct held held = { 0 };
	team_run(2, 8, wait_for_others, &held);
	ok(held.others == 7, "a thread that is done takes the pieces of one that is not");
	ok(held.same == 0, "and says that it is another one");
#endif
#if defined _OPENMP && defined __linux__
	cpu_set_t all, one;
	sched_getaffinity(0, sizeof all, &all);
	ok(others(all) == 0, "all threads may run where the program may");
	CPU_ZERO(&one);
	for (int k = 0; k < CPU_SETSIZE && CPU_COUNT(&one) == 0; k++)
		if (CPU_ISSET(k, &all))
			CPU_SET(k, &one);
	if (!fork()) { /* its threads are made anew, with what they may */
		sched_setaffinity(0, sizeof one, &one);
		execl("/proc/self/exe", argv[0], "one", (char *)NULL);
		_exit(1);
	}
	int status;
	ok(wait(&status) > 0 && status == 0, "also where that is one processor");
#endif
	return done();
}
