#if Inspector
  import FlyingFox
  import Foundation

  /// The WebSocket of one page: frames to messages, messages to the page's session, answers to frames.
  struct PageSocket: WSHandler {
    let hub: PageHub

    /// The longest message of a page, in bytes.
    static let longestMessage = 1 << 20

    func makeFrames(
      for client: AsyncThrowingStream<WSFrame, any Error>
    ) async throws -> AsyncStream<WSFrame> {
      let outbox = Outbox()
      let number = hub.open(outbox)
      let reader = Task {
        await read(client, number, outbox)
        hub.close(number)
        outbox.close()
      }
      let end = StreamEnd(outbox)
      return AsyncStream(
        unfolding: {
          defer { withExtendedLifetime(end) {} }
          return await outbox.next()
        },
        onCancel: {
          reader.cancel()
          outbox.close()
        }
      )
    }

    /// Closes an outbox when the stream that empties it is gone, as it is after an error of the socket.
    private final class StreamEnd: Sendable {
      private let outbox: Outbox

      init(_ outbox: Outbox) { self.outbox = outbox }

      deinit { outbox.close() }
    }

    private func read(
      _ client: AsyncThrowingStream<WSFrame, any Error>,
      _ number: Int,
      _ outbox: Outbox
    ) async {
      var message = Data()
      var isOpen = false
      do {
        for try await frame in client {
          await outbox.waitForRoom()
          switch frame.opcode {
          case .close:
            outbox.post(.close(code: .normalClosure))
            return
          case .ping where frame.payload.count <= 125:
            outbox.post(WSFrame(fin: true, opcode: .pong, mask: nil, payload: frame.payload))
          case .pong: break
          case .text where !isOpen, .continuation where isOpen:
            guard message.count + frame.payload.count <= Self.longestMessage else {
              outbox.post(.close(code: .messageTooBig))
              return
            }
            message.append(frame.payload)
            isOpen = !frame.fin
            guard frame.fin else { continue }
            await hub.receive(message, from: number)
            message = Data()
          case .binary:
            outbox.post(.close(code: .unsupportedData))
            return
          default:
            outbox.post(.close(code: .protocolError))
            return
          }
        }
      } catch {
        outbox.post(.close(code: .protocolError))
      }
    }
  }
#endif
