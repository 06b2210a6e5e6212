// Counts allocations by replacing the allocation functions of the C library.
#include "CAllocations.h"

#include <stdatomic.h>
#include <stdlib.h>

static atomic_int is_counting;
static atomic_long count;

void allocations_begin(void) {
  atomic_store(&count, 0);
  atomic_store(&is_counting, 1);
}

#if defined(__GLIBC__)

#include <errno.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static void note(void) {
  if (atomic_load_explicit(&is_counting, memory_order_relaxed)) {
    atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
  }
}

void *malloc(size_t size) {
  note();
  return __libc_malloc(size);
}

void *calloc(size_t n, size_t size) {
  note();
  return __libc_calloc(n, size);
}

void *realloc(void *block, size_t size) {
  note();
  return __libc_realloc(block, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  note();
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
  note();
  *block = __libc_memalign(alignment, size);
  return *block || !size ? 0 : ENOMEM;
}

long allocations_end(void) {
  atomic_store(&is_counting, 0);
  return atomic_load(&count);
}

#else

long allocations_end(void) { return -1; }

#endif
