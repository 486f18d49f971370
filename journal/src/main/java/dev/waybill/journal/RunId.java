package dev.waybill.journal;

import dev.waybill.base.id.Ulid;
import java.time.Instant;

/// The name of a run: `run_` and a ULID, so that names sort by time.
public record RunId(String value) implements Comparable<RunId> {

    public static final String PREFIX = "run_";

    public RunId {
        if (!value.startsWith(PREFIX)) {
            throw new IllegalArgumentException("a run id is run_ and a ULID, found \"" + value + "\"");
        }
        Ulid.parse(value.substring(PREFIX.length()));
    }

    public static RunId of(Ulid ulid) {
        return new RunId(PREFIX + ulid);
    }

    /// When the name was made.
    public Instant createdAt() {
        return Ulid.parse(value.substring(PREFIX.length())).time();
    }

    @Override
    public int compareTo(RunId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
