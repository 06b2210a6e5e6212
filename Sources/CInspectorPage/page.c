// The files of the inspector's page as parts of the program. The compiler of C copies them in; as arrays of Swift they took
// eight seconds to compile.
#include "CInspectorPage.h"

// C23 has it, which is younger than the default of the compiler.
#pragma clang diagnostic ignored "-Wc23-extensions"

#define SCRIPT "text/javascript; charset=utf-8"

static const unsigned char index_html[] = {
#embed "Page/index.html"
};
static const unsigned char style_css[] = {
#embed "Page/style.css"
};
static const unsigned char main_js[] = {
#embed "Page/main.js"
};
static const unsigned char link_js[] = {
#embed "Page/link.js"
};
static const unsigned char picture_js[] = {
#embed "Page/picture.js"
};
static const unsigned char timeline_js[] = {
#embed "Page/timeline.js"
};
static const unsigned char tree_js[] = {
#embed "Page/tree.js"
};
static const unsigned char values_js[] = {
#embed "Page/values.js"
};
static const unsigned char space_js[] = {
#embed "Page/space.js"
};
static const unsigned char insight_js[] = {
#embed "Page/insight.js"
};
static const unsigned char program_js[] = {
#embed "Page/program.js"
};
static const unsigned char listing_js[] = {
#embed "Page/listing.js"
};
static const unsigned char controls_js[] = {
#embed "Page/controls.js"
};
static const unsigned char keyframes_js[] = {
#embed "Page/keyframes.js"
};
static const unsigned char stops_js[] = {
#embed "Page/stops.js"
};

static const strata_page_file files[] = {
    {"/", "text/html; charset=utf-8", index_html, sizeof index_html},
    {"/style.css", "text/css; charset=utf-8", style_css, sizeof style_css},
    {"/main.js", SCRIPT, main_js, sizeof main_js},
    {"/link.js", SCRIPT, link_js, sizeof link_js},
    {"/picture.js", SCRIPT, picture_js, sizeof picture_js},
    {"/timeline.js", SCRIPT, timeline_js, sizeof timeline_js},
    {"/tree.js", SCRIPT, tree_js, sizeof tree_js},
    {"/values.js", SCRIPT, values_js, sizeof values_js},
    {"/space.js", SCRIPT, space_js, sizeof space_js},
    {"/insight.js", SCRIPT, insight_js, sizeof insight_js},
    {"/program.js", SCRIPT, program_js, sizeof program_js},
    {"/controls.js", SCRIPT, controls_js, sizeof controls_js},
    {"/keyframes.js", SCRIPT, keyframes_js, sizeof keyframes_js},
    {"/stops.js", SCRIPT, stops_js, sizeof stops_js},
    {"/listing.js", SCRIPT, listing_js, sizeof listing_js},
};

const strata_page_file *strata_inspector_page_file(size_t index) {
  return index < sizeof files / sizeof files[0] ? &files[index] : 0;
}
