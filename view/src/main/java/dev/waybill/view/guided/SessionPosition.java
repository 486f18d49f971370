package dev.waybill.view.guided;

import dev.waybill.journal.RunId;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// How far somebody has read a session: the last event of each of its runs, as a text without blanks at its ends.
///
/// @param read the sequence of the last event that was read of each run
public record SessionPosition(Map<RunId, Long> read) {

    public static final SessionPosition BEGINNING = new SessionPosition(new LinkedHashMap<>());

    /// A session of more runs is read from its beginning after a break: the position would be longer than what it
    /// saves.
    private static final int MOST_RUNS = 20;

    public SessionPosition {
        read = Collections.unmodifiableMap(new LinkedHashMap<>(read));
    }

    /// @throws IllegalArgumentException for anything that [#toString] did not write
    public static SessionPosition parse(String text) {
        Map<RunId, Long> read = new LinkedHashMap<>();
        for (String part : text.isEmpty() ? new String[0] : text.split(",", -1)) {
            int colon = part.indexOf(':');
            if (colon < 0 || read.size() >= MOST_RUNS) {
                throw new IllegalArgumentException("expected RUN:SEQUENCE, found " + part);
            }
            // A NumberFormatException is an IllegalArgumentException, too.
            read.put(new RunId(part.substring(0, colon)), Long.parseLong(part.substring(colon + 1)));
        }
        return new SessionPosition(read);
    }

    /// Whether this lies before an event.
    boolean isBefore(RunId run, long sequence) {
        return read.getOrDefault(run, -1L) < sequence;
    }

    @Override
    public String toString() {
        if (read.size() > MOST_RUNS) {
            return "";
        }
        StringBuilder text = new StringBuilder();
        read.forEach((run, sequence) -> text.append(text.isEmpty() ? "" : ",")
                .append(run.value())
                .append(':')
                .append(sequence));
        return text.toString();
    }
}
