// The numbers of the scenes, as in Strata/Numbers.swift, and the clock of the peers.
#pragma once
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { WIDTH = 1920, HEIGHT = 1080 };

static inline uint32_t hash(uint32_t i, uint32_t k) {
  uint32_t x = i * 2654435761u + k * 2246822519u;
  x ^= x >> 15;
  x *= 2246822519u;
  return x ^ x >> 13;
}

// The left edge of item `i`, which is `w` wide, in a frame.
static inline int scene_x(int i, int frame, int w) {
  const uint32_t room = WIDTH - w;
  return (int)((hash(i, 1) % room + (uint32_t)frame * (1 + i % 3)) % room);
}

// The upper edge of item `i`, which is `h` high, in a frame.
static inline int scene_y(int i, int frame, int h) {
  const uint32_t room = HEIGHT - h;
  return (int)((hash(i, 2) % room + (uint32_t)frame * (1 + i % 2)) % room);
}

// Red, green, blue from the high byte to the low one.
static inline uint32_t scene_color(int i) { return hash(i, 3) & 0xffffff; }

// An opacity of 0.3 ... 1 that changes with each frame.
static inline double scene_opacity(int i, int frame) {
  return 0.3 + 0.7 * ((hash(i, 4) + (uint32_t)frame * 3) % 256) / 255.0;
}

// The `n`th test image as premultiplied words 0xAARRGGBB.
static inline void scene_image(uint32_t *pixels, int w, int h, int n, int opaque) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      const uint32_t a = opaque ? 255 : 96 + ((x * 7 + y * 3 + n * 11) & 127);
      const uint32_t r = (x * 5 + n * 16) & 255, g = (y * 5) & 255, b = ((x ^ y) * 4) & 255;
      pixels[y * w + x] = a << 24 | (r * a + 127) / 255 << 16 | (g * a + 127) / 255 << 8 | (b * a + 127) / 255;
    }
}

typedef struct {
  double x, y;
} Point;

// Point `j` of star `p`.
static inline Point star_point(int p, int frame, int j) {
  const double t = 2 * M_PI * ((j % 200 + 200) % 200) / 200, r = 100 * (1 + 0.25 * sin(8 * t + frame * 0.1 + p));
  return (Point){96 + 192 * (p % 10) + r * cos(t), 90 + 180 * (p / 10) + r * sin(t)};
}

// Two control points and the end of the cubic that leaves point `j`.
static inline void star_cubic(int p, int frame, int j, Point cubic[3]) {
  const Point a = star_point(p, frame, j - 1), b = star_point(p, frame, j), c = star_point(p, frame, j + 1),
              d = star_point(p, frame, j + 2);
  cubic[0] = (Point){b.x + (c.x - a.x) / 6, b.y + (c.y - a.y) / 6};
  cubic[1] = (Point){c.x - (d.x - b.x) / 6, c.y - (d.y - b.y) / 6};
  cubic[2] = c;
}

typedef struct {
  const char *name;
  void (*draw)(int frame);
} Scene;

static inline double now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

static inline int compare_times(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

// The frame whose pictures are compared.
enum { PICTURE_FRAME = 10 };

// Writes words 0xAARRGGBB as a portable pixmap.
static inline void write_picture(const char *folder, const char *scene, const char *peer, const uint32_t *pixels) {
  char path[1024];
  snprintf(path, sizeof path, "%s/%s-%s.ppm", folder, peer, scene);
  FILE *file = fopen(path, "wb");
  if (!file) return;
  fprintf(file, "P6\n%d %d\n255\n", WIDTH, HEIGHT);
  for (int i = 0; i < WIDTH * HEIGHT; i++) {
    const uint8_t rgb[3] = {pixels[i] >> 16 & 255, pixels[i] >> 8 & 255, pixels[i] & 255};
    fwrite(rgb, 1, 3, file);
  }
  fclose(file);
}

// The main function of a peer. With `--version` alone it prints the peer's name and version. Otherwise it measures the
// named scenes, or all, and prints `scene peer median minimum low high` for each; low and high are the quantiles at 10 %
// and 90 %. After `--pictures FOLDER` it also writes frame 10 of each there, from `pixels`.
static inline int run_scenes(const char *peer, const char *version, const Scene *scenes, size_t count,
                             const uint32_t *pixels, int argc, char **argv) {
  enum { WARM_UP = 4, FEWEST = 8, MOST = 20000 };
  static double times[MOST];
  const char *folder = NULL;
  if (argc == 2 && !strcmp(argv[1], "--version")) return printf("%s %s\n", peer, version) < 0;
  if (argc > 2 && !strcmp(argv[1], "--pictures")) folder = argv[2], argc -= 2, argv += 2;
  for (size_t i = 0; i < count; i++) {
    int wanted = argc < 2;
    for (int k = 1; k < argc; k++) wanted |= !strcmp(argv[k], scenes[i].name);
    if (!wanted) continue;
    for (int frame = 0; frame < WARM_UP; frame++) scenes[i].draw(frame);
    const double begin = now_ms();
    int n = 0;
    while (n < MOST && (n < FEWEST || now_ms() - begin < 1000)) {
      const double start = now_ms();
      scenes[i].draw(WARM_UP + n);
      times[n++] = now_ms() - start;
    }
    qsort(times, n, sizeof *times, compare_times);
    printf("%s %s %.4f %.4f %.4f %.4f\n", scenes[i].name, peer, times[n / 2], times[0], times[n / 10],
           times[n * 9 / 10]);
    if (!folder) continue;
    scenes[i].draw(PICTURE_FRAME);
    write_picture(folder, scenes[i].name, peer, pixels);
  }
  return 0;
}
