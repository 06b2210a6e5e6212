#define PANGO_DISABLE_DEPRECATION_WARNINGS
#include <pango/pango.h>
#include <pango/pangofc-fontmap.h>
#include <pango/pangoft2.h>

// Pango's types derive from each other by casts that only C can say.

static inline void strata_pango_substitute(FcPattern *pattern, void *data) {
  (void)data;
  FcPatternDel(pattern, FC_HINTING);
  FcPatternAddBool(pattern, FC_HINTING, FcFalse);
  FcPatternDel(pattern, FC_HINT_STYLE);
  FcPatternAddInteger(pattern, FC_HINT_STYLE, FC_HINT_NONE);
  FcPatternDel(pattern, FC_AUTOHINT);
  FcPatternAddBool(pattern, FC_AUTOHINT, FcFalse);
}

// A font map whose dots are points and whose fonts are never hinted.
static inline PangoFontMap *strata_pango_font_map_new(void) {
  PangoFontMap *map = pango_ft2_font_map_new();
  if (!map) return NULL;
  pango_ft2_font_map_set_resolution((PangoFT2FontMap *)map, 72, 72);
  pango_fc_font_map_set_default_substitute((PangoFcFontMap *)map, strata_pango_substitute, NULL, NULL);
  return map;
}

static inline void strata_pango_font_map_fonts_changed(PangoFontMap *map) {
  pango_fc_font_map_config_changed((PangoFcFontMap *)map);
}

static inline FT_Face strata_pango_font_lock(PangoFont *font) {
  return PANGO_IS_FC_FONT(font) ? pango_fc_font_lock_face((PangoFcFont *)font) : NULL;
}

static inline void strata_pango_font_unlock(PangoFont *font) {
  pango_fc_font_unlock_face((PangoFcFont *)font);
}
