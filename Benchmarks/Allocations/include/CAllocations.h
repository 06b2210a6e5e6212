#ifndef CALLOCATIONS_H
#define CALLOCATIONS_H

#include <stddef.h>

/// Begins to count blocks of memory that are asked for, from zero.
void allocations_begin(void);

/// Ends counting and tells how many there were; -1 where this library cannot tell.
long allocations_end(void);

/// Bytes of the heap in use by the whole program; -1 where that is not known.
long heap_bytes(void);

/// How often all threads but the calling one have gone to sleep of themselves; -1 where that is not known.
long other_threads_sleeps(void);

#endif
