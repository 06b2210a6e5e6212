public import CoreGraphics
import Foundation

/// What happens to an attachment when a buffer is processed.
public enum CVAttachmentMode: UInt32, Sendable {
  /// It stays with this buffer.
  case shouldNotPropagate = 0
  /// It goes on to buffers that are made of this one.
  case shouldPropagate = 1
}

/// Attaches a value to a buffer under a key, in place of a former one.
public func CVBufferSetAttachment(
  _ buffer: CVBuffer,
  _ key: CFString,
  _ value: CFTypeRef,
  _ attachmentMode: CVAttachmentMode
) {
  buffer.setAttachment(CVBuffer.Attachment(value: value, mode: attachmentMode), key as String)
}

/// Attaches the values of a dictionary whose keys are strings.
public func CVBufferSetAttachments(
  _ buffer: CVBuffer,
  _ theAttachments: CFDictionary,
  _ attachmentMode: CVAttachmentMode
) {
  for (key, value) in entries(of: theAttachments) {
    CVBufferSetAttachment(buffer, key as CFString, value as AnyObject, attachmentMode)
  }
}

/// Returns the value that a buffer carries under a key, and writes its mode; nil without one.
public func CVBufferCopyAttachment(
  _ buffer: CVBuffer,
  _ key: CFString,
  _ attachmentMode: UnsafeMutablePointer<CVAttachmentMode>?
) -> CFTypeRef? {
  guard let attachment = buffer.attachment(key as String) else { return nil }
  attachmentMode?.pointee = attachment.mode
  return attachment.value
}

/// Returns the value that a buffer carries under a key, which the buffer keeps, and writes its mode; nil without one.
public func CVBufferGetAttachment(
  _ buffer: CVBuffer,
  _ key: CFString,
  _ attachmentMode: UnsafeMutablePointer<CVAttachmentMode>?
) -> Unmanaged<CFTypeRef>? {
  CVBufferCopyAttachment(buffer, key, attachmentMode).map { Unmanaged.passUnretained($0) }
}

/// Returns whether a buffer carries a value under a key.
public func CVBufferHasAttachment(_ buffer: CVBuffer, _ key: CFString) -> Bool {
  buffer.attachment(key as String) != nil
}

/// Returns the values of a mode; nil if there are none.
public func CVBufferCopyAttachments(_ buffer: CVBuffer, _ attachmentMode: CVAttachmentMode) -> CFDictionary? {
  let values = buffer.values(of: attachmentMode)
  guard !values.isEmpty else { return nil }
  let dictionary = NSMutableDictionary()
  for (key, value) in values { dictionary.setObject(value, forKey: key as CFString) }
  return dictionary
}

/// Removes the value under a key.
public func CVBufferRemoveAttachment(_ buffer: CVBuffer, _ key: CFString) {
  buffer.setAttachment(nil, key as String)
}

/// Removes all values.
public func CVBufferRemoveAllAttachments(_ buffer: CVBuffer) { buffer.removeAttachments() }

/// Attaches the values that go on from one buffer to another one.
public func CVBufferPropagateAttachments(_ sourceBuffer: CVBuffer, _ destinationBuffer: CVBuffer) {
  for (key, value) in sourceBuffer.values(of: .shouldPropagate) {
    CVBufferSetAttachment(destinationBuffer, key as CFString, value, .shouldPropagate)
  }
}

/// The entries of a dictionary whose keys are strings.
func entries(of dictionary: CFDictionary?) -> [String: Any] {
  var result: [String: Any] = [:]
  for (key, value) in dictionary ?? NSDictionary() {
    if let key = key as? String { result[key] = value }
  }
  return result
}
