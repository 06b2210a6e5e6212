import StrataBase

/// Values at which readers and renderers break: the ends of number types, numbers that are none, text of many kinds.
enum HostileValues {
  static let numbers = [
    "0", "-0", "1", "-1", "0.5", "-0.5", "2", "3.7", "10", "100", "1000", "1e4", "65535", "65536", "1e5",
    "1e6",
    "1e9", "2147483647", "2147483648", "-2147483649", "4294967295", "4294967296", "9007199254740993",
    "9223372036854775807", "9223372036854775808", "-9223372036854775808", "18446744073709551616", "1e15",
    "1e17", "1e30", "1e38", "3.5e38", "1e155", "1e300", "-1e300", "1.7976931348623157e308", "1e309", "1e-6",
    "1e-30", "1e-100", "1e-308", "5e-324", "-1e-308", "inf", "-inf", "nan", "-nan", "0x10", "1e", "--1", "+5",
    "1,5", "00000000000000000001", "0.1e-2147483648", "1e2147483648",
  ]

  static let words = [
    "", " ", "null", "true", "NO", "undefined", "none", "inf inf", "0 0 0 0", "1 1 1 1 1 1", "#fff",
    "#12345678",
    "#zzzzzz", "rotate(", "rotate(1rad, 0, 0, 0)", "scale(0)", "matrix(1,0,0,0)",
    "translate(1e300, 1e300, 1e300)",
    "perspective(0)", "perspective(1e-300)", "0 0 m", "0 0 l", "0 0 1 1 c", "h h h", "0 0 m 1e300 1e300 l h",
    "m l c h q", "../../../etc/passwd", "data:,", "data:image/png;base64,AAAA", "data:image/png;base64,????",
    "file:///dev/zero", "/dev/zero", "linear", "discrete", "cubic", "paced", "easeIn", "0 -5 1 5", "both",
    "backwards", "sublayers", "transform.rotation.z", "position.x", "bounds.size", "sublayers.0.opacity",
    "@count", "filters.blur.inputRadius", "emitterCells.ember.scale", "even-odd", "radial", "conic",
    "gaussianBlur", "colorMatrix", "motionBlur", "plusL", "destOut", "resizeAspect", "additive", "points",
    "volume", "cuboid", "#1", "#2", "#a", "*",
  ]

  static let texts = [
    "\u{0}", "\u{7F}", "\u{FEFF}", "\u{202E}abc\u{202C}", "\u{200D}\u{200D}\u{200D}",
    "e\u{301}\u{301}\u{301}",
    "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}", "\u{FFFD}", "\u{10FFFF}", "\u{E000}", "漢字かな交じり文",
    "שלום עולם",
    "مرحبا بالعالم", "नमस्ते", "ก็ไม่รู้", "a\u{2028}b\u{2029}c", "\u{FB03}", "\t\t\t", "&#0;", "]]>", "<x/>",
    "%s%n", "{0}",
  ]

  /// A value of any kind: mostly one or several numbers.
  static func any(_ random: inout SplitMix64) -> String {
    switch random.index(10) {
    case 0..<4: number(&random)
    case 4..<7: list(&random, random.element(of: [2, 3, 4, 6, 16, 20]) ?? 2)
    case 7, 8: random.element(of: words) ?? ""
    default: text(&random)
    }
  }

  static func number(_ random: inout SplitMix64) -> String { random.element(of: numbers) ?? "0" }

  static func list(_ random: inout SplitMix64, _ count: Int) -> String {
    (0..<count).map { _ in random.once(in: 3) ? number(&random) : "\(random.index(64))" }.joined(
      separator: " "
    )
  }

  /// Some texts one after the other, rarely many.
  static func text(_ random: inout SplitMix64) -> String {
    let piece = (0..<random.smallCount(limit: 6)).map { _ in random.element(of: texts) ?? "" }.joined()
    return random.once(in: 40) ? String(repeating: piece, count: 1 + random.index(200)) : piece
  }

  /// The value with one of its numbers replaced; any value if it has none.
  static func changed(_ value: String, _ random: inout SplitMix64) -> String {
    var words = value.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    let numbers = words.indices.filter { Double(words[$0]) != nil }
    guard let place = random.element(of: numbers) else { return any(&random) }
    switch random.index(6) {
    case 0: words.remove(at: place)
    case 1: words.insert(words[place], at: place)
    case 2: words[place] = "-" + words[place]
    default: words[place] = number(&random)
    }
    return words.joined(separator: " ")
  }
}
