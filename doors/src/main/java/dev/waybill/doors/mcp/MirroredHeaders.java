package dev.waybill.doors.mcp;

import dev.waybill.base.json.JsonObject;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Headers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/// From revision 2026-07-28 on, headers repeat what the message says, so that gateways can route without reading it.
/// They must agree: otherwise a gateway would let through what the server never did.
final class MirroredHeaders {

    private static final HeaderName VERSION = HeaderNames.create("MCP-Protocol-Version");
    private static final HeaderName METHOD = HeaderNames.create("Mcp-Method");
    private static final HeaderName NAME = HeaderNames.create("Mcp-Name");
    private static final String ENCODED = "=?base64?";
    private static final String ENCODED_END = "?=";

    private MirroredHeaders() {}

    /// @throws McpRefusal when the headers name an unknown revision or contradict the message
    static void check(Rpc.Request request, Headers headers) {
        String version = headers.first(VERSION).orElse("");
        if (!version.isEmpty() && !Revision.isKnown(version)) {
            throw Revision.unsupported(version);
        }
        if (!version.equals(Revision.WITHOUT_HANDSHAKE) && !Revision.isAlone(request)) {
            return;
        }
        String named = Revision.named(request)
                .orElseThrow(() -> McpRefusal.malformed("params._meta lacks \"" + Revision.VERSION + "\"."));
        same(VERSION, version, named);
        same(METHOD, headers.first(METHOD).orElse(""), request.method());
        if (request.method().equals(McpProtocol.CALL)) {
            same(
                    NAME,
                    decoded(headers.first(NAME).orElse("")),
                    request.params().string("name").orElse(""));
        }
    }

    private static void same(HeaderName header, String found, String expected) {
        if (!found.equals(expected)) {
            throw new McpRefusal(
                    Rpc.HEADER_MISMATCH,
                    "Header mismatch: %s is \"%s\", the message says \"%s\""
                            .formatted(header.defaultCase(), found, expected),
                    JsonObject.EMPTY,
                    McpRefusal.Status.BAD_REQUEST);
        }
    }

    /// What a header cannot carry as it is comes in base64.
    private static String decoded(String value) {
        if (!value.startsWith(ENCODED) || !value.endsWith(ENCODED_END)) {
            return value;
        }
        try {
            String inside = value.substring(ENCODED.length(), value.length() - ENCODED_END.length());
            return new String(Base64.getDecoder().decode(inside), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException | StringIndexOutOfBoundsException _) {
            return value;
        }
    }
}
