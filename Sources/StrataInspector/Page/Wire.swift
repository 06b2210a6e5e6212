#if Inspector
  import Foundation
  import StrataBase

  /// The version of the protocol; it grows when a message changes its meaning.
  let protocolVersion = 2

  /// A request of a page: `{"id": 1, "method": "picture", "parameters": {…}}`.
  struct PageRequest: Decodable {
    let id: Int
    let method: String
    let parameters: PageParameters?

    /// The number alone, of a request that is wrong otherwise.
    struct Number: Decodable {
      let id: Int
    }
  }

  /// The parameters of all methods, by name; each method takes some of them.
  struct PageParameters: Decodable {
    /// Seconds; nil is now, in a running program.
    var time: Double?
    /// Pixels for each point.
    var scale: Double?
    /// The name of a layer in messages.
    var layer: String?
    var layers: [String]?
    var key: String?
    var text: String?
    /// Texts by keys, for values that change together; null restores the default.
    var values: [String: String?]?
    /// True to get the changes of the rows that are asked for.
    var follows: Bool?
    /// The key of an animation.
    var animation: String?
    var name: String?
    var form: String?
    var isOn: Bool?
    /// True for a change that continues the one before, such as a drag.
    var continues: Bool?
    /// True to send pictures compressed, for slow connections.
    var compressed: Bool?
    /// True for a picture that waits until something has changed.
    var waits: Bool?
    var x: Double?
    var y: Double?
    var from: Double?
    var duration: Double?
    var rate: Double?
    var start: Int?
    var count: Int?
    var search: String?
    /// The index of a text of the document.
    var part: Int?

    init() {}
  }

  /// Why a request got no result.
  struct PageError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
  }

  /// The answer to a request.
  enum PageAnswer {
    case value(any Encodable)
    /// A header and the bytes that it describes.
    case binary(any Encodable, Data)
    /// The answer comes when there is something to show.
    case later
  }

  private struct Reply: Encodable {
    let id: Int
    let result: any Encodable

    enum CodingKeys: CodingKey { case id, result }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(id, forKey: .id)
      try result.encode(to: container.superEncoder(forKey: .result))
    }
  }

  private struct Refusal: Encodable {
    let id: Int
    let error: String
  }

  private struct Notice: Encodable {
    let event: String
    let result: any Encodable

    enum CodingKeys: CodingKey { case event, result }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(event, forKey: .event)
      try result.encode(to: container.superEncoder(forKey: .result))
    }
  }

  /// The text and binary forms of messages to a page.
  enum Wire {
    static func encoded(_ value: some Encodable) -> Data {
      let encoder = JSONEncoder()
      encoder.nonConformingFloatEncodingStrategy = .convertToString(
        positiveInfinity: "inf",
        negativeInfinity: "-inf",
        nan: "nan"
      )
      return (try? encoder.encode(value)) ?? Data("{}".utf8)
    }

    static func reply(_ value: any Encodable, to id: Int) -> Data { encoded(Reply(id: id, result: value)) }

    static func refusal(_ error: any Error, of id: Int) -> Data {
      encoded(Refusal(id: id, error: "\(error)"))
    }

    static func event(_ name: String, _ value: any Encodable) -> Data {
      encoded(Notice(event: name, result: value))
    }

    /// The length of the header in four bytes, least significant first, then the header, then the payload.
    static func binary(_ header: any Encodable, _ payload: Data, to id: Int) -> Data {
      let head = reply(header, to: id)
      var message = Data(capacity: head.count + payload.count + 4)
      for shift in [0, 8, 16, 24] { message.append(UInt8(truncatingIfNeeded: head.count >> shift)) }
      message.append(head)
      message.append(payload)
      return message
    }
  }

  extension Range<Int> {
    /// The range that a page asks for: not below 0, at most so long, and with an end that is a number, whatever it sent.
    init(wireStart start: Int, count: Int, most: Int) {
      let first = Swift.min(Swift.max(0, start), .max - most)
      self = first..<(first + Swift.min(Swift.max(0, count), most))
    }
  }

  extension LayerID {
    /// The layer's name in messages.
    var wire: String { "\(index).\(generation)" }

    /// Reads a name in a message; nil if it is not one.
    init?(wire: String) {
      let parts = wire.split(separator: ".").map { UInt32($0) }
      guard parts.count == 2, let index = parts[0], let generation = parts[1] else { return nil }
      self.init(index: index, generation: generation)
    }
  }
#endif
