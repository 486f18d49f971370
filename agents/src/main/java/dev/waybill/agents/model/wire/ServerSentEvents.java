package dev.waybill.agents.model.wire;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// Reads `text/event-stream` as browsers do: any line end, comments passed over, several `data` lines joined. Unlike
/// them it also takes a last event that no empty line follows, because servers forget it.
final class ServerSentEvents {

    private static final int END = -1;
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private final InputStream in;
    private final long most;
    private long read;
    private boolean afterReturn;
    private boolean begun;

    /// @param most bytes that the whole stream may have
    ServerSentEvents(InputStream in, long most) {
        this.in = new BufferedInputStream(in);
        this.most = most;
    }

    /// The next event; null when there is none any more.
    @Nullable
    ServerSentEvent next() throws IOException {
        StringBuilder data = new StringBuilder();
        String type = ServerSentEvent.USUAL_TYPE;
        boolean any = false;
        String line = line();
        while (line != null && !(line.isEmpty() && any)) {
            if (line.isEmpty()) {
                // An event without data is none.
                type = ServerSentEvent.USUAL_TYPE;
            } else if (field(line).equals("data")) {
                data.append(any ? "\n" : "").append(value(line));
                any = true;
            } else if (field(line).equals("event")) {
                type = value(line);
            }
            line = line();
        }
        return any ? new ServerSentEvent(type, data.toString()) : null;
    }

    private static String field(String line) {
        int colon = line.indexOf(':');
        return colon < 0 ? line : line.substring(0, colon);
    }

    private static String value(String line) {
        int colon = line.indexOf(':');
        if (colon < 0) {
            return "";
        }
        return line.startsWith(" ", colon + 1) ? line.substring(colon + 2) : line.substring(colon + 1);
    }

    private @Nullable String line() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int next = in.read();
        if (afterReturn && next == '\n') {
            next = in.read();
        }
        afterReturn = false;
        if (next == END) {
            return null;
        }
        while (next != END && next != '\n' && next != '\r') {
            if (++read > most) {
                throw new AnswerTooLarge(most);
            }
            bytes.write(next);
            next = in.read();
        }
        afterReturn = next == '\r';
        String line = bytes.toString(StandardCharsets.UTF_8);
        boolean first = !begun;
        begun = true;
        return first && line.startsWith(BYTE_ORDER_MARK) ? line.substring(1) : line;
    }
}
