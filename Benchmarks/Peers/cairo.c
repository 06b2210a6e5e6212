// The scenes drawn with Cairo into an image surface.
#include "scenes.h"

#include <pango/pangocairo.h>

static cairo_surface_t *target, *small[32], *large[8], *medium, *shadow, *page;
static cairo_t *cr;
static PangoLayout *labels[500];

static cairo_surface_t *picture(int w, int h, int n, int opaque) {
  cairo_surface_t *s = cairo_image_surface_create(opaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32, w, h);
  scene_image((uint32_t *)cairo_image_surface_get_data(s), w, h, n, opaque);
  cairo_surface_mark_dirty(s);
  return s;
}

static void color(uint32_t c, double alpha) {
  cairo_set_source_rgba(cr, (c >> 16 & 255) / 255.0, (c >> 8 & 255) / 255.0, (c & 255) / 255.0, alpha);
}

static void clear(void) {
  cairo_set_operator(cr, CAIRO_OPERATOR_SOURCE);
  color(0xffffff, 1);
  cairo_paint(cr);
  cairo_set_operator(cr, CAIRO_OPERATOR_OVER);
}

static void rounded_rect(double x, double y, double w, double h, double r) {
  cairo_new_path(cr);
  cairo_arc(cr, x + w - r, y + r, r, -M_PI / 2, 0);
  cairo_arc(cr, x + w - r, y + h - r, r, 0, M_PI / 2);
  cairo_arc(cr, x + r, y + h - r, r, M_PI / 2, M_PI);
  cairo_arc(cr, x + r, y + r, r, M_PI, 1.5 * M_PI);
  cairo_close_path(cr);
}

static void put(cairo_surface_t *s, double x, double y, int w, int h) {
  cairo_set_source_surface(cr, s, x, y);
  cairo_rectangle(cr, x, y, w, h);
  cairo_fill(cr);
}

static void s1(int frame) {
  clear();
  for (int i = 0; i < 200; i++) {
    color(scene_color(i), scene_opacity(i, frame));
    rounded_rect(scene_x(i, frame, 121) + 0.37, scene_y(i, frame, 81) + 0.37, 120, 80, 12);
    cairo_fill(cr);
  }
}

static void s2(int frame) {
  clear();
  for (int i = 0; i < 2000; i++) put(small[i % 32], scene_x(i, frame, 49), scene_y(i, frame, 49), 48, 48);
}

static void s2f(int frame) {
  clear();
  for (int i = 0; i < 2000; i++) {
    cairo_set_source_surface(cr, small[i % 32], scene_x(i, frame, 49) + 0.37, scene_y(i, frame, 49) + 0.37);
    cairo_paint(cr);
  }
}

// The shadow of a card of 160 by 100 for a deviation of 12, made once, with square corners.
static cairo_surface_t *ready_shadow(void) {
  cairo_surface_t *s = cairo_image_surface_create(CAIRO_FORMAT_A8, 232, 172);
  uint8_t *bytes = cairo_image_surface_get_data(s);
  const int stride = cairo_image_surface_get_stride(s);
  for (int y = 0; y < 172; y++)
    for (int x = 0; x < 232; x++) {
      const double px = (x + 0.5 - 36) / (12 * M_SQRT2), py = (y + 0.5 - 36) / (12 * M_SQRT2);
      const double ex = 160 / (12 * M_SQRT2), ey = 100 / (12 * M_SQRT2);
      bytes[y * stride + x] = (uint8_t)(255 * (erf(px) - erf(px - ex)) * (erf(py) - erf(py - ey)) / 4 + 0.5);
    }
  cairo_surface_mark_dirty(s);
  return s;
}

static void s3(int frame) {
  clear();
  for (int i = 0; i < 200; i++) {
    const int x = scene_x(i, frame, 161), y = scene_y(i, frame, 101);
    color(0, 0.5);
    cairo_mask_surface(cr, shadow, x - 36, y - 32);
    color(scene_color(i), 1);
    rounded_rect(x, y, 160, 100, 10);
    cairo_fill(cr);
  }
}

static void s4(int frame) {
  clear();
  for (int i = 0; i < 10000; i++) {
    color(scene_color(i), 1);
    cairo_rectangle(cr, scene_x(i, frame, 8), scene_y(i, frame, 8), 8, 8);
    cairo_fill(cr);
  }
}

static void s5(int frame) {
  clear();
  for (int i = 0; i < 8; i++) put(large[i], (frame + i) % 8, 0, WIDTH, HEIGHT);
}

static void s6full(int frame) {
  clear();
  for (int i = 0; i < 2000; i++) put(small[i % 32], scene_x(i, 0, 49), scene_y(i, 0, 49), 48, 48);
  put(medium, (frame * 3) % (WIDTH - 256), 500, 64, 64);
}

static void star(int p, int frame) {
  const Point start = star_point(p, frame, 0);
  cairo_new_path(cr);
  cairo_move_to(cr, start.x, start.y);
  for (int j = 0; j < 200; j++) {
    Point c[3];
    star_cubic(p, frame, j, c);
    cairo_curve_to(cr, c[0].x, c[0].y, c[1].x, c[1].y, c[2].x, c[2].y);
  }
  cairo_close_path(cr);
}

static void s7fill(int frame) {
  clear();
  for (int p = 0; p < 60; p++) {
    star(p, frame);
    color(scene_color(p), 0.8);
    cairo_fill(cr);
  }
}

static void s7(int frame) {
  clear();
  cairo_set_line_width(cr, 3);
  for (int p = 0; p < 60; p++) {
    star(p, frame);
    color(scene_color(p), 0.8);
    cairo_fill_preserve(cr);
    color(0, 1);
    cairo_stroke(cr);
  }
}

static void draw_labels(void (*draw)(cairo_t *, PangoLayout *)) {
  color(0, 1);
  for (int i = 0; i < 500; i++) {
    cairo_move_to(cr, 10 + 180 * (i % 10), 10 + 21 * (i / 10));
    draw(cr, labels[i]);
  }
}

// No hinting: neither outlines nor advances are rounded to pixels.
static PangoLayout *layout(const PangoFontDescription *font) {
  PangoLayout *layout = pango_cairo_create_layout(cr);
  cairo_font_options_t *options = cairo_font_options_create();
  cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
  PangoContext *context = pango_layout_get_context(layout);
  pango_cairo_context_set_font_options(context, options);
  pango_context_set_round_glyph_positions(context, FALSE);
  cairo_font_options_destroy(options);
  pango_layout_context_changed(layout);
  pango_layout_set_font_description(layout, font);
  return layout;
}

// All labels on one prepared picture that moves.
static void s10(int frame) {
  clear();
  cairo_set_source_surface(cr, page, frame % 100, 0);
  cairo_paint(cr);
}

static void s10glyphs(int frame) {
  clear();
  for (int i = 0; i < 500; i++) {
    char text[32];
    snprintf(text, sizeof text, "Label %d in %d", i, frame);
    pango_layout_set_text(labels[i], text, -1);
  }
  draw_labels(pango_cairo_show_layout);
}

int main(int argc, char **argv) {
  target = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  page = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  for (int i = 0; i < 32; i++) small[i] = picture(48, 48, i, i % 2 == 0);
  for (int i = 0; i < 8; i++) large[i] = picture(WIDTH, HEIGHT, i, 0);
  medium = picture(64, 64, 3, 0);
  shadow = ready_shadow();
  cr = cairo_create(page);
  PangoFontDescription *font = pango_font_description_from_string("DejaVu Sans 10.5");
  for (int i = 0; i < 500; i++) {
    char text[32];
    snprintf(text, sizeof text, "Label number %d", i);
    labels[i] = layout(font);
    pango_layout_set_text(labels[i], text, -1);
  }
  // As outlines, since shown glyphs begin at whole pixels.
  draw_labels(pango_cairo_layout_path);
  cairo_fill(cr);
  cairo_destroy(cr);
  cr = cairo_create(target);
  const Scene scenes[] = {{"S1", s1},         {"S2", s2}, {"S2f", s2f}, {"S3", s3},   {"S4", s4},
                          {"S5", s5},         {"S6full", s6full},       {"S7fill", s7fill},
                          {"S7", s7},         {"S10", s10},             {"S10glyphs", s10glyphs}};
  return run_scenes("cairo", cairo_version_string(), scenes, sizeof scenes / sizeof *scenes,
                    (const uint32_t *)cairo_image_surface_get_data(target), argc, argv);
}
