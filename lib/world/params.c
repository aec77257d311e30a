/* params.c: a list of key=number */
#include "world/params.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

double *params_find(const struct params *p, const char *key)
{
	for (int k = 0; k < p->n; k++)
		if (strcmp(p->item[k].key, key) == 0)
			return &p->item[k].value;
	return NULL;
}

double params_get(const struct params *p, const char *key, double otherwise)
{
	const double *v = params_find(p, key);

	return v ? *v : otherwise;
}

void params_set(struct params *p, const char *key, double value)
{
	double *v = params_find(p, key);

	if (!v) {
		MEM_GROW(p->item, &p->cap, (size_t)p->n + 1);
		p->item[p->n].key = mem_string(key);
		v = &p->item[p->n++].value;
	}
	*v = value;
}

void params_drop(struct params *p, const char *key)
{
	double *v = params_find(p, key);

	if (!v)
		return;
	struct param *at = (struct param *)((char *)v - offsetof(struct param, value));
	int k = (int)(at - p->item);
	free(at->key);
	p->n--;
	memmove(at, at + 1, (size_t)(p->n - k) * sizeof *at);
}

void params_free(struct params *p)
{
	for (int k = 0; k < p->n; k++)
		free(p->item[k].key);
	free(p->item);
	memset(p, 0, sizeof *p);
}

void params_copy(struct params *dst, const struct params *src)
{
	params_free(dst);
	for (int k = 0; k < src->n; k++)
		params_set(dst, src->item[k].key, src->item[k].value);
}
