// What pixel memory needs of the C library and the system.
#define _GNU_SOURCE

#include "StrataKernels.h"

#include <stdatomic.h>
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
// The size to which ends of mappings are rounded: that of pages, or a multiple of it.
static const size_t small_page = (size_t)1 << 16;

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

// Large blocks start at different places of their first large page. Rows of several pictures are read in turn; where the
// lower bits of their addresses are equal, processors find them in the same few places of their caches. A stack of eight
// pictures of the whole screen took four times as long on one of them.
enum { places = 32, place_distance = 5 * 4096 + 192 };
static atomic_uint last_place;

// The bytes of the mapping of a block that begins behind an offset in its first large page.
static size_t mapped_length(size_t offset, size_t size) { return (offset + size + small_page - 1) & ~(small_page - 1); }

void *strata_map_pages(size_t size) {
  if (size < 2 * large_page) return map(size);
  const size_t offset = atomic_fetch_add_explicit(&last_place, 1, memory_order_relaxed) % places * place_distance;
  const size_t length = mapped_length(offset, size);
  // Maps more than is asked for and gives back what is outside of the first large page's begin and the length.
  char *mapped = map(length + large_page);
  if (!mapped) return NULL;
  char *begin = (char *)(((uintptr_t)mapped + large_page - 1) & ~(uintptr_t)(large_page - 1));
  if (begin > mapped) munmap(mapped, begin - mapped);
  if (begin < mapped + large_page) munmap(begin + length, mapped + large_page - begin);
#ifdef MADV_HUGEPAGE
  // A failure changes nothing but speed.
  (void)madvise(begin, length, MADV_HUGEPAGE);
#endif
  return begin + offset;
}

void strata_unmap_pages(void *memory, size_t size) {
  if (size < 2 * large_page) {
    munmap(memory, size);
    return;
  }
  // The offset is less than a large page.
  const size_t offset = (uintptr_t)memory & (large_page - 1);
  munmap((char *)memory - offset, mapped_length(offset, size));
}

#endif
