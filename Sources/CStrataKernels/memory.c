// What pixel memory needs of the C library and the system.
#define _DEFAULT_SOURCE

#include "CStrataKernels.h"

#include <stdlib.h>
#include <sys/mman.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

void strata_return_freed_memory(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

void strata_advise_large_pages(void *memory, size_t size) {
#ifdef MADV_HUGEPAGE
  // A failure changes nothing but speed.
  (void)madvise(memory, size, MADV_HUGEPAGE);
#else
  (void)memory;
  (void)size;
#endif
}
