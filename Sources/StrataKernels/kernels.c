#include "StrataKernels.h"

#include <string.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

// All forms give the same bytes, so no form may fuse a multiplication with an addition.
#pragma clang fp contract(off)

#define ALWAYS static inline __attribute__((always_inline))

// x / 255 rounded to the nearest, exact for x in 0...255 * 255 (Blinn, "Three wrongs make a right", 1995).
ALWAYS uint32_t divide255(uint32_t x) {
  x += 128;
  return (x + (x >> 8)) >> 8;
}

ALWAYS uint32_t load32(const uint8_t *p) {
  uint32_t v;
  memcpy(&v, p, 4);
  return v;
}

ALWAYS uint64_t load64(const uint8_t *p) {
  uint64_t v;
  memcpy(&v, p, 8);
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

// The nearest whole number, and the floor, of numbers far below 2^51 in magnitude. Adding 1.5 * 2^52 rounds to a whole
// number, so that no processor needs a function call.
ALWAYS double nearest_even(double x) { return (x + 6755399441055744.0) - 6755399441055744.0; }
ALWAYS double floor_of(double x) {
  const double whole = nearest_even(x);
  return whole - (whole > x ? 1.0 : 0.0);
}

// The nearest whole number of a number far below 2^51 in magnitude; halves round away from zero.
ALWAYS double rounded(double x) {
  const double whole = nearest_even(x), rest = x - whole;
  return whole + (rest == 0.5 && x > 0 ? 1.0 : 0.0) - (rest == -0.5 && x < 0 ? 1.0 : 0.0);
}

// A place within the numbers of 32 bits; a NaN becomes a place outside.
ALWAYS double near_place(double x) { return !(x > -2.0) ? -2.0 : x > 1e9 ? 1e9 : x; }

// The weights of four neighbours for fractions of 0...256.
#define WEIGHTS(fx, fy)                                                 \
  const uint32_t wd = ((fx) * (fy) + 128) >> 8, wb = (fx)-wd, wc = (fy)-wd; \
  const uint32_t wa = 256 + wd - (fx) - (fy)

ALWAYS int32_t clamp_index(int64_t i, int32_t low, int32_t high) {
  return i < low ? low : i > high ? high : (int32_t)i;
}

// One to three bytes of a mask.
ALWAYS uint32_t part_of_mask(const uint8_t *p, size_t count) {
  return p[0] | (count > 1 ? (uint32_t)p[1] << 8 : 0) | (count > 2 ? (uint32_t)p[2] << 16 : 0);
}

// Returns true if `count` bytes, at most 16, all have one value of 0 or 255.
ALWAYS int all_bytes(const uint8_t *p, size_t count, uint8_t value) {
  const uint64_t wanted = value * 0x0101010101010101u;
  uint64_t a = wanted, b = wanted;
  if (count < 4) return part_of_mask(p, count) == ((uint32_t)wanted & ((1u << count * 8) - 1));
  memcpy(&a, p, count < 8 ? 4 : 8);
  if (count > 8) memcpy(&b, p + 8, 8);
  return a == wanted && b == wanted;
}

// The distance at which to prefetch the bytes of large pictures, which do not fit into the caches: some rows. The
// processor's own prefetching follows a row only, and stops at the end of a page. Small pictures need none.
ALWAYS size_t read_ahead(size_t stride, size_t width, size_t height) {
  enum { distance = 15360 };
  if (stride == 0 || width * 4 * height <= 2 * distance) return 0;
  return stride < distance ? distance / stride * stride : width * 4 > distance ? distance : stride;
}

#if defined(__x86_64__)
// Contiguous fills of at least this many pixels use `rep stos`. It takes ownership of cache lines without reading them
// first, which vector stores can do only by bypassing the cache: half the time if the target does not fit into it.
enum { LARGE_FILL = 16384 };
ALWAYS void fill_words(uint8_t *target, size_t count, uint32_t color) {
  __asm__ volatile("rep stosl" : "+D"(target), "+c"(count) : "a"(color) : "memory");
}
#endif

// Samples are taken in blocks of places: x and y of the upper left neighbour, and weights of 0...256 of the right and the
// lower neighbours. Places are computed in steps of a fixed number, so that their loops need no remainder. Vectors may
// read a few beyond the last one. The set-up of several blocks is computed together.
enum { BLOCK = STRATA_LINE_BLOCK, PLACE_STEP = 16, BLOCKS = 8 };
typedef struct {
  int32_t x[BLOCK + 16], y[BLOCK + 16];
  uint32_t fx[BLOCK + 16], fy[BLOCK + 16];
} Places;

// Empties the cache if its blocks belong to another line. Compares bits: equal numbers give equal places.
ALWAYS void begin_line(StrataLine *line, const double *start, const double *step, int32_t min_x, int32_t max_x) {
  const double key[4] = {start[0], start[2], step[0], step[2]};
  if (memcmp(key, &line->start_x, sizeof key) == 0 && line->min_x == min_x && line->max_x == max_x) return;
  memcpy(&line->start_x, key, sizeof key);
  line->min_x = min_x;
  line->max_x = max_x;
  memset(line->blocks, 0, sizeof line->blocks);
}

// The operations of vector loops: WORDS are pixels, HALVES are every other channel of them in 16 bits.
#define LOAD(p) load((p), pixels_in_vector)
#define STORE(p, v) store((p), (v), pixels_in_vector)
// Loads a whole vector, for memory that has room for one in any case.
#define LOAD_WHOLE(p) ({ WORDS v_; memcpy(&v_, (p), sizeof(WORDS)); v_; })
#define EACH(x) ((HALVES){} + (uint16_t)(x))
// The 32-bit lanes of a mask or alpha, doubled into 16-bit factors.
#define DOUBLED(w) ({ WORDS w_ = (w); (HALVES)(w_ | w_ << 16); })
#define LOAD_MASK(p) DOUBLED(load_mask((p), pixels_in_vector))
#define RB(p) ((HALVES)((p) & 0x00ff00ffu))
#define GA(p) ((HALVES)((p) >> 8 & 0x00ff00ffu))
// Both products divided by 255 and rounded.
#define PACK255(rb, ga)                             \
  ({                                                \
    HALVES rb_ = (rb) + 128, ga_ = (ga) + 128;      \
    rb_ = divided(rb_);                             \
    ga_ = (ga_ + (ga_ >> 8)) & 0xff00;              \
    (WORDS)rb_ | (WORDS)ga_;                        \
  })
#define PACK256(rb, ga) ((WORDS)(((rb) + 128) >> 8) | (WORDS)(((ga) + 128) & 0xff00))
#define SCALE(p, f) ({ WORDS p_ = (p); HALVES f_ = (f); PACK255(RB(p_) * f_, GA(p_) * f_); })
#define REST(p) (255 - DOUBLED((p) >> 24))
#define ADD(a, b) ((WORDS)__builtin_elementwise_add_sat((BYTES)(a), (BYTES)(b)))
#define OVER(d, s) ({ WORDS s_ = (s); ADD(s_, SCALE((d), REST(s_))); })
#define MIX(d, s, c)                                                       \
  ({                                                                       \
    WORDS md_ = (d), ms_ = (s);                                            \
    HALVES mc_ = (c), mr_ = 255 - mc_;                                     \
    PACK255(RB(ms_) * mc_ + RB(md_) * mr_, GA(ms_) * mc_ + GA(md_) * mr_); \
  })
// Four neighbours with weights that sum up to 256.
#define LINEAR(a, b, c, d, wa, wb, wc, wd)                                                                 \
  ({                                                                                                       \
    const WORDS la_ = (a), lb_ = (b), lc_ = (c), ld_ = (d);                                                \
    const HALVES va_ = (wa), vb_ = (wb), vc_ = (wc), vd_ = (wd);                                           \
    PACK256(RB(la_) * va_ + RB(lb_) * vb_ + RB(lc_) * vc_ + RB(ld_) * vd_,                                 \
            GA(la_) * va_ + GA(lb_) * vb_ + GA(lc_) * vc_ + GA(ld_) * vd_);                                \
  })
// Every other word of two vectors.
#define EVENS(a, b) evens((a), (b))
#define ODDS(a, b) odds((a), (b))
// Pixels and their right neighbours at as many offsets as half a vector has lanes. Volatile, as compilers otherwise load
// all offsets as one vector and then extract them.
#define PAIR(i) load64(source + (size_t)((const volatile uint32_t *)offsets)[i] * 4)
#define PAIRS4 PAIR(0), PAIR(1)
#define PAIRS8 PAIRS4, PAIR(2), PAIR(3)
#define PAIRS16 PAIRS8, PAIR(4), PAIR(5), PAIR(6), PAIR(7)
// Four coordinates as whole numbers of 1/512 pixels from an origin.
#define FIXED4(value, origin)                                                                                      \
  (__builtin_convertvector((FORM(quad_bits))((value) * 512 + 6755399441055744.0), FORM(quad_words)) - (origin) * 512)
// (x + x / 256) / 256 as the upper half of the product with 257.
#if defined(__x86_64__)
#define DIVIDED4(x) _mm_mulhi_epu16((__m128i)(x), _mm_set1_epi16(257))
#define DIVIDED8(x) _mm256_mulhi_epu16((__m256i)(x), _mm256_set1_epi16(257))
#define DIVIDED16(x) _mm512_mulhi_epu16((__m512i)(x), _mm512_set1_epi16(257))
#else
#define DIVIDED4(x) ((x) + ((x) >> 8)) >> 8
#endif
#define LANES_OF(type) (sizeof(type) / 4)
#define EVENS4 0, 2, 4, 6
#define ODDS4 1, 3, 5, 7
#define EVENS8 EVENS4, 8, 10, 12, 14
#define ODDS8 ODDS4, 9, 11, 13, 15
#define EVENS16 EVENS8, 16, 18, 20, 22, 24, 26, 28, 30
#define ODDS16 ODDS8, 17, 19, 21, 23, 25, 27, 29, 31

#define JOIN2(a, b) a##_##b
#define JOIN(a, b) JOIN2(a, b)
#define FORM(name) JOIN(FORM_PREFIX, name)
#define TEXT2(a) #a
#define TEXT(a) TEXT2(a)

// A kernel begins with a line of the cache. Otherwise the rest of the program decides where its loops lie in the lines, and some of
// them take an eighth longer in other places.
#define KERNEL static __attribute__((aligned(64)))

// The plain form: one pixel at a time. Tests compare the other forms with it.
#define FORM_PREFIX plain
#include "kernels.inc"
#undef FORM_PREFIX

// Vectors of 16 bytes, which every 64-bit processor has as SSE2 or NEON.
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

double strata_turns(double x, double y) { return plain_turns(x, y); }

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
