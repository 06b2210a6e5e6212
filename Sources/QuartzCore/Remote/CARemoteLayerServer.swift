public import Foundation

/// The number of a port, through which processes find each other.
///
/// On Apple's systems it names a right to send messages; here it is a part of the name of a socket.
public typealias mach_port_t = UInt32

/// The end of a process that shows layers of other processes.
///
/// ```swift
/// let port = CARemoteLayerServer.shared().serverPort
/// // Start the other process with the port; it prints the number of its client.
/// root.addSublayer(CALayer(remoteClientId: number))
/// ```
///
/// The port is a Unix domain socket without a file, in the network namespace of the process. Only processes of the same
/// user are accepted, 32 at most. Everything that they send is checked: a process that sends anything but messages of
/// this library, or memory that does not hold what it claims, is let go, and its layers go from the screen.
///
/// - Thread: Any.
open class CARemoteLayerServer: NSObject {
  private static let only = Only()

  private struct Only: @unchecked Sendable {  // The object has no state.
    let server = CARemoteLayerServer()
  }

  /// Returns the server of this process.
  open class func shared() -> CARemoteLayerServer { only.server }

  /// The port that clients connect to; 0, with the reason in the log, if the system has no socket for it.
  ///
  /// The first call opens the port.
  open var serverPort: mach_port_t { RemoteService.shared.port }
}
