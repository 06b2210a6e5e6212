/// Identifiers, extensions and MIME types as their owners publish them.
extension TypeTable {
  /// Films, sounds and lists of them.
  static let films = [
    TypeRow("public.audiovisual-content", in: ["public.data", "public.content"], "audiovisual content"),
    TypeRow("public.movie", in: ["public.audiovisual-content"], "movie"),
    TypeRow("public.video", in: ["public.movie"], "video"),
    TypeRow("public.audio", in: ["public.audiovisual-content"], "audio"),
    TypeRow(
      "com.apple.quicktime-movie",
      in: ["public.movie"],
      files: ["mov", "qt"],
      mimeTypes: ["video/quicktime"],
      "QuickTime movie"
    ),
    TypeRow(
      "public.mpeg",
      in: ["public.movie"],
      files: ["mpg", "mpeg", "mpe", "m75", "m15"],
      mimeTypes: ["video/mpeg", "video/mpg"],
      "MPEG movie"
    ),
    TypeRow(
      "public.mpeg-2-video",
      in: ["public.video"],
      files: ["m2v"],
      mimeTypes: ["video/mpeg2"],
      "MPEG-2 video"
    ),
    TypeRow(
      "public.mpeg-2-transport-stream",
      in: ["public.movie"],
      files: ["ts", "mts"],
      mimeTypes: ["video/mp2t"],
      "MPEG-2 transport stream"
    ),
    TypeRow(
      "public.mpeg-4",
      in: ["public.movie"],
      files: ["mp4", "mpg4"],
      mimeTypes: ["video/mp4", "video/mp4v"],
      "MPEG-4 movie"
    ),
    // The type of the suffix stands before that of protected films.
    TypeRow(
      "com.apple.m4v-video",
      in: ["public.mpeg-4"],
      files: ["m4v"],
      mimeTypes: ["video/x-m4v"],
      "Apple MPEG-4 movie"
    ),
    TypeRow(
      "com.apple.protected-mpeg-4-video",
      in: ["com.apple.m4v-video"],
      files: ["m4v"],
      mimeTypes: ["video/x-m4v"],
      "protected MPEG-4 movie"
    ),
    TypeRow(
      "org.webmproject.webm",
      in: ["public.movie"],
      files: ["webm"],
      mimeTypes: ["video/webm"],
      "WebM movie"
    ),
    TypeRow(
      "org.matroska.mkv",
      in: ["public.movie"],
      files: ["mkv"],
      mimeTypes: ["video/x-matroska", "video/matroska"],
      "Matroska movie"
    ),
    TypeRow(
      "public.avi",
      in: ["public.movie"],
      files: ["avi", "vfw"],
      mimeTypes: ["video/avi", "video/msvideo", "video/x-msvideo"],
      "AVI movie"
    ),
    TypeRow(
      "public.mp3",
      in: ["public.audio"],
      files: ["mp3", "mpga"],
      mimeTypes: ["audio/mpeg", "audio/mp3", "audio/mpg"],
      "MP3 audio"
    ),
    // The type of the suffix stands before the one that it is a kind of.
    TypeRow(
      "com.apple.m4a-audio",
      in: ["public.mpeg-4-audio"],
      files: ["m4a"],
      mimeTypes: ["audio/x-m4a"],
      "Apple MPEG-4 audio"
    ),
    TypeRow(
      "public.mpeg-4-audio",
      in: ["public.audio"],
      files: ["m4a"],
      mimeTypes: ["audio/mp4"],
      "MPEG-4 audio"
    ),
    TypeRow(
      "public.aac-audio",
      in: ["public.audio"],
      files: ["aac", "adts"],
      mimeTypes: ["audio/aac", "audio/x-aac"],
      "AAC audio"
    ),
    TypeRow(
      "org.xiph.flac",
      in: ["public.audio"],
      files: ["flac"],
      mimeTypes: ["audio/flac", "audio/x-flac"],
      "FLAC audio"
    ),
    TypeRow(
      "com.microsoft.waveform-audio",
      in: ["public.audio"],
      files: ["wav", "wave", "bwf"],
      mimeTypes: ["audio/vnd.wave", "audio/wav", "audio/wave", "audio/x-wav"],
      "waveform audio"
    ),
    TypeRow(
      "public.aiff-audio",
      in: ["public.audio"],
      files: ["aiff", "aif"],
      mimeTypes: ["audio/aiff", "audio/x-aiff"],
      "AIFF audio"
    ),
    TypeRow(
      "public.midi-audio",
      in: ["public.audio"],
      files: ["midi", "mid", "smf", "kar"],
      mimeTypes: ["audio/midi"],
      "MIDI audio"
    ),
    TypeRow("public.playlist", in: ["public.item"], "playlist"),
    TypeRow(
      "public.m3u-playlist",
      in: ["public.text", "public.playlist"],
      files: ["m3u", "m3u8"],
      mimeTypes: ["application/x-mpegurl", "audio/x-mpegurl"],
      "M3U playlist"
    ),
  ]

  /// Fonts.
  static let fonts = [
    TypeRow("public.font", in: ["public.item"], "font"),
    TypeRow("public.truetype-font", in: ["public.font", "public.data"], "TrueType font"),
    TypeRow(
      "public.truetype-ttf-font",
      in: ["public.truetype-font"],
      files: ["ttf"],
      mimeTypes: ["font/ttf"],
      "TrueType font"
    ),
    TypeRow(
      "public.truetype-collection-font",
      in: ["public.truetype-font"],
      files: ["ttc"],
      mimeTypes: ["font/collection"],
      "TrueType collection"
    ),
    TypeRow(
      "public.opentype-font",
      in: ["public.font", "public.data"],
      files: ["otf"],
      mimeTypes: ["font/otf"],
      "OpenType font"
    ),
  ]
}
