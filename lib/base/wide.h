/* wide.h: loops over doubles in the widest vectors that the processor has, with the same bits in all of them.
 *
 * A loop is written once as an inline function in plain C under `#pragma omp simd` and compiled twice by WIDE_LOOP,
 * for the baseline of the architecture and for AVX2; name(wide) is the second where wide is set. No fused multiply-adds
 * and no reassociation, so both do the same arithmetic.
 *
 *     static WIDE_INLINE void scale_loop(int n, double f, double *x) { ... }
 *     WIDE_LOOP(scale, (int n, double f, double *x), (n, f, x))
 *     scale(wide_has())(n, f, x);
 */
#ifndef SCREE_WIDE_H
#define SCREE_WIDE_H

#define WIDE_INLINE inline __attribute__((always_inline))

#if defined __x86_64__ && defined __GNUC__
#define WIDE_HAS_AVX2 1
#define WIDE_AVX2 __attribute__((target("avx2")))
#else
#define WIDE_HAS_AVX2 0
#define WIDE_AVX2
#endif

#define WIDE_LOOP(name, parameters, arguments) \
	static void name##_base parameters { name##_loop arguments; } \
	WIDE_AVX2 static void name##_avx2 parameters { name##_loop arguments; } \
	static inline void (*name(int wide)) parameters { return wide ? name##_avx2 : name##_base; }

/* Whether this processor has wider vectors than the baseline. */
static inline int wide_has(void)
{
#if WIDE_HAS_AVX2
	return __builtin_cpu_supports("avx2");
#else
	return 0;
#endif
}

#endif
