// What pixel memory needs of the C library and the system.
#define _GNU_SOURCE

#include "StrataKernels.h"

#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

// The sanitizer finds accesses outside of blocks only in memory of its own allocator.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define PAGES_FROM_ALLOCATOR 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define PAGES_FROM_ALLOCATOR 1
#endif

// The size of large pages on the systems that have them.
static const size_t large_page = (size_t)1 << 21;

void strata_return_freed_memory(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

#ifdef PAGES_FROM_ALLOCATOR

void *strata_map_pages(size_t size) { return aligned_alloc(64, (size + 63) & ~(size_t)63); }

void strata_unmap_pages(void *memory, size_t size) {
  (void)size;
  free(memory);
}

#else

static void *map(size_t size) {
  void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

void *strata_map_pages(size_t size) {
  if (size < 2 * large_page) return map(size);
  // Maps more than is asked for and gives back what is outside of the first large page's begin and the size.
  char *mapped = map(size + large_page);
  if (!mapped) return NULL;
  char *memory = (char *)(((uintptr_t)mapped + large_page - 1) & ~(uintptr_t)(large_page - 1));
  if (memory > mapped) munmap(mapped, memory - mapped);
  if (memory < mapped + large_page) munmap(memory + size, mapped + large_page - memory);
#ifdef MADV_HUGEPAGE
  // A failure changes nothing but speed.
  (void)madvise(memory, size, MADV_HUGEPAGE);
#endif
  return memory;
}

void strata_unmap_pages(void *memory, size_t size) { munmap(memory, size); }

#endif
