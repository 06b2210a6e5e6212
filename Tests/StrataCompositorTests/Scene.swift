import CoreGraphics
import Foundation
import StrataBase
import StrataCompositor
import StrataFrame
import StrataRaster
import StrataRenderTree
import Testing

/// A small render tree under construction, with a name for each layer.
struct Scene {
  private(set) var tree = RenderTree()
  private(set) var names: [UInt32: String] = [:]
  private var children: [LayerID: [LayerID]] = [:]
  private var masks: [LayerID: LayerID] = [:]
  private var next: UInt32 = 0
  private var sequence: UInt64 = 0

  /// A root whose bounds start at the origin and lie there.
  init(width: Double = 100, height: Double = 100, _ edit: (inout LayerState) -> Void = { _ in }) {
    add("root", in: nil) { state in
      state.bounds = CGRect(x: 0, y: 0, width: width, height: height)
      state.anchorPoint = .zero
      edit(&state)
    }
  }

  var root: LayerID { LayerID(index: 0, generation: 1) }

  @discardableResult
  mutating func add(
    _ name: String,
    in parent: LayerID?,
    kind: LayerKind = .plain,
    isMask: Bool = false,
    animations: [AnimationRecord] = [],
    _ edit: (inout LayerState) -> Void = { _ in }
  ) -> LayerID {
    let id = LayerID(index: next, generation: 1)
    next += 1
    sequence += 1
    names[id.index] = name
    var state = LayerState(kind: kind)
    edit(&state)
    var commit = Commit(sequence: sequence, time: 0, root: parent == nil ? id : nil)
    commit.updates = [LayerUpdate(id: id, aspects: .all, state: state, animations: animations)]
    if let parent {
      if isMask { masks[parent] = id } else { children[parent, default: []].append(id) }
      commit.children = [
        ChildrenUpdate(parent: parent, children: children[parent] ?? [], mask: masks[parent])
      ]
    }
    tree.apply(commit)
    return id
  }

  /// A layer with a frame and a colour.
  @discardableResult
  mutating func box(
    _ name: String,
    in parent: LayerID? = nil,
    _ x: Double,
    _ y: Double,
    _ width: Double,
    _ height: Double,
    _ color: CGColor? = .red,
    isMask: Bool = false,
    kind: LayerKind = .plain,
    _ edit: (inout LayerState) -> Void = { _ in }
  ) -> LayerID {
    add(name, in: parent ?? root, kind: kind, isMask: isMask) { state in
      state.bounds = CGRect(x: 0, y: 0, width: width, height: height)
      state.position = CGPoint(x: x + width / 2, y: y + height / 2)
      state.backgroundColor = color
      edit(&state)
    }
  }

  /// Commits another state of a layer.
  mutating func change(_ id: LayerID, _ edit: (inout LayerState) -> Void) {
    guard var state = tree[id]?.state else { return }
    edit(&state)
    sequence += 1
    var commit = Commit(sequence: sequence, time: 0)
    commit.updates = [LayerUpdate(id: id, aspects: .all, state: state)]
    tree.apply(commit)
  }

  /// Commits other sublayers of a layer, from back to front; those that it loses leave the tree.
  mutating func setChildren(of parent: LayerID, _ layers: [LayerID]) {
    children[parent] = layers
    sequence += 1
    var commit = Commit(sequence: sequence, time: 0)
    commit.children = [ChildrenUpdate(parent: parent, children: layers, mask: masks[parent])]
    tree.apply(commit)
  }

  func viewport(scale: Double = 1, origin: Viewport.Origin = .topLeft) -> Viewport {
    let size = tree[root]?.state.bounds.size ?? .zero
    return Viewport(
      width: Int(Double(size.width) * scale),
      height: Int(Double(size.height) * scale),
      scale: scale,
      origin: origin
    )
  }

  func frame(at time: Double = 0, scale: Double = 1, origin: Viewport.Origin = .topLeft) -> Frame {
    let frame = FrameBuilder().frame(of: tree, at: time, viewport: viewport(scale: scale, origin: origin))
    let violations = FrameInvariants(frame).violations
    #expect(violations.isEmpty, "\(violations)")
    return frame
  }

  /// The printed frame without the screen's own line.
  func printed(at time: Double = 0, scale: Double = 1, origin: Viewport.Origin = .topLeft) -> String {
    FramePrinter(frame(at: time, scale: scale, origin: origin), names: names).text
  }

  /// `layer.part` of every item of the screen, from back to front.
  func order(at time: Double = 0) -> [String] {
    let frame = frame(at: time)
    guard let screen = frame.passes.last else { return [] }
    return frame.items(of: screen).map { "\(names[$0.layer.index] ?? "?").\($0.part)" }
  }
}

extension CGColor {
  static let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
  static let green = CGColor(red: 0, green: 1, blue: 0, alpha: 1)
  static let blue = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
}

func testImage(_ width: Int, _ height: Int) -> CGImage {
  CGImage(pixels: PixelBuffer(width: width, height: height, format: .rgba8))
}

func lines(_ text: String) -> [String] {
  text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
}
