public import Foundation

/// The object that stands for no value.
public typealias CFNull = NSNull

// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
/// The only object that stands for no value: `kCFNull!` and `kCFNull as Any` both compile, as on Apple's platforms.
public let kCFNull: CFNull! = NSNull()
