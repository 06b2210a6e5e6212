#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

// libpng reports errors by longjmp, which must not cross Swift. These functions keep the jump inside and return a
// message: empty when all went well.

typedef struct {
  char text[192];
} strata_png_message;

static inline void strata_png_note(strata_png_message *message, const char *text) {
  strncpy(message->text, text, sizeof message->text - 1);
  message->text[sizeof message->text - 1] = 0;
}

static void strata_png_fail(png_structp png, png_const_charp text) {
  strata_png_note((strata_png_message *)png_get_error_ptr(png), text);
  png_longjmp(png, 1);
}

static void strata_png_ignore(png_structp png, png_const_charp text) {
  (void)png;
  (void)text;
}

typedef struct {
  const unsigned char *bytes;
  size_t size;
  size_t position;
} strata_png_input;

static void strata_png_read(png_structp png, png_bytep target, size_t count) {
  strata_png_input *input = (strata_png_input *)png_get_io_ptr(png);
  if (count > input->size - input->position) png_error(png, "the file is cut off");
  memcpy(target, input->bytes + input->position, count);
  input->position += count;
}

/// Reads a file into straight RGBA rows of 8-bit components. `rows` has one pointer for each row.
/// `profile` receives a copy of the file's ICC profile, to be freed by the caller, or NULL.
static inline strata_png_message strata_png_decode(
    const unsigned char *bytes, size_t size, unsigned char **rows, unsigned width, unsigned height,
    unsigned char **profile, unsigned *profile_size) {
  strata_png_message message = {{0}};
  strata_png_input input = {bytes, size, 0};
  *profile = NULL;
  *profile_size = 0;
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &message, strata_png_fail, strata_png_ignore);
  png_infop info = png ? png_create_info_struct(png) : NULL;
  if (!info) {
    png_destroy_read_struct(&png, NULL, NULL);
    strata_png_note(&message, "the decoder could not be made");
    return message;
  }
  if (setjmp(png_jmpbuf(png))) {
    png_destroy_read_struct(&png, &info, NULL);
    if (!message.text[0]) strata_png_note(&message, "the decoder gave up");
    return message;
  }
  png_set_read_fn(png, &input, strata_png_read);
  png_set_user_limits(png, 0x7fffffff, 0x7fffffff);
  png_read_info(png, info);
  if (png_get_image_width(png, info) != width || png_get_image_height(png, info) != height)
    png_error(png, "the size changed");

  png_charp name;
  int compression;
  png_bytep data;
  png_uint_32 count;
  if (png_get_iCCP(png, info, &name, &compression, &data, &count) && count > 0) {
    unsigned char *copy = (unsigned char *)malloc(count);
    if (copy) {
      memcpy(copy, data, count);
      *profile = copy;
      *profile_size = count;
    }
  }

  png_set_expand(png);
  png_set_scale_16(png);
  png_set_gray_to_rgb(png);
  png_set_add_alpha(png, 0xff, PNG_FILLER_AFTER);
  png_set_interlace_handling(png);
  png_read_update_info(png, info);
  if (png_get_rowbytes(png, info) != (size_t)width * 4) png_error(png, "its pixels have an unknown form");
  png_read_image(png, rows);
  png_destroy_read_struct(&png, &info, NULL);
  return message;
}

typedef struct {
  unsigned char *bytes;
  size_t count;
  size_t capacity;
} strata_png_output;

static void strata_png_write(png_structp png, png_bytep source, size_t count) {
  strata_png_output *output = (strata_png_output *)png_get_io_ptr(png);
  if (output->count + count > output->capacity) {
    size_t capacity = (output->count + count) * 2 + 4096;
    unsigned char *bytes = (unsigned char *)realloc(output->bytes, capacity);
    if (!bytes) png_error(png, "there is not enough memory");
    output->bytes = bytes;
    output->capacity = capacity;
  }
  memcpy(output->bytes + output->count, source, count);
  output->count += count;
}

static void strata_png_flush(png_structp png) { (void)png; }

/// Writes straight rows of 8-bit components: 1 gray, 2 gray and alpha, 3 RGB, 4 RGBA. The caller frees the bytes.
static inline strata_png_message strata_png_encode(
    unsigned char **rows, unsigned width, unsigned height, int components, int level, strata_png_output *output) {
  strata_png_message message = {{0}};
  static const int types[5] = {0, PNG_COLOR_TYPE_GRAY, PNG_COLOR_TYPE_GRAY_ALPHA, PNG_COLOR_TYPE_RGB, PNG_COLOR_TYPE_RGB_ALPHA};
  memset(output, 0, sizeof *output);
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &message, strata_png_fail, strata_png_ignore);
  png_infop info = png ? png_create_info_struct(png) : NULL;
  if (!info) {
    png_destroy_write_struct(&png, NULL);
    strata_png_note(&message, "the encoder could not be made");
    return message;
  }
  if (setjmp(png_jmpbuf(png))) {
    png_destroy_write_struct(&png, &info);
    if (!message.text[0]) strata_png_note(&message, "the encoder gave up");
    return message;
  }
  png_set_user_limits(png, 0x7fffffff, 0x7fffffff);
  png_set_write_fn(png, output, strata_png_write, strata_png_flush);
  png_set_IHDR(png, info, width, height, 8, types[components], PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_set_sRGB(png, info, PNG_sRGB_INTENT_PERCEPTUAL);
  png_set_compression_level(png, level);
  png_set_filter(png, 0, PNG_FILTER_SUB | PNG_FILTER_UP);
  png_write_info(png, info);
  png_write_image(png, rows);
  png_write_end(png, info);
  png_destroy_write_struct(&png, &info);
  return message;
}
