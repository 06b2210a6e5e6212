#if Inspector
  public import Foundation
  import Logging
  public import QuartzCore
  public import StrataDocuments
  import Synchronization
  #if Window
    public import StrataWindow
  #endif

  /// Why an inspector cannot serve its page.
  public enum InspectorError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The address is in use, or not one of this machine.
    case cannotListen(address: String, reason: String)

    /// The reason in one line.
    public var description: String {
      switch self {
      case .cannotListen(let address, let reason): "cannot listen at \(address): \(reason)"
      }
    }
  }

  extension InspectorError: LocalizedError {
    /// The same line that ``description`` gives.
    public var errorDescription: String? { description }
  }

  /// Serves a page that shows a document or a running program from inside: layers, values, animations, costs.
  ///
  /// The page is at ``address``, which holds a secret: whoever has it may look, and change the document. The server listens
  /// on this machine only, unless a host is given. It serves until ``stop()``, or until the inspector is released.
  ///
  /// ```swift
  /// let inspector = try Inspector.attach(to: host)
  /// print(inspector.address)
  /// ```
  ///
  /// While no page is open, a program pays nothing. The protocol is described in `Documentation/Preview.md`.
  ///
  /// - Thread: Any, but for attaching.
  public final class Inspector: Sendable {
    /// The address of the page.
    public let address: URL
    private let hub: PageHub
    private let server: PageServer

    private init(_ hub: PageHub, host: String?, port: UInt16) throws(InspectorError) {
      let server = PageServer(hub, host: host, token: RequestGuard.makeToken())
      do throws(InspectorError) {
        address = try server.start(port: port)
      } catch {
        hub.stop()
        throw error
      }
      (self.hub, self.server) = (hub, server)
    }

    deinit { stop() }

    /// Serves a document.
    ///
    /// - Parameters:
    ///   - name: The name that the page shows.
    ///   - host: An IPv4 address of this machine to listen at; nil for loopback, which other machines cannot reach.
    ///   - port: The port; 0 takes a free one.
    ///   - read: Reads the document, now and after each ``reload()``. Called on threads of the inspector.
    /// - Returns: The inspector.
    /// - Throws: The error of the first reading, or ``InspectorError``.
    public static func preview(
      named name: String,
      host: String? = nil,
      port: UInt16 = 0,
      read: @escaping @Sendable () throws -> Document
    ) throws -> Inspector {
      let hub = PageHub()
      do {
        try hub.start { try DocumentSource(name: name, read: read) }
      } catch {
        hub.stop()
        throw error
      }
      return try Inspector(hub, host: host, port: port)
    }

    /// Serves the tree of a host without a screen.
    ///
    /// - Parameters:
    ///   - host: The host; call this on its thread.
    ///   - address: An IPv4 address of this machine to listen at; nil for loopback.
    ///   - port: The port; 0 takes a free one.
    /// - Returns: The inspector; the program keeps it as long as it wants to be inspected.
    /// - Throws: ``InspectorError``.
    public static func attach(
      to host: HeadlessHost,
      at address: String? = nil,
      port: UInt16 = 0
    ) throws(InspectorError) -> Inspector {
      try attach(to: host.live, at: address, port: port)
    }

    #if Window
      /// Serves the tree of a window.
      ///
      /// - Parameters:
      ///   - window: The window; call this on its thread.
      ///   - address: An IPv4 address of this machine to listen at; nil for loopback.
      ///   - port: The port; 0 takes a free one.
      /// - Returns: The inspector.
      /// - Throws: ``InspectorError``.
      public static func attach(
        to window: Window,
        at address: String? = nil,
        port: UInt16 = 0
      ) throws(InspectorError) -> Inspector {
        try attach(to: window.live, at: address, port: port)
      }
    #endif

    /// True if the environment asks for inspection: `STRATA_INSPECT=1`.
    public static var isRequested: Bool { ProcessInfo.processInfo.environment["STRATA_INSPECT"] == "1" }

    /// Serves a page for each `HeadlessHost` and `Window` that starts from now on, if the environment asks for inspection.
    ///
    /// One line at the beginning of a program makes `STRATA_INSPECT=1` show it:
    ///
    /// ```swift
    /// Inspector.serveIfRequested()
    /// ```
    ///
    /// Each page is served as long as its host lives. Failures go to the log `strata.inspector`.
    ///
    /// - Parameter onAddress: Called with the address of each page, on the thread of its host; nil writes it to the log
    ///   `strata.inspector`, at the level `notice`.
    public static func serveIfRequested(onAddress: (@Sendable (URL) -> Void)? = nil) {
      if isRequested { serveAll(onAddress) }
    }

    /// Serves a page for each host that starts from now on.
    package static func serveAll(_ onAddress: (@Sendable (URL) -> Void)?) {
      LiveHost.companionMaker.withLock { maker in
        maker = { host in
          let log = Logger(label: "strata.inspector")
          do throws(InspectorError) {
            let inspector = try attach(to: host, at: nil, port: 0)
            if let onAddress {
              onAddress(inspector.address)
            } else {
              log.notice("inspect", metadata: ["address": "\(inspector.address.absoluteString)"])
            }
            return inspector
          } catch {
            log.error("cannot be inspected", metadata: ["reason": "\(error)"])
            return nil
          }
        }
      }
    }

    /// Serves no further hosts; pages that are served go on.
    package static func serveNone() { LiveHost.companionMaker.withLock { $0 = nil } }

    private static func attach(
      to host: LiveHost,
      at address: String?,
      port: UInt16
    ) throws(InspectorError) -> Inspector {
      let hub = PageHub()
      let link = ProgramLink(host)
      do {
        try hub.start(yields: true) { ProgramSource(link, hub) }
      } catch {
        throw .cannotListen(address: address ?? "", reason: "\(error)")
      }
      return try Inspector(hub, host: address, port: port)
    }

    /// Reads the document again; pages keep their time, zoom and selection.
    ///
    /// A document that is broken now leaves the last good picture, with the error beside it.
    public func reload() { hub.reload() }

    /// Closes all pages and ends the server.
    public func stop() {
      hub.stop()
      server.stop()
    }
  }
#endif
