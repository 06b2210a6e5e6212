#if Inspector
  import Foundation
  import Glibc
  import Synchronization

  /// A socket that takes connections, on a thread of its own.
  final class Listener: Sendable {
    /// The reason why the server cannot listen at an address.
    struct Failure: Error {
      let reason: String
    }

    /// The port that was taken.
    let port: UInt16
    private let descriptor: Int32
    private let isStopped = Mutex(false)

    /// Listens at an IPv4 address; port 0 takes a free one.
    init(host: String, port: UInt16) throws(Failure) {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      guard inet_pton(AF_INET, host, &address.sin_addr) == 1 else {
        throw Failure(reason: "it is not an IPv4 address of this machine")
      }
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      guard descriptor >= 0 else { throw Failure(reason: String(cString: strerror(errno))) }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      // A server that ended a moment ago does not keep its port.
      var isOn = Int32(1)
      setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &isOn, socklen_t(MemoryLayout<Int32>.size))
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let isListening = withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(descriptor, $0, length) == 0 && listen(descriptor, SOMAXCONN) == 0
            && getsockname(descriptor, $0, &length) == 0
        }
      }
      guard isListening else {
        defer { Glibc.close(descriptor) }
        throw Failure(reason: String(cString: strerror(errno)))
      }
      (self.descriptor, self.port) = (descriptor, UInt16(bigEndian: address.sin_port))
    }

    deinit { Glibc.close(descriptor) }

    /// Starts a thread that takes connections until ``stop()``.
    func start(_ take: @escaping @Sendable (SocketStream) -> Void) {
      let thread = Thread { [self] in
        while let stream = next() { take(stream) }
      }
      thread.name = "strata listener"
      thread.stackSize = 256 << 10
      thread.start()
    }

    /// Waits for a connection; nil if there will be none.
    private func next() -> SocketStream? {
      while !isStopped.withLock({ $0 }) {
        let connection = accept(descriptor, nil, nil)
        if connection >= 0 { return SocketStream(connection) }
        // The program may have no descriptors left for now; a stopped socket ends the loop.
        if ![EINTR, ECONNABORTED].contains(errno) { usleep(20_000) }
      }
      return nil
    }

    /// Takes no more connections, and wakes the thread.
    func stop() {
      isStopped.withLock { $0 = true }
      _ = shutdown(descriptor, Int32(SHUT_RDWR))
    }
  }
#endif
