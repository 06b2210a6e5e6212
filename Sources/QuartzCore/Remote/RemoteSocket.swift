import Foundation

/// An end of a connection between two processes of one user, which carries packets and open files.
///
/// Sending never waits: a process that does not read its packets is treated as gone.
///
/// - Thread: Any for sending; one for receiving.
package final class RemoteSocket: @unchecked Sendable {  // The descriptor is constant until the end.
  package let descriptor: Int32
  /// What was received.
  package enum Packet {
    case message(RemoteMessage, file: RemoteFile?)
    /// Nothing is there to read.
    case none
    /// The other process has gone, or sent something that is no message.
    case end(String)
  }

  /// Takes over a descriptor.
  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }

  deinit { _ = close(descriptor) }

  /// Ends the connection; both ends see it.
  package func shutDown() { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }

  // MARK: Names

  private static func open() -> RemoteSocket? {
    let descriptor = socket(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0)
    return descriptor < 0 ? nil : RemoteSocket(descriptor)
  }

  /// Runs a function with the address of a port: a name of the kernel, without a file.
  private static func withAddress(
    of port: UInt32,
    _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let name = Array("\0strata.layers.\(getuid()).\(String(port, radix: 16))".utf8)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
    let length = MemoryLayout<sa_family_t>.size + name.count
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(length)) }
    }
  }

  /// Listens at a port; nil if another process does.
  static func listening(at port: UInt32) -> RemoteSocket? {
    guard let socket = open() else { return nil }
    let bound = withAddress(of: port) { bind(socket.descriptor, $0, $1) }
    return bound == 0 && listen(socket.descriptor, 16) == 0 ? socket : nil
  }

  /// Connects to a port; nil if no process of the same user listens there.
  package static func connected(to port: UInt32) -> RemoteSocket? {
    guard let socket = open() else { return nil }
    let result = withAddress(of: port) { connect(socket.descriptor, $0, $1) }
    return result == 0 && socket.isOfSameUser ? socket : nil
  }

  /// What became of a connection that waited.
  enum Connection {
    case accepted(RemoteSocket)
    /// It came from a process of another user, and is closed.
    case refused
    /// It keeps waiting, or there is none; with the number of the error.
    case failed(Int32)
  }

  /// Takes a connection of a process of the same user.
  func connection() -> Connection {
    let descriptor = accept(descriptor, nil, nil)
    guard descriptor >= 0 else { return .failed(errno) }
    let socket = RemoteSocket(descriptor)
    return socket.isOfSameUser ? .accepted(socket) : .refused
  }

  /// True if the kernel says that the other process runs for the same user.
  private var isOfSameUser: Bool {
    // Process, user and group.
    var credentials: (Int32, UInt32, UInt32) = (0, .max, .max)
    var length = socklen_t(12)
    let result = getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &length)
    return result == 0 && length == 12 && credentials.1 == getuid()
  }

  // MARK: Packets

  /// The header of an open file beside a packet: length, level and kind, then the descriptor, then a gap.
  private static let fileHeaderSize = 16
  private static let fileSpace = 24

  /// Sends a message; returns false if the other process has gone or does not read.
  @discardableResult package func send(_ message: RemoteMessage, file: RemoteFile? = nil) -> Bool {
    var bytes = message.bytes
    var control = [UInt8](repeating: 0, count: Self.fileSpace)
    return bytes.withUnsafeMutableBytes { packet in
      control.withUnsafeMutableBytes { control in
        var part = iovec(iov_base: packet.baseAddress, iov_len: packet.count)
        return withUnsafeMutablePointer(to: &part) { part in
          var header = msghdr()
          (header.msg_iov, header.msg_iovlen) = (part, 1)
          if let file {
            control.storeBytes(of: Self.fileHeaderSize + 4, as: Int.self)
            control.storeBytes(of: Int32(SOL_SOCKET), toByteOffset: 8, as: Int32.self)
            control.storeBytes(of: Int32(1), toByteOffset: 12, as: Int32.self)  // SCM_RIGHTS
            control.storeBytes(of: file.descriptor, toByteOffset: Self.fileHeaderSize, as: Int32.self)
            (header.msg_control, header.msg_controllen) = (control.baseAddress, Self.fileSpace)
          }
          return sendmsg(descriptor, &header, Int32(MSG_NOSIGNAL)) == packet.count
        }
      }
    }
  }

  /// Receives a packet, without a wait.
  package func receive() -> Packet {
    // One more byte finds packets that are too long.
    var bytes = [UInt8](repeating: 0, count: RemoteMessage.length + 1)
    var control = [UInt8](repeating: 0, count: Self.fileSpace)
    var (flags, controlLength) = (Int32(0), 0)
    let count = bytes.withUnsafeMutableBytes { packet in
      control.withUnsafeMutableBytes { control in
        var part = iovec(iov_base: packet.baseAddress, iov_len: packet.count)
        return withUnsafeMutablePointer(to: &part) { part in
          var header = msghdr()
          (header.msg_iov, header.msg_iovlen) = (part, 1)
          (header.msg_control, header.msg_controllen) = (control.baseAddress, control.count)
          let count = recvmsg(descriptor, &header, Self.closesOnExec)
          (flags, controlLength) = (header.msg_flags, header.msg_controllen)
          return count
        }
      }
    }
    if count < 0 { return [EAGAIN, EINTR].contains(errno) ? .none : .end("it is gone") }
    let files = Self.files(in: control, controlLength)
    if count == 0 { return .end("it has ended") }
    guard flags & Int32(MSG_TRUNC | MSG_CTRUNC) == 0,
      let message = RemoteMessage(Array(bytes.prefix(count)))
    else { return .end("it sent a packet that is no message") }
    if case .buffer = message {
      guard files.count == 1 else { return .end("it sent a buffer without a file") }
      return .message(message, file: files[0])
    }
    return files.isEmpty ? .message(message, file: nil) : .end("it sent a file without a buffer")
  }

  /// MSG_CMSG_CLOEXEC: files that come are closed in programs that this one starts.
  private static let closesOnExec: Int32 = 0x4000_0000

  /// Takes over the files that came beside a packet.
  private static func files(in control: [UInt8], _ length: Int) -> [RemoteFile] {
    guard length >= fileHeaderSize + 4, length <= control.count else { return [] }
    return control.withUnsafeBytes { control in
      let (size, level) = (control.load(as: Int.self), control.load(fromByteOffset: 8, as: Int32.self))
      guard level == Int32(SOL_SOCKET), control.load(fromByteOffset: 12, as: Int32.self) == 1 else {
        return []
      }
      let end = min(size, length)
      return stride(from: fileHeaderSize, through: end - 4, by: 4).map {
        RemoteFile(control.load(fromByteOffset: $0, as: Int32.self))
      }
    }
  }
}
