public import CoreGraphics
public import Foundation
import StrataRenderTree

/// A kind of particle, emitted by an emitter layer or by particles of another cell.
///
/// A layer takes changes over when the cell is set on it, and when they are made through the layer by key path.
open class CAEmitterCell: NSObject, NSSecureCoding, CAMediaTiming {
  final var state = EmitterCellState()
  final var cellObjects: [CAEmitterCell]?
  private final var contentsObject: Any?
  final var custom: [String: Any] = [:]
  private final var setKeys: Set<String> = []
  private final var styleValues: [AnyHashable: Any]?

  /// Creates a cell that emits nothing.
  public override init() { super.init() }

  /// The cell's values, and those of its cells as they are now.
  final func frozen(depth: Int = 0) -> EmitterCellState {
    guard let cellObjects else { return state }
    var state = state
    // A cell may contain itself.
    state.cells = depth < Self.deepest ? cellObjects.map { $0.frozen(depth: depth + 1) } : []
    return state
  }

  /// The largest number of generations of particles.
  private static let deepest = 8

  /// Creates a cell with the values of a state.
  convenience init(_ state: EmitterCellState) {
    self.init()
    self.state = state
    cellObjects = state.cells.isEmpty ? nil : state.cells.map { CAEmitterCell($0) }
  }

  /// Creates a cell from an archive.
  public required init?(coder: NSCoder) {
    super.init()
    for key in EmitterCellSchema.table.rows.map(\.key) + ["style"] where coder.containsValue(forKey: key) {
      // What cannot be read leaves the default.
      if let value = ArchivedValue.decoded(from: coder, forKey: key) { setValue(value, forKey: key) }
    }
    for key in coder.decodeStrings(forKey: Self.keysOfNil) where EmitterCellSchema.table[key] != nil {
      setValue(nil, forKey: key)
    }
    for key in coder.decodeStrings(forKey: Self.ownKeys) where EmitterCellSchema.table[key] == nil {
      setKeyedValue(ArchivedValue.decoded(from: coder, forKey: key), key)
    }
  }

  /// The key under which an archive lists the undeclared keys.
  private static let ownKeys = "strata.keys"
  /// The key under which an archive lists the properties that were set to nil.
  private static let keysOfNil = "strata.keysOfNil"

  /// Writes the values that were set into an archive.
  open func encode(with coder: NSCoder) {
    var keysOfNil: [String] = []
    for key in setKeys.sorted() where shouldArchiveValue(forKey: key) {
      guard let value = KeyValue.present(value(forKey: key)) else {
        keysOfNil.append(key)
        continue
      }
      if let form = ArchivedValue.encoded(value, for: coder) { coder.encode(form, forKey: key) }
    }
    if !keysOfNil.isEmpty { coder.encodeList(keysOfNil, forKey: Self.keysOfNil) }
    if !custom.isEmpty { coder.encodeList(custom.keys.sorted(), forKey: Self.ownKeys) }
  }

  /// Cells can be archived securely.
  open class var supportsSecureCoding: Bool { true }

  /// Returns the default of a key; nil for keys whose default is zero or nil.
  open class func defaultValue(forKey key: String) -> Any? {
    EmitterCellSchema.table.defaultValue(forKey: key)
  }

  /// Returns true if an archive should hold the value of `key`, which is the case once it was set.
  open func shouldArchiveValue(forKey key: String) -> Bool { setKeys.contains(key) }

  final func noteSet(_ key: String) { setKeys.insert(key) }

  private final func set<Value>(
    _ row: Property<EmitterCellState, Value>,
    _ path: WritableKeyPath<EmitterCellState, Value>,
    _ value: Value
  ) {
    setKeys.insert(row.key)
    state[keyPath: path] = value
  }

  // MARK: Properties

  /// The handle in key paths such as `emitterCells.spark.birthRate`.
  open var name: String? {
    get { state.name }
    set { set(EmitterCellSchema.shared.name, \.name, newValue) }
  }

  /// Shows the cell's particles.
  open var isEnabled: Bool {
    get { state.isEnabled }
    set { set(EmitterCellSchema.shared.isEnabled, \.isEnabled, newValue) }
  }

  /// Particles born in a second.
  open var birthRate: Float {
    get { state.birthRate }
    set { set(EmitterCellSchema.shared.birthRate, \.birthRate, newValue) }
  }

  /// The lifetime of a particle, in seconds.
  open var lifetime: Float {
    get { state.lifetime }
    set { set(EmitterCellSchema.shared.lifetime, \.lifetime, newValue) }
  }

  /// The extent of the lifetimes around the mean, in seconds.
  open var lifetimeRange: Float {
    get { state.lifetimeRange }
    set { set(EmitterCellSchema.shared.lifetimeRange, \.lifetimeRange, newValue) }
  }

  /// The direction's tilt out of the plane, in radians.
  open var emissionLatitude: CGFloat {
    get { state.emissionLatitude }
    set { set(EmitterCellSchema.shared.emissionLatitude, \.emissionLatitude, newValue) }
  }

  /// The direction in the plane from the axis of the emitter's shape, in radians.
  ///
  /// The axis of a line points towards −y, so that π falls where y points down; on the rim of a circle or sphere it points outwards;
  /// for any other shape it is the x axis.
  open var emissionLongitude: CGFloat {
    get { state.emissionLongitude }
    set { set(EmitterCellSchema.shared.emissionLongitude, \.emissionLongitude, newValue) }
  }

  /// The opening angle of the cone of directions, in radians.
  open var emissionRange: CGFloat {
    get { state.emissionRange }
    set { set(EmitterCellSchema.shared.emissionRange, \.emissionRange, newValue) }
  }

  /// The particles' speed at birth, in points per second.
  open var velocity: CGFloat {
    get { state.velocity }
    set { set(EmitterCellSchema.shared.velocity, \.velocity, newValue) }
  }

  /// The extent of the speeds around the mean.
  open var velocityRange: CGFloat {
    get { state.velocityRange }
    set { set(EmitterCellSchema.shared.velocityRange, \.velocityRange, newValue) }
  }

  /// The acceleration along x, in points per second squared.
  open var xAcceleration: CGFloat {
    get { state.xAcceleration }
    set { set(EmitterCellSchema.shared.xAcceleration, \.xAcceleration, newValue) }
  }

  /// The acceleration along y, in points per second squared.
  open var yAcceleration: CGFloat {
    get { state.yAcceleration }
    set { set(EmitterCellSchema.shared.yAcceleration, \.yAcceleration, newValue) }
  }

  /// The acceleration along z, in points per second squared.
  open var zAcceleration: CGFloat {
    get { state.zAcceleration }
    set { set(EmitterCellSchema.shared.zAcceleration, \.zAcceleration, newValue) }
  }

  /// The particles' scale at birth.
  open var scale: CGFloat {
    get { state.scale }
    set { set(EmitterCellSchema.shared.scale, \.scale, newValue) }
  }

  /// The extent of the scales around the mean.
  open var scaleRange: CGFloat {
    get { state.scaleRange }
    set { set(EmitterCellSchema.shared.scaleRange, \.scaleRange, newValue) }
  }

  /// The change of the scale per second.
  open var scaleSpeed: CGFloat {
    get { state.scaleSpeed }
    set { set(EmitterCellSchema.shared.scaleSpeed, \.scaleSpeed, newValue) }
  }

  /// The particles' rotation, in radians per second.
  open var spin: CGFloat {
    get { state.spin }
    set { set(EmitterCellSchema.shared.spin, \.spin, newValue) }
  }

  /// The extent of the rotations around the mean.
  open var spinRange: CGFloat {
    get { state.spinRange }
    set { set(EmitterCellSchema.shared.spinRange, \.spinRange, newValue) }
  }

  /// The colour that multiplies the particles' image.
  open var color: CGColor? {
    get { state.color }
    set { set(EmitterCellSchema.shared.color, \.color, newValue) }
  }

  /// The extent of red around the colour's.
  open var redRange: Float {
    get { state.redRange }
    set { set(EmitterCellSchema.shared.redRange, \.redRange, newValue) }
  }

  /// The extent of green around the colour's.
  open var greenRange: Float {
    get { state.greenRange }
    set { set(EmitterCellSchema.shared.greenRange, \.greenRange, newValue) }
  }

  /// The extent of blue around the colour's.
  open var blueRange: Float {
    get { state.blueRange }
    set { set(EmitterCellSchema.shared.blueRange, \.blueRange, newValue) }
  }

  /// The extent of alpha around the colour's.
  open var alphaRange: Float {
    get { state.alphaRange }
    set { set(EmitterCellSchema.shared.alphaRange, \.alphaRange, newValue) }
  }

  /// The change of red per second.
  open var redSpeed: Float {
    get { state.redSpeed }
    set { set(EmitterCellSchema.shared.redSpeed, \.redSpeed, newValue) }
  }

  /// The change of green per second.
  open var greenSpeed: Float {
    get { state.greenSpeed }
    set { set(EmitterCellSchema.shared.greenSpeed, \.greenSpeed, newValue) }
  }

  /// The change of blue per second.
  open var blueSpeed: Float {
    get { state.blueSpeed }
    set { set(EmitterCellSchema.shared.blueSpeed, \.blueSpeed, newValue) }
  }

  /// The change of alpha per second.
  open var alphaSpeed: Float {
    get { state.alphaSpeed }
    set { set(EmitterCellSchema.shared.alphaSpeed, \.alphaSpeed, newValue) }
  }

  /// The part of the image that is shown, in unit coordinates.
  open var contentsRect: CGRect {
    get { state.contentsRect }
    set { set(EmitterCellSchema.shared.contentsRect, \.contentsRect, newValue) }
  }

  /// Pixels of the image per point.
  open var contentsScale: CGFloat {
    get { state.contentsScale }
    set { set(EmitterCellSchema.shared.contentsScale, \.contentsScale, newValue) }
  }

  /// Shift of the level that trilinear minification chooses.
  open var minificationFilterBias: Float {
    get { state.minificationFilterBias }
    set { set(EmitterCellSchema.shared.minificationFilterBias, \.minificationFilterBias, newValue) }
  }

  /// The image of the particles, a `CGImage`.
  open var contents: Any? {
    get { contentsObject ?? state.contents.wrapped }
    set {
      contentsObject = newValue
      set(EmitterCellSchema.shared.contents, \.contents, ContentsValue.unwrapped(from: newValue) ?? .other)
    }
  }

  /// The sampling of an image that is shown smaller than it is.
  open var minificationFilter: String {
    get { state.minificationFilter.rawValue }
    set {
      set(
        EmitterCellSchema.shared.minificationFilter,
        \.minificationFilter,
        CALayerContentsFilter(rawValue: newValue)
      )
    }
  }

  /// The sampling of an image that is shown larger than it is.
  open var magnificationFilter: String {
    get { state.magnificationFilter.rawValue }
    set {
      set(
        EmitterCellSchema.shared.magnificationFilter,
        \.magnificationFilter,
        CALayerContentsFilter(rawValue: newValue)
      )
    }
  }

  /// The kinds of particles that this cell's particles emit.
  open var emitterCells: [CAEmitterCell]? {
    get { cellObjects }
    set {
      cellObjects = newValue
      noteSet("emitterCells")
      state.cells = (newValue ?? []).map { $0.frozen() }
    }
  }

  /// Values for properties that were never set.
  open var style: [AnyHashable: Any]? {
    get { styleValues }
    set {
      let former = styleValues
      styleValues = newValue.map(Style.frozen)
      noteSet("style")
      for row in EmitterCellSchema.table.rows where !setKeys.contains(row.key) {
        if former?[row.key] != nil { row.copy(from: EmitterCellState(), to: &state) }
        if let value = styleValues?[row.key] { _ = row.assign(value, to: &state) }
      }
    }
  }

  // MARK: Timing

  /// The time at which the cell begins to emit, in seconds of the layer's time.
  open var beginTime: CFTimeInterval {
    get { state.timing.beginTime }
    set { set(EmitterCellSchema.shared.beginTime, \.timing.beginTime, newValue) }
  }

  /// Shift of the cell's time, in seconds.
  open var timeOffset: CFTimeInterval {
    get { state.timing.timeOffset }
    set { set(EmitterCellSchema.shared.timeOffset, \.timing.timeOffset, newValue) }
  }

  /// Rate of the cell's time.
  open var speed: Float {
    get { state.timing.speed }
    set { set(EmitterCellSchema.shared.speed, \.timing.speed, newValue) }
  }

  /// The time during which the cell emits, in seconds.
  open var duration: CFTimeInterval {
    get { state.timing.duration }
    set { set(EmitterCellSchema.shared.duration, \.timing.duration, newValue) }
  }

  /// Number of repetitions of the duration.
  open var repeatCount: Float {
    get { state.timing.repeatCount }
    set { set(EmitterCellSchema.shared.repeatCount, \.timing.repeatCount, newValue) }
  }

  /// Length of all repetitions, in seconds.
  open var repeatDuration: CFTimeInterval {
    get { state.timing.repeatDuration }
    set { set(EmitterCellSchema.shared.repeatDuration, \.timing.repeatDuration, newValue) }
  }

  /// Follows each forward run by a backward one.
  open var autoreverses: Bool {
    get { state.timing.autoreverses }
    set { set(EmitterCellSchema.shared.autoreverses, \.timing.autoreverses, newValue) }
  }

  /// The cell's effect outside the active interval.
  open var fillMode: CAMediaTimingFillMode {
    get { CAMediaTimingFillMode(rawValue: state.timing.fillMode.rawValue) }
    set { set(EmitterCellSchema.shared.fillMode, \.timing.fillMode, FillMode(name: newValue.rawValue)) }
  }

  // MARK: Key-value access

  /// Returns the value of a property or of a key stored before.
  open func value(forKey key: String) -> Any? { keyedValue(key) }

  /// Sets a property or stores a value under a key of its own; a value of a wrong type for a property is ignored.
  open func setValue(_ value: Any?, forKey key: String) { setKeyedValue(value, key) }

  /// Returns the value at a path through structures and named cells.
  open func value(forKeyPath keyPath: String) -> Any? { pathValue(keyPath) }

  /// Sets the value at a path through structures and named cells.
  open func setValue(_ value: Any?, forKeyPath keyPath: String) { setPathValue(value, keyPath) }
}
