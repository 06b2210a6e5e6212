#ifndef CALLOCATIONS_H
#define CALLOCATIONS_H

#include <stddef.h>

/// Begins to count blocks of memory that are asked for, from zero.
void allocations_begin(void);

/// Ends counting and tells how many there were; -1 where this library cannot tell.
long allocations_end(void);

#endif
