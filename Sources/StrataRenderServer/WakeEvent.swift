import Foundation

/// Where a thread sleeps until somebody rings or a media time comes, without looking in between.
final class WakeEvent: @unchecked Sendable {  // The flag is touched under the lock only.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var hasRung = false

  init() {
    mutex.initialize(to: pthread_mutex_t())
    condition.initialize(to: pthread_cond_t())
    pthread_mutex_init(mutex, nil)
    // Media time is the monotonic clock, which the time of day does not move.
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

  /// Wakes who waits, or lets the next wait end at once.
  func ring() {
    pthread_mutex_lock(mutex)
    hasRung = true
    pthread_cond_signal(condition)
    pthread_mutex_unlock(mutex)
  }

  /// Returns when the bell has rung or at a media time, in seconds; without one only for the bell.
  func wait(until time: Double?) {
    pthread_mutex_lock(mutex)
    if let time, !time.isNaN {
      let seconds = min(max(time, 0), 1e12)
      var deadline = timespec()
      deadline.tv_sec = Int(seconds)
      deadline.tv_nsec = min(Int((seconds - seconds.rounded(.down)) * 1e9), 999_999_999)
      while !hasRung, pthread_cond_timedwait(condition, mutex, &deadline) == 0 {}
    } else {
      while !hasRung { pthread_cond_wait(condition, mutex) }
    }
    hasRung = false
    pthread_mutex_unlock(mutex)
  }
}
