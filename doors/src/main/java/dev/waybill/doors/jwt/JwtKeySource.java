package dev.waybill.doors.jwt;

import java.io.IOException;
import java.time.Instant;

/// Where the provider's keys are: a file or an address.
public interface JwtKeySource {

    /// The document as it is now.
    byte[] read() throws IOException;

    /// Whether it may have changed since it was read.
    ///
    /// @param readAt when that was
    boolean isStale(Instant readAt, Instant now);
}
