#define PANGO_DISABLE_DEPRECATION_WARNINGS
#include <pango/pango.h>
#include <pango/pangofc-fontmap.h>
#include <pango/pangoft2.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

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

// Adds a face of a file to the fonts of this program, under names of the caller's alone; false if the file lacks it.
//
// The file's other faces and the instances of a variable font get a family that nothing asks for.
static inline int strata_pango_add_face(const char *path, int face, const char *family, const char *name) {
  const char *names[] = {FC_FAMILY, FC_FAMILYLANG, FC_FULLNAME, FC_FULLNAMELANG, FC_POSTSCRIPT_NAME};
  FcFontSet *fonts = FcConfigGetFonts(NULL, FcSetApplication);
  int first = fonts ? fonts->nfont : 0, found = 0;
  if (!FcConfigAppFontAddFile(NULL, (const FcChar8 *)path)) return 0;
  fonts = FcConfigGetFonts(NULL, FcSetApplication);
  for (int i = first; fonts && i < fonts->nfont; i++) {
    FcPattern *font = fonts->fonts[i];
    int index = -1;
    int is_face = FcPatternGetInteger(font, FC_INDEX, 0, &index) == FcResultMatch && index == face;
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) FcPatternDel(font, names[k]);
    FcPatternAddString(font, FC_FAMILY, (const FcChar8 *)(is_face ? family : "Strata other face"));
    if (is_face) FcPatternAddString(font, FC_POSTSCRIPT_NAME, (const FcChar8 *)name);
    found |= is_face;
  }
  return found;
}

// Returns the descriptor of a file in memory that holds some bytes, or -1.
static inline int strata_memory_file(const void *bytes, size_t count) {
  // Closed in programs that this one starts.
  int file = (int)syscall(SYS_memfd_create, "strata font", 1u);
  size_t done = 0;
  while (file >= 0 && done < count) {
    ssize_t written = write(file, (const char *)bytes + done, count - done);
    if (written <= 0) {
      close(file);
      return -1;
    }
    done += (size_t)written;
  }
  return file;
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

// Adds the OpenType features of an attribute, as "liga=0, clig=0", and returns how many there are then.
static inline unsigned strata_pango_add_features(const PangoAttribute *attribute, hb_feature_t *features, unsigned count,
                                                 unsigned capacity) {
  const char *text = ((const PangoAttrFontFeatures *)attribute)->features;
  while (text && count < capacity) {
    const char *end = strchr(text, ',');
    if (hb_feature_from_string(text, end ? (int)(end - text) : -1, &features[count])) {
      features[count].start = attribute->start_index;
      features[count].end = attribute->end_index;
      count++;
    }
    text = end ? end + 1 : NULL;
  }
  return count;
}

// Shapes an item of characters from the space to the tilde as Pango does, but with HarfBuzz's own font. Pango puts a
// font of its own before it, for glyphs that are missing, and for spaces and hyphens that these characters do not have.
// Returns 0 if Pango may do more: then the glyphs are not valid.
static inline int strata_pango_shape_plain(const char *text, int length, const PangoAnalysis *analysis,
                                           hb_buffer_t *buffer, PangoGlyphString *glyphs) {
  enum { capacity = 32, shaping_flags = 7 };
  if (analysis->level != 0 || analysis->gravity != PANGO_GRAVITY_SOUTH || (analysis->flags & shaping_flags)) return 0;
  hb_font_t *font = pango_font_get_hb_font(analysis->font);
  if (!font) return 0;
  hb_feature_t features[capacity];
  unsigned count = 0;
  pango_font_get_features(analysis->font, features, capacity, &count);
  for (GSList *node = analysis->extra_attrs; node; node = node->next) {
    const PangoAttribute *attribute = (const PangoAttribute *)node->data;
    if (attribute->klass->type != PANGO_ATTR_FONT_FEATURES) continue;
    count = strata_pango_add_features(attribute, features, count, capacity);
  }
  hb_buffer_clear_contents(buffer);
  hb_buffer_set_direction(buffer, HB_DIRECTION_LTR);
  hb_buffer_set_script(buffer, (hb_script_t)g_unicode_script_to_iso15924((GUnicodeScript)analysis->script));
  hb_buffer_set_language(buffer, hb_language_from_string(pango_language_to_string(analysis->language), -1));
  hb_buffer_set_cluster_level(buffer, HB_BUFFER_CLUSTER_LEVEL_MONOTONE_CHARACTERS);
  hb_buffer_set_flags(buffer, (hb_buffer_flags_t)(HB_BUFFER_FLAG_BOT | HB_BUFFER_FLAG_EOT));
  hb_buffer_set_invisible_glyph(buffer, PANGO_GLYPH_EMPTY);
  hb_buffer_add_utf8(buffer, text, length, 0, length);
  hb_shape(font, buffer, features, count);
  unsigned size = 0;
  const hb_glyph_info_t *infos = hb_buffer_get_glyph_infos(buffer, &size);
  const hb_glyph_position_t *places = hb_buffer_get_glyph_positions(buffer, NULL);
  if (size == 0) return 0;
  pango_glyph_string_set_size(glyphs, (int)size);
  for (unsigned i = 0; i < size; i++) {
    if (infos[i].codepoint == 0 || places[i].x_advance < 0) return 0;
    glyphs->glyphs[i].glyph = infos[i].codepoint;
    glyphs->glyphs[i].geometry.width = places[i].x_advance;
    glyphs->glyphs[i].geometry.x_offset = places[i].x_offset;
    glyphs->glyphs[i].geometry.y_offset = -places[i].y_offset;
    glyphs->log_clusters[i] = (int)infos[i].cluster;
  }
  return 1;
}
