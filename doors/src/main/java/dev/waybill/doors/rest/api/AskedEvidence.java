package dev.waybill.doors.rest.api;

import dev.waybill.evidence.query.Answer;
import dev.waybill.evidence.query.Queries;
import dev.waybill.runtime.Caller;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Function;

/// What callers may ask questions about: each their own runs, and what the operator shows them of other systems.
@FunctionalInterface
public interface AskedEvidence {

    /// Asks about what this caller may see, as it is now.
    Answer ask(Caller caller, Function<Indexed, Answer> question) throws IOException;

    /// Questions over an index, with times of two systems compared as one likes.
    @FunctionalInterface
    interface Indexed {
        Queries queries(Duration skew);
    }
}
