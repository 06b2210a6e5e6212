import StrataBase
import Testing

@Suite struct MailboxTests {
  @Test func `Messages come in order, and the receiver is woken once for a batch`() async {
    let mailbox = Mailbox<Int>()
    let wakes = Mailbox<Void>()
    mailbox.wakeReceiver = { wakes.post(()) }
    mailbox.post(1)
    mailbox.post(2)
    #expect(mailbox.drain() == [1, 2])
    #expect(mailbox.drain() == [])
    #expect(mailbox.isEmpty)
    mailbox.post(3)
    #expect(wakes.drain().count == 2 && mailbox.drain() == [3])
  }

  @Test func `No message of many threads is lost or doubled`() async {
    let mailbox = Mailbox<Int>()
    await withTaskGroup(of: Void.self) { group in
      for sender in 0..<8 {
        group.addTask { for i in 0..<500 { mailbox.post(sender * 1000 + i) } }
      }
    }
    let received = mailbox.drain()
    #expect(received.count == 4000 && Set(received).count == 4000)
    for sender in 0..<8 {
      let own = received.filter { $0 / 1000 == sender }
      #expect(own == own.sorted())
    }
  }
}
