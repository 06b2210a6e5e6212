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

// Drops what the map keeps about fonts that it has looked up; fonts that are in use live on.
static inline void strata_pango_font_map_clear(PangoFontMap *map) {
  pango_fc_font_map_cache_clear((PangoFcFontMap *)map);
}

// The file behind a font and which of the file's faces it is; false for a font without a file.
static inline int strata_pango_font_file(PangoFont *font, const char **path, int *index) {
  if (!PANGO_IS_FC_FONT(font)) return 0;
  FcPattern *pattern = pango_fc_font_get_pattern((PangoFcFont *)font);
  FcChar8 *file = NULL;
  if (!pattern || FcPatternGetString(pattern, FC_FILE, 0, &file) != FcResultMatch) return 0;
  if (FcPatternGetInteger(pattern, FC_INDEX, 0, index) != FcResultMatch) *index = 0;
  *path = (const char *)file;
  return 1;
}

// Describes the installed font whose `key` is `value`, or returns NULL.
static inline PangoFontDescription *strata_pango_find_font(const char *key, const char *value) {
  FcPattern *pattern = FcPatternCreate();
  FcPatternAddString(pattern, key, (const FcChar8 *)value);
  FcObjectSet *wanted =
      FcObjectSetBuild(FC_FAMILY, FC_STYLE, FC_WEIGHT, FC_SLANT, FC_WIDTH, FC_VARIABLE, FC_POSTSCRIPT_NAME, (char *)0);
  FcFontSet *found = FcFontList(NULL, pattern, wanted);
  PangoFontDescription *result = NULL;
  if (found && found->nfont > 0) result = pango_fc_font_description_from_pattern(found->fonts[0], 0);
  if (found) FcFontSetDestroy(found);
  FcObjectSetDestroy(wanted);
  FcPatternDestroy(pattern);
  return result;
}

// Adds a file to the fonts of this program.
static inline int strata_pango_add_font_file(const char *path) {
  return FcConfigAppFontAddFile(NULL, (const FcChar8 *)path);
}

// Calls `visit` with the path of every installed font file; a file with several faces comes several times.
static inline void strata_pango_visit_font_files(void (*visit)(const char *path, void *data), void *data) {
  FcPattern *all = FcPatternCreate();
  FcObjectSet *wanted = FcObjectSetBuild(FC_FILE, (char *)0);
  FcFontSet *found = FcFontList(NULL, all, wanted);
  for (int i = 0; found && i < found->nfont; i++) {
    FcChar8 *file = NULL;
    if (FcPatternGetString(found->fonts[i], FC_FILE, 0, &file) == FcResultMatch) visit((const char *)file, data);
  }
  if (found) FcFontSetDestroy(found);
  FcObjectSetDestroy(wanted);
  FcPatternDestroy(all);
}
