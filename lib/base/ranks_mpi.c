/* ranks_mpi.c: a program of several ranks, by MPI. Linked in place of ranks.c by `make mpi`.
 *
 * All waiting is done here, in small pieces: where a machine has fewer processors than ranks, a rank that waits must let the
 * others work, which the calls of MPI that block do not. */
#include "base/ranks.h"

#include <mpi.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/buf.h"
#include "base/clock.h"

enum {
	PIECE = 1 << 30,                            /* bytes of a message at most; MPI counts them in an int */
	TAG_PARCEL = 1, TAG_SEND = 2, TAG_HALO = 3, /* and the HALOS - 1 above it */
	HALOS = 1000
};

static struct {
	int n, me;                    /* 0 ranks: MPI has not begun */
	int on;                       /* it has begun and not ended */
	int crowded;                  /* 1: there are more ranks on this machine than processors for them */
	MPI_Comm all, meeting;
	int joins;                    /* key of the attribute of a datatype that is reduced: its function */
	int halos;                    /* number of halos so far */
	MPI_Datatype bins;            /* a struct exact_bins */
	MPI_Op join_bins;
	struct ranks_traffic sent;
} mpi;

/* ---- begin and end ---- */

int ranks_can(void)
{
	return 1;
}

/* Whether the ranks of this machine share fewer processors than they are. */
static int is_crowded(void)
{
	cpu_set_t own, all;
	MPI_Comm here;
	int n, crowded = 0;

	memset(&own, 0, sizeof own);
	MPI_Comm_split_type(mpi.all, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here);
	MPI_Comm_size(here, &n);
	sched_getaffinity(0, sizeof own, &own);
	MPI_Allreduce(&own, &all, sizeof own, MPI_BYTE, MPI_BOR, here);
	crowded = CPU_COUNT(&all) < n;
	MPI_Comm_free(&here);
	return crowded;
}

static void join_bins(void *from, void *to, int *n, MPI_Datatype *type)
{
	(void)type;
	for (int k = 0; k < *n; k++)
		exact_join((struct exact_bins *)to + k, (struct exact_bins *)from + k);
}

void ranks_begin(void)
{
	int threads;

	MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &threads);
	MPI_Comm_dup(MPI_COMM_WORLD, &mpi.all);
	MPI_Comm_dup(MPI_COMM_WORLD, &mpi.meeting);
	MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, MPI_TYPE_NULL_DELETE_FN, &mpi.joins, NULL);
	MPI_Type_contiguous(sizeof(struct exact_bins), MPI_BYTE, &mpi.bins);
	MPI_Type_commit(&mpi.bins);
	MPI_Op_create(join_bins, 1, &mpi.join_bins);
	MPI_Comm_size(mpi.all, &mpi.n);
	MPI_Comm_rank(mpi.all, &mpi.me);
	mpi.crowded = is_crowded();
	mpi.on = 1;
}

void ranks_end(void)
{
	if (!mpi.on)
		return;
	mpi.on = 0;
	MPI_Type_free_keyval(&mpi.joins);
	MPI_Type_free(&mpi.bins);
	MPI_Op_free(&mpi.join_bins);
	MPI_Comm_free(&mpi.all);
	MPI_Comm_free(&mpi.meeting);
	MPI_Finalize();
}

void ranks_abort(int status)
{
	const struct timespec time = { .tv_nsec = 200000000 };

	if (!mpi.on)
		return;
	nanosleep(&time, NULL); /* the launcher passes a message on before it ends all: without this MPICH loses it now and then */
	MPI_Abort(MPI_COMM_WORLD, status);
}

int ranks_n(void)
{
	return mpi.n ? mpi.n : 1;
}

int ranks_me(void)
{
	return mpi.me;
}

/* ---- waiting ---- */

/* Let others work, after a number of looks in vain. */
static void rest(int looks)
{
	struct timespec time = { .tv_nsec = 10000 };

	if (!mpi.crowded && looks > 200) /* somebody else may use the processors */
		sched_yield();
	if (!mpi.crowded || looks < 10)
		return;
	for (int k = 20; k < looks && time.tv_nsec < 500000; k += 10)
		time.tv_nsec *= 2;
	if (looks < 20)
		sched_yield();
	else
		nanosleep(&time, NULL);
}

static void wait_all(int n, MPI_Request *r)
{
	for (int looks = 0, done = 0; !done; looks++) {
		MPI_Testall(n, r, &done, MPI_STATUSES_IGNORE);
		if (!done)
			rest(looks);
	}
}

int ranks_meet(double seconds)
{
	MPI_Request r;
	double began = clock_wall();
	int done = 0;

	if (mpi.n < 2 || !mpi.on)
		return 1;
	MPI_Ibarrier(mpi.meeting, &r);
	for (int looks = 0; !done && !(clock_wall() - began > seconds); looks++) {
		MPI_Test(&r, &done, MPI_STATUS_IGNORE);
		if (!done)
			rest(looks);
	}
	return done;
}

static void count(int64_t messages, size_t bytes)
{
	mpi.sent.messages += messages;
	mpi.sent.bytes += (int64_t)bytes;
}

struct ranks_traffic ranks_traffic(void)
{
	return mpi.sent;
}

/* ---- one result for all ---- */

static void reduce(int n, void *x, MPI_Datatype type, size_t size, MPI_Op op)
{
	MPI_Request r;

	if (mpi.n < 2 || n < 1)
		return;
	MPI_Iallreduce(MPI_IN_PLACE, x, n, type, op, mpi.all, &r);
	wait_all(1, &r);
	count(1, (size_t)n * size);
}

void ranks_sum(int n, int64_t *x)
{
	reduce(n, x, MPI_INT64_T, sizeof *x, MPI_SUM);
}

void ranks_least(int n, int64_t *x)
{
	reduce(n, x, MPI_INT64_T, sizeof *x, MPI_MIN);
}

void ranks_most(int n, int64_t *x)
{
	reduce(n, x, MPI_INT64_T, sizeof *x, MPI_MAX);
}

void ranks_least_real(int n, double *x)
{
	reduce(n, x, MPI_DOUBLE, sizeof *x, MPI_MIN);
}

void ranks_most_real(int n, double *x)
{
	reduce(n, x, MPI_DOUBLE, sizeof *x, MPI_MAX);
}

/* Bins are whole numbers, whose sums do not depend on their order. */
void ranks_sum_exact(int n, struct exact *e)
{
	if (mpi.n < 2 || n < 1)
		return;
	struct exact_bins *b = mem_new((size_t)n, sizeof *b);

	for (int k = 0; k < n; k++)
		exact_store(&e[k], &b[k]);
	reduce(n, b, mpi.bins, sizeof *b, mpi.join_bins);
	for (int k = 0; k < n; k++)
		exact_load(&e[k], &b[k]);
	free(b);
}

void ranks_before(int n, int64_t *x)
{
	int64_t *own = mem_copy(x, (size_t)n, sizeof *x);
	MPI_Request r;

	memset(x, 0, (size_t)n * sizeof *x);
	if (mpi.n > 1 && n > 0) {
		MPI_Iexscan(own, x, n, MPI_INT64_T, MPI_SUM, mpi.all, &r);
		wait_all(1, &r);
		count(1, (size_t)n * sizeof *x);
	}
	if (mpi.me == 0)
		memset(x, 0, (size_t)n * sizeof *x);
	free(own);
}

void ranks_gather(size_t n, const void *mine, void *all)
{
	MPI_Request r;

	if (mpi.n < 2) {
		memcpy(all, mine, n);
		return;
	}
	MPI_Iallgather(mine, (int)n, MPI_BYTE, all, (int)n, MPI_BYTE, mpi.all, &r);
	wait_all(1, &r);
	count(1, n);
}

void ranks_cast(int from, size_t n, void *p)
{
	if (mpi.n < 2)
		return;
	for (size_t at = 0; at < n; at += PIECE) {
		MPI_Request r;

		MPI_Ibcast((char *)p + at, (int)(n - at < PIECE ? n - at : PIECE), MPI_BYTE, from, mpi.all, &r);
		wait_all(1, &r);
	}
	if (mpi.me == from)
		count(1, n);
}

/* The datatype is one whole record, and has the function that joins records as an attribute. */
struct ranks_reduction {
	size_t bytes;
	void *mine, *total;
	ranks_join *join;
	MPI_Datatype type;
	MPI_Op op;
	MPI_Request request;
};

static void join_records(void *from, void *to, int *n, MPI_Datatype *type)
{
	const struct ranks_reduction *r;
	int found;

	MPI_Type_get_attr(*type, mpi.joins, &r, &found);
	for (int k = 0; k < *n; k++)
		r->join((char *)to + (size_t)k * r->bytes, (char *)from + (size_t)k * r->bytes);
}

struct ranks_reduction *ranks_reduction(size_t bytes, ranks_join *join)
{
	struct ranks_reduction *r = MEM_ZERO(struct ranks_reduction, 1);

	*r = (struct ranks_reduction){ bytes, mem_new(bytes, 1), mem_new(bytes, 1), join, .request = MPI_REQUEST_NULL };
	if (mpi.n < 2)
		return r;
	MPI_Type_contiguous((int)bytes, MPI_BYTE, &r->type);
	MPI_Type_commit(&r->type);
	MPI_Type_set_attr(r->type, mpi.joins, r);
	MPI_Op_create(join_records, 1, &r->op);
	return r;
}

void ranks_reduction_free(struct ranks_reduction *r)
{
	ranks_reduce_wait(r);
	if (mpi.n > 1) {
		MPI_Op_free(&r->op);
		MPI_Type_free(&r->type);
	}
	free(r->mine);
	free(r->total);
	free(r);
}

void ranks_reduce(struct ranks_reduction *r, const void *mine)
{
	if (mpi.n < 2) {
		memcpy(r->total, mine, r->bytes);
		return;
	}
	memcpy(r->mine, mine, r->bytes);
	MPI_Iallreduce(r->mine, r->total, 1, r->type, r->op, mpi.all, &r->request);
	count(1, r->bytes);
}

const void *ranks_reduce_wait(struct ranks_reduction *r)
{
	if (r->request != MPI_REQUEST_NULL)
		wait_all(1, &r->request);
	return r->total;
}

/* ---- from rank to rank ---- */

/* Requests that are waited for together. */
struct requests { MPI_Request *r; int n; size_t cap; };

static MPI_Request *another(struct requests *q)
{
	MEM_GROW(q->r, &q->cap, (size_t)q->n + 1);
	return &q->r[q->n++];
}

static void finish(struct requests *q)
{
	if (q->n)
		wait_all(q->n, q->r);
	free(q->r);
	*q = (struct requests){ 0 };
}

static void begin_send(struct requests *q, int to, int tag, size_t n, const void *p)
{
	for (size_t at = 0; at < n; at += PIECE)
		MPI_Isend((const char *)p + at, (int)(n - at < PIECE ? n - at : PIECE), MPI_BYTE, to, tag, mpi.all, another(q));
	count(n > 0, n);
}

static void begin_receive(struct requests *q, int from, int tag, size_t n, void *p)
{
	for (size_t at = 0; at < n; at += PIECE)
		MPI_Irecv((char *)p + at, (int)(n - at < PIECE ? n - at : PIECE), MPI_BYTE, from, tag, mpi.all, another(q));
}

void ranks_exchange(struct parcels *out, struct parcels *in)
{
	const int n = ranks_n(), me = mpi.me;
	int64_t *to = MEM_NEW(int64_t, (size_t)n), *from = MEM_NEW(int64_t, (size_t)n);
	struct requests q = { 0 };

	parcels_init(in, n);
	in->of[me] = out->of[me];
	out->of[me] = (struct parcel){ 0 };
	if (n > 1) {
		for (int k = 0; k < n; k++)
			to[k] = (int64_t)out->of[k].n;
		MPI_Ialltoall(to, 1, MPI_INT64_T, from, 1, MPI_INT64_T, mpi.all, another(&q));
		finish(&q);
		count(1, (size_t)n * sizeof *to);
		for (int z = 1; z < n; z++) {
			int k = (me + z) % n;

			if (from[k]) {
				parcels_room(in, k, (size_t)from[k]);
				begin_receive(&q, k, TAG_PARCEL, in->of[k].n, in->of[k].at);
			}
		}
		for (int z = 1; z < n; z++) {
			int k = (me + n - z) % n;

			begin_send(&q, k, TAG_PARCEL, out->of[k].n, out->of[k].at);
		}
		finish(&q);
	}
	free(to);
	free(from);
	parcels_free(out);
	parcels_init(out, n);
}

void ranks_send(int to, size_t n, const void *p)
{
	struct requests q = { 0 };

	begin_send(&q, to, TAG_SEND, n, p);
	finish(&q);
}

void ranks_receive(int from, size_t n, void *p)
{
	struct requests q = { 0 };

	begin_receive(&q, from, TAG_SEND, n, p);
	finish(&q);
}

struct ranks_post { struct requests q; };

struct ranks_post *ranks_post(int to, size_t n, const void *p)
{
	struct ranks_post *post = MEM_ZERO(struct ranks_post, 1);

	begin_send(&post->q, to, TAG_SEND, n, p);
	return post;
}

void ranks_posted(struct ranks_post *post)
{
	if (post)
		finish(&post->q);
	free(post);
}

/* ---- messages that are sent again and again ---- */

struct ranks_halo { struct requests q; int64_t messages; size_t bytes; };

struct ranks_halo *ranks_halo(int n, const struct ranks_link *link)
{
	struct ranks_halo *h = MEM_ZERO(struct ranks_halo, 1);
	int tag = TAG_HALO + mpi.halos++ % HALOS;

	for (int k = 0; k < n; k++)
		if (link[k].n_receive)
			MPI_Recv_init(link[k].receive, (int)link[k].n_receive, MPI_BYTE, link[k].rank, tag, mpi.all, another(&h->q));
	for (int k = 0; k < n; k++) {
		if (!link[k].n_send)
			continue;
		MPI_Send_init(link[k].send, (int)link[k].n_send, MPI_BYTE, link[k].rank, tag, mpi.all, another(&h->q));
		h->messages++;
		h->bytes += link[k].n_send;
	}
	return h;
}

void ranks_halo_free(struct ranks_halo *h)
{
	for (int k = 0; h && k < h->q.n; k++)
		MPI_Request_free(&h->q.r[k]);
	if (h)
		free(h->q.r);
	free(h);
}

void ranks_halo_start(struct ranks_halo *h)
{
	if (h->q.n)
		MPI_Startall(h->q.n, h->q.r);
	count(h->messages, h->bytes);
}

void ranks_halo_wait(struct ranks_halo *h)
{
	if (h->q.n)
		wait_all(h->q.n, h->q.r);
}
