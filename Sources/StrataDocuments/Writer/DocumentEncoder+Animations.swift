import CoreGraphics
import Foundation
import QuartzCore
import StrataCAML

/// The animations of a layer: those that were read and not changed are copied from the markup.
extension DocumentEncoder {
  func appendAnimations(of layer: CALayer, origin: MarkupElement?, to tasks: inout [Task]) {
    let known = reader?.addedKeys[ObjectIdentifier(layer)] ?? [:]
    let skipped = transitionKeys(of: layer)
    let present = base.animations(of: layer).filter { !skipped.contains($0.key) }
    var children: [Task] = []
    let loaded = reader?.loadedAnimations[ObjectIdentifier(layer)] ?? [:]
    for child in origin?.children ?? [] {
      guard let key = known[child.index], let former = loaded[key] else {
        children.append(.copy(child))
        continue
      }
      if let now = present.first(where: { $0.key == key }) {
        guard !isSame(now, former) else {
          children.append(.copy(child))
          continue
        }
        children.append(
          .run { [self] in
            for note in child.notesBefore { builder.note(note) }
            encode(written(now), key: key)
          }
        )
      } else if skipped.contains(key) || former.mayHaveEnded {
        // As written: an animation that has ended still belongs to the document.
        children.append(.copy(child))
      }
    }
    for held in present where !known.values.contains(held.key) {
      children.append(.run { [self] in encode(written(held), key: held.key) })
    }
    guard origin != nil || !children.isEmpty else { return }
    tasks.append(.begin(origin?.qualifiedName ?? "animations", origin?.attributes ?? [], of: origin))
    tasks += children
    tasks.append(.end)
  }

  /// An animation as a document has it: without a begin time that followed from when it was shown.
  private func written(_ held: HeldAnimation) -> CAAnimation {
    let copy = held.animation.copyWithoutResolvedBegin()
    if isContinued(held) { copy.beginTime = 0 }
    return copy
  }

  /// Compares an animation with the one that was read, by their markup, and images by identity.
  private func isSame(_ held: HeldAnimation, _ former: CAAnimation) -> Bool {
    func markup(of animation: CAAnimation) -> MarkupElement? {
      var encoder = AnimationEncoder()
      encoder.encode(animation, tag: "a", key: nil) { [MarkupAttribute("src", "\(ObjectIdentifier($0))")] }
      return encoder.builder.tree().root
    }
    guard let one = markup(of: written(held)), let two = markup(of: former) else { return false }
    return MarkupComparison.differences(one, two, limit: 1).isEmpty
  }

  func encode(_ animation: CAAnimation, key: String) {
    var encoder = AnimationEncoder()
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
