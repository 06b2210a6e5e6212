import Foundation
import StrataBase
import StrataRaster

/// The content stream of a page, a group or a pattern cell (ISO 32000-1, 7.8.2), and its resources.
///
/// Coordinates are in base space. Clips are nested saved states; a drawing keeps those that it shares with the previous
/// one.
final class PDFContent {
  private(set) var bytes = ""
  /// The resources by kind, in the order of first use.
  private var resources: [(kind: String, number: Int)] = []
  private var named: Set<String> = []
  /// What is set in each saved state; the last one is current.
  private var savedStates: [SavedState] = [SavedState()]

  private struct SavedState {
    var clip: VectorClip?
    /// The state object of the current mask.
    var mask: Int?
    var state: Int?
    var fill = ""
  }

  var isEmpty: Bool { bytes.isEmpty }

  /// The state object of the current mask; nil for none.
  var mask: Int? { savedStates.last?.mask }

  func write(_ line: String) {
    bytes += line
    bytes += "\n"
  }

  /// Returns the resource name of an object, and adds it to the resources of a kind.
  func name(_ number: Int, _ kind: String) -> String {
    let name = "/\(kind.prefix(1))\(number)"
    if named.insert(kind + name).inserted { resources.append((kind, number)) }
    return name
  }

  /// The resource dictionary.
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

  /// Saves the state, runs a closure and restores the state.
  func saved(_ body: () -> Void) {
    write("q")
    savedStates.append(savedStates[savedStates.count - 1])
    body()
    savedStates.removeLast()
    write("Q")
  }

  /// Sets the clips; `mask` returns the state object of an image mask.
  func setClip(_ clip: VectorClip?, mask: (CGImage, CGAffineTransform, _ interpolates: Bool) -> Int) {
    let chain = clip?.chain ?? []
    var common = 0
    while common < chain.count, common + 1 < savedStates.count, savedStates[common + 1].clip === chain[common]
    {
      common += 1
    }
    while savedStates.count > common + 1 {
      write("Q")
      savedStates.removeLast()
    }
    for clip in chain[common...] {
      write("q")
      var saved = savedStates[savedStates.count - 1]
      saved.clip = clip
      switch clip.shape {
      case .outline(let outline, let rule):
        // An empty path would not clip; a single point clips everything.
        write(outline.isEmpty ? "0 0 m" : Self.path(outline))
        write(rule == .evenOdd ? "W* n" : "W n")
      case .mask(let image, let place, let interpolates):
        let state = mask(image, place, interpolates)
        write("\(name(state, "ExtGState")) gs")
        saved.mask = state
      }
      savedStates.append(saved)
    }
  }

  /// Restores the outermost state.
  func end() {
    while savedStates.count > 1 {
      write("Q")
      savedStates.removeLast()
    }
  }

  /// Sets alpha and blend mode by a state object.
  func setState(_ number: Int?) {
    guard let number, savedStates[savedStates.count - 1].state != number else { return }
    write("\(name(number, "ExtGState")) gs")
    savedStates[savedStates.count - 1].state = number
  }

  /// Sets a mask until the saved state is restored.
  func setMask(_ number: Int) {
    write("\(name(number, "ExtGState")) gs")
    savedStates[savedStates.count - 1].mask = number
  }

  /// Sets the fill colour by its operands and operator.
  func setFill(_ color: String) {
    guard savedStates[savedStates.count - 1].fill != color else { return }
    write(color)
    savedStates[savedStates.count - 1].fill = color
  }

  // MARK: Paths

  /// Returns the path operators of an outline (ISO 32000-1, 8.5.2).
  static func path(_ outline: Outline) -> String {
    var result = ""
    func add(_ points: [RasterPoint], _ verb: String) {
      for point in points {
        result += VectorNotation.number(point.x)
        result += " "
        result += VectorNotation.number(point.y)
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
          // Degree elevation of the quadratic curve to a cubic one.
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
