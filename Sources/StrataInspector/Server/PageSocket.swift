#if Inspector
  import Foundation

  /// The WebSocket of one page: frames to messages, messages to the page's session, answers to frames.
  ///
  /// The thread of the connection reads, another writes.
  struct PageSocket {
    let hub: PageHub
    let stream: SocketStream

    /// The longest message of a page, in bytes.
    static let longestMessage = 1 << 20
    /// How long a page may take to leave, in seconds.
    private static let farewell = 1
    /// How many bytes of a page that has to leave are read.
    private static let longestFarewell = 8 << 20

    /// Serves the page until one side ends the connection.
    ///
    /// - Parameters:
    ///   - opening: The answer that opens the socket. The page is open when the client has it: no event after that is lost.
    ///   - reader: What the client sends.
    func serve(opening: Data, _ reader: inout StreamReader) {
      // A page may sleep for hours.
      stream.setPatience(0)
      let outbox = Outbox()
      let written = DispatchSemaphore(value: 0)
      let number = hub.open(outbox)
      startWriter(outbox, opening) { written.signal() }
      if let code = read(&reader, number, outbox) { outbox.post(.close(code)) }
      hub.close(number)
      outbox.close()
      reader.drain(patience: Self.farewell, atMost: Self.longestFarewell)
      _ = written.wait(timeout: .now() + .seconds(Self.farewell))
      stream.end()
    }

    /// Writes the answer and what the outbox gets, on a thread of its own.
    private func startWriter(
      _ outbox: Outbox,
      _ opening: Data,
      _ onEnd: @escaping @Sendable () -> Void
    ) {
      let thread = Thread { [stream] in
        do throws(SocketStream.Failure) {
          try stream.write(opening)
          while let frame = outbox.next() {
            try stream.write(frame.encoded())
            if frame.opcode == .close { break }
          }
          stream.endWriting()
        } catch {
          stream.end()
        }
        outbox.discard()
        onEnd()
      }
      thread.name = "strata page"
      thread.stackSize = 256 << 10
      thread.start()
    }

    /// Reads messages until the page has to leave.
    ///
    /// - Returns: The reason; nil if it has left.
    private func read(
      _ reader: inout StreamReader,
      _ number: Int,
      _ outbox: Outbox
    ) -> WebSocketFrame.CloseCode? {
      var message = Data()
      var isOpen = false
      while true {
        let frame: WebSocketFrame
        do throws(WebSocketFrame.Refusal) {
          let room = max(Self.longestMessage - message.count, WebSocketFrame.longestControl)
          frame = try WebSocketFrame(&reader, isMasked: true, atMost: room)
        } catch {
          switch error {
          case .lost: return nil
          case .notAllowed: return .protocolError
          case .tooLong: return .messageTooBig
          }
        }
        outbox.waitForRoom()
        switch frame.opcode {
        case .close: return .normal
        case .ping: outbox.post(WebSocketFrame(opcode: .pong, payload: frame.payload))
        case .pong: break
        case .text where !isOpen, .continuation where isOpen:
          message.append(frame.payload)
          isOpen = !frame.isLast
          guard frame.isLast else { continue }
          hub.receive(message, from: number)
          message = Data()
        case .binary: return .unsupportedData
        case .text, .continuation: return .protocolError
        }
      }
    }
  }
#endif
