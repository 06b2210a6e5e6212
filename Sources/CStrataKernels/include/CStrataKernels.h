#ifndef CSTRATAKERNELS_H
#define CSTRATAKERNELS_H

#include <stddef.h>
#include <stdint.h>

/// Pixel kernels over rectangles of premultiplied RGBA bytes.
///
/// Every kernel exists in several forms, compiled from one body for several instruction sets, so all forms give the same
/// bytes. The form is chosen once, at first use. Strides are in bytes. Products of bytes are divided by 255 with exact
/// rounding.
typedef struct StrataKernels {
  /// Which form this is, for reports and tests.
  const char *name;

  /// Every pixel becomes `color`.
  void (*fill)(uint8_t *target, size_t stride, size_t width, size_t height, uint32_t color);
  /// `color` over every pixel.
  void (*over_solid)(uint8_t *target, size_t stride, size_t width, size_t height, uint32_t color);
  /// `color` times each mask byte, over.
  void (*over_solid_mask)(uint8_t *target, size_t stride, const uint8_t *mask, size_t mask_stride, size_t width,
                          size_t height, uint32_t color);
  /// Pixels times a constant `alpha`, over.
  void (*over)(uint8_t *target, size_t stride, const uint8_t *source, size_t source_stride, size_t width,
               size_t height, uint32_t alpha);
  /// Pixels times each mask byte, over.
  void (*over_mask)(uint8_t *target, size_t stride, const uint8_t *source, size_t source_stride, const uint8_t *mask,
                    size_t mask_stride, size_t width, size_t height);
  /// Pixels times each mask byte replace the target in that proportion: target + (source - target) * mask.
  void (*mix_mask)(uint8_t *target, size_t stride, const uint8_t *source, size_t source_stride, const uint8_t *mask,
                   size_t mask_stride, size_t width, size_t height);
  /// Every channel times the mask byte of its pixel.
  void (*multiply_mask)(uint8_t *target, size_t stride, const uint8_t *mask, size_t mask_stride, size_t width,
                        size_t height);
  /// Mask bytes times mask bytes.
  void (*multiply_bytes)(uint8_t *target, size_t stride, const uint8_t *other, size_t other_stride, size_t width,
                         size_t height);
  /// Every channel times its own factor of 0...255; the factors are r g b a in memory order.
  void (*multiply_color)(uint8_t *target, size_t stride, size_t width, size_t height, uint32_t factors);
  /// Four neighbours with constant weights of 0...256 that sum up to 256 on each axis; reads one row and one pixel more
  /// than the target has.
  void (*shift_linear)(uint8_t *target, size_t stride, const uint8_t *source, size_t source_stride, size_t width,
                       size_t height, uint32_t fraction_x, uint32_t fraction_y);
  /// One row of bilinear samples along a straight line of the source, in 16.16 source pixels measured from pixel
  /// centres; coordinates are clamped to the last pixels given.
  void (*sample_linear)(uint8_t *target, const uint8_t *source, size_t source_stride, size_t count, int64_t x,
                        int64_t y, int64_t dx, int64_t dy, int32_t min_x, int32_t min_y, int32_t max_x,
                        int32_t max_y);
  /// The alpha bytes of pixels.
  void (*extract_alpha)(uint8_t *target, size_t stride, const uint8_t *source, size_t source_stride, size_t width,
                        size_t height);
  /// The running sum of `d` rows of bytes, divided by `d` with rounding: one vertical box blur of `channels` bytes a
  /// pixel. `sums` has room for `width * channels` numbers. Rows outside the source count as zero; the target has
  /// `source_height + d - 1` rows, the first one `d - 1` rows before the source's.
  void (*box_columns)(uint8_t *target, size_t stride, const uint8_t *source, size_t source_stride, size_t bytes,
                      size_t source_height, size_t d, uint32_t *sums);
} StrataKernels;

/// The fastest form that this processor runs.
const StrataKernels *strata_kernels(void);

/// The forms that this processor runs, the plain one first; `count` receives how many.
const StrataKernels *const *strata_kernel_forms(size_t *count);

#endif
