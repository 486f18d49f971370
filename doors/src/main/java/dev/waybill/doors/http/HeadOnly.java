package dev.waybill.doors.http;

import io.helidon.http.HttpPrologue;
import io.helidon.http.Method;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import io.helidon.webserver.http.ServerRequest;
import java.io.IOException;
import java.io.OutputStream;

/// HEAD is GET whose answer ends with its head: every door serves it without knowing.
final class HeadOnly {

    private HeadOnly() {}

    static void serve(RoutingRequest request, RoutingResponse response) {
        HttpPrologue asked = request.prologue();
        if (!asked.method().equals(Method.HEAD)) {
            return;
        }
        request.context().register(new HeadOnly());
        request.prologue(HttpPrologue.create(
                asked.rawProtocol(),
                asked.protocol(),
                asked.protocolVersion(),
                Method.GET,
                asked.uriPath(),
                asked.query(),
                asked.fragment()));
        response.streamFilter(Silent::new);
    }

    /// Whether nobody is there to read what a stream would say.
    static boolean is(ServerRequest request) {
        return request.context().get(HeadOnly.class).isPresent();
    }

    /// Takes the body and passes nothing on but the end.
    private static final class Silent extends OutputStream {

        private final OutputStream answer;

        Silent(OutputStream answer) {
            this.answer = answer;
        }

        @Override
        public void write(int one) {
            // It belongs to the body.
        }

        @Override
        public void write(byte[] bytes, int from, int length) {
            // It belongs to the body.
        }

        @Override
        public void close() throws IOException {
            answer.close();
        }
    }
}
