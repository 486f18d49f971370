package dev.waybill.doors.mcp;

import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The revisions of MCP. Up to 2025-11-25 a client opens with `initialize`; from 2026-07-28 on every request says for
/// itself which revision it speaks and who asks. Both kinds are served side by side, each request for itself.
final class Revision {

    /// Oldest first. A client that asks for any other version is offered the last one, as the specification wants.
    static final List<String> WITH_HANDSHAKE = List.of("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25");

    static final String WITHOUT_HANDSHAKE = "2026-07-28";

    static final String VERSION = "io.modelcontextprotocol/protocolVersion";
    static final String CLIENT = "io.modelcontextprotocol/clientInfo";
    static final String SERVER = "io.modelcontextprotocol/serverInfo";

    private static final String CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";

    private Revision() {}

    /// Newest first.
    static List<String> all() {
        List<String> all = new ArrayList<>(WITH_HANDSHAKE.reversed());
        all.addFirst(WITHOUT_HANDSHAKE);
        return all;
    }

    static boolean isKnown(String version) {
        return version.equals(WITHOUT_HANDSHAKE) || WITH_HANDSHAKE.contains(version);
    }

    /// The revision that a request names in itself.
    static Optional<String> named(Rpc.Request request) {
        return request.meta().string(VERSION);
    }

    /// Whether a request stands for itself.
    static boolean isAlone(Rpc.Request request) {
        return named(request).filter(WITHOUT_HANDSHAKE::equals).isPresent();
    }

    /// @throws McpRefusal when the request names a revision that is not spoken here, or lacks what its revision wants
    static void check(Rpc.Request request) {
        JsonObject meta = request.meta();
        if (meta.has(VERSION) && named(request).filter(Revision::isKnown).isEmpty()) {
            throw unsupported(named(request).orElse(String.valueOf(meta.get(VERSION))));
        }
        if (isAlone(request) && meta.object(CAPABILITIES).isEmpty()) {
            throw McpRefusal.malformed(
                    "params._meta lacks \"" + CAPABILITIES + "\", an object; {} says that there are none.");
        }
    }

    static McpRefusal unsupported(String requested) {
        JsonObject data = JsonObject.of("supported", JsonArray.ofStrings(all())).with("requested", requested);
        return new McpRefusal(
                Rpc.UNSUPPORTED_PROTOCOL_VERSION,
                "Protocol version \"" + requested + "\" is not supported; supported are " + String.join(", ", all())
                        + ".",
                data,
                McpRefusal.Status.BAD_REQUEST);
    }
}
