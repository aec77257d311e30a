/* wide.h: loops over doubles in the widest vectors of the processor, with the same bits for every width.
 *
 * A loop is written once, as an inline function in plain C under `#pragma omp simd`. WIDE_LOOP compiles it for the baseline of
 * the architecture, for AVX2 and for AVX-512. name(wide) is the function for vectors of the given kind, see wide_has. Fused
 * multiply-adds and reassociation are off, so all three functions do the same arithmetic.
 *
 *     static WIDE_INLINE void scale_loop(int n, double f, double *x) { ... }
 *     WIDE_LOOP(scale, (int n, double f, double *x), (n, f, x))
 *     scale(wide_has())(n, f, x);
 *
 * A loop that is laid out in lanes by hand gets the number of lanes, 4 or 8, from WIDE_LOOP_LANES:
 *
 *     static WIDE_INLINE void scale_loop(int lanes, int n, double f, double *x) { ... }
 *     WIDE_LOOP_LANES(scale, (int n, double f, double *x), n, f, x) */
#ifndef SCREE_WIDE_H
#define SCREE_WIDE_H

/* `make coverage` defines WIDE_INLINE. Then there is only one kind of vectors, and every branch is in the program once. */
#ifndef WIDE_INLINE
#define WIDE_INLINE inline __attribute__((always_inline))
#else
#define WIDE_ONE_KIND
#endif
#define WIDE_LOOP(name, parameters, arguments) WIDE_KINDS(name, parameters, name##_loop arguments, name##_loop arguments)
#define WIDE_LOOP_LANES(name, parameters, ...) \
	WIDE_KINDS(name, parameters, name##_loop(4, __VA_ARGS__), name##_loop(8, __VA_ARGS__))

#if defined __x86_64__ && defined __GNUC__ && !defined WIDE_ONE_KIND
#define WIDE_KINDS(name, parameters, four, eight) \
	static void name##_base parameters { four; } \
	__attribute__((target("avx2"))) static void name##_avx2 parameters { four; } \
	__attribute__((target("avx512f,avx512vl,avx512dq"))) static void name##_avx512 parameters { eight; } \
	static inline void (*name(int wide)) parameters { return wide > 1 ? name##_avx512 : wide ? name##_avx2 : name##_base; }

/* A build with CPPFLAGS=-DWIDE_MOST=0 uses only the baseline; with WIDE_MOST=1 it uses at most AVX2. `make compare` makes
 * both. */
#ifndef WIDE_MOST
#define WIDE_MOST 2
#endif

/* The kind of the widest vectors that this processor has: 0 baseline, 1 AVX2, 2 AVX-512. */
static inline int wide_has(void)
{
	if (WIDE_MOST > 1 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
	    __builtin_cpu_supports("avx512dq"))
		return 2;
	return WIDE_MOST > 0 && __builtin_cpu_supports("avx2");
}
#else
#define WIDE_KINDS(name, parameters, four, eight) \
	static void name##_base parameters { four; } \
	static inline void (*name(int wide)) parameters { (void)wide; return name##_base; }

static inline int wide_has(void)
{
	return 0;
}
#endif

/* The kind that is `narrow` steps below the widest, at least 0. */
static inline int wide_less(int narrow)
{
	int wide = wide_has() - narrow;

	return wide > 0 ? wide : 0;
}

#endif
