#if Inspector
  import CoreGraphics
  import Foundation
  import QuartzCore
  import StrataInspector
  import Testing

  /// The rows of a running program's tree, which a page gets by differences.
  @Suite(.ownThread) struct RowChangesTests {
    /// What a page has of the tree: it takes the events in as the protocol says.
    private final class Follower {
      let page: SocketClient
      private(set) var rows: [[String: Any]]
      private(set) var total: Int
      private(set) var events: [[String: Any]] = []
      private let list: Int

      init(_ program: InspectedProgram, count: Int = 100) throws {
        let page = try program.page()
        self.page = page
        // The names of the layers come from their thread.
        guard
          try program.turns(until: {
            try page.ask("outline", ["count": 1])["rows"].map { rows in
              (rows as? [[String: Any]])?.first?["name"] as? String == "root"
            } ?? false
          })
        else { throw RawSocket.Failure(description: "the tree never had names") }
        let answer = try page.ask("outline", ["start": 0, "count": count, "follows": true])
        rows = answer["rows"] as? [[String: Any]] ?? []
        total = answer["total"] as? Int ?? 0
        list = answer["list"] as? Int ?? 0
      }

      var layers: [String] { rows.compactMap { $0["layer"] as? String } }

      private func layer(_ row: [String: Any]) -> String { row["layer"] as? String ?? "" }

      /// Takes in one event.
      func take(_ event: [String: Any]) throws {
        #expect(event["list"] as? Int == list)
        events.append(event)
        total = event["total"] as? Int ?? 0
        let changes = try #require(event["changes"] as? [String: Any])
        let removed = changes["removed"] as? [String] ?? []
        let moved = changes["moved"] as? [[String: Any]] ?? []
        let former = Dictionary(uniqueKeysWithValues: rows.map { (layer($0), $0) })
        let gone = Set(removed + moved.map { layer($0) })
        rows.removeAll { gone.contains(layer($0)) }
        var placed = moved.compactMap { move in
          former[layer(move)].map { (index: move["index"] as? Int ?? -1, row: $0) }
        }
        for insertion in changes["inserted"] as? [[String: Any]] ?? [] {
          placed.append((insertion["index"] as? Int ?? -1, insertion["row"] as? [String: Any] ?? [:]))
        }
        for (index, row) in placed.sorted(by: { $0.index < $1.index }) { rows.insert(row, at: index) }
        for row in changes["changed"] as? [[String: Any]] ?? [] {
          let place = try #require(rows.firstIndex { layer($0) == layer(row) })
          rows[place] = row
        }
      }
    }

    private func add(_ count: Int, to root: CALayer) {
      for index in 0..<count {
        let layer = CALayer()
        layer.name = "child \(index)"
        root.addSublayer(layer)
      }
    }

    /// Changes a tree and compares what a page makes of the events with the whole list.
    private func check(
      _ program: InspectedProgram,
      _ follower: Follower,
      _ change: () -> Void
    ) throws {
      change()
      CATransaction.flush()
      let other = try program.page()
      func whole() throws -> [[String: Any]] {
        try other.ask("outline", ["start": 0, "count": 100])["rows"] as? [[String: Any]] ?? []
      }
      let expected = (program.root.sublayers ?? []).count + 1
      #expect(try program.turns { try whole().count == expected })
      // Names come a moment after the layers.
      let isSame = try program.turns {
        while let event = try follower.page.nextEvent("rows", within: 0.3) { try follower.take(event) }
        return NSArray(array: try whole()) == NSArray(array: follower.rows)
      }
      #expect(isSame)
      #expect(follower.total == expected)
    }

    @Test func whatIsInsertedRemovedMovedAndChangedIsTold() throws {
      let program = try InspectedProgram { add(20, to: $0) }
      let follower = try Follower(program)
      let before = follower.layers
      #expect(before.count == 22)
      let sublayers = program.root.sublayers ?? []
      try check(program, follower) {
        let layer = CALayer()
        layer.name = "new"
        program.root.insertSublayer(layer, at: 5)
      }
      try check(program, follower) {
        sublayers[2].removeFromSuperlayer()
        sublayers[9].removeFromSuperlayer()
      }
      try check(program, follower) { program.root.insertSublayer(sublayers[18], at: 1) }
      try check(program, follower) {
        let pulse = CABasicAnimation(keyPath: "opacity")
        (pulse.fromValue, pulse.toValue, pulse.duration) = (0, 1, 60)
        sublayers[4].add(pulse, forKey: "pulse")
      }
      let changes = follower.events.compactMap { $0["changes"] as? [String: Any] }
      #expect(changes.contains { ($0["removed"] as? [String])?.count == 2 })
      #expect(changes.contains { ($0["moved"] as? [[String: Any]])?.count == 1 })
      // No event sends the whole list again.
      #expect(changes.allSatisfy { ($0["inserted"] as? [Any] ?? []).count <= 1 })
      #expect(
        changes.contains { change in
          (change["changed"] as? [[String: Any]])?.contains { $0["isAnimated"] as? Bool == true } ?? false
        }
      )
    }

    @Test func nothingIsToldOfATreeThatStaysTheSame() throws {
      let program = try InspectedProgram { add(3, to: $0) }
      let follower = try Follower(program)
      // A layer that moves changes no row.
      try program.show(40, on: try program.page())
      #expect(try follower.page.nextEvent("rows", within: 0.5) == nil)
    }
  }
#endif
