#ifndef CSTRATAKERNELS_H
#define CSTRATAKERNELS_H

#include <stddef.h>
#include <stdint.h>

/// A thing to paint, in device pixels: a rectangle of one colour, or something that others know.
typedef struct StrataCommand {
  /// The far edges excluded; empty where there is nothing to paint.
  int32_t min_x, min_y, max_x, max_y;
  /// Of a rectangle: r g b a in memory order, premultiplied. Else 1 if everything behind is hidden, or 0.
  uint32_t color;
  /// 0 for a rectangle; else the number of an item, from 1 on.
  uint32_t item;
} StrataCommand;

/// A run of pixels in one row: all of one coverage `value` of 1...255, or, where it is 0, with bytes from `offset` on.
typedef struct StrataSpan {
  int32_t x, length;
  uint8_t value;
  int32_t offset;
} StrataSpan;

/// The signed areas that edges leave in the cells of a rectangle of pixels, and which blocks of sixteen cells they touch.
typedef struct StrataCells {
  /// `stride` cells for each row, at least two more than the width and a multiple of 16.
  int32_t *cells;
  /// `block_stride` bytes for each row, one for each block and a multiple of eight. Eight more may be read; they are zero.
  uint8_t *blocks;
  int64_t stride, block_stride;
  /// The first pixel, and how many there are.
  int32_t min_x, min_y, width, height;
  /// Otherwise a pixel belongs to a shape when its centre does.
  uint32_t is_antialiased;
} StrataCells;

/// Memory that spans are written to: counts grow up to the capacities, rows have no limit.
typedef struct StrataSpans {
  StrataSpan *spans;
  /// Eight bytes before the first one may be read.
  uint8_t *alphas;
  /// Where the spans of each row begin.
  int32_t *row_starts;
  size_t span_count, span_capacity, alpha_count, alpha_capacity, row_count;
} StrataSpans;

/// What rows of samples share where a map keeps columns upright: x and w are the same in every row. Begins as zeros.
enum { STRATA_LINE_BLOCK = 64, STRATA_LINE_BLOCKS = 16 };
typedef struct StrataLine {
  /// The line that the blocks belong to: start and step of x and w, least and greatest pixel.
  double start_x, start_w, step_x, step_w;
  int32_t min_x, max_x;
  /// Which blocks of places are there: the index of their first place, made odd, or zero.
  int64_t blocks[STRATA_LINE_BLOCKS];
  /// The ways to the places, their pixels and weights; a few more may be read.
  float way[STRATA_LINE_BLOCKS * STRATA_LINE_BLOCK];
  int32_t x[STRATA_LINE_BLOCKS * STRATA_LINE_BLOCK + 16];
  uint32_t fx[STRATA_LINE_BLOCKS * STRATA_LINE_BLOCK + 16];
} StrataLine;

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

/// What makes a straight colour another one: a matrix, or a curve that is mixed with the colour.
typedef struct StrataColorStep {
  /// What each channel of a colour adds to the four of the result, and what is added in any case.
  float columns[20];
  /// The value for a luminance of 0, 1/3, 2/3 and 1, and its share.
  float curve[4], amount;
  uint32_t is_curve;
} StrataColorStep;

/// Pixel kernels over rectangles of premultiplied RGBA bytes.
///
/// Every kernel exists in several forms for several instruction sets that give the same bytes. The form is chosen once,
/// at first use. Strides are in bytes; nothing needs to be aligned. Products of bytes are divided by 255 with exact
/// rounding. Memory order is r g b a, on little-endian processors.
typedef struct StrataKernels {
  /// Which form this is, for reports and tests.
  const char *name;

  /// Every pixel becomes `color`.
  void (*fill)(uint8_t *target, size_t stride, size_t width, size_t height, uint32_t color);
  /// Paints rectangles up to the first command that is none, inside of an area, and returns how many they were.
  /// `target` is the pixel at (`origin_x`, `origin_y`).
  size_t (*rectangles)(uint8_t *target, size_t stride, int32_t origin_x, int32_t origin_y, const StrataCommand *area,
                       const StrataCommand *commands, size_t count);
  /// Every pixel becomes that of the source; the two do not overlap.
  void (*copy)(uint8_t *target, size_t stride, const uint8_t *source, size_t source_stride, size_t width,
               size_t height);
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
  /// Four neighbours with constant weights, from fractions of 0...256; reads one row and one pixel more than the target
  /// has.
  void (*shift_linear)(uint8_t *target, size_t stride, const uint8_t *source, size_t source_stride, size_t width,
                       size_t height, uint32_t fraction_x, uint32_t fraction_y);
  /// What `shift_linear` gives, times a constant `alpha`, over.
  void (*over_shifted)(uint8_t *target, size_t stride, const uint8_t *source, size_t source_stride, size_t width,
                       size_t height, uint32_t fraction_x, uint32_t fraction_y, uint32_t alpha);
  /// One row of bilinear samples along a straight line of the source, in 32.32 fixed point source pixels measured from
  /// pixel centres; pixels are clamped to the range given, its ends included; the source's stride is a multiple of four.
  void (*sample_linear)(uint8_t *target, const uint8_t *source, size_t source_stride, size_t count, int64_t x,
                        int64_t y, int64_t dx, int64_t dy, int32_t min_x, int32_t min_y, int32_t max_x,
                        int32_t max_y);
  /// As `sample_linear` with the nearest pixel; places are measured from pixel corners.
  void (*sample_nearest)(uint8_t *target, const uint8_t *source, size_t source_stride, size_t count, int64_t x,
                         int64_t y, int64_t dx, int64_t dy, int32_t min_x, int32_t min_y, int32_t max_x,
                         int32_t max_y);
  /// Bilinear samples along a projective line: `start` and `step` hold x, y and w in source pixels measured from
  /// pixel corners, at index 0 and from index to index; the row begins at `index`, which no sample depends on. Places
  /// with w at or below zero give some pixel of the source, whose stride is a multiple of four. `line`, where it is
  /// there, saves work in rows of the same x and w, and changes no byte.
  void (*sample_projective)(uint8_t *target, const uint8_t *source, size_t source_stride, size_t count, int64_t index,
                            const double *start, const double *step, int32_t min_x, int32_t min_y, int32_t max_x,
                            int32_t max_y, StrataLine *line);
  /// One row of bilinear samples, or of the nearest pixels, of a picture that repeats in all directions. x, y and w of
  /// the source, measured from pixel corners, are `(index + 0.5) * step + row + origin` for each target pixel from `index`
  /// on; places with w at or below zero, or that are too far away, become transparent. The source has `width` times
  /// `height` pixels, then its first column and its first row again; its stride is a multiple of four.
  void (*sample_repeated)(uint8_t *target, const uint8_t *source, size_t source_stride, size_t count, int64_t index,
                          const double *step, const double *row, const double *origin, int32_t width, int32_t height,
                          int is_nearest);
  /// A row of premultiplied channels of 0...1 is blended with a target of bytes, or of half floats where it is wide. The
  /// coverage is a byte for each pixel, or `constant` for all where it is null.
  void (*blend)(uint8_t *target, const float *row, size_t count, const uint8_t *coverage, uint32_t constant,
                int is_wide, uint32_t mode);
  /// Every colour of a row of bytes, or of half floats where it is wide, goes through steps, as a straight one.
  void (*change_colors)(uint8_t *target, const uint8_t *source, size_t count, int is_wide, const StrataColorStep *steps,
                        size_t step_count);
  /// The alpha bytes of pixels.
  void (*extract_alpha)(uint8_t *target, size_t stride, const uint8_t *source, size_t source_stride, size_t width,
                        size_t height);
  /// Pixels whose four bytes are all one byte of the source; `step` is the distance of source bytes in a row.
  void (*spread_alpha)(uint8_t *target, size_t stride, const uint8_t *source, size_t source_stride, size_t step,
                       size_t width, size_t height);
  /// One vertical box blur: the running mean of `d` rows of bytes. `sums` has room for `bytes` numbers. Rows outside of
  /// the source count as zero; the target has `source_height + d - 1` rows, the first one `d - 1` rows above the
  /// window's full height. `d` is below 65536.
  void (*box_columns)(uint8_t *target, size_t stride, const uint8_t *source, size_t source_stride, size_t bytes,
                      size_t source_height, size_t d, uint32_t *sums);
  /// Three vertical box blurs of `d` rows each, one after the other, where none is larger than 256: what `box_columns`
  /// gives three times. The target holds the result's rows from `first` up to `end`.
  void (*box_columns3)(uint8_t *target, size_t stride, const uint8_t *source, size_t source_stride, size_t bytes,
                       size_t source_height, const size_t *d, size_t first, size_t end);
  /// One horizontal box blur of pixels: rows become `width + d - 1` long.
  void (*box_rows4)(uint8_t *target, size_t stride, const uint8_t *source, size_t source_stride, size_t width,
                    size_t height, size_t d);
  /// One horizontal box blur of bytes: rows become `width + d - 1` long.
  void (*box_rows1)(uint8_t *target, size_t stride, const uint8_t *source, size_t source_stride, size_t width,
                    size_t height, size_t d);
  /// Rows become columns: the target has `height` pixels in each of `width` rows.
  void (*transpose4)(uint8_t *target, size_t stride, const uint8_t *source, size_t source_stride, size_t width,
                     size_t height);
  /// As `transpose4`, for bytes.
  void (*transpose1)(uint8_t *target, size_t stride, const uint8_t *source, size_t source_stride, size_t width,
                     size_t height);
  /// Parameters along a line: base + slope times the centres of pixels from `x` on; `below` and `above` stand for those
  /// beyond the limits.
  void (*ramp)(float *parameters, size_t count, int32_t x, double base, double slope, float lowest, float highest,
               float below, float above);
  /// Premultiplied colours of a gradient for a parameter of each pixel; nothing where it is not a number. `pieces` are
  /// nine floats each: the parameter where the piece ends, then the straight colour at 0 and its slope. Parameters are
  /// finite where they are numbers; the last piece has no end.
  void (*gradient)(uint8_t *target, const float *parameters, size_t count, const float *pieces, size_t piece_count);
  /// Adds the lines between points of 1/512 pixels, x and y from the corner of the grid, below 2^30.
  void (*add_edges)(const StrataCells *grid, const int32_t *points, size_t count);
  /// Adds a filled outline under the map a b c d tx ty. Verbs are 0 move, 1 line, 2 quadratic, 3 cubic, 4 close; points
  /// lie within 2^20 pixels. `is_inside` says that no point lies outside of the grid. Curves become lines that leave them
  /// by at most `tolerance`.
  void (*add_outline)(const StrataCells *grid, const uint8_t *verbs, size_t verb_count, const double *points,
                      const double *map, uint32_t is_inside, double tolerance);
  /// The least and the greatest x and y of mapped points, in the order x y x y; 0 where one of them is no number.
  uint32_t (*bounds_of_points)(const double *points, size_t count, const double *map, double *box);
  /// Turns rows of cells, from one on, into spans and leaves them zero; ends where there is no room for another row, and
  /// gives the row that comes next.
  size_t (*read_cells)(const StrataCells *grid, size_t row, uint32_t is_even_odd, StrataSpans *out);
  /// `color` over what spans cover of columns `min_x..<max_x`; `target` is the first of these pixels in the first row.
  void (*over_solid_spans)(uint8_t *target, size_t stride, const StrataSpan *spans, const int32_t *row_starts,
                           const uint8_t *alphas, int32_t min_x, int32_t max_x, size_t height, uint32_t color);
  /// Bytes plus bytes, 255 at most. Rows are worked on sixteen bytes at a time: those of the source end in zeros up to
  /// a multiple of sixteen, and fifteen bytes behind the target belong to it.
  void (*add_bytes)(uint8_t *target, size_t stride, const uint8_t *source, size_t source_stride, size_t width,
                    size_t height);
} StrataKernels;

/// The channels of 0...255, rounded to the nearest, as a word r g b a in memory order.
static inline uint32_t strata_word(float r, float g, float b, float a) {
  return (uint32_t)(int32_t)(r + 0.5f) | (uint32_t)(int32_t)(g + 0.5f) << 8 | (uint32_t)(int32_t)(b + 0.5f) << 16 |
         (uint32_t)(int32_t)(a + 0.5f) << 24;
}

/// The fastest form that this processor runs.
const StrataKernels *strata_kernels(void);

/// The forms that this processor runs, the plain one first; `count` receives how many.
const StrataKernels *const *strata_kernel_forms(size_t *count);

#endif
