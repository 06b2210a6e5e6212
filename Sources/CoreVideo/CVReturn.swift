/// The result of a function: ``kCVReturnSuccess``, or what was wrong.
public typealias CVReturn = Int32

/// Options of a function; none are defined.
public typealias CVOptionFlags = UInt64

/// A number that stands for four characters.
public typealias OSType = UInt32

/// The function did what was asked.
public let kCVReturnSuccess: CVReturn = 0
/// An error without a name of its own.
public let kCVReturnError: CVReturn = -6660
/// An argument is not valid.
public let kCVReturnInvalidArgument: CVReturn = -6661
/// Memory could not be had.
public let kCVReturnAllocationFailed: CVReturn = -6662
/// The function does not do this for the buffer.
public let kCVReturnUnsupported: CVReturn = -6663
/// The pixel format is not known.
public let kCVReturnInvalidPixelFormat: CVReturn = -6680
/// Width or height is 0, negative, or too large.
public let kCVReturnInvalidSize: CVReturn = -6681
/// The attributes of the buffer contradict each other.
public let kCVReturnInvalidPixelBufferAttributes: CVReturn = -6682
/// The pool has as many buffers in use as its threshold allows.
public let kCVReturnWouldExceedAllocationThreshold: CVReturn = -6689
/// The pool could not be made.
public let kCVReturnPoolAllocationFailed: CVReturn = -6690
/// The attributes of the pool contradict each other.
public let kCVReturnInvalidPoolAttributes: CVReturn = -6691
