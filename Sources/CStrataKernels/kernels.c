#include "CStrataKernels.h"

#if defined(__x86_64__) && defined(__clang__)
#define STRATA_X86 1
#endif

// x / 255 with rounding, exact for x in 0...255 * 255.
static inline __attribute__((always_inline)) uint32_t divide255(uint32_t x) {
  x += 128;
  return (x + (x >> 8)) >> 8;
}

// Two bytes, 16 bits apart, each times a byte, divided by 255.
static inline __attribute__((always_inline)) uint32_t scale_pair(uint32_t pair, uint32_t factor) {
  const uint32_t product = pair * factor + 0x00800080u;
  return ((product + ((product >> 8) & 0x00ff00ffu)) >> 8) & 0x00ff00ffu;
}

// Two sums of bytes, 16 bits apart, each at most 255.
static inline __attribute__((always_inline)) uint32_t add_saturated(uint32_t a, uint32_t b) {
  const uint32_t sum = a + b;
  const uint32_t carry = (sum >> 8) & 0x00010001u;
  return (sum | (carry * 255)) & 0x00ff00ffu;
}

static inline __attribute__((always_inline)) int64_t clamp_index(int64_t i, int32_t low, int32_t high) {
  return i < low ? low : i > high ? high : i;
}

#define FORM(name) plain_##name
#define FORM_NAME "plain"
#include "kernels.inc"
#undef FORM
#undef FORM_NAME

#ifdef STRATA_X86

#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#define FORM(name) avx2_##name
#define FORM_NAME "avx2"
#include "kernels.inc"
#undef FORM
#undef FORM_NAME
#pragma clang attribute pop

#pragma clang attribute push(__attribute__((target("avx2,avx512f,avx512bw,avx512vl"))), \
                             apply_to = function)
#define FORM(name) avx512_##name
#define FORM_NAME "avx512"
#include "kernels.inc"
#undef FORM
#undef FORM_NAME
#pragma clang attribute pop

#endif

const StrataKernels *const *strata_kernel_forms(size_t *count) {
#ifdef STRATA_X86
  static const StrataKernels *const forms[] = {&plain_table, &avx2_table, &avx512_table};
  __builtin_cpu_init();
  const int has_avx2 = __builtin_cpu_supports("avx2");
  const int has_avx512 = has_avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                         __builtin_cpu_supports("avx512vl");
  *count = has_avx512 ? 3 : has_avx2 ? 2 : 1;
#else
  // The compiler's own vector form of the plain bodies: NEON on 64-bit ARM.
  static const StrataKernels *const forms[] = {&plain_table};
  *count = 1;
#endif
  return forms;
}

const StrataKernels *strata_kernels(void) {
  size_t count;
  const StrataKernels *const *forms = strata_kernel_forms(&count);
  return forms[count - 1];
}
