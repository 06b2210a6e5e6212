import Foundation
import QuartzCore
import Testing

/// The table of animations: each property has one row, and each row its property.
@Suite struct AnimationSchemaTests {
  private static var classes: [CAAnimation] {
    [
      CAAnimation(), CAPropertyAnimation(), CABasicAnimation(), CASpringAnimation(), CAKeyframeAnimation(),
      CATransition(), CAAnimationGroup(),
    ]
  }

  /// Fields that are no property of their own: what the fill mode does, keys of programs, what the layer notes about
  /// times and starts, and what was set.
  private static let others: Set<String> = [
    "timing.fillMode", "custom", "hasResolvedBeginTime", "hasEnded", "startsFromNil", "changed",
  ]

  /// The paths of the stored fields of a state, with those of its groups.
  private func fields(of value: Any, _ prefix: String = "") -> [String] {
    Mirror(reflecting: value).children.flatMap { child -> [String] in
      let path = prefix + (child.label ?? "")
      guard ["timing", "spring", "keyframes", "transition"].contains(path) else { return [path] }
      return fields(of: child.value, path + ".")
    }
  }

  @Test func everyFieldOfTheStateHasOneRow() {
    let rows = AnimationTable.all.rows.map { String("\($0.field)".dropFirst("\\AnimationState.".count)) }
    let properties = fields(of: AnimationState()).filter { !Self.others.contains($0) }
    #expect(rows.sorted() == properties.sorted())
    #expect(Set(AnimationTable.all.rows.map(\.key)).count == rows.count)
    #expect(Set(AnimationTable.all.rows.map(\.number)).count == rows.count)
  }

  @Test func rowsKnowTheValuesOfNewObjects() {
    for animation in Self.classes {
      let table = type(of: animation).table
      #expect(!table.rows.isEmpty)
      for row in table.rows {
        #expect(row.isInitial(in: animation), "\(type(of: animation)) \(row.key)")
        #expect(
          isSame(animation.value(forKey: row.key), row.initialValue),
          "\(type(of: animation)) \(row.key)"
        )
        let stored = type(of: animation).defaultValue(forKey: row.key)
        #expect(isSame(stored, row.traits.contains(.stored) ? row.initialValue : nil), "\(row.key)")
        #expect(!animation.shouldArchiveValue(forKey: row.key))
      }
    }
  }

  @Test func tablesHoldTheRowsOfTheirClass() {
    for animation in Self.classes {
      let table = type(of: animation).table
      for row in AnimationTable.all.rows {
        let isOwn = row.belongs(to: type(of: animation))
        #expect(table.rows.contains { $0 === row } == isOwn, "\(type(of: animation)) \(row.key)")
        #expect((row.value(of: animation) != nil) <= isOwn)
        #expect(isOwn || !row.set(row.initialValue, of: animation))
      }
    }
  }

  private func isSame(_ a: Any?, _ b: Any?) -> Bool {
    switch (a, b) {
    case (nil, nil): true
    case (let a as NSObject, let b as NSObject): a.isEqual(b)
    case (let a as CAFrameRateRange, let b as CAFrameRateRange): a == b
    default: false
    }
  }
}

/// Implication: false is at most true.
private func <= (a: Bool, b: Bool) -> Bool { !a || b }
