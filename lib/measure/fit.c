/* fit.c: compare values with a distribution */
#include "measure/fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/order.h"

/* Weights in 64 classes per factor of 2, over the range of a double. */
enum { CLASSES_PER_OCTAVE = 64, OCTAVES = 2100 };

static enum family family_of(const struct fit *f)
{
	return f->kind == FIT_COMPONENT || f->kind == FIT_NORMAL ? FAMILY_NORMAL : FAMILY_GAMMA;
}

static int dof_of(const struct fit *f)
{
	return f->dof ? f->dof : 2;
}

static enum estimated estimated_by(const struct fit *f)
{
	return f->kind == FIT_NORMAL ? ESTIMATED_MEAN_AND_SCALE : isnan(f->given) ? ESTIMATED_SCALE : ESTIMATED_NOTHING;
}

double fit_reduce(const struct fit *f, double x, double weight)
{
	switch (f->kind) {
	case FIT_COMPONENT: return x * sqrt(weight);
	case FIT_SPEED: return x < 0 ? 0 : x * x * weight / 2;
	case FIT_ENERGY: return x * weight;
	default: return x;
	}
}

static void class_add(struct fit *f, double weight)
{
	int exponent;
	double half = frexp(weight, &exponent);
	size_t k = (size_t)(exponent + 1075) * CLASSES_PER_OCTAVE + (size_t)((half - 0.5) * 2 * CLASSES_PER_OCTAVE);

	if (!f->class)
		f->class = MEM_ZERO(struct fit_class, (size_t)OCTAVES * CLASSES_PER_OCTAVE);
	f->class[k].n++;
	f->class[k].weight += weight;
}

/* Store every stride-th value. If there are too many, drop every second one. */
static void keep(struct fit *f, double u)
{
	if (!f->stride)
		f->stride = 1;
	if (f->seen++ % f->stride)
		return;
	if (f->n_kept == FIT_KEPT) {
		for (int64_t k = 0; k < FIT_KEPT / 2; k++)
			f->kept[k] = f->kept[2 * k];
		f->n_kept = FIT_KEPT / 2;
		f->stride *= 2;
		if ((f->seen - 1) % f->stride)
			return;
	}
	size_t cap = (size_t)f->cap_kept;
	MEM_GROW(f->kept, &cap, (size_t)f->n_kept + 1);
	f->cap_kept = (int64_t)cap;
	f->kept[f->n_kept++] = u;
}

void fit_add(struct fit *f, double x, double weight)
{
	double u = fit_reduce(f, x, weight);

	if (f->n++ == 0)
		f->shift = x;
	f->sum[0] += x - f->shift;
	f->sum[1] += (x - f->shift) * (x - f->shift);
	f->reduced[0] += u;
	f->reduced[1] += u * u;
	class_add(f, weight);
	keep(f, u);
}

/* Find the centre, the scale, and the temperature if the kind has one. For n independent values the relative error of a variance
 * is sqrt(2 / n), and that of the mean energy of d degrees of freedom sqrt(2 / (n d)). */
static void estimate(const struct fit *f, struct fit_result *r)
{
	double n = (double)f->n, dof = dof_of(f), one = f->reduced[0] / n, two = f->reduced[1] / n;

	r->temperature = r->temperature_error = NAN;
	if (f->kind == FIT_NORMAL) {
		r->centre = r->mean;
		r->scale = r->spread;
	} else if (f->kind == FIT_EXPONENTIAL) {
		r->scale = one;
	} else {
		int component = f->kind == FIT_COMPONENT;
		double found = component ? two : 2 * one / dof;

		r->temperature = isnan(f->given) ? found : f->given;
		r->temperature_error = isnan(f->given) ? found * sqrt(2 / (r->independent * (component ? 1 : dof))) : 0;
		r->scale = component ? sqrt(r->temperature) : r->temperature;
	}
}

/* Move the classes of weights that occurred to the front. */
static void classes_pack(struct fit *f)
{
	for (int k = 0; f->class && k < OCTAVES * CLASSES_PER_OCTAVE; k++)
		if (f->class[k].n > 0)
			f->class[f->n_class++] = f->class[k];
}

struct fit_result fit_finish(struct fit *f, double independent, int classes)
{
	struct fit_result r = { .n = f->n, .independent = independent, .ks = NAN, .ks_p = NAN, .chi2 = NAN, .chi2_p = NAN,
		.mean = NAN, .spread = NAN, .temperature = NAN, .temperature_error = NAN, .scale = NAN };
	enum family family = family_of(f);
	enum estimated what = estimated_by(f);
	int dof = dof_of(f);
	double n = (double)f->n;

	if (!f->n)
		return r;
	r.mean = f->shift + f->sum[0] / n;
	r.spread = f->n > 1 ? sqrt(fmax(0, f->sum[1] - f->sum[0] * f->sum[0] / n) / (n - 1)) : NAN;
	estimate(f, &r);
	classes_pack(f);
	if (!(r.scale > 0) || r.independent < 2)
		return r;
	double *z = MEM_NEW(double, (size_t)f->n_kept);
	for (int64_t k = 0; k < f->n_kept; k++)
		z[k] = (f->kept[k] - r.centre) / r.scale;
	qsort(z, (size_t)f->n_kept, sizeof *z, order_doubles);
	r.ks = ks_distance(family, dof, f->n_kept, z);
	r.ks_p = ks_tail_estimated(family, dof, what, r.ks, independent);
	if (classes > independent / 5)
		classes = (int)(independent / 5);
	if (classes >= 4) {
		r.chi2 = chi2_classes(family, dof, f->n_kept, z, classes, independent);
		r.chi2_dof = classes - 1 - (what == ESTIMATED_MEAN_AND_SCALE ? 2 : what == ESTIMATED_SCALE);
		r.chi2_p = chi2_tail(r.chi2, r.chi2_dof);
	}
	free(z);
	return r;
}

double fit_cdf(const struct fit *f, const struct fit_result *r, double x)
{
	double sum = 0, n = 0;

	for (int k = 0; k < f->n_class; k++) {
		double weight = f->class[k].weight / f->class[k].n;

		sum += f->class[k].n * family_cdf(family_of(f), dof_of(f), (fit_reduce(f, x, weight) - r->centre) / r->scale);
		n += f->class[k].n;
	}
	return sum / n;
}

void fit_clear(struct fit *f)
{
	free(f->kept);
	free(f->class);
	*f = (struct fit){ .kind = f->kind, .dof = f->dof, .given = f->given };
}
