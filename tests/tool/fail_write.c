/* fail_write.c: loaded before the C library (LD_PRELOAD). It counts the writes of a program to anything but stderr, those within
 * the C library too: a filter of the kernel turns each into a signal, whose handler writes. FAIL_HOW says what happens from the
 * FAIL_AT-th on:
 *   full   it writes half of its bytes, and all later ones fail: the disk is full
 *   once   it fails, and later ones do not: there is room again
 *   short  it and all later ones write about half of their bytes
 *   kill   it writes half of its bytes, and SIGKILL ends the program
 *   int    SIGINT comes before it, and no write fails
 * When the program ends, the number of writes is written to the file FAIL_COUNT. Programs that it starts write as they like. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#ifndef __x86_64__
#error registers are known for x86-64 only
#endif

enum { OURS = 0x5c2ee }; /* the sixth argument of writes of the handler, which the filter lets pass */

static long at = -1, n;
static enum { NOTHING, FULL, ONCE, SHORT, KILL, INT } how;

static long write_now(long fd, long from, unsigned long bytes)
{
	long got = syscall(SYS_write, fd, from, bytes, 0L, 0L, (long)OURS);

	return got < 0 ? -errno : got;
}

/* The result of a write. */
static long result(long fd, long from, unsigned long bytes)
{
	if (fd == 2 || how == NOTHING)
		return write_now(fd, from, bytes);
	long k = __atomic_fetch_add(&n, 1, __ATOMIC_RELAXED);
	if (at < 0 || k < at)
		return write_now(fd, from, bytes);
	switch (how) {
	case SHORT:
		return write_now(fd, from, (bytes + 1) / 2);
	case FULL:
		return k == at && bytes > 1 ? write_now(fd, from, bytes / 2) : -ENOSPC;
	case ONCE:
		return k == at ? -ENOSPC : write_now(fd, from, bytes);
	case KILL:
		write_now(fd, from, bytes / 2);
		raise(SIGKILL);
		return 0;
	case INT:
		if (k == at)
			raise(SIGINT);
		return write_now(fd, from, bytes);
	default:
		return 0;
	}
}

static void handle(int number, siginfo_t *info, void *context)
{
	greg_t *r = ((ucontext_t *)context)->uc_mcontext.gregs;
	int kept = errno;

	(void)number;
	(void)info;
	r[REG_RAX] = result(r[REG_RDI], r[REG_RSI], (unsigned long)r[REG_RDX]);
	errno = kept;
}

__attribute__((constructor)) static void begin(void)
{
	static const char *const name[] = { "", "full", "once", "short", "kill", "int" };
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_write, 0, 3),
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[5])),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OURS, 1, 0),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = { sizeof code / sizeof *code, code };
	struct sigaction act = { .sa_sigaction = handle, .sa_flags = SA_SIGINFO | SA_NODEFER | SA_RESTART };
	const char *s = getenv("FAIL_AT"), *kind = getenv("FAIL_HOW");

	sigaction(SIGSYS, &act, NULL);
	if (!kind) /* a program that another one has started: the filter is there */
		return;
	for (size_t k = 1; k < sizeof name / sizeof *name; k++)
		if (strcmp(kind, name[k]) == 0)
			how = (int)k;
	at = s ? strtol(s, NULL, 10) : -1;
	unsetenv("FAIL_HOW");
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program))
		_exit(77);
}

__attribute__((destructor)) static void end(void)
{
	const char *name = getenv("FAIL_COUNT");
	char text[32];

	if (!name || how == NOTHING)
		return;
	int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0600), length = snprintf(text, sizeof text, "%ld\n", n);
	if (fd < 0 || write_now(fd, (long)text, (unsigned long)length) != length)
		abort();
}
