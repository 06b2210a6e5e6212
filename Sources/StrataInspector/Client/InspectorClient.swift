#if Inspector
  import Foundation
  package import StrataDocuments

  /// A reader of an inspector's page without a browser: the protocol's second client.
  ///
  /// - Thread: One at a time; calls wait for their answers.
  package final class InspectorClient {
    /// Why an inspector cannot be read.
    package enum Failure: Error, Hashable, CustomStringConvertible {
      /// The address is not one that an inspector prints.
      case badAddress(String)
      /// Nobody can be reached there.
      case unreachable(String, reason: String)
      /// The server refuses the request.
      case refused(status: Int, reason: String)
      /// What answers is not an inspector.
      case notAnInspector(String)
      /// The other side speaks another version of the protocol.
      case otherVersion(Int)
      /// The connection ended, or brought nothing in time.
      case lost(String)
      /// The inspector answered with an error.
      case failed(String)

      /// The reason in one line.
      package var description: String {
        switch self {
        case .badAddress(let text):
          "\"\(text)\" is not the address of a page; it looks like http://127.0.0.1:8080/?token=…"
        case .unreachable(let place, let reason): "\(place): \(reason)"
        case .refused(403, let reason):
          "the inspector refuses: \(reason); copy the whole address, with its token"
        case .refused(let status, let reason): "the inspector refuses with status \(status): \(reason)"
        case .notAnInspector(let reason): "this is not an inspector: \(reason)"
        case .otherVersion(let version):
          "the inspector speaks version \(version) of the protocol, this tool version \(protocolVersion)"
        case .lost(let reason): "the connection was lost: \(reason)"
        case .failed(let reason): reason
        }
      }
    }

    private let socket: ClientSocket
    private var number = 0

    /// Connects to a page by its address, as the inspector prints it.
    ///
    /// - Throws: ``Failure``.
    package init(_ address: String) throws(Failure) {
      guard let parts = URLComponents(string: address), parts.scheme == "http", let host = parts.host,
        !host.isEmpty
      else { throw .badAddress(address) }
      let token = parts.queryItems?.first { $0.name == "token" }?.value ?? ""
      guard token.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) else {
        throw .badAddress(address)
      }
      socket = try ClientSocket(host: host, port: parts.port ?? 80, path: "/socket?token=\(token)")
    }

    /// The tree as presented at a time.
    ///
    /// - Parameter time: Seconds on the page's time line; nil for now in a program, and for the beginning of a document.
    /// - Returns: The layers in painting order.
    /// - Throws: ``Failure``.
    package func layers(at time: Double?) throws(Failure) -> [LayerDescription] {
      let hello = try ask("hello", Hello.self)
      guard hello.version == protocolVersion else { throw .otherVersion(hello.version) }
      // All pages of the listing are of one moment.
      var moment = time
      if moment == nil, hello.kind == "program" { moment = try firstMoment(hello) }
      var found: [LayerDescription] = []
      while true {
        let listing = try ask("describe", TreeListing.self, start: found.count, time: moment)
        found += listing.descriptions
        if found.count >= listing.total || listing.layers.isEmpty { return found }
      }
    }

    private struct Hello: Decodable {
      var version: Int
      var kind: String
      var to: Double
    }

    private struct Moment: Decodable {
      var time: Double
    }

    /// The time of the first picture that the program has for this client.
    private func firstMoment(_ hello: Hello) throws(Failure) -> Double {
      if hello.to > 0 { return hello.to }
      return try ask("picture", Moment.self, scale: 0.01, waits: true).time
    }

    // MARK: Requests

    private struct Request: Encodable {
      struct Parameters: Encodable {
        var start: Int?
        var time: Double?
        var scale: Double?
        var waits: Bool?
      }
      var id: Int
      var method: String
      var parameters: Parameters
    }

    private struct Answer<Result: Decodable>: Decodable {
      var id: Int?
      var error: String?
      var result: Result?
    }

    private struct Envelope: Decodable {
      var id: Int?
      var event: String?
    }

    private func ask<Result: Decodable>(
      _ method: String,
      _ type: Result.Type,
      start: Int? = nil,
      time: Double? = nil,
      scale: Double? = nil,
      waits: Bool? = nil
    ) throws(Failure) -> Result {
      number += 1
      let parameters = Request.Parameters(start: start, time: time, scale: scale, waits: waits)
      let request = Wire.encoded(Request(id: number, method: method, parameters: parameters))
      try socket.send(request)
      while true {
        let data = try Self.json(of: try socket.receive())
        guard let envelope = try? JSONDecoder().decode(Envelope.self, from: data) else {
          throw .notAnInspector("its messages are not the protocol's")
        }
        // Events are for pages.
        guard envelope.event == nil, envelope.id == number else { continue }
        guard let answer = try? JSONDecoder().decode(Answer<Result>.self, from: data) else {
          throw .notAnInspector("its answer to \"\(method)\" is not the protocol's")
        }
        if let error = answer.error { throw .failed(error) }
        guard let result = answer.result else { throw .notAnInspector("an answer has no result") }
        return result
      }
    }

    /// The JSON of a message: all of a text, the beginning of a binary one.
    private static func json(of message: (isBinary: Bool, data: Data)) throws(Failure) -> Data {
      guard message.isBinary else { return message.data }
      let bytes = [UInt8](message.data.prefix(4))
      let length = bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
      guard bytes.count == 4, message.data.count >= length + 4 else {
        throw .notAnInspector("a binary message is too short")
      }
      return Data(message.data.dropFirst(4).prefix(length))
    }
  }
#endif
