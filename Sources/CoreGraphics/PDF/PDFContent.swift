import Foundation
import StrataBase
import StrataRaster

/// A restriction of what may be drawn, inside those before it.
final class VectorClip {
  enum Shape {
    /// In base space.
    case outline(Outline, FillRule)
    /// The alpha of an image, with the way from the unit square to base space.
    case mask(CGImage, CGAffineTransform, interpolates: Bool)
  }

  let parent: VectorClip?
  let shape: Shape

  init(_ shape: Shape, inside parent: VectorClip?) {
    (self.shape, self.parent) = (shape, parent)
  }

  /// All restrictions from the outermost to this one.
  var chain: [VectorClip] {
    var result: [VectorClip] = []
    var next: VectorClip? = self
    while let clip = next {
      result.append(clip)
      next = clip.parent
    }
    return result.reversed()
  }
}

/// Drawing instructions of a page, a group or the cell of a pattern, and the objects that they name.
///
/// Everything is in base space. Clips nest as PDF's saved states do: those that two drawings following each other have in
/// common stay set.
final class PDFContent {
  private(set) var bytes = ""
  /// Objects by kind of resource, in the order in which they were first named.
  private var resources: [(kind: String, number: Int)] = []
  private var named: Set<String> = []
  /// What is set at each level of saved states, the last one now.
  private var levels: [Level] = [Level()]

  private struct Level {
    var clip: VectorClip?
    /// The state of a mask that holds here.
    var mask: Int?
    var state: Int?
    var fill = ""
  }

  var isEmpty: Bool { bytes.isEmpty }

  /// The mask that holds now, as an object.
  var mask: Int? { levels.last?.mask }

  func write(_ line: String) {
    bytes += line
    bytes += "\n"
  }

  /// The name of an object as a resource of a kind.
  func name(_ number: Int, _ kind: String) -> String {
    let name = "/\(kind.prefix(1))\(number)"
    if named.insert(kind + name).inserted { resources.append((kind, number)) }
    return name
  }

  /// The resources as a dictionary.
  var resourceDictionary: String {
    var kinds: [String] = []
    for resource in resources where !kinds.contains(resource.kind) { kinds.append(resource.kind) }
    let parts = kinds.map { kind in
      let entries = resources.filter { $0.kind == kind }.map {
        "/\(kind.prefix(1))\($0.number) \($0.number) 0 R"
      }
      return "/\(kind) << \(entries.joined(separator: " ")) >>"
    }
    return "<< \(parts.joined(separator: " ")) >>"
  }

  // MARK: State

  /// Saves the state, runs a closure and goes back.
  func saved(_ body: () -> Void) {
    write("q")
    levels.append(levels[levels.count - 1])
    body()
    levels.removeLast()
    write("Q")
  }

  /// Sets clips; `mask` gives the state of one that is an image.
  func setClip(_ clip: VectorClip?, mask: (CGImage, CGAffineTransform, _ interpolates: Bool) -> Int) {
    let chain = clip?.chain ?? []
    var common = 0
    while common < chain.count, common + 1 < levels.count, levels[common + 1].clip === chain[common] {
      common += 1
    }
    while levels.count > common + 1 {
      write("Q")
      levels.removeLast()
    }
    for clip in chain[common...] {
      write("q")
      var level = levels[levels.count - 1]
      level.clip = clip
      switch clip.shape {
      case .outline(let outline, let rule):
        // Without a path nothing would be clipped; a point lets nothing through.
        write(outline.isEmpty ? "0 0 m" : Self.path(outline))
        write(rule == .evenOdd ? "W* n" : "W n")
      case .mask(let image, let place, let interpolates):
        let state = mask(image, place, interpolates)
        write("\(name(state, "ExtGState")) gs")
        level.mask = state
      }
      levels.append(level)
    }
  }

  /// Goes back to the outermost state.
  func end() {
    while levels.count > 1 {
      write("Q")
      levels.removeLast()
    }
  }

  /// Sets alpha and blend mode by an object.
  func setState(_ number: Int?) {
    guard let number, levels[levels.count - 1].state != number else { return }
    write("\(name(number, "ExtGState")) gs")
    levels[levels.count - 1].state = number
  }

  /// Sets a mask for the rest of the level.
  func setMask(_ number: Int) {
    write("\(name(number, "ExtGState")) gs")
    levels[levels.count - 1].mask = number
  }

  /// Sets the fill colour by its operands and operator.
  func setFill(_ color: String) {
    guard levels[levels.count - 1].fill != color else { return }
    write(color)
    levels[levels.count - 1].fill = color
  }

  // MARK: Paths

  /// An outline as operators; what has a coordinate that is no number is left out.
  static func path(_ outline: Outline) -> String {
    var result = ""
    func add(_ points: [RasterPoint], _ verb: String) {
      for point in points {
        result += PDFNotation.number(point.x)
        result += " "
        result += PDFNotation.number(point.y)
        result += " "
      }
      result += verb
      result += "\n"
    }
    outline.forEachSubpath { segments, isClosed in
      guard let first = segments.first else { return }
      add([first.start], "m")
      for segment in segments where !segment.isClosing {
        switch segment.degree {
        case 1: add([segment.end], "l")
        case 2:
          // A quadratic curve as a cubic one.
          let one = segment.start + (segment.control1 - segment.start) * (2.0 / 3)
          let two = segment.end + (segment.control1 - segment.end) * (2.0 / 3)
          add([one, two, segment.end], "c")
        default: add([segment.control1, segment.control2, segment.end], "c")
        }
      }
      if isClosed { result += "h\n" }
    }
    if result.hasSuffix("\n") { result.removeLast() }
    return result
  }
}
