/* ranks.c: a program of one rank */
#include "base/ranks.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

int ranks_can(void)
{
	return 0;
}

void ranks_begin(void)
{
}

void ranks_end(void)
{
}

void ranks_abort(int status)
{
	(void)status;
}

int ranks_meet(double seconds)
{
	(void)seconds;
	return 1;
}

int ranks_n(void)
{
	return 1;
}

int ranks_me(void)
{
	return 0;
}

void ranks_sum(int n, int64_t *x)
{
	(void)n, (void)x;
}

void ranks_least(int n, int64_t *x)
{
	(void)n, (void)x;
}

void ranks_most(int n, int64_t *x)
{
	(void)n, (void)x;
}

void ranks_least_real(int n, double *x)
{
	(void)n, (void)x;
}

void ranks_most_real(int n, double *x)
{
	(void)n, (void)x;
}

void ranks_sum_exact(int n, struct exact *e)
{
	(void)n, (void)e;
}

void ranks_before(int n, int64_t *x)
{
	memset(x, 0, (size_t)n * sizeof *x);
}

void ranks_gather(size_t n, const void *mine, void *all)
{
	memcpy(all, mine, n);
}

void ranks_cast(int from, size_t n, void *p)
{
	(void)from, (void)n, (void)p;
}

struct ranks_reduction { size_t bytes; void *total; };

struct ranks_reduction *ranks_reduction(size_t bytes, ranks_join *join)
{
	struct ranks_reduction *r = MEM_NEW(struct ranks_reduction, 1);

	(void)join;
	*r = (struct ranks_reduction){ bytes, mem_new(bytes, 1) };
	return r;
}

void ranks_reduction_free(struct ranks_reduction *r)
{
	free(r->total);
	free(r);
}

void ranks_reduce(struct ranks_reduction *r, const void *mine)
{
	memcpy(r->total, mine, r->bytes);
}

const void *ranks_reduce_wait(struct ranks_reduction *r)
{
	return r->total;
}

void ranks_exchange(struct parcels *out, struct parcels *in)
{
	*in = *out;
	parcels_init(out, 1);
}

/* There is no other rank to send anything to. */
void ranks_send(int to, size_t n, const void *p)
{
	(void)to, (void)n, (void)p;
}

void ranks_receive(int from, size_t n, void *p)
{
	(void)from, (void)n, (void)p;
}

struct ranks_post *ranks_post(int to, size_t n, const void *p)
{
	(void)to, (void)n, (void)p;
	return NULL;
}

void ranks_posted(struct ranks_post *post)
{
	(void)post;
}

struct ranks_halo *ranks_halo(int n, const struct ranks_link *link)
{
	(void)n, (void)link;
	return NULL;
}

void ranks_halo_free(struct ranks_halo *h)
{
	(void)h;
}

void ranks_halo_start(struct ranks_halo *h)
{
	(void)h;
}

void ranks_halo_wait(struct ranks_halo *h)
{
	(void)h;
}

struct ranks_traffic ranks_traffic(void)
{
	return (struct ranks_traffic){ 0, 0 };
}
