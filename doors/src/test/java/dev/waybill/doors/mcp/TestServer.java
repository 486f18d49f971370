package dev.waybill.doors.mcp;

import dev.waybill.doors.http.ApiKeyGate;
import dev.waybill.doors.http.Gatekeeper;
import dev.waybill.doors.http.OneApiKey;
import dev.waybill.doors.http.OpenGate;
import dev.waybill.doors.http.Readiness;
import dev.waybill.doors.http.ServerSettings;
import dev.waybill.doors.http.WaybillServer;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/// [TwoSteps] over HTTP.
final class TestServer {

    private static final Readiness READY = Optional::empty;

    private TestServer() {}

    static WaybillServer open() {
        return start(ServerSettings.of("127.0.0.1", 0), new OpenGate(StdioClient.EVERYBODY));
    }

    static WaybillServer withKey(String key, String tenant) {
        return start(
                ServerSettings.of("127.0.0.1", 0),
                new ApiKeyGate(new OneApiKey(key, tenant, null), InstantSource.system()));
    }

    static WaybillServer start(ServerSettings settings, Gatekeeper gate) {
        return WaybillServer.start(
                settings,
                gate,
                READY,
                List.of(new McpHttp(McpTools.standard(), TwoSteps::new, "0.0.1", new Random(2))));
    }
}
