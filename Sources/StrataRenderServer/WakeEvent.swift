import Foundation

/// An event that a thread waits for, with a deadline in media time.
///
/// Waiting does not poll.
final class WakeEvent: @unchecked Sendable {  // The lock guards the flag.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var isSignalled = false

  init() {
    mutex.initialize(to: pthread_mutex_t())
    condition.initialize(to: pthread_cond_t())
    pthread_mutex_init(mutex, nil)
    // Media time is the monotonic clock, which changes of the date do not affect.
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Wakes the waiting thread; if none waits, the next wait returns at once.
  func signal() {
    pthread_mutex_lock(mutex)
    isSignalled = true
    pthread_cond_signal(condition)
    pthread_mutex_unlock(mutex)
  }

  /// Waits for a signal, until a media time in seconds at most; nil waits without a deadline.
  func wait(until time: Double?) {
    pthread_mutex_lock(mutex)
    if let time, !time.isNaN {
      let seconds = min(max(time, 0), 1e12)
      var deadline = timespec()
      deadline.tv_sec = Int(seconds)
      deadline.tv_nsec = min(Int((seconds - seconds.rounded(.down)) * 1e9), 999_999_999)
      while !isSignalled, pthread_cond_timedwait(condition, mutex, &deadline) == 0 {}
    } else {
      while !isSignalled { pthread_cond_wait(condition, mutex) }
    }
    isSignalled = false
    pthread_mutex_unlock(mutex)
  }
}
