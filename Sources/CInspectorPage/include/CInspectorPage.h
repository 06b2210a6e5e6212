#ifndef STRATA_INSPECTOR_PAGE_H
#define STRATA_INSPECTOR_PAGE_H

#include <stddef.h>

/// One file of the inspector's page.
typedef struct strata_page_file {
  /// The path under which it is served.
  const char *_Nonnull path;
  /// Its media type.
  const char *_Nonnull type;
  const unsigned char *_Nonnull bytes;
  size_t size;
} strata_page_file;

/// The file of an index, which live as long as the program; null beyond the last one.
const strata_page_file *_Nullable strata_inspector_page_file(size_t index);

#endif
