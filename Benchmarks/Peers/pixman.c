// The scenes that consist of pictures and rectangles, drawn with pixman.
#include "scenes.h"

#include <pixman.h>

static pixman_image_t *target, *small[32], *shifted[32], *large[8], *medium, *turned, *mask;

static pixman_image_t *picture(int w, int h, int n, int opaque) {
  uint32_t *pixels = malloc((size_t)w * h * 4);
  scene_image(pixels, w, h, n, opaque);
  return pixman_image_create_bits(opaque ? PIXMAN_x8r8g8b8 : PIXMAN_a8r8g8b8, w, h, pixels, w * 4);
}

static void clear(void) { pixman_fill(pixman_image_get_data(target), WIDTH, 32, 0, 0, WIDTH, HEIGHT, 0xffffffff); }

static void put(pixman_image_t *source, pixman_image_t *shape, int x, int y, int w, int h) {
  pixman_image_composite32(PIXMAN_OP_OVER, source, shape, target, 0, 0, 0, 0, x, y, w, h);
}

static void s1(int frame) {
  clear();
  for (int i = 0; i < 200; i++) {
    const uint32_t c = scene_color(i);
    const double alpha = scene_opacity(i, frame);
    const pixman_color_t color = {(uint16_t)((c >> 16 & 255) * 257 * alpha), (uint16_t)((c >> 8 & 255) * 257 * alpha),
                                  (uint16_t)((c & 255) * 257 * alpha), (uint16_t)(65535 * alpha)};
    pixman_image_t *solid = pixman_image_create_solid_fill(&color);
    put(solid, mask, scene_x(i, frame, 121), scene_y(i, frame, 81), 120, 80);
    pixman_image_unref(solid);
  }
}

static void s2(int frame) {
  clear();
  for (int i = 0; i < 2000; i++) put(small[i % 32], NULL, scene_x(i, frame, 49), scene_y(i, frame, 49), 48, 48);
}

static void s2f(int frame) {
  clear();
  for (int i = 0; i < 2000; i++) put(shifted[i % 32], NULL, scene_x(i, frame, 49), scene_y(i, frame, 49), 49, 49);
}

static void s4(int frame) {
  clear();
  for (int i = 0; i < 10000; i++)
    pixman_fill(pixman_image_get_data(target), WIDTH, 32, scene_x(i, frame, 8), scene_y(i, frame, 8), 8, 8,
                0xff000000 | scene_color(i));
}

static void s5(int frame) {
  clear();
  for (int i = 0; i < 8; i++) put(large[i], NULL, (frame + i) % 8, 0, WIDTH, HEIGHT);
}

static void s6full(int frame) {
  clear();
  for (int i = 0; i < 2000; i++) put(small[i % 32], NULL, scene_x(i, 0, 49), scene_y(i, 0, 49), 48, 48);
  put(medium, NULL, (frame * 3) % (WIDTH - 256), 500, 64, 64);
}

// A picture turned about its vertical axis, seen from a distance of 800.
static void s8(int frame) {
  clear();
  for (int i = 0; i < 100; i++) {
    const double angle = frame * 0.03 + i * 0.3, c = cos(angle), s = sin(angle) / 800;
    const double cx = 96 + 192 * (i % 10), cy = 54 + 108 * (i / 10);
    struct pixman_f_transform place = {{{cx * s + c, 0, cx * (1 - 128 * s) - 128 * c},
                                        {cy * s, 1, cy * (1 - 128 * s) - 128},
                                        {s, 0, 1 - 128 * s}}};
    double left = 1e9, right = -1e9, top = 1e9, bottom = -1e9;
    for (int k = 0; k < 4; k++) {
      const double x = (k & 1) * 256, y = (k >> 1) * 256;
      const double w = place.m[2][0] * x + place.m[2][1] * y + place.m[2][2];
      const double px = (place.m[0][0] * x + place.m[0][1] * y + place.m[0][2]) / w;
      const double py = (place.m[1][0] * x + place.m[1][1] * y + place.m[1][2]) / w;
      left = fmin(left, px), right = fmax(right, px), top = fmin(top, py), bottom = fmax(bottom, py);
    }
    struct pixman_f_transform back;
    pixman_transform_t fixed;
    if (right - left < 1 || !pixman_f_transform_invert(&back, &place)) continue;
    if (!pixman_transform_from_pixman_f_transform(&fixed, &back)) continue;
    pixman_image_set_transform(turned, &fixed);
    const int x = (int)floor(left), y = (int)floor(top);
    pixman_image_composite32(PIXMAN_OP_OVER, turned, NULL, target, x, y, 0, 0, x, y, (int)ceil(right) - x,
                             (int)ceil(bottom) - y);
  }
}

// The coverage of a rounded rectangle of 120 by 80 with radius 12, made once.
static pixman_image_t *rounded_mask(void) {
  uint8_t *bytes = malloc(120 * 80);
  for (int y = 0; y < 80; y++)
    for (int x = 0; x < 120; x++) {
      const double dx = fmax(0, fabs(x + 0.5 - 60) - 48), dy = fmax(0, fabs(y + 0.5 - 40) - 28);
      bytes[y * 120 + x] = (uint8_t)(255 * fmin(1, fmax(0, 12.5 - sqrt(dx * dx + dy * dy))));
    }
  return pixman_image_create_bits(PIXMAN_a8, 120, 80, (uint32_t *)bytes, 120);
}

int main(int argc, char **argv) {
  target = pixman_image_create_bits(PIXMAN_a8r8g8b8, WIDTH, HEIGHT, malloc((size_t)WIDTH * HEIGHT * 4), WIDTH * 4);
  for (int i = 0; i < 32; i++) {
    pixman_transform_t shift;
    small[i] = picture(48, 48, i, i % 2 == 0);
    shifted[i] = picture(48, 48, i, i % 2 == 0);
    pixman_transform_init_translate(&shift, pixman_double_to_fixed(-0.37), pixman_double_to_fixed(-0.37));
    pixman_image_set_transform(shifted[i], &shift);
    pixman_image_set_filter(shifted[i], PIXMAN_FILTER_BILINEAR, NULL, 0);
  }
  for (int i = 0; i < 8; i++) large[i] = picture(WIDTH, HEIGHT, i, 0);
  medium = picture(64, 64, 3, 0);
  turned = picture(256, 256, 3, 0);
  pixman_image_set_filter(turned, PIXMAN_FILTER_BILINEAR, NULL, 0);
  mask = rounded_mask();
  const Scene scenes[] = {{"S1", s1}, {"S2", s2}, {"S2f", s2f},       {"S4", s4},
                          {"S5", s5}, {"S6full", s6full}, {"S8", s8}};
  return run_scenes("pixman", pixman_version_string(), scenes, sizeof scenes / sizeof *scenes, pixman_image_get_data(target), argc,
                    argv);
}
