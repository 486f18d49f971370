package dev.waybill.evidence.read.assay;

import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.evidence.RecordTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// Times as Assay accepts them.
public final class PackTimes {

    private static final Duration TOLERANCE = Duration.ofHours(24);

    private PackTimes() {}

    /// Python also reads a space between date and time, and a date alone.
    static Optional<RecordTime> parse(String text) {
        String spelled =
                text.length() > 10 && text.charAt(10) == ' ' ? text.substring(0, 10) + "T" + text.substring(11) : text;
        return RecordTime.parse(spelled.length() == 10 ? spelled + "T00:00:00" : spelled);
    }

    static boolean isTime(JsonValue value) {
        return value instanceof JsonString(var text) && parse(text).isPresent();
    }

    /// Whether a time lies so far ahead that no clock of today can have written it.
    public static boolean ahead(RecordTime time, Instant now) {
        return time.at().isAfter(now.plus(TOLERANCE));
    }
}
