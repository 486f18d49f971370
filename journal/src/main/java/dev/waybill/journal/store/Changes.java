package dev.waybill.journal.store;

import java.time.Duration;

/// Tells that something was committed, by this process or another. A hint: who is told looks at the log, and finds
/// what was committed before the stamp grew.
public interface Changes {

    /// Grows whenever something may have been committed.
    long stamp();

    /// Waits until the stamp is above one seen before, or the time is up; gives the stamp.
    long await(long seen, Duration most) throws InterruptedException;
}
