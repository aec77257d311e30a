/* same.h: whether two worlds have the same bodies, contacts and ledger, to the last bit. */
#ifndef SCREE_TEST_SAME_H
#define SCREE_TEST_SAME_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "world/world.h"

static int by_id(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

/* Columns of the same bits, row order[2k + 1] of each; ids count by their place in the order. */
static int same_table(const struct table *a, const struct table *b, const int64_t *pa, const int64_t *pb)
{
	int same = a->n_row == b->n_row && a->n_col == b->n_col;

	for (int c = 0; c < a->n_col && same; c++) {
		const struct col *x = &a->col[c], *y = &b->col[c];
		int key = !strcmp(x->name, "id") || !strcmp(x->name, "i") || !strcmp(x->name, "j");

		same = !strcmp(x->name, y->name) && x->kind == y->kind;
		for (int k = 0; k < a->n_row && same && !key; k++) {
			int ka = pa ? (int)pa[2 * k + 1] : k, kb = pb ? (int)pb[2 * k + 1] : k;

			same = x->kind == COL_REAL ? !memcmp(&x->real[ka], &y->real[kb], sizeof(double))
			     : x->kind == COL_INT ? x->integer[ka] == y->integer[kb] : 1;
			if (!same)
				printf("# %s in row %d\n", x->name, k);
		}
	}
	return same;
}

/* Ids and rows in the order of ids. */
static int64_t *in_order(const struct world *w)
{
	int64_t *p = malloc((size_t)w->body.n_row * 2 * sizeof *p);

	for (int k = 0; k < w->body.n_row; k++) {
		p[2 * k] = table_int(&w->body, "id")[k];
		p[2 * k + 1] = k;
	}
	qsort(p, (size_t)w->body.n_row, 2 * sizeof *p, by_id);
	return p;
}

/* The places of the bodies i and j of contacts in the order of ids are the same. */
static int same_ends(const struct world *a, const struct world *b, const int64_t *pa, const int64_t *pb)
{
	static const char *const name[2] = { "i", "j" };
	size_t size = 2 * sizeof *pa;

	for (int c = 0; c < 2; c++)
		for (int k = 0; k < a->contact.n_row; k++) {
			const int64_t *x = bsearch(table_int(&a->contact, name[c]) + k, pa, (size_t)a->body.n_row, size, by_id);
			const int64_t *y = bsearch(table_int(&b->contact, name[c]) + k, pb, (size_t)b->body.n_row, size, by_id);

			if (!x || !y || x - pa != y - pb)
				return 0;
		}
	return 1;
}

static int same(const struct world *a, const struct world *b)
{
	int64_t *pa = in_order(a), *pb = in_order(b);
	int good = same_table(&a->body, &b->body, pa, pb) && same_table(&a->contact, &b->contact, NULL, NULL) &&
	           same_ends(a, b, pa, pb) && a->ledger.n == b->ledger.n && a->step == b->step &&
	           !memcmp(&a->domain, &b->domain, sizeof a->domain);

	for (int k = 0; k < a->ledger.n && good; k++) {
		const struct param *p = &a->ledger.item[k], *q = &b->ledger.item[k];

		good = !strcmp(p->key, q->key) && !memcmp(&p->value, &q->value, sizeof p->value);
		if (!good)
			printf("# ledger %s: %.17g, %.17g\n", p->key, p->value, q->value);
	}
	free(pa);
	free(pb);
	return good;
}

#endif
