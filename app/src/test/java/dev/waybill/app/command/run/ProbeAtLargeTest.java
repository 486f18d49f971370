package dev.waybill.app.command.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.house.Asked;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The node with which test suites see whether tools are reached, on a host that nobody started for tests.
class ProbeAtLargeTest {

    @TempDir
    Path folder;

    @Test
    void aWorkflowGoesNowhereThatOnlyWebhooksMayGo() throws IOException {
        List<String> arrivals = new CopyOnWriteArrayList<>();
        HttpServer inside = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        inside.createContext("/", exchange -> {
            arrivals.add(exchange.getRequestMethod());
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        inside.start();
        try {
            RunDesk desk = new RunDesk(folder);
            String url = "http://127.0.0.1:%d/".formatted(inside.getAddress().getPort());
            String probe = RunDesk.node(
                    "probe",
                    "core.conformance.scoped-tool",
                    "{}",
                    "{\"url\":{\"type\":\"static\",\"value\":\"%s\"}}".formatted(url));
            Map<String, String> variables = desk.variables();
            variables.put("OPENWOP_WEBHOOK_ALLOW_PRIVATE", "true");
            Asked asked = Asked.waybill(
                    variables, InstantSource.system(), new byte[0], "run", desk.workflow("probe", "", probe), "--json");
            assertThat(asked.code()).as(asked.out() + asked.err()).isEqualTo(ExitCode.NO);
            assertThat(asked.out()).contains("tool_failed");
            assertThat(arrivals).isEmpty();
        } finally {
            inside.stop(0);
        }
    }
}
