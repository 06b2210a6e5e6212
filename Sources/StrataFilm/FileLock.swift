import Glibc

/// A lock of an open file that other processes, and other descriptors, can ask for.
///
/// It lies on one byte far behind any content: on a share of SMB, a lock shuts out the reads and writes of all other
/// descriptors, be they of the same process. It ends with the open file.
package enum FileLock {
  /// What became of a wish for the lock.
  package enum State {
    case taken
    /// Another open file has it.
    case busy
    /// The disk has no locks, or none for this process.
    case unknown
  }

  private static let place: off_t = 1 << 62
  /// `F_OFD_SETLK`, which Glibc's headers hide here: the lock of an open file, not of a process.
  private static let setLock: Int32 = 37

  /// Locks a file that is open for writing, without waiting.
  package static func take(_ descriptor: Int32) -> State {
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    (lock.l_start, lock.l_len) = (place, 1)
    if fcntl(descriptor, setLock, &lock) == 0 { return .taken }
    return errno == EAGAIN || errno == EACCES ? .busy : .unknown
  }
}
