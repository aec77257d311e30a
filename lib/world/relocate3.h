/* relocate3.h: see relocate.h. */
#include "world/relocate.h"
