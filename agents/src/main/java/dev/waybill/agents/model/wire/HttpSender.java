package dev.waybill.agents.model.wire;

import dev.waybill.runtime.egress.Egress;
import dev.waybill.runtime.egress.Seam;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/// Over the network. The address is one that the operator configured.
final class HttpSender implements Sender {

    private final Egress egress;

    HttpSender(Egress egress) {
        this.egress = egress;
    }

    @Override
    public Answer send(Request request) throws IOException, InterruptedException {
        Seam.MODEL.pass();
        HttpRequest.Builder http = HttpRequest.newBuilder(request.address())
                .POST(HttpRequest.BodyPublishers.ofByteArray(request.body()))
                .timeout(atLeast(request.patience()));
        if ("http".equalsIgnoreCase(request.address().getScheme())) {
            // Servers of local models stumble over the offer to change to HTTP/2.
            http.version(HttpClient.Version.HTTP_1_1);
        }
        request.headers().forEach(http::setHeader);
        HttpResponse<InputStream> response = egress.toConfigured(http.build(), BodyHandlers.ofInputStream());
        return new Answer(response.statusCode(), response.headers(), response.body());
    }

    private static Duration atLeast(Duration patience) {
        return patience.isZero() ? Duration.ofMillis(1) : patience;
    }
}
