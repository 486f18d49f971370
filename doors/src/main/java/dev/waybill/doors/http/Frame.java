package dev.waybill.doors.http;

import org.jspecify.annotations.Nullable;

/// One server-sent event.
///
/// @param id what a client sends as `Last-Event-ID` when it comes back; null leaves its last one as it is
/// @param event its type
/// @param data its text; every line is one line of `data`
public record Frame(@Nullable String id, String event, String data) {

    public Frame {
        if (isSeveralLines(event) || (id != null && (isSeveralLines(id) || id.indexOf('\0') >= 0))) {
            throw new IllegalArgumentException("an id and a type of a frame are one line each");
        }
    }

    private static boolean isSeveralLines(String text) {
        return text.indexOf('\n') >= 0 || text.indexOf('\r') >= 0;
    }

    /// As it goes over the wire.
    String text() {
        StringBuilder text = new StringBuilder();
        if (id != null) {
            text.append("id: ").append(id).append('\n');
        }
        text.append("event: ").append(event).append('\n');
        data.lines().forEach(line -> text.append("data: ").append(line).append('\n'));
        return text.append(data.isEmpty() ? "data:\n\n" : "\n").toString();
    }
}
