#include "CStrataKernels.h"

#include <string.h>

// All forms give the same bytes, so no form may fuse a multiplication with an addition.
#pragma clang fp contract(off)

#define ALWAYS static inline __attribute__((always_inline))

// x / 255 with rounding, exact for x in 0...255 * 255.
ALWAYS uint32_t divide255(uint32_t x) {
  x += 128;
  return (x + (x >> 8)) >> 8;
}

ALWAYS uint32_t load32(const uint8_t *p) {
  uint32_t v;
  memcpy(&v, p, 4);
  return v;
}

ALWAYS void store32(uint8_t *p, uint32_t v) { memcpy(p, &v, 4); }

ALWAYS float unit(float x) { return x < 0.0f ? 0.0f : x > 1.0f ? 1.0f : x; }

// Four bytes, each times a byte, divided by 255.
ALWAYS uint32_t scale1(uint32_t p, uint32_t factor) {
  uint32_t rb = (p & 0x00ff00ffu) * factor + 0x00800080u;
  uint32_t ga = ((p >> 8) & 0x00ff00ffu) * factor + 0x00800080u;
  rb = ((rb + ((rb >> 8) & 0x00ff00ffu)) >> 8) & 0x00ff00ffu;
  ga = (ga + ((ga >> 8) & 0x00ff00ffu)) & 0xff00ff00u;
  return rb | ga;
}

// Four sums of bytes, each at most 255.
ALWAYS uint32_t add1(uint32_t a, uint32_t b) {
  uint32_t rb = (a & 0x00ff00ffu) + (b & 0x00ff00ffu), ga = ((a >> 8) & 0x00ff00ffu) + ((b >> 8) & 0x00ff00ffu);
  rb = (rb | (((rb >> 8) & 0x00010001u) * 255)) & 0x00ff00ffu;
  ga = (ga | (((ga >> 8) & 0x00010001u) * 255)) & 0x00ff00ffu;
  return rb | ga << 8;
}

ALWAYS uint32_t over1(uint32_t d, uint32_t s) { return add1(s, scale1(d, 255 - (s >> 24))); }

// s in the proportion c, d in the rest.
ALWAYS uint32_t mix1(uint32_t d, uint32_t s, uint32_t c) {
  const uint32_t rest = 255 - c;
  uint32_t rb = (s & 0x00ff00ffu) * c + (d & 0x00ff00ffu) * rest + 0x00800080u;
  uint32_t ga = ((s >> 8) & 0x00ff00ffu) * c + ((d >> 8) & 0x00ff00ffu) * rest + 0x00800080u;
  rb = ((rb + ((rb >> 8) & 0x00ff00ffu)) >> 8) & 0x00ff00ffu;
  ga = (ga + ((ga >> 8) & 0x00ff00ffu)) & 0xff00ff00u;
  return rb | ga;
}

// Four neighbours with weights that sum up to 256.
ALWAYS uint32_t linear1(uint32_t a, uint32_t b, uint32_t c, uint32_t d, uint32_t wa, uint32_t wb, uint32_t wc,
                        uint32_t wd) {
  const uint32_t rb = (a & 0x00ff00ffu) * wa + (b & 0x00ff00ffu) * wb + (c & 0x00ff00ffu) * wc +
                      (d & 0x00ff00ffu) * wd + 0x00800080u;
  const uint32_t ga = ((a >> 8) & 0x00ff00ffu) * wa + ((b >> 8) & 0x00ff00ffu) * wb +
                      ((c >> 8) & 0x00ff00ffu) * wc + ((d >> 8) & 0x00ff00ffu) * wd + 0x00800080u;
  return ((rb >> 8) & 0x00ff00ffu) | (ga & 0xff00ff00u);
}

// The weights of four neighbours for fractions of 0...256.
#define WEIGHTS(fx, fy)                                                 \
  const uint32_t wd = ((fx) * (fy) + 128) >> 8, wb = (fx)-wd, wc = (fy)-wd; \
  const uint32_t wa = 256 + wd - (fx) - (fy)

ALWAYS int32_t clamp_index(int64_t i, int32_t low, int32_t high) {
  return i < low ? low : i > high ? high : (int32_t)i;
}

#define JOIN2(a, b) a##_##b
#define JOIN(a, b) JOIN2(a, b)
#define FORM(name) JOIN(FORM_PREFIX, name)
#define TEXT2(a) #a
#define TEXT(a) TEXT2(a)

// One pixel at a time: what the other forms are tested against.
#define FORM_PREFIX plain
#include "kernels.inc"
#undef FORM_PREFIX

// Vectors of 16 bytes, which every 64-bit processor has: SSE2 or NEON.
#define FORM_PREFIX vector128
#define LANES 4
#include "kernels.inc"
#undef LANES
#undef FORM_PREFIX

#if defined(__x86_64__)

#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#define FORM_PREFIX avx2
#define LANES 8
#include "kernels.inc"
#undef LANES
#undef FORM_PREFIX
#pragma clang attribute pop

#pragma clang attribute push(__attribute__((target("avx2,avx512f,avx512bw,avx512vl,avx512dq"))), apply_to = function)
#define FORM_PREFIX avx512
#define LANES 16
#include "kernels.inc"
#undef LANES
#undef FORM_PREFIX
#pragma clang attribute pop

#endif

const StrataKernels *const *strata_kernel_forms(size_t *count) {
#if defined(__x86_64__)
  static const StrataKernels *const forms[] = {&plain_table, &vector128_table, &avx2_table, &avx512_table};
  __builtin_cpu_init();
  const int has_avx2 = __builtin_cpu_supports("avx2");
  const int has_avx512 = has_avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                         __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq");
  *count = has_avx512 ? 4 : has_avx2 ? 3 : 2;
#else
  static const StrataKernels *const forms[] = {&plain_table, &vector128_table};
  *count = 2;
#endif
  return forms;
}

const StrataKernels *strata_kernels(void) {
  static const StrataKernels *chosen;
  const StrataKernels *result = __atomic_load_n(&chosen, __ATOMIC_RELAXED);
  if (!result) {
    size_t count;
    const StrataKernels *const *forms = strata_kernel_forms(&count);
    result = forms[count - 1];
    __atomic_store_n(&chosen, result, __ATOMIC_RELAXED);
  }
  return result;
}
