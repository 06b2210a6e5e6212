#define SDL_MAIN_HANDLED
#include <SDL.h>
#include <SDL_syswm.h>

/// Copies rows of RGBA bytes into a surface of any format. The rectangle must lie in the surface.
/// Returns 0, or a negative number with the reason in SDL_GetError().
static inline int strata_sdl_upload(
    SDL_Surface *surface, const SDL_Rect *rect, const unsigned char *pixels, int row_bytes) {
  Uint32 format = surface->format->format;
  unsigned char *target =
      (unsigned char *)surface->pixels + (size_t)rect->y * surface->pitch + (size_t)rect->x * surface->format->BytesPerPixel;
  // The usual formats of screens hold the same bytes with red and blue exchanged.
  if (format != SDL_PIXELFORMAT_RGB888 && format != SDL_PIXELFORMAT_ARGB8888)
    return SDL_ConvertPixels(
        rect->w, rect->h, SDL_PIXELFORMAT_RGBA32, pixels, row_bytes, format, target, surface->pitch);
  for (int y = 0; y < rect->h; y++) {
    const Uint32 *from = (const Uint32 *)(pixels + (size_t)y * row_bytes);
    Uint32 *to = (Uint32 *)(target + (size_t)y * surface->pitch);
    for (int x = 0; x < rect->w; x++) {
      Uint32 v = SDL_SwapLE32(from[x]);
      to[x] = (v & 0xff00ff00u) | (v & 0xffu) << 16 | (v >> 16 & 0xffu);
    }
  }
  return 0;
}
