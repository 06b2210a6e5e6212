#ifndef CALLOCATIONS_H
#define CALLOCATIONS_H

#include <stddef.h>

/// Starts counting allocations from zero.
void allocations_begin(void);

/// Stops counting and returns the number of allocations; -1 if the C library is not supported.
long allocations_end(void);

/// Returns the bytes of the heap that the program uses; -1 if that is not known.
long heap_bytes(void);

/// Returns the number of voluntary context switches of all threads but the calling one; -1 if that is not known.
long other_threads_sleeps(void);

#endif
