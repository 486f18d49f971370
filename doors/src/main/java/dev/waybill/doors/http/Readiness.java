package dev.waybill.doors.http;

import java.util.Optional;

/// Says whether the server can do its work now.
@FunctionalInterface
public interface Readiness {

    /// What is in the way, if anything is.
    Optional<String> obstacle();
}
