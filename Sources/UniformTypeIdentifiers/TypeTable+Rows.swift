/// Identifiers, extensions and MIME types as their owners publish them.
extension TypeTable {
  /// The types of the table, by groups.
  static let declaredRows = bases + texts + pictures + films + fonts + archives

  private static let bases = [
    TypeRow("public.item", "item"),
    TypeRow("public.content", "content"),
    TypeRow("public.composite-content", in: ["public.content"], "composite content"),
    TypeRow("public.data", in: ["public.item"], "data"),
    TypeRow("public.directory", in: ["public.item"], "directory"),
    TypeRow("public.folder", in: ["public.directory"], "folder"),
    TypeRow("public.volume", in: ["public.folder"], "volume"),
    TypeRow("com.apple.package", in: ["public.directory"], "package"),
    TypeRow("com.apple.bundle", in: ["public.directory"], "bundle"),
    TypeRow("com.apple.framework", in: ["com.apple.bundle"], files: ["framework"], "framework"),
    TypeRow("com.apple.application", in: ["public.executable"], "application"),
    TypeRow("public.executable", in: ["public.item"], "executable"),
    TypeRow("public.symlink", in: ["public.item"], "symbolic link"),
    TypeRow("public.disk-image", in: ["public.item"], "disk image"),
    TypeRow("public.url", in: ["public.data"], "URL"),
    TypeRow("public.file-url", in: ["public.url"], "file URL"),
    TypeRow("public.bookmark", in: ["public.item"], "bookmark"),
    TypeRow("public.message", in: ["public.item"], "message"),
    TypeRow("public.contact", in: ["public.item"], "contact"),
    TypeRow("public.calendar-event", in: ["public.item"], "calendar event"),
    TypeRow("public.database", in: ["public.item"], "database"),
    TypeRow("public.log", in: ["public.item"], "log"),
  ]

  private static let texts = [
    TypeRow("public.text", in: ["public.data", "public.content"], "text"),
    TypeRow(
      "public.plain-text",
      in: ["public.text"],
      files: ["txt", "text"],
      mimeTypes: ["text/plain"],
      "plain text"
    ),
    TypeRow("public.utf8-plain-text", in: ["public.plain-text"], "Unicode text"),
    TypeRow("public.utf16-plain-text", in: ["public.plain-text"], "Unicode text"),
    TypeRow("public.delimited-values-text", in: ["public.text"], "delimited text"),
    TypeRow(
      "public.comma-separated-values-text",
      in: ["public.delimited-values-text"],
      files: ["csv"],
      mimeTypes: ["text/csv", "text/comma-separated-values"],
      "CSV document"
    ),
    TypeRow(
      "public.tab-separated-values-text",
      in: ["public.delimited-values-text"],
      files: ["tsv"],
      mimeTypes: ["text/tab-separated-values"],
      "TSV document"
    ),
    TypeRow(
      "public.rtf",
      in: ["public.text"],
      files: ["rtf"],
      mimeTypes: ["text/rtf", "application/rtf"],
      "RTF document"
    ),
    TypeRow(
      "public.html",
      in: ["public.text"],
      files: ["html", "htm", "shtml"],
      mimeTypes: ["text/html"],
      "HTML text"
    ),
    TypeRow("public.css", in: ["public.text"], files: ["css"], mimeTypes: ["text/css"], "CSS style sheet"),
    TypeRow(
      "public.xml",
      in: ["public.text"],
      files: ["xml"],
      mimeTypes: ["application/xml", "text/xml"],
      "XML text"
    ),
    TypeRow(
      "public.yaml",
      in: ["public.text"],
      files: ["yml", "yaml"],
      mimeTypes: ["application/x-yaml"],
      "YAML document"
    ),
    TypeRow(
      "public.json",
      in: ["public.text"],
      files: ["json"],
      mimeTypes: ["application/json"],
      "JSON document"
    ),
    TypeRow("com.apple.property-list", in: ["public.data"], files: ["plist"], "property list"),
    TypeRow(
      "com.apple.xml-property-list",
      in: ["com.apple.property-list", "public.xml"],
      "XML property list"
    ),
    TypeRow("com.apple.binary-property-list", in: ["com.apple.property-list"], "binary property list"),
    TypeRow("public.source-code", in: ["public.plain-text"], "source code"),
    TypeRow("public.swift-source", in: ["public.source-code"], files: ["swift"], "Swift source code"),
    TypeRow("public.c-source", in: ["public.source-code"], files: ["c"], "C source code"),
    TypeRow("public.c-header", in: ["public.source-code"], files: ["h"], "C header"),
    TypeRow(
      "public.c-plus-plus-source",
      in: ["public.source-code"],
      files: ["cpp", "cp", "c++", "cc", "cxx"],
      "C++ source code"
    ),
    TypeRow(
      "public.c-plus-plus-header",
      in: ["public.source-code"],
      files: ["hpp", "h++", "hxx", "hh"],
      "C++ header"
    ),
    TypeRow("public.objective-c-source", in: ["public.source-code"], files: ["m"], "Objective-C source code"),
    TypeRow(
      "public.objective-c-plus-plus-source",
      in: ["public.source-code"],
      files: ["mm"],
      "Objective-C++ source code"
    ),
    TypeRow("public.assembly-source", in: ["public.source-code"], files: ["s"], "assembly source code"),
    TypeRow("public.script", in: ["public.source-code"], "script"),
    TypeRow("public.shell-script", in: ["public.script"], files: ["sh", "command"], "shell script"),
    TypeRow(
      "public.python-script",
      in: ["public.script"],
      files: ["py"],
      mimeTypes: ["text/x-python-script"],
      "Python script"
    ),
    TypeRow(
      "public.ruby-script",
      in: ["public.script"],
      files: ["rb", "rbw"],
      mimeTypes: ["text/x-ruby-script"],
      "Ruby script"
    ),
    TypeRow(
      "public.perl-script",
      in: ["public.script"],
      files: ["pl", "pm"],
      mimeTypes: ["text/x-perl-script"],
      "Perl script"
    ),
    TypeRow(
      "public.php-script",
      in: ["public.script"],
      files: ["php", "php3", "php4", "ph3", "ph4", "phtml"],
      mimeTypes: ["text/php", "application/php"],
      "PHP script"
    ),
    TypeRow(
      "com.netscape.javascript-source",
      in: ["public.script"],
      files: ["js", "jscript", "javascript"],
      mimeTypes: ["text/javascript", "application/javascript"],
      "JavaScript"
    ),
  ]

  private static let pictures = [
    TypeRow("public.image", in: ["public.data", "public.content"], "image"),
    TypeRow("public.png", in: ["public.image"], files: ["png"], mimeTypes: ["image/png"], "PNG image"),
    TypeRow(
      "public.jpeg",
      in: ["public.image"],
      files: ["jpeg", "jpg", "jpe"],
      mimeTypes: ["image/jpeg", "image/jpg"],
      "JPEG image"
    ),
    TypeRow(
      "org.webmproject.webp",
      in: ["public.image"],
      files: ["webp"],
      mimeTypes: ["image/webp"],
      "WebP image"
    ),
    TypeRow(
      "com.compuserve.gif",
      in: ["public.image"],
      files: ["gif"],
      mimeTypes: ["image/gif"],
      "GIF image"
    ),
    TypeRow(
      "public.tiff",
      in: ["public.image"],
      files: ["tiff", "tif"],
      mimeTypes: ["image/tiff"],
      "TIFF image"
    ),
    TypeRow(
      "com.microsoft.bmp",
      in: ["public.image"],
      files: ["bmp", "dib"],
      mimeTypes: ["image/bmp"],
      "BMP image"
    ),
    TypeRow(
      "com.microsoft.ico",
      in: ["public.image"],
      files: ["ico"],
      mimeTypes: ["image/vnd.microsoft.icon"],
      "icon"
    ),
    TypeRow("com.apple.icns", in: ["public.image"], files: ["icns"], "icon"),
    TypeRow("public.heif-standard", in: ["public.image"], "HEIF image"),
    TypeRow(
      "public.heif",
      in: ["public.heif-standard"],
      files: ["heif", "hif"],
      mimeTypes: ["image/heif"],
      "HEIF image"
    ),
    TypeRow(
      "public.heic",
      in: ["public.heif-standard"],
      files: ["heic"],
      mimeTypes: ["image/heic"],
      "HEIC image"
    ),
    TypeRow("public.camera-raw-image", in: ["public.image"], "raw image"),
    TypeRow(
      "public.svg-image",
      in: ["public.image", "public.xml"],
      files: ["svg", "svgz"],
      mimeTypes: ["image/svg+xml"],
      "SVG image"
    ),
    TypeRow("com.apple.live-photo", in: ["public.image"], "live photo"),
    TypeRow("public.3d-content", in: ["public.content"], "3D content"),
    TypeRow(
      "com.pixar.universal-scene-description-mobile",
      in: ["public.3d-content", "public.data"],
      files: ["usdz"],
      mimeTypes: ["model/vnd.usdz+zip"],
      "USDZ"
    ),
    TypeRow(
      "com.adobe.pdf",
      in: ["public.data", "public.composite-content"],
      files: ["pdf"],
      mimeTypes: ["application/pdf"],
      "PDF document"
    ),
    TypeRow(
      "org.idpf.epub-container",
      in: ["public.data", "public.composite-content"],
      files: ["epub"],
      mimeTypes: ["application/epub+zip"],
      "EPUB publication"
    ),
    TypeRow("public.presentation", in: ["public.composite-content"], "presentation"),
    TypeRow("public.spreadsheet", in: ["public.content"], "spreadsheet"),
  ]

  private static let archives = [
    TypeRow("public.archive", in: ["public.data"], "archive"),
    TypeRow(
      "public.tar-archive",
      in: ["public.archive"],
      files: ["tar"],
      mimeTypes: ["application/x-tar", "application/tar"],
      "tar archive"
    ),
    TypeRow(
      "public.zip-archive",
      in: ["public.archive"],
      files: ["zip"],
      mimeTypes: ["application/zip"],
      "zip archive"
    ),
    TypeRow(
      "org.gnu.gnu-zip-archive",
      in: ["public.archive"],
      files: ["gz", "gzip"],
      mimeTypes: ["application/x-gzip", "application/gzip"],
      "gzip archive"
    ),
    TypeRow(
      "public.bzip2-archive",
      in: ["public.archive"],
      files: ["bz2", "bzip2"],
      mimeTypes: ["application/x-bzip2", "application/x-bzip"],
      "bzip2 archive"
    ),
  ]
}
