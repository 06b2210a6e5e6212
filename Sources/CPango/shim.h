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

// The property of private fonts that lists their characters.
//
// Searches for fonts that have a character read FC_CHARSET, which private fonts leave empty: texts in other fonts do
// not get them. A decoder tells Pango of their characters where a text names them.
#define STRATA_CHARACTERS "stratacharacters"

static inline FcCharSet *strata_private_characters(PangoFcDecoder *decoder, PangoFcFont *font) {
  (void)decoder;
  FcCharSet *characters = NULL;
  FcPatternGetCharSet(pango_fc_font_get_pattern(font), STRATA_CHARACTERS, 0, &characters);
  return characters;
}

static inline PangoGlyph strata_private_glyph(PangoFcDecoder *decoder, PangoFcFont *font, guint32 character) {
  (void)decoder;
  hb_codepoint_t glyph = 0;
  hb_font_get_nominal_glyph(pango_font_get_hb_font((PangoFont *)font), character, &glyph);
  return glyph;
}

static inline void strata_private_decoder_class_init(void *methods, void *data) {
  (void)data;
  ((PangoFcDecoderClass *)methods)->get_charset = strata_private_characters;
  ((PangoFcDecoderClass *)methods)->get_glyph = strata_private_glyph;
}

// The decoder of all private fonts; it lives as long as the program.
static inline PangoFcDecoder *strata_private_decoder(void) {
  static gsize made = 0;
  if (g_once_init_enter(&made)) {
    GType type =
        g_type_register_static_simple(PANGO_TYPE_FC_DECODER, "StrataPrivateDecoder", sizeof(PangoFcDecoderClass),
                                      strata_private_decoder_class_init, sizeof(PangoFcDecoder), NULL, 0);
    g_once_init_leave(&made, (gsize)g_object_new(type, NULL));
  }
  return (PangoFcDecoder *)made;
}

static inline PangoFcDecoder *strata_find_decoder(FcPattern *font, void *data) {
  (void)data;
  FcCharSet *characters = NULL;
  if (FcPatternGetCharSet(font, STRATA_CHARACTERS, 0, &characters) != FcResultMatch) return NULL;
  return (PangoFcDecoder *)g_object_ref(strata_private_decoder());
}

// True if the machine or the program has a font; Pango lists names such as Sans also where there is none.
static inline int strata_has_fonts(void) {
  FcFontSet *installed = FcConfigGetFonts(NULL, FcSetSystem), *own = FcConfigGetFonts(NULL, FcSetApplication);
  return (installed && installed->nfont > 0) || (own && own->nfont > 0);
}

// A font map whose dots are points and whose fonts are never hinted.
//
// Only one Swift file may call this: another would have a decoder of its own.
static inline PangoFontMap *strata_pango_font_map_new(void) {
  PangoFontMap *map = pango_ft2_font_map_new();
  if (!map) return NULL;
  pango_ft2_font_map_set_resolution((PangoFT2FontMap *)map, 72, 72);
  pango_fc_font_map_set_default_substitute((PangoFcFontMap *)map, strata_pango_substitute, NULL, NULL);
  pango_fc_font_map_add_decoder_find_func((PangoFcFontMap *)map, strata_find_decoder, NULL, NULL);
  return map;
}

// The method of Pango's fonts that strata_locked_metrics() calls.
static PangoFontMetrics *(*strata_unlocked_metrics)(PangoFont *font, PangoLanguage *language) = NULL;

static inline PangoFontMetrics *strata_locked_metrics(PangoFont *font, PangoLanguage *language) {
  static GRecMutex lock;
  g_rec_mutex_lock(&lock);
  PangoFontMetrics *metrics = strata_unlocked_metrics(font, language);
  g_rec_mutex_unlock(&lock);
  return metrics;
}

// Lets one thread at a time ask fonts for their metrics.
//
// Pango notes in a variable of the process that it lays out text for them. A second thread would take that for its own,
// and keep metrics without a width for characters that no font has.
static inline void strata_pango_lock_metrics(PangoFontMap *map, PangoContext *context) {
  static GMutex lock;
  g_mutex_lock(&lock);
  PangoFontDescription *any = pango_font_description_new();
  pango_font_description_set_absolute_size(any, 10 * PANGO_SCALE);
  PangoFont *font = strata_unlocked_metrics ? NULL : pango_font_map_load_font(map, context, any);
  if (font) {
    PangoFontClass *methods = (PangoFontClass *)G_OBJECT_GET_CLASS(font);
    strata_unlocked_metrics = methods->get_metrics;
    methods->get_metrics = strata_locked_metrics;
    // The class stays as long as the program.
    g_type_class_ref(G_OBJECT_TYPE(font));
    g_object_unref(font);
  }
  pango_font_description_free(any);
  g_mutex_unlock(&lock);
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

// Removes the faces of a file from the fonts of this program.
static inline void strata_pango_remove_font_file(const char *path) {
  FcFontSet *fonts = FcConfigGetFonts(NULL, FcSetApplication);
  int kept = 0;
  for (int i = 0; fonts && i < fonts->nfont; i++) {
    FcChar8 *file = NULL;
    if (FcPatternGetString(fonts->fonts[i], FC_FILE, 0, &file) == FcResultMatch && !strcmp((const char *)file, path)) {
      FcPatternDestroy(fonts->fonts[i]);
    } else {
      fonts->fonts[kept++] = fonts->fonts[i];
    }
  }
  if (fonts) fonts->nfont = kept;
}

// Makes a font one that no search finds but for its family or its PostScript name.
static inline void strata_pango_make_private(FcPattern *font, const char *family, const char *name) {
  const char *names[] = {FC_FAMILY, FC_FAMILYLANG, FC_FULLNAME, FC_FULLNAMELANG, FC_POSTSCRIPT_NAME};
  for (size_t k = 0; k < sizeof names / sizeof *names; k++) FcPatternDel(font, names[k]);
  FcPatternAddString(font, FC_FAMILY, (const FcChar8 *)family);
  FcPatternAddString(font, FC_POSTSCRIPT_NAME, (const FcChar8 *)name);
  FcCharSet *characters = NULL, *no_characters = FcCharSetCreate();
  FcLangSet *no_languages = FcLangSetCreate();
  if (FcPatternGetCharSet(font, FC_CHARSET, 0, &characters) != FcResultMatch) characters = no_characters;
  FcPatternAddCharSet(font, STRATA_CHARACTERS, characters);
  FcPatternDel(font, FC_CHARSET);
  FcPatternAddCharSet(font, FC_CHARSET, no_characters);
  FcPatternDel(font, FC_LANG);
  FcPatternAddLangSet(font, FC_LANG, no_languages);
  FcCharSetDestroy(no_characters);
  FcLangSetDestroy(no_languages);
}

// Adds a face of a file to the fonts of this program, under names of the caller's alone; false if the file lacks it.
//
// The file's other faces and the instances of a variable font are left out.
static inline int strata_pango_add_face(const char *path, int face, const char *family, const char *name) {
  FcFontSet *fonts = FcConfigGetFonts(NULL, FcSetApplication);
  int kept = fonts ? fonts->nfont : 0, found = 0;
  if (!FcConfigAppFontAddFile(NULL, (const FcChar8 *)path)) return 0;
  fonts = FcConfigGetFonts(NULL, FcSetApplication);
  for (int i = kept; fonts && i < fonts->nfont; i++) {
    FcPattern *font = fonts->fonts[i];
    int index = -1;
    if (!found && FcPatternGetInteger(font, FC_INDEX, 0, &index) == FcResultMatch && index == face) {
      strata_pango_make_private(font, family, name);
      fonts->fonts[kept++] = font;
      found = 1;
    } else {
      FcPatternDestroy(font);
    }
  }
  if (fonts) fonts->nfont = kept;
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

// Calls `visit` with the path of every installed font file; a file with several faces comes several times. Private
// fonts are left out.
static inline void strata_pango_visit_font_files(void (*visit)(const char *path, void *data), void *data) {
  FcPattern *all = FcPatternCreate();
  FcObjectSet *wanted = FcObjectSetBuild(FC_FILE, STRATA_CHARACTERS, (char *)0);
  FcFontSet *found = FcFontList(NULL, all, wanted);
  for (int i = 0; found && i < found->nfont; i++) {
    FcChar8 *file = NULL;
    FcCharSet *characters = NULL;
    if (FcPatternGetCharSet(found->fonts[i], STRATA_CHARACTERS, 0, &characters) == FcResultMatch) continue;
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
  // It asks for memory, whether or not there is enough.
  if ((int)size > glyphs->space) pango_glyph_string_set_size(glyphs, (int)size);
  glyphs->num_glyphs = (int)size;
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
