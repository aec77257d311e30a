/* fail_side.c: loaded before the C library (LD_PRELOAD). On rank 1, the disk is full from the byte FAIL_FROM of a file on that is
 * written by places. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static int is_rank_1(void)
{
	const char *rank = getenv("PMI_RANK");

	rank = rank ? rank : getenv("OMPI_COMM_WORLD_RANK");
	return rank && strcmp(rank, "1") == 0;
}

ssize_t pwrite64(int fd, const void *bytes, size_t n, off64_t at)
{
	const char *from = getenv("FAIL_FROM");

	if (from && at >= atoll(from) && is_rank_1()) {
		errno = ENOSPC;
		return -1;
	}
	return syscall(SYS_pwrite64, fd, bytes, n, at);
}

ssize_t pwrite(int fd, const void *bytes, size_t n, off_t at)
{
	return pwrite64(fd, bytes, n, at);
}
