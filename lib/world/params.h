/* params.h: a list of key=number. */
#ifndef SCREE_PARAMS_H
#define SCREE_PARAMS_H

#include <stddef.h>

/* The items stand in the order in which their keys were first set. All zero is an empty list. */
struct params {
	int n;
	size_t cap;
	struct param { char *key; double value; } *item;
};

/* Returns a pointer to the value of a key, or NULL if the key is not set. */
double *params_find(const struct params *p, const char *key);
/* Returns the value of a key, or `otherwise` if the key is not set. */
double params_get(const struct params *p, const char *key, double otherwise);
void params_set(struct params *p, const char *key, double value);
/* Remove a key if it is set. */
void params_drop(struct params *p, const char *key);
/* Free all memory; the list is empty afterwards. */
void params_free(struct params *p);
/* Make dst a copy of src. */
void params_copy(struct params *dst, const struct params *src);

#endif
