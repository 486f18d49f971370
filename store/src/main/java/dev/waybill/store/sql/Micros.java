package dev.waybill.store.sql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/// Times as stores keep them: microseconds since 1970, which sort as numbers and fit every time of a log.
public final class Micros {

    private Micros() {}

    public static long of(Instant time) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, time);
    }

    /// The same, and 0 where there is none: what a checksum adds.
    static long orZero(@Nullable Instant time) {
        return time == null ? 0 : of(time);
    }

    public static Instant toInstant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }

    /// The time in a column that may be empty.
    public static @Nullable Instant read(ResultSet result, int column) throws SQLException {
        long micros = result.getLong(column);
        return result.wasNull() ? null : toInstant(micros);
    }
}
