import CoreGraphics
import Foundation
import StrataBase
import StrataRaster
import StrataRenderTree

/// Draws the filters of layers that have one name, from values alone: no object of the program is left when a layer has
/// taken a filter.
///
/// Components are those of sRGB as they are, as in a context without colour management: the compositor blends such
/// pixels, and its own filters change them. What a filter reads outside of the layer's bounds depends on its row:
///
/// - A filter that looks at neighbours only (``FilterRow/isLocal``) sees all that the layer and its sublayers paint.
/// - Any other sees the same as one image, whose extent is that of the bounds and of what is painted beyond them, and
///   draws nothing further from the bounds than ``mostGrowth``. An output of infinite extent ends with that of the image.
/// - Filters of a backdrop that the layer clips see what lies inside of the bounds.
final class LayerKernel: FilterKernel {
  /// The largest distance of a drawn pixel from the layer's bounds, in points.
  static let mostGrowth = 1024.0

  let row: FilterRow

  init(_ row: FilterRow) { self.row = row }

  /// The kernels of all filters, by name.
  static let byName: [String: LayerKernel] = FilterRegistry.byName.mapValues { LayerKernel($0) }

  /// Filters that the compositor draws by the same formula; tests hold both results equal.
  private static let builtIn: Set = [
    "CIColorControls", "CIColorInvert", "CIColorMatrix", "CIColorMonochrome", "CIDissolveTransition",
    "CIGaussianBlur", "CIHueAdjust", "CISepiaTone",
  ]

  var isBuiltIn: Bool { Self.builtIn.contains(row.name) }

  func object(for value: FilterValue) -> Any? {
    let filter = row.filter()
    for input in row.inputs {
      filter.setValue(value.inputs[input.key].flatMap { input.object($0) }, forKey: input.key)
    }
    if value.name != row.name { filter.name = value.name }
    filter.isEnabled = value.isEnabled
    return filter
  }

  let samplesTurnedLayers = true

  var takesBackdrop: Bool { row.input(kCIInputBackgroundImageKey) != nil }

  // MARK: Spread

  /// Blurs and their like make nothing of nothing.
  var colorsEmptyPixels: Bool {
    switch row.group {
    case .blur, .sharpen: !row.isLocal
    default: true
    }
  }

  func spread(_ inputs: [String: StrataRenderTree.FilterInput], in bounds: CGRect) -> FilterSpread {
    let plane = FilterPlane(bounds: bounds)
    if !row.isLocal {
      let picture = BufferNode(extent: plane.bounds)
      let drawing = output(inputs, in: plane, of: picture) ?? picture
      let extent = drawing.extent
      let most = plane.bounds.grown(Int(Self.mostGrowth), Int(Self.mostGrowth))
      let drawn = extent.contains(.world) ? plane.bounds : extent.intersection(most)
      let reach = RenderPlan.reach(of: picture, in: drawing).map { Double($0) }
      return .frame(plane.points(of: drawn.union(plane.bounds)), reach: reach)
    }
    guard row.group.readsNeighbours else { return .distance(0) }
    // The pixels that one pixel reads of an endless picture, and by how much a picture of one pixel grows.
    let (dot, endless) = (PixelRect(0, 0, 1, 1), BufferNode(extent: .world))
    let read = output(inputs, in: plane, of: endless).map { RenderPlan.region(of: endless, for: dot, of: $0) }
    let drawn = output(inputs, in: plane, of: BufferNode(extent: dot))?.extent ?? .empty
    var reach = 0
    for rect in [read ?? .empty, drawn.contains(.world) ? .empty : drawn] where !rect.isEmpty {
      reach = max(reach, -Int(rect.minX), -Int(rect.minY), Int(rect.maxX) - 1, Int(rect.maxY) - 1)
    }
    // Filters with whole numbers of pixels reach further at other scales, by less than a pixel of this one; samples on the
    // way to the plane of a turned layer, and back, reach two more.
    return .distance(reach > 0 ? Double(reach + 3) : 0)
  }

  private func output(
    _ inputs: [String: StrataRenderTree.FilterInput],
    in plane: FilterPlane,
    of node: any ImageNode
  ) -> (any ImageNode)? {
    let image = CIImage(node: node)
    return row.output(values(inputs, in: plane, image: image, target: image))?.node
  }

  // MARK: Drawing

  func run(_ call: FilterCall) -> PixelBuffer? {
    guard call.source.format == .rgba8, call.source.width > 0, call.source.height > 0,
      let plane = FilterPlane(call)
    else { return nil }
    let picture = plane.image(of: call.source, isLocal: row.isLocal)
    let target = call.target.map { plane.image(of: $0, isLocal: row.isLocal) }
    let values = values(call.inputs, in: plane, image: picture, target: target, progress: call.progress)
    // A missing image gives no output: the picture stays.
    guard var image = row.output(values) else { return nil }
    if !row.isLocal, image.node.extent.contains(.world) {
      image = CIImage(node: AreaNode.crop(image.node, to: picture.node.extent.union(plane.bounds)))
    }
    return plane.picture(of: image, call)
  }

  /// The values of the inputs, lengths and places in the filter's plane.
  private func values(
    _ inputs: [String: StrataRenderTree.FilterInput],
    in plane: FilterPlane,
    image: CIImage,
    target: CIImage?,
    progress: Double? = nil
  ) -> FilterValues {
    var objects: [String: Any] = [:]
    for input in row.inputs {
      switch input.key {
      case kCIInputImageKey: objects[input.key] = image
      case kCIInputTargetImageKey where row.group == .transition || row.kind != nil:
        objects[input.key] = target
      case kCIInputBackgroundImageKey where inputs[input.key] == nil: objects[input.key] = target
      case kCIInputTimeKey where progress != nil: objects[input.key] = progress.map { NSNumber(value: $0) }
      case kCIInputExtentKey where progress != nil:
        objects[input.key] = CIVector(cgRect: plane.bounds.cgRect)
      default:
        guard let frozen = inputs[input.key], let object = input.object(frozen) else { continue }
        objects[input.key] = plane.placed(object, input.measure(in: row.group))
      }
    }
    return FilterValues(row: row, objects: objects)
  }
}

extension FilterGroup {
  /// False if a pixel of the result depends on the same pixel of the image only.
  fileprivate var readsNeighbours: Bool {
    self != .colorAdjustment && self != .colorEffect && self != .halftone
  }
}

extension FilterRow {
  /// True if a pixel depends on pixels within a distance only, wherever it lies, and the extent has no other effect.
  var isLocal: Bool {
    switch group {
    case .blur, .colorAdjustment, .colorEffect, .composite, .wideComposite, .halftone, .sharpen: !isGlobal
    case .distortion, .generator, .geometry, .gradient, .program, .reduction, .stylize, .tile, .transition:
      false
    }
  }
}
