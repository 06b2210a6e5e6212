// The scene W1 of `strata-bench --window` with SDL 2 alone: rectangles filled into the window's surface, which is shown as a
// whole sixty times a second. Prints lines of scene, name, figure, value.

#define SDL_MAIN_HANDLED
#include <SDL.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { width = 1920, height = 1080, count = 1000 };

static double now(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return time.tv_sec + time.tv_nsec * 1e-9;
}

static double memory(void) {
  FILE *file = fopen("/proc/self/status", "r");
  char line[256];
  double kilobytes = 0;
  while (file && fgets(line, sizeof line, file))
    if (strncmp(line, "VmRSS:", 6) == 0) kilobytes = atof(line + 6);
  if (file) fclose(file);
  return kilobytes / 1024;
}

static void draw(SDL_Surface *surface, int frame) {
  SDL_FillRect(surface, NULL, SDL_MapRGB(surface->format, 255, 255, 255));
  for (int i = 0; i < count; i++) {
    SDL_Rect rect = {
        (i * 97 + frame * (1 + i % 5)) % (width - 21), (i * 61 + frame * (1 + i % 3)) % (height - 21), 20, 20};
    SDL_FillRect(surface, &rect, SDL_MapRGB(surface->format, i * 37 % 256, i * 59 % 256, i * 83 % 256));
  }
}

int main(int argc, char **argv) {
  double seconds = argc > 1 ? atof(argv[1]) : 3;
  SDL_SetMainReady();
  // The surface is shared memory, as Strata's; a texture of a software renderer costs more.
  SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0");
  if (SDL_Init(SDL_INIT_VIDEO) != 0) return 1;
  SDL_Window *window = SDL_CreateWindow("sdl", 0, 0, width, height, 0);
  if (!window) return 1;
  double start = 0, used = 0, end = now(CLOCK_MONOTONIC) + 1 + seconds, next = 0;
  int frames = 0;
  for (int frame = 0; now(CLOCK_MONOTONIC) < end; frame++) {
    SDL_Event event;
    while (SDL_PollEvent(&event)) {}
    draw(SDL_GetWindowSurface(window), frame);
    SDL_UpdateWindowSurface(window);
    double time = now(CLOCK_MONOTONIC);
    if (time > end - seconds) {
      if (frames++ == 0) start = time, used = now(CLOCK_PROCESS_CPUTIME_ID);
    }
    next = next < time ? time + 1.0 / 60 : next + 1.0 / 60;
    struct timespec rest = {0, (long)((next - time) * 1e9)};
    if (rest.tv_nsec > 0 && rest.tv_nsec < 1000000000) nanosleep(&rest, NULL);
  }
  printf("W1 sdl frames-per-second %.2f\n", (frames - 1) / (now(CLOCK_MONOTONIC) - start));
  printf("W1 sdl processor-ms-per-frame %.2f\n", (now(CLOCK_PROCESS_CPUTIME_ID) - used) / frames * 1000);
  printf("W1 sdl memory-mb %.2f\n", memory());
  SDL_Quit();
  return 0;
}
