extension UTType {
  // MARK: Bases and folders

  /// Anything that has a name.
  public static let item = UTType(known: "public.item")
  /// What a document holds.
  public static let content = UTType(known: "public.content")
  /// Content with parts of several kinds.
  public static let compositeContent = UTType(known: "public.composite-content")
  /// A sequence of bytes.
  public static let data = UTType(known: "public.data")
  /// A folder or a package.
  public static let directory = UTType(known: "public.directory")
  /// A folder.
  public static let folder = UTType(known: "public.folder")
  /// A root of a file system.
  public static let volume = UTType(known: "public.volume")
  /// A folder that looks like a file.
  public static let `package` = UTType(known: "com.apple.package")
  /// A folder with a fixed structure.
  public static let bundle = UTType(known: "com.apple.bundle")
  /// A bundle of a library.
  public static let framework = UTType(known: "com.apple.framework")
  /// A program.
  public static let application = UTType(known: "com.apple.application")
  /// What can be run.
  public static let executable = UTType(known: "public.executable")
  /// A link to another place of the file system.
  public static let symbolicLink = UTType(known: "public.symlink")
  /// A file that holds a file system.
  public static let diskImage = UTType(known: "public.disk-image")
  /// An address.
  public static let url = UTType(known: "public.url")
  /// The address of a file.
  public static let fileURL = UTType(known: "public.file-url")
  /// A place to come back to.
  public static let bookmark = UTType(known: "public.bookmark")
  /// A message.
  public static let message = UTType(known: "public.message")
  /// A person or a company.
  public static let contact = UTType(known: "public.contact")
  /// An event.
  public static let calendarEvent = UTType(known: "public.calendar-event")
  /// A store of records.
  public static let database = UTType(known: "public.database")
  /// A record of what happened.
  public static let log = UTType(known: "public.log")

  // MARK: Text, source code and structured data

  /// Text, plain or marked up.
  public static let text = UTType(known: "public.text")
  /// Text without markup.
  public static let plainText = UTType(known: "public.plain-text")
  /// Text in UTF-8.
  public static let utf8PlainText = UTType(known: "public.utf8-plain-text")
  /// Text in UTF-16.
  public static let utf16PlainText = UTType(known: "public.utf16-plain-text")
  /// Rows of values.
  public static let delimitedText = UTType(known: "public.delimited-values-text")
  /// Rows of values with commas between them.
  public static let commaSeparatedText = UTType(known: "public.comma-separated-values-text")
  /// Rows of values with tabs between them.
  public static let tabSeparatedText = UTType(known: "public.tab-separated-values-text")
  /// Rich text.
  public static let rtf = UTType(known: "public.rtf")
  /// Pages of the web.
  public static let html = UTType(known: "public.html")
  /// Style sheets of pages.
  public static let css = UTType(known: "public.css")
  /// Extensible markup.
  public static let xml = UTType(known: "public.xml")
  /// YAML.
  public static let yaml = UTType(known: "public.yaml")
  /// JSON.
  public static let json = UTType(known: "public.json")
  /// Property lists.
  public static let propertyList = UTType(known: "com.apple.property-list")
  /// Property lists in XML.
  public static let xmlPropertyList = UTType(known: "com.apple.xml-property-list")
  /// Property lists in bytes.
  public static let binaryPropertyList = UTType(known: "com.apple.binary-property-list")
  /// Source code.
  public static let sourceCode = UTType(known: "public.source-code")
  /// Source code in Swift.
  public static let swiftSource = UTType(known: "public.swift-source")
  /// Source code in C.
  public static let cSource = UTType(known: "public.c-source")
  /// Headers in C.
  public static let cHeader = UTType(known: "public.c-header")
  /// Source code in C++.
  public static let cPlusPlusSource = UTType(known: "public.c-plus-plus-source")
  /// Headers in C++.
  public static let cPlusPlusHeader = UTType(known: "public.c-plus-plus-header")
  /// Source code in Objective-C.
  public static let objectiveCSource = UTType(known: "public.objective-c-source")
  /// Source code in Objective-C++.
  public static let objectiveCPlusPlusSource = UTType(known: "public.objective-c-plus-plus-source")
  /// Source code in an assembly language.
  public static let assemblyLanguageSource = UTType(known: "public.assembly-source")
  /// Scripts.
  public static let script = UTType(known: "public.script")
  /// Scripts of a shell.
  public static let shellScript = UTType(known: "public.shell-script")
  /// Scripts in Python.
  public static let pythonScript = UTType(known: "public.python-script")
  /// Scripts in Ruby.
  public static let rubyScript = UTType(known: "public.ruby-script")
  /// Scripts in Perl.
  public static let perlScript = UTType(known: "public.perl-script")
  /// Scripts in PHP.
  public static let phpScript = UTType(known: "public.php-script")
  /// Scripts in JavaScript.
  public static let javaScript = UTType(known: "com.netscape.javascript-source")

  // MARK: Pictures and documents

  /// Pictures.
  public static let image = UTType(known: "public.image")
  /// PNG pictures.
  public static let png = UTType(known: "public.png")
  /// JPEG pictures.
  public static let jpeg = UTType(known: "public.jpeg")
  /// WebP pictures.
  public static let webP = UTType(known: "org.webmproject.webp")
  /// GIF pictures.
  public static let gif = UTType(known: "com.compuserve.gif")
  /// TIFF pictures.
  public static let tiff = UTType(known: "public.tiff")
  /// Bitmaps of Windows.
  public static let bmp = UTType(known: "com.microsoft.bmp")
  /// Icons of Windows.
  public static let ico = UTType(known: "com.microsoft.ico")
  /// Icons of Apple's systems.
  public static let icns = UTType(known: "com.apple.icns")
  /// HEIF pictures.
  public static let heif = UTType(known: "public.heif")
  /// HEIF pictures coded with HEVC.
  public static let heic = UTType(known: "public.heic")
  /// Pictures as a camera's sensor saw them.
  public static let rawImage = UTType(known: "public.camera-raw-image")
  /// Vectors in SVG.
  public static let svg = UTType(known: "public.svg-image")
  /// Pictures with a short film.
  public static let livePhoto = UTType(known: "com.apple.live-photo")
  /// Scenes in space.
  public static let threeDContent = UTType(known: "public.3d-content")
  /// Scenes in one file of USD.
  public static let usdz = UTType(known: "com.pixar.universal-scene-description-mobile")
  /// PDF documents.
  public static let pdf = UTType(known: "com.adobe.pdf")
  /// Books.
  public static let epub = UTType(known: "org.idpf.epub-container")
  /// Slides.
  public static let presentation = UTType(known: "public.presentation")
  /// Tables of numbers.
  public static let spreadsheet = UTType(known: "public.spreadsheet")
  /// Fonts.
  public static let font = UTType(known: "public.font")

  // MARK: Films and sounds

  /// Films and sounds.
  public static let audiovisualContent = UTType(known: "public.audiovisual-content")
  /// Pictures that move, with or without sound.
  public static let movie = UTType(known: "public.movie")
  /// Pictures that move, without sound.
  public static let video = UTType(known: "public.video")
  /// Sounds.
  public static let audio = UTType(known: "public.audio")
  /// Films of QuickTime.
  public static let quickTimeMovie = UTType(known: "com.apple.quicktime-movie")
  /// Films of MPEG-1 and MPEG-2.
  public static let mpeg = UTType(known: "public.mpeg")
  /// Pictures of MPEG-2.
  public static let mpeg2Video = UTType(known: "public.mpeg-2-video")
  /// Streams of MPEG-2.
  public static let mpeg2TransportStream = UTType(known: "public.mpeg-2-transport-stream")
  /// Films of MPEG-4.
  public static let mpeg4Movie = UTType(known: "public.mpeg-4")
  /// Films of MPEG-4 under Apple's suffix.
  public static let appleProtectedMPEG4Video = UTType(known: "com.apple.protected-mpeg-4-video")
  /// Films of Windows.
  public static let avi = UTType(known: "public.avi")
  /// Sounds of MPEG layer 3.
  public static let mp3 = UTType(known: "public.mp3")
  /// Sounds of MPEG-4.
  public static let mpeg4Audio = UTType(known: "public.mpeg-4-audio")
  /// Sounds of Windows.
  public static let wav = UTType(known: "com.microsoft.waveform-audio")
  /// Sounds in AIFF.
  public static let aiff = UTType(known: "public.aiff-audio")
  /// Notes of instruments.
  public static let midi = UTType(known: "public.midi-audio")
  /// Lists of films and sounds.
  public static let playlist = UTType(known: "public.playlist")
  /// Lists in M3U.
  public static let m3uPlaylist = UTType(known: "public.m3u-playlist")

  // MARK: Archives

  /// Files in one file.
  public static let archive = UTType(known: "public.archive")
  /// Archives in zip.
  public static let zip = UTType(known: "public.zip-archive")
  /// One file, compressed by gzip.
  public static let gzip = UTType(known: "org.gnu.gnu-zip-archive")
  /// One file, compressed by bzip2.
  public static let bz2 = UTType(known: "public.bzip2-archive")
}
