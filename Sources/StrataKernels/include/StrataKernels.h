#ifndef CSTRATAKERNELS_H
#define CSTRATAKERNELS_H

#include <stddef.h>
#include <stdint.h>

/// A command to paint, in device pixels: a rectangle of one colour, or an item that the caller paints.
typedef struct StrataCommand {
  /// The far edges excluded; an empty rectangle paints nothing.
  int32_t min_x, min_y, max_x, max_y;
  /// For a rectangle: premultiplied r g b a in memory order. For an item: 1 if it hides everything behind it, or 0.
  uint32_t color;
  /// 0 for a rectangle; otherwise the number of an item, from 1 on.
  uint32_t item;
} StrataCommand;

/// A run of pixels in one row: a constant coverage `value` of 1...255, or, if it is 0, a byte for each from `offset` on.
typedef struct StrataSpan {
  int32_t x, length;
  uint8_t value;
  int32_t offset;
} StrataSpan;

/// The accumulation buffer of the rasterizer: the signed areas that edges add to the cells of a rectangle of pixels, and
/// marks of the blocks of sixteen cells that they touch.
typedef struct StrataCells {
  /// `stride` cells for each row: a multiple of 16, at least the width plus two.
  int32_t *cells;
  /// `block_stride` marks for each row, one for each block: a multiple of eight. Eight zeros follow the last one.
  uint8_t *blocks;
  int64_t stride, block_stride;
  /// The first pixel, and the number of columns and rows.
  int32_t min_x, min_y, width, height;
  /// If 0, a pixel belongs to a shape if its centre does.
  uint32_t is_antialiased;
} StrataCells;

/// Memory that spans are written to: counts grow up to the capacities; there is room for all rows.
typedef struct StrataSpans {
  StrataSpan *spans;
  /// Eight bytes before the first one may be read.
  uint8_t *alphas;
  /// The index of the first span of each row.
  int32_t *row_starts;
  size_t span_count, span_capacity, alpha_count, alpha_capacity, row_count;
} StrataSpans;

/// A cache of the horizontal places of projective samples, for maps under which x and w are the same in every row.
/// Initialize it with zeros.
enum { STRATA_LINE_BLOCK = 64, STRATA_LINE_BLOCKS = 16 };
typedef struct StrataLine {
  /// The line that the blocks belong to: start and step of x and w, least and greatest pixel.
  double start_x, start_w, step_x, step_w;
  int32_t min_x, max_x;
  /// The block in each slot: the index of its first place, made odd, or zero if the slot is empty.
  int64_t blocks[STRATA_LINE_BLOCKS];
  /// The advance from a block's origin to each place, its pixel, and its weight; a few more may be read.
  float advance[STRATA_LINE_BLOCKS * STRATA_LINE_BLOCK];
  int32_t x[STRATA_LINE_BLOCKS * STRATA_LINE_BLOCK + 16];
  uint32_t fx[STRATA_LINE_BLOCKS * STRATA_LINE_BLOCK + 16];
} StrataLine;

/// The most floats of a row for `box_floats`.
enum { STRATA_BOX_STRIP = 256 };

/// Operators and blend modes, in the order of `BlendMode`.
enum {
  STRATA_NORMAL,
  STRATA_CLEAR,
  STRATA_COPY,
  STRATA_DEST,
  STRATA_SOURCE_IN,
  STRATA_SOURCE_OUT,
  STRATA_SOURCE_ATOP,
  STRATA_DEST_OVER,
  STRATA_DEST_IN,
  STRATA_DEST_OUT,
  STRATA_DEST_ATOP,
  STRATA_XOR,
  STRATA_PLUS_L,
  STRATA_PLUS_D,
  STRATA_MAXIMUM,
  STRATA_MINIMUM,
  STRATA_SUBTRACT_S,
  STRATA_SUBTRACT_D,
  STRATA_MULTIPLY,
  STRATA_SCREEN,
  STRATA_OVERLAY,
  STRATA_DARKEN,
  STRATA_LIGHTEN,
  STRATA_COLOR_DODGE,
  STRATA_COLOR_BURN,
  STRATA_HARD_LIGHT,
  STRATA_SOFT_LIGHT,
  STRATA_DIFFERENCE,
  STRATA_EXCLUSION,
  STRATA_SUBTRACT,
  STRATA_DIVIDE,
  STRATA_LINEAR_BURN,
  STRATA_LINEAR_DODGE,
  STRATA_LINEAR_LIGHT,
  STRATA_PIN_LIGHT,
  STRATA_HUE,
  STRATA_SATURATION,
  STRATA_COLOR,
  STRATA_LUMINOSITY,
};

/// A map of straight colours: a matrix, or a curve of the luminance that is mixed with the colour.
typedef struct StrataColorStep {
  /// The columns of the matrix, one for each channel of the colour, and the constant column.
  float columns[20];
  /// The values for luminances of 0, 1/3, 2/3 and 1, and their share in the result.
  float curve[4], amount;
  uint32_t is_curve;
} StrataColorStep;

/// Chroma around a row of pixels, halved in both directions.
typedef struct StrataChroma {
  /// The samples above and below the row, of the differences of blue and of red.
  const uint8_t *cb[2], *cr[2];
  /// The distance of two samples: 1, or 2 if those of blue and red alternate.
  size_t step;
  /// The samples in a row, at least one.
  size_t count;
  /// The weight of the lower row, in quarters.
  uint32_t lower;
  /// 1 if a sample lies between two pixels; 0 if it lies on the first one.
  uint32_t is_centered;
} StrataChroma;

/// Weights of levels of luma, and of sixteenths of a level of chroma, in units of 2^-20 of a level; constants to add, with half
/// a level for rounding.
typedef struct StrataLumaWeights {
  int32_t luma, red_of_cr, green_of_cb, green_of_cr, blue_of_cb;
  int32_t red, green, blue;
} StrataLumaWeights;

/// Pixel kernels over rectangles of premultiplied RGBA bytes.
///
/// Every kernel exists in one form for each instruction set; all forms give the same bytes. The form is chosen once, at
/// first use. Strides are in bytes; nothing needs to be aligned. Products of bytes are divided by 255 and rounded to the
/// nearest. The memory order is r g b a, on little-endian processors.
typedef struct StrataKernels {
  /// The name of the form, for reports and tests.
  const char *name;

  /// Sets every pixel to `color`.
  void (*fill)(uint8_t *target, size_t stride, size_t width, size_t height, uint32_t color);
  /// Paints the rectangles before the first command that is an item, inside of an area, and returns their number.
  /// `target` is the pixel at (`origin_x`, `origin_y`).
  size_t (*rectangles)(uint8_t *target, size_t stride, int32_t origin_x, int32_t origin_y, const StrataCommand *area,
                       const StrataCommand *commands, size_t count);
  /// Copies every pixel from the source; source and target must not overlap.
  void (*copy)(uint8_t *target, size_t stride, const uint8_t *source, size_t source_stride, size_t width,
               size_t height);
  /// Composites `color` over every pixel.
  void (*over_solid)(uint8_t *target, size_t stride, size_t width, size_t height, uint32_t color);
  /// Composites `color` times each mask byte over every pixel.
  void (*over_solid_mask)(uint8_t *target, size_t stride, const uint8_t *mask, size_t mask_stride, size_t width,
                          size_t height, uint32_t color);
  /// Composites pixels times a constant `alpha` over the target.
  void (*over)(uint8_t *target, size_t stride, const uint8_t *source, size_t source_stride, size_t width,
               size_t height, uint32_t alpha);
  /// Composites pixels times each mask byte over the target.
  void (*over_mask)(uint8_t *target, size_t stride, const uint8_t *source, size_t source_stride, const uint8_t *mask,
                    size_t mask_stride, size_t width, size_t height);
  /// Interpolates from the target to the source: target + (source - target) * mask.
  void (*mix_mask)(uint8_t *target, size_t stride, const uint8_t *source, size_t source_stride, const uint8_t *mask,
                   size_t mask_stride, size_t width, size_t height);
  /// Multiplies every channel by the mask byte of its pixel.
  void (*multiply_mask)(uint8_t *target, size_t stride, const uint8_t *mask, size_t mask_stride, size_t width,
                        size_t height);
  /// Multiplies mask bytes by mask bytes.
  void (*multiply_bytes)(uint8_t *target, size_t stride, const uint8_t *other, size_t other_stride, size_t width,
                         size_t height);
  /// Multiplies every channel by its own factor of 0...255; the factors are r g b a in memory order.
  void (*multiply_color)(uint8_t *target, size_t stride, size_t width, size_t height, uint32_t factors);
  /// Bilinear samples with constant weights, given by fractions of 0...256; reads one row and one column more than the
  /// target has.
  void (*shift_linear)(uint8_t *target, size_t stride, const uint8_t *source, size_t source_stride, size_t width,
                       size_t height, uint32_t fraction_x, uint32_t fraction_y);
  /// Composites the result of `shift_linear`, times a constant `alpha`, over the target.
  void (*over_shifted)(uint8_t *target, size_t stride, const uint8_t *source, size_t source_stride, size_t width,
                       size_t height, uint32_t fraction_x, uint32_t fraction_y, uint32_t alpha);
  /// One row of bilinear samples along a straight line of the source. Places are source pixels in 32.32 fixed point,
  /// measured from pixel centres, and are clamped to the given range of pixels, ends included. The source's stride is a
  /// multiple of four.
  void (*sample_linear)(uint8_t *target, const uint8_t *source, size_t source_stride, size_t count, int64_t x,
                        int64_t y, int64_t dx, int64_t dy, int32_t min_x, int32_t min_y, int32_t max_x,
                        int32_t max_y);
  /// As `sample_linear` with the nearest pixel; places are measured from pixel corners.
  void (*sample_nearest)(uint8_t *target, const uint8_t *source, size_t source_stride, size_t count, int64_t x,
                         int64_t y, int64_t dx, int64_t dy, int32_t min_x, int32_t min_y, int32_t max_x,
                         int32_t max_y);
  /// Bilinear samples along a projective line. `start` and `step` hold x, y and w in source pixels measured from pixel
  /// corners, at index 0 and from one index to the next. The row begins at `index`; the sample of an index does not depend
  /// on where a row begins. Places with w at or below zero give some pixel of the source, whose stride is a multiple of
  /// four. `line` may be null; otherwise it caches the work that rows of the same x and w share, with the same bytes.
  void (*sample_projective)(uint8_t *target, const uint8_t *source, size_t source_stride, size_t count, int64_t index,
                            const double *start, const double *step, int32_t min_x, int32_t min_y, int32_t max_x,
                            int32_t max_y, StrataLine *line);
  /// One row of bilinear samples, or of the nearest pixels, of a picture that repeats in all directions. x, y and w of
  /// the source, measured from pixel corners, are `(index + 0.5) * step + row + origin` for each target pixel from `index`
  /// on. Places with w at or below zero, or further than 10^9 pixels away, become transparent. The source has `width` times
  /// `height` pixels and repeats its first column and row after its last ones; its stride is a multiple of four.
  void (*sample_repeated)(uint8_t *target, const uint8_t *source, size_t source_stride, size_t count, int64_t index,
                          const double *step, const double *row, const double *origin, int32_t width, int32_t height,
                          int is_nearest);
  /// Blends a row of premultiplied channels of 0...1 with a target of bytes, or of half floats if `is_wide`. The coverage
  /// is a byte for each pixel, or, if it is null, `constant` for all.
  void (*blend)(uint8_t *target, const float *row, size_t count, const uint8_t *coverage, uint32_t constant,
                int is_wide, uint32_t mode);
  /// Applies steps to the straight colours of a row of bytes, or of half floats if `is_wide`; the target holds bytes.
  void (*change_colors)(uint8_t *target, const uint8_t *source, size_t count, int is_wide, const StrataColorStep *steps,
                        size_t step_count);
  /// Copies the alpha bytes of pixels.
  void (*extract_alpha)(uint8_t *target, size_t stride, const uint8_t *source, size_t source_stride, size_t width,
                        size_t height);
  /// Sets all four bytes of each pixel to a byte of the source; `step` is the distance of source bytes in a row.
  void (*spread_alpha)(uint8_t *target, size_t stride, const uint8_t *source, size_t source_stride, size_t step,
                       size_t width, size_t height);
  /// One vertical box blur: the running mean of `d` rows of bytes, `d` below 65536. `sums` has room for `bytes` numbers.
  /// Rows outside of the source count as zero. The target has `source_height + d - 1` rows: the first one is the mean of
  /// the source's first row and `d - 1` rows above it.
  void (*box_columns)(uint8_t *target, size_t stride, const uint8_t *source, size_t source_stride, size_t bytes,
                      size_t source_height, size_t d, uint32_t *sums);
  /// Three vertical box blurs, one after the other, of `d[0]`, `d[1]` and `d[2]` rows, each at most 256: the result of
  /// three calls of `box_columns`. The target holds the result's rows from `first` up to `end`.
  void (*box_columns3)(uint8_t *target, size_t stride, const uint8_t *source, size_t source_stride, size_t bytes,
                       size_t source_height, const size_t *d, size_t first, size_t end);
  /// One horizontal box blur of pixels: rows become `width + d - 1` long.
  void (*box_rows4)(uint8_t *target, size_t stride, const uint8_t *source, size_t source_stride, size_t width,
                    size_t height, size_t d);
  /// One horizontal box blur of bytes: rows become `width + d - 1` long.
  void (*box_rows1)(uint8_t *target, size_t stride, const uint8_t *source, size_t source_stride, size_t width,
                    size_t height, size_t d);
  /// Transposes pixels: the target has `height` pixels in each of `width` rows.
  void (*transpose4)(uint8_t *target, size_t stride, const uint8_t *source, size_t source_stride, size_t width,
                     size_t height);
  /// As `transpose4`, for bytes.
  void (*transpose1)(uint8_t *target, size_t stride, const uint8_t *source, size_t source_stride, size_t width,
                     size_t height);
  /// Parameters along a line: base + slope times the centres of pixels from `x` on. `below` and `above` replace those
  /// beyond the limits.
  void (*ramp)(float *parameters, size_t count, int32_t x, double base, double slope, float lowest, float highest,
               float below, float above);
  /// Angles around a point in turns, 0 up to 1, as parameters of the centres p of pixels from `x` on. `row` is nine numbers:
  /// the steps of x, y and w by p, their values at p = 0 (a place is x / w and y / w; without w > 1e-9 the parameter is a NaN),
  /// the point, and the angle that is 0, within half a turn. `below` and `above` as for `ramp`.
  void (*angles)(float *parameters, size_t count, int32_t x, const double *row, float lowest, float highest,
                 float below, float above);
  /// Premultiplied colours of a gradient for a parameter of each pixel, which is finite or a NaN; a NaN gives a transparent
  /// pixel. `pieces` are nine floats each: the parameter at the end of the piece, then the straight colour at 0 and its
  /// slope. The last piece has no end.
  void (*gradient)(uint8_t *target, const float *parameters, size_t count, const float *pieces, size_t piece_count);
  /// Adds the lines between points of 1/512 pixels, x and y from the corner of the grid, below 2^30.
  void (*add_edges)(const StrataCells *grid, const int32_t *points, size_t count);
  /// Adds a filled outline under the map a b c d tx ty. Verbs are 0 move, 1 line, 2 quadratic, 3 cubic, 4 close; mapped
  /// points lie within 2^20 pixels. `is_inside` promises that none lies outside of the grid. Curves become chords within
  /// `tolerance` of them.
  void (*add_outline)(const StrataCells *grid, const uint8_t *verbs, size_t verb_count, const double *points,
                      const double *map, uint32_t is_inside, double tolerance);
  /// The least x and y and the greatest x and y of mapped points; returns 0 if a coordinate is not finite.
  uint32_t (*bounds_of_points)(const double *points, size_t count, const double *map, double *box);
  /// Converts cells to spans, from a row on, and leaves them zero. Stops if there is no room for another row; returns the
  /// next row.
  size_t (*read_cells)(const StrataCells *grid, size_t row, uint32_t is_even_odd, StrataSpans *out);
  /// Composites `color` over the pixels of columns `min_x..<max_x` that spans cover. `target` is the pixel at `min_x` in the
  /// first row.
  void (*over_solid_spans)(uint8_t *target, size_t stride, const StrataSpan *spans, const int32_t *row_starts,
                           const uint8_t *alphas, int32_t min_x, int32_t max_x, size_t height, uint32_t color);
  /// Adds bytes to bytes; sums saturate at 255. Rows are processed sixteen bytes at a time: zeros fill the source's rows up
  /// to a multiple of sixteen, and fifteen bytes after the target may be read and written.
  void (*add_bytes)(uint8_t *target, size_t stride, const uint8_t *source, size_t source_stride, size_t width,
                    size_t height);
  /// Converts a row of luma, with chroma that is interpolated between its samples, to opaque pixels.
  void (*pixels_of_luma)(uint8_t *target, const uint8_t *luma, size_t count, const StrataChroma *chroma,
                         const StrataLumaWeights *weights);

  // Pixels of four floats: premultiplied r g b a of 0...1, or beyond. Strides and steps are in floats.

  /// Bytes as floats of 0...1.
  void (*floats_of_bytes)(float *target, const uint8_t *source, size_t count);
  /// Pixels as bytes, rounded to the nearest: alpha is limited to 0...1, colours to 0...1 or 0...alpha; a NaN becomes 0.
  void (*bytes_of_pixels)(uint8_t *target, const float *source, size_t count, int within_alpha);
  /// Sums with weights: `taps` floats, from the target's place on, each `step` further than the one before. The count is a
  /// multiple of four. A step of four convolves a row of pixels, a step of a stride convolves columns.
  void (*weigh)(float *target, const float *source, size_t step, const float *weights, size_t taps, size_t count);
  /// Sums with weights of their own for each pixel of a row: `counts[i]` pixels from `firsts[i]` on, with the weights from
  /// `i * stride` on.
  void (*resample)(float *target, const float *source, const int32_t *firsts, const int32_t *counts,
                   const float *weights, size_t stride, size_t count);
  /// The greater, or the lesser, of two floats each. The target may be `a`, and `b` may lie any distance behind it.
  void (*extrema)(float *target, const float *a, const float *b, size_t count, int is_least);
  /// The median of each channel of three times three pixels. Rows begin with the pixel before the first one, and end with
  /// the one behind the last; the count is that of the target's floats.
  void (*median9)(float *target, const float *below, const float *middle, const float *above, size_t count);
  /// Running means of `2 * run + 1` pixels of a row, and of `part` of the pixel on either side, times `scale`. The source
  /// has `run + 1` pixels more on either side; `count` pixels are written.
  void (*box_pixels)(float *target, const float *source, size_t count, size_t run, double part, double scale);
  /// The same down columns, for at most `STRATA_BOX_STRIP` floats of a row; the source has `run + 1` rows more above and
  /// below.
  void (*box_floats)(float *target, size_t stride, const float *source, size_t source_stride, size_t count,
                     size_t height, size_t run, double part, double scale);
  /// Maps pixels by a matrix, in place: the columns for red, green, blue and alpha, and the constant column. If
  /// `is_straight`, it maps colours divided by alpha, and multiplies the result by its alpha.
  void (*map_colors)(float *pixels, size_t count, const float *columns, int is_straight);
  /// Blends pixels with those behind them by the mode multiply of ISO 32000-1.
  void (*multiply_pixels)(float *target, const float *source, const float *background, size_t count);
  /// Blends pixels with those behind them by any operator or mode.
  void (*blend_pixels)(float *target, const float *source, const float *background, size_t count, uint32_t mode);
  /// Moves from `a` towards `b`, by a share of its own for each channel. The target is neither of them.
  void (*mix_pixels)(float *target, const float *a, const float *b, size_t count, const float *shares);
  /// Bilinear samples along a line; `start` and `step` hold x and y, measured from pixel centres. All outside of the
  /// source's `width` times `height` pixels is transparent.
  void (*sample_pixels)(float *target, const float *source, size_t stride, int32_t width, int32_t height, size_t count,
                        const double *start, const double *step);
} StrataKernels;

/// The channels of 0...255, rounded to the nearest, as a word r g b a in memory order.
static inline uint32_t strata_word(float r, float g, float b, float a) {
  return (uint32_t)(int32_t)(r + 0.5f) | (uint32_t)(int32_t)(g + 0.5f) << 8 | (uint32_t)(int32_t)(b + 0.5f) << 16 |
         (uint32_t)(int32_t)(a + 0.5f) << 24;
}

/// Begins to fetch the line of the caches at an address, which need not be valid, and does not wait for it.
static inline void strata_prefetch(const void *address) { __builtin_prefetch(address, 0, 3); }

/// The angle from +x towards +y in turns, -0.5 to 0.5, that `angles` finds for a place; 0 without a direction.
double strata_turns(double x, double y);

/// Returns the fastest form that this processor runs.
const StrataKernels *strata_kernels(void);

/// Returns the forms that this processor runs, the plain one first; `count` receives their number.
const StrataKernels *const *strata_kernel_forms(size_t *count);

/// Gives memory that the program has freed back to the system; without effect where the C library cannot.
///
/// Swift's module of the C library leaves malloc.h out.
void strata_return_freed_memory(void);

/// What QuartzCore keeps for this thread, or NULL. Swift has no variables of threads, and POSIX's keys take a call.
extern _Thread_local void *strata_state_of_thread __attribute__((tls_model("initial-exec")));
static inline void *strata_thread_state(void) { return strata_state_of_thread; }
static inline void strata_set_thread_state(void *state) { strata_state_of_thread = state; }

/// Returns zeroed memory of the system's for a multiple of 16 KiB, in large pages where it offers them; NULL if it has none.
///
/// It is aligned to 64 bytes. Large blocks start at different places of their pages, so that the same places of several pictures do
/// not compete for the same part of a cache. Large blocks of the C library's heap leave gaps in it and make it keep more of what is
/// freed.
void *strata_map_pages(size_t size);

/// Returns memory to the system; the size is that of `strata_map_pages`.
void strata_unmap_pages(void *memory, size_t size);

#endif
