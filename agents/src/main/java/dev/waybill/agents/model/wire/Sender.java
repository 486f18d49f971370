package dev.waybill.agents.model.wire;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpHeaders;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;

/// Carries one request to a provider. There is the network, and there are recordings.
public interface Sender {

    Answer send(Request request) throws IOException, InterruptedException;

    /// @param secrets what must not be kept of it
    /// @param patience how long the whole exchange may take
    @SuppressWarnings("ArrayRecordComponent")
    record Request(URI address, Map<String, String> headers, byte[] body, Secrets secrets, Duration patience) {

        /// A text without the secrets of this request.
        public String hide(String text) {
            return secrets.hide(text);
        }
    }

    /// Closing it hangs up, whatever is still under way.
    record Answer(int status, HttpHeaders headers, InputStream body) implements AutoCloseable {

        public boolean isEventStream() {
            return contentType().startsWith("text/event-stream");
        }

        public String contentType() {
            return headers.firstValue("content-type").orElse("").strip().toLowerCase(Locale.ROOT);
        }

        @Override
        public void close() throws IOException {
            body.close();
        }
    }
}
