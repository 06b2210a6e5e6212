import Foundation
import Glibc
import StrataBase

/// What tells one build of a program from another.
enum ProgramDigest {
  /// The SHA-256 digest of the running program's code and constants, in hexadecimal digits; nil if it cannot be read.
  ///
  /// Shared libraries take no part. It is the same on every machine that has a copy of the program.
  static let text: String? = {
    let place = URL(filePath: "/proc/self/exe")
    guard let program = try? Data(contentsOf: place, options: .alwaysMapped) else { return nil }
    var hash = SHA256()
    program.withUnsafeBytes { bytes in
      let head = bytes.loadUnaligned(as: Elf64_Ehdr.self)
      for index in 0..<Int(head.e_phnum) {
        let offset = Int(head.e_phoff) + index * Int(head.e_phentsize)
        let segment = bytes.loadUnaligned(fromByteOffset: offset, as: Elf64_Phdr.self)
        // Segments that may be written hold variables; what belongs to no segment is for debuggers.
        guard segment.p_type == UInt32(PT_LOAD), segment.p_flags & UInt32(PF_W) == 0 else { continue }
        let start = Int(segment.p_offset)
        hash.update(UnsafeRawBufferPointer(rebasing: bytes[start..<start + Int(segment.p_filesz)]))
      }
    }
    return hash.finished()
  }()
}
