import CoreGraphics
import Foundation
import QuartzCore
import StrataCAML

/// The animations of a layer: those that were read and not changed are copied from the markup.
extension DocumentEncoder {
  func appendAnimations(of layer: CALayer, origin: MarkupElement?, to tasks: inout [Task]) {
    let known = reader?.addedKeys[ObjectIdentifier(layer)] ?? [:]
    let skipped = skippedKeys(layer)
    let present = (layer.animationKeys() ?? []).filter { !skipped.contains($0) }
    var children: [Task] = []
    let loaded = reader?.loadedAnimations[ObjectIdentifier(layer)] ?? [:]
    for child in origin?.children ?? [] {
      guard let key = known[child.index], let former = loaded[key] else {
        children.append(.copy(child))
        continue
      }
      if let now = layer.animation(forKey: key), present.contains(key) {
        guard !isSame(now, former) else {
          children.append(.copy(child))
          continue
        }
        children.append(
          .run { [self] in
            for note in child.notesBefore { builder.note(note) }
            encode(now, key: key)
          }
        )
      } else if skipped.contains(key) || former.mayHaveEnded {
        // As written: an animation that has ended still belongs to the document.
        children.append(.copy(child))
      }
    }
    for key in present where !known.values.contains(key) {
      guard let animation = layer.animation(forKey: key) else { continue }
      children.append(.run { [self] in encode(animation, key: key) })
    }
    guard origin != nil || !children.isEmpty else { return }
    tasks.append(.begin(origin?.qualifiedName ?? "animations", origin?.attributes ?? [], of: origin))
    tasks += children
    tasks.append(.end)
  }

  /// Compares animations by their markup, images by identity, without values that the layer filled in.
  private func isSame(_ a: CAAnimation, _ b: CAAnimation) -> Bool {
    func markup(of animation: CAAnimation) -> MarkupElement? {
      var encoder = AnimationEncoder(isComparing: true)
      encoder.encode(animation, tag: "a", key: nil) { [MarkupAttribute("src", "\(ObjectIdentifier($0))")] }
      return encoder.builder.tree().root
    }
    // The layer fills in what the document leaves open.
    let isTimed = b.duration > 0 && a.duration != b.duration
    let isPlaced = b.beginTime != 0 && b.beginTime.isFinite && a.beginTime != b.beginTime
    guard !isTimed, !isPlaced else { return false }
    guard let one = markup(of: a), let two = markup(of: b) else { return false }
    return MarkupComparison.differences(one, two, limit: 1).isEmpty
  }

  func encode(_ animation: CAAnimation, key: String) {
    var encoder = AnimationEncoder(isComparing: isComparing)
    let isTag = Self.isTag(key)
    encoder.encode(animation, tag: isTag ? key : "p", key: isTag ? nil : key) { [self] in
      imageAttributes($0, type: nil)
    }
    if let root = encoder.builder.tree().root { builder.copy(root) }
  }

  /// True for a key that can be the tag of an element.
  static func isTag(_ key: String) -> Bool {
    key.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } && key.first?.isLetter == true
  }
}

extension CAAnimation {
  /// True if the layer may have removed the animation at its end; false for one without an end.
  fileprivate var mayHaveEnded: Bool {
    isRemovedOnCompletion && speed != 0 && duration.isFinite && repeatCount.isFinite
      && repeatDuration.isFinite
  }
}
