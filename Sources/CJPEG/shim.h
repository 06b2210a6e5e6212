#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <setjmp.h>
#include <jpeglib.h>
#include <jerror.h>

// libjpeg reports errors by calling back; the only way out is longjmp, which must not cross Swift. These functions keep
// the jump inside and return a message: empty when all went well.

typedef struct {
  char text[JMSG_LENGTH_MAX];
} strata_jpeg_message;

typedef struct {
  struct jpeg_error_mgr base;
  jmp_buf jump;
  strata_jpeg_message message;
  int is_cut_off;
} strata_jpeg_errors;

static void strata_jpeg_fail(j_common_ptr jpeg) {
  strata_jpeg_errors *errors = (strata_jpeg_errors *)jpeg->err;
  jpeg->err->format_message(jpeg, errors->message.text);
  longjmp(errors->jump, 1);
}

static void strata_jpeg_emit(j_common_ptr jpeg, int level) {
  if (level >= 0) return;
  jpeg->err->num_warnings += 1;
  if (jpeg->err->msg_code == JWRN_JPEG_EOF) ((strata_jpeg_errors *)jpeg->err)->is_cut_off = 1;
}

static void strata_jpeg_silent(j_common_ptr jpeg) { (void)jpeg; }

static inline struct jpeg_error_mgr *strata_jpeg_prepare(strata_jpeg_errors *errors) {
  memset(errors, 0, sizeof *errors);
  jpeg_std_error(&errors->base);
  errors->base.error_exit = strata_jpeg_fail;
  errors->base.emit_message = strata_jpeg_emit;
  errors->base.output_message = strata_jpeg_silent;
  return &errors->base;
}

/// Reads a file into rows of 4 bytes a pixel: RGBA with alpha 255, or CMYK as stored (`is_cmyk` 1; 2: inverted).
/// `divisor` is 1, 2, 4 or 8; `width` and `height` are the file's, divided by it and rounded up.
/// A file that ends early gives the message "the file is cut off", and the rows before its end; a progressive file, all
/// rows, as well as its scans tell.
static inline strata_jpeg_message strata_jpeg_decode(
    const unsigned char *bytes, size_t size, unsigned char *target, size_t row_bytes, unsigned width, unsigned height,
    unsigned divisor, int *is_cmyk) {
  struct jpeg_decompress_struct jpeg;
  strata_jpeg_errors errors;
  jpeg.err = strata_jpeg_prepare(&errors);
  *is_cmyk = 0;
  if (setjmp(errors.jump)) {
    jpeg_destroy_decompress(&jpeg);
    if (!errors.message.text[0]) strcpy(errors.message.text, "the decoder gave up");
    return errors.message;
  }
  jpeg_create_decompress(&jpeg);
  jpeg_mem_src(&jpeg, bytes, size);
  jpeg_read_header(&jpeg, TRUE);
  if (jpeg.jpeg_color_space == JCS_CMYK || jpeg.jpeg_color_space == JCS_YCCK) {
    jpeg.out_color_space = JCS_CMYK;
    *is_cmyk = jpeg.saw_Adobe_marker ? 2 : 1;
  } else {
    jpeg.out_color_space = JCS_EXT_RGBA;
  }
  jpeg.scale_num = 1;
  jpeg.scale_denom = divisor;
  jpeg_start_decompress(&jpeg);
  if (jpeg.output_width != width || jpeg.output_height != height || jpeg.output_components != 4) {
    jpeg_destroy_decompress(&jpeg);
    strcpy(errors.message.text, "its size changes between its headers");
    return errors.message;
  }
  int has_scans = jpeg_has_multiple_scans(&jpeg);
  while (jpeg.output_scanline < height && (has_scans || !errors.is_cut_off)) {
    JSAMPROW row = target + (size_t)jpeg.output_scanline * row_bytes;
    jpeg_read_scanlines(&jpeg, &row, 1);
  }
  if (errors.is_cut_off) strcpy(errors.message.text, "the file is cut off");
  jpeg_destroy_decompress(&jpeg);
  return errors.message;
}

/// Writes RGB rows. `quality` is 1 to 100. The caller frees the bytes.
static inline strata_jpeg_message strata_jpeg_encode(
    const unsigned char *pixels, size_t row_bytes, unsigned width, unsigned height, int quality,
    unsigned char **bytes, unsigned long *size) {
  struct jpeg_compress_struct jpeg;
  strata_jpeg_errors errors;
  jpeg.err = strata_jpeg_prepare(&errors);
  *bytes = NULL;
  *size = 0;
  if (setjmp(errors.jump)) {
    jpeg_destroy_compress(&jpeg);
    if (!errors.message.text[0]) strcpy(errors.message.text, "the encoder gave up");
    return errors.message;
  }
  jpeg_create_compress(&jpeg);
  jpeg_mem_dest(&jpeg, bytes, size);
  jpeg.image_width = width;
  jpeg.image_height = height;
  jpeg.input_components = 3;
  jpeg.in_color_space = JCS_RGB;
  jpeg_set_defaults(&jpeg);
  jpeg_set_quality(&jpeg, quality, TRUE);
  if (quality >= 90) {
    // Chroma in full resolution where quality is asked for.
    jpeg.comp_info[0].h_samp_factor = 1;
    jpeg.comp_info[0].v_samp_factor = 1;
  }
  jpeg_start_compress(&jpeg, TRUE);
  while (jpeg.next_scanline < height) {
    JSAMPROW row = (JSAMPROW)(pixels + (size_t)jpeg.next_scanline * row_bytes);
    jpeg_write_scanlines(&jpeg, &row, 1);
  }
  jpeg_finish_compress(&jpeg);
  jpeg_destroy_compress(&jpeg);
  return errors.message;
}
