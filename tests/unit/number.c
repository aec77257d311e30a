/* number.c: text of numbers against the C library's printf and strtod, which share nothing with ours. */
#include "number.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "number_table.h"
#include "tap.h"
#include "unit/digits.h"

static double of_bits(uint64_t bits)
{
	double x;

	memcpy(&x, &bits, sizeof x);
	return x;
}

static uint64_t bits_of(double x)
{
	uint64_t b;

	memcpy(&b, &x, sizeof b);
	return b;
}

static const char *text_of(double x)
{
	static char s[2 * NUMBER_MAX];

	*number_put(s, x) = 0;
	return s;
}

/* number_get on a copy with room behind it; the whole text must be read. */
static int get(const char *s, double *x)
{
	char *room = calloc(1, strlen(s) + 16);

	strcpy(room, s);
	const char *end = number_get(room, x);
	int good = end == room + strlen(s);
	free(room);
	return good;
}

/* Does the text of x read back, with as few digits as any, and as close to x as those can be? */
static int text_is_best(double x)
{
	const char *s = text_of(x);
	char brief[64], shorter[64];
	double back;

	if (!get(s, &back) || bits_of(back) != bits_of(x) || bits_of(strtod(s, NULL)) != bits_of(x))
		return 0;
	int n = digits_of(s);
	if (n > 1) { /* printf's best with one digit less must miss x. Below powers of two its neighbours may do too */
		snprintf(shorter, sizeof shorter, "%.*e", n - 2, x);
		if (strtod(shorter, NULL) == x)
			return 0;
	}
	/* printf's n digits are the closest ones; where they read back as x, ours must be the same number */
	snprintf(brief, sizeof brief, "%.*e", n > 0 ? n - 1 : 0, x);
	if (strtod(brief, NULL) != x)
		return 1;
	char mine[64];
	snprintf(mine, sizeof mine, "%.*e", n > 0 ? n - 1 : 0, strtod(s, NULL));
	/* equal digits: print both without sign and exponent layout */
	char da[64], db[64];
	int a = 0, b = 0;
	for (const char *p = s; *p && *p != 'e'; p++)
		if (*p >= '0' && *p <= '9' && (a || *p != '0'))
			da[a++] = *p;
	for (const char *p = brief; *p && *p != 'e'; p++)
		if (*p >= '0' && *p <= '9' && (b || *p != '0'))
			db[b++] = *p;
	while (a && da[a - 1] == '0')
		a--;
	while (b && db[b - 1] == '0')
		b--;
	return a == b && memcmp(da, db, (size_t)a) == 0;
}

static void form(double x, const char *expected)
{
	const char *s = text_of(x);

	ok(strcmp(s, expected) == 0, "the form of %s is %s", expected, s);
}

static void writing(struct rng *g)
{
	form(0, "0");
	form(-0.0, "-0");
	form(1, "1");
	form(-2.385, "-2.385");
	form(0.1, "0.1");
	form(1.0 / 3, "0.3333333333333333");
	form(0.0001, "0.0001");
	form(0.00001, "1e-5");
	form(1.5e-7, "1.5e-7");
	form(100000, "100000");
	form(1e7, "1e7");
	form(1200000, "1200000");
	form(9007199254740992.0, "9007199254740992");
	form(1e22, "1e22");
	form(1e23, "1e23");
	form(2e-308, "2e-308");
	form(5e-324, "5e-324");
	form(2.2250738585072014e-308, "2.2250738585072014e-308");
	form(1.7976931348623157e308, "1.7976931348623157e308");
	form(9.5367431640625e-7, "9.5367431640625e-7");
	form(HUGE_VAL, "inf");
	form(-HUGE_VAL, "-inf");

	/* any bits, and coordinates; printf's word on every fifth */
	int bad = 0, worse = 0;
	for (int i = 0; i < 1000000; i++) {
		double x = i % 2 ? of_bits(rng_bits(g)) : (rng_uniform(g) - 0.5) * 100, back;

		if (!isfinite(x))
			continue;
		const char *t = text_of(x);
		if ((!get(t, &back) || bits_of(back) != bits_of(x) || bits_of(strtod(t, NULL)) != bits_of(x)) && bad++ < 5)
			printf("# %.17g becomes %s\n", x, t);
		if (i % 5 == 0 && !text_is_best(x) && worse++ < 5)
			printf("# %.17g becomes %s\n", x, text_of(x));
	}
	ok(bad == 0, "a million random doubles read back, here and by strtod");
	ok(worse == 0, "every fifth is shortest and closest");
	bad = 0;
	for (int e = 1; e < 2047; e++)
		for (int d = -1; d <= 1; d++) {
			double x = of_bits(((uint64_t)e << 52) + (uint64_t)(int64_t)d);
			double back;

			if (!get(text_of(x), &back) || back != x)
				bad++;
		}
	ok(bad == 0, "all powers of two and their neighbours read back");
	bad = 0;
	for (int i = 0; i < 100000; i++) {
		int64_t v = (int64_t)(rng_bits(g) >> (rng_bits(g) & 63));
		char s[2 * NUMBER_MAX], t[64];

		v = i & 1 ? v : -v;
		*number_put_int(s, v) = 0;
		snprintf(t, sizeof t, "%" PRId64, v);
		if (strcmp(s, t) != 0 || number_parse_int(s, &v) != 0 || v != strtoll(t, NULL, 10))
			bad++;
	}
	ok(bad == 0, "100000 random integers as printf has them");
}

/* The close calls: subnormal doubles, integers around 2^53, and odd multiples of powers of two whose decimals end half way
 * between two of 17 digits. */
static void close_calls(struct rng *g)
{
	int bad = 0;

	for (int i = 0; i < 60000; i++) {
		uint64_t r = rng_bits(g), bits = rng_bits(g) >> 12 | 1;
		double x = i % 3 == 0 ? of_bits(bits >> (r % 52)) :
			i % 3 == 1 ? 9007199254740992.0 + (double)((int64_t)(r % 4096) - 2048) * (r >> 60 ? 1 : 0.5) :
			((double)(r >> 11) + 0.5) / (double)((uint64_t)1 << (r % 60));

		if (!text_is_best(x) && bad++ < 5)
			printf("# %.17g becomes %s\n", x, text_of(x));
	}
	ok(bad == 0, "subnormal doubles, large integers and exact halves are shortest and closest");
}

/* Many numbers at once: 1, 2, 3 or more in a tuple, of all forms. */
static void many(struct rng *g)
{
	static const double odd[] = { 0, -0.0, 1, -1, 0.5, 1e-4, 1e-5, 1234567, 12345678.5, 1e15, 1e22, -3e-310, 1e100 };
	int bad = 0;

	for (int i = 0; i < 3000; i++) {
		char s[24 * NUMBER_MAX], t[24 * NUMBER_MAX], *to = t;
		double x[20];
		const int n = (int)rng_below(g, 21), each = 1 + (int)rng_below(g, 4);

		for (int k = 0; k < n; k++)
			x[k] = rng_below(g, 3) ? (rng_uniform(g) - 0.5) * number_exact_pow10[rng_below(g, 12)] * 1e-4 :
				odd[rng_below(g, sizeof odd / sizeof odd[0])];
		for (int k = 0; k < n; k++) {
			if (k)
				*to++ = k % each ? ',' : ' ';
			to = number_put(to, x[k]);
		}
		char *end = number_put_all(s, x, n, each);
		bad += end - s != to - t || memcmp(s, t, (size_t)(to - t)) != 0;
	}
	ok(bad == 0, "tuples of numbers are written as the numbers are");
}

/* Compare with strtod; *bad counts differences. */
static void as_strtod(const char *s, int *bad)
{
	double x = 0, y = strtod(s, NULL);
	int good = isinf(y) ? !get(s, &x) : get(s, &x) && bits_of(x) == bits_of(y);

	if (!good && (*bad)++ < 5)
		printf("# %s is %.17g, expected %.17g\n", s, x, y);
}

static void reading(struct rng *g)
{
	static const char *const hard[] = {
		"0", "-0", "1", "+1", ".5", "5.", "-.25e1", "00012", "0.000000000000000000000000000001",
		"1e22", "1e23", "123456789012345678901234567890", "9007199254740993", "9007199254740992.9999999999",
		"9007199254740993.00000000000000000000000000000000000001", "2.2250738585072011e-308",
		"2.2250738585072012e-308", "2.225073858507201136057409796709131975934819546351645648e-308",
		"4.9e-324", "2.4703282292062327e-324", "2.4703282292062328e-324", "2.48e-324", "1e-400", "0e999999999999",
		"1e-999999999999", "1.7976931348623157e308", "1.7976931348623158e308", "1.7976931348623159e308",
		"179769313486231580793728971405301e276", "1e308", "1e309", "1e99999999999999999999", "6.631236846766476e-316",
		"3.2378839133029012895883352412501532174863037669423108059901297049552301970670676565786835742587799557860615"
		"7765599382834355143910841531692526891905643964595773946180389283653051434639551003566966656292020173313440317300"
		"44369360205258345803431471660032699580731300954848363975548690010751530018881758184174569652173110473696022749934"
		"6384253806233697747365600089974040609674980283891918789639685754392222064169814626901133425240027243859416510512"
		"9355260142115533343022525237775235218172131116480476466776469e-319",
		"0.5e1", "8.9255e-22", "1090544144181609348671888949248", "1090544144181609278303144771584"
	};
	int bad = 0;

	for (size_t k = 0; k < sizeof hard / sizeof hard[0]; k++)
		as_strtod(hard[k], &bad);
	ok(bad == 0, "hard numbers as strtod reads them");

	char s[1600];
	bad = 0;
	for (int i = 0; i < 200000; i++) { /* any digits, any exponent */
		int n = 0, digits = 1 + (int)rng_below(g, i % 10 ? 20 : 60), point = (int)rng_below(g, (uint64_t)digits + 1);

		for (int k = 0; k < digits; k++) {
			if (k == point)
				s[n++] = '.';
			s[n++] = (char)('0' + rng_below(g, 10));
		}
		snprintf(s + n, sizeof s - (size_t)n, "e%d", (int)rng_below(g, 700) - 360);
		as_strtod(s, &bad);
	}
	ok(bad == 0, "200000 random decimals as strtod reads them");

	bad = 0;
	for (int i = 0; i < 4000; i++) { /* middles between doubles, all their digits, and one more or less */
		uint64_t b = rng_bits(g) >> 1;

		if (i % 4 == 0)
			b = b >> 12 & 0xFFFFFFFFFFFFF; /* subnormal */
		if (i % 4 == 1)
			b = bits_of(1 + rng_uniform(g) * 1e17);
		if (b >> 52 >= 2046)
			continue;
		long double middle = ((long double)of_bits(b) + (long double)of_bits(b + 1)) / 2;
		int n = snprintf(s, sizeof s - 4, "%.1100Lf", middle);
		if (n > (int)sizeof s - 8)
			continue;
		as_strtod(s, &bad);
		strcpy(s + n, "1");
		as_strtod(s, &bad);
		s[n] = 0;
		for (int k = n - 1; k >= 0; k--) {
			if (s[k] > '0' && s[k] <= '9') {
				s[k]--;
				break;
			}
		}
		as_strtod(s, &bad);
	}
	ok(bad == 0, "middles between doubles, and next to them, as strtod reads them");
}

static void refusals(void)
{
	static const char *const none[] = { "", "-", "+", ".", "e5", "-e5", "nan", "inf", "-inf", "x1", " 1", "--1", "+-1",
		"1e400", "-1e400" };
	double x = 7;
	int64_t v = 7;
	int bad = 0;

	for (size_t k = 0; k < sizeof none / sizeof none[0]; k++)
		bad += number_parse(none[k], &x) == 0 || x != 7;
	ok(bad == 0, "what is no number is refused and the target left alone");
	ok(number_parse("1x", &x) < 0 && number_parse("0x10", &x) < 0 && number_parse("1e", &x) < 0 &&
	   number_parse("1 ", &x) < 0 && number_parse("1,5", &x) < 0, "what follows a number is noticed");
	ok(number_parse_int("9223372036854775807", &v) == 0 && v == INT64_MAX, "the largest integer");
	ok(number_parse_int("-9223372036854775808", &v) == 0 && v == INT64_MIN, "the smallest integer");
	v = 7;
	ok(number_parse_int("9223372036854775808", &v) < 0 && number_parse_int("-9223372036854775809", &v) < 0 &&
	   number_parse_int("18446744073709551617", &v) < 0 && number_parse_int("99999999999999999999", &v) < 0 &&
	   number_parse_int("1.5", &v) < 0 && number_parse_int("", &v) < 0 && v == 7, "integers that do not fit");
	ok(number_parse_int("-000000000000000000000000012", &v) == 0 && v == -12, "zeros in front");
}

/* Numbers of 128 bits where the compiler has none: (2^k - 1)^2 + 2^k - 1 = 2^k (2^k - 1), and products of others against sums of
 * shifted numbers. */
static void products(struct rng *g)
{
	int bad = 0;

	for (int k = 1; k < 64; k++) {
		uint64_t a = (UINT64_C(1) << k) - 1;
		struct product p = product_of_halves(a, a, a);

		bad += p.hi != a >> (64 - k) || p.lo != a << k;
	}
	struct product most = product_of_halves(UINT64_MAX, UINT64_MAX, UINT64_MAX);
	ok(bad == 0 && most.hi == UINT64_MAX && most.lo == 0, "products of 128 bits: squares of 2^k - 1");
	for (int i = 0; i < 10000; i++) {
		uint64_t a = rng_bits(g) >> (rng_bits(g) & 63), b = rng_bits(g) >> (rng_bits(g) & 63), plus = rng_bits(g);
		struct product p = product_of_halves(a, b, plus), q = product_of(a, b, plus), sum = { 0, plus };

		for (int k = 0; k < 64; k++)
			if (b >> k & 1) {
				sum.lo += a << k;
				sum.hi += (k ? a >> (64 - k) : 0) + (sum.lo < a << k);
			}
		bad += p.hi != sum.hi || p.lo != sum.lo || q.hi != sum.hi || q.lo != sum.lo;
	}
	ok(bad == 0, "products of 128 bits are sums of shifted numbers");
}

int main(void)
{
	struct rng g;

	rng_seed(&g, 20240717);
	writing(&g);
	close_calls(&g);
	many(&g);
	reading(&g);
	refusals();
	products(&g);
	return done();
}
