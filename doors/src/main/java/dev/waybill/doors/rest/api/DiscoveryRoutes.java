package dev.waybill.doors.rest.api;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.doors.rest.Answer;
import dev.waybill.doors.rest.Call;
import dev.waybill.doors.rest.ProtocolVersion;
import dev.waybill.doors.rest.Route;
import java.util.List;

/// What anybody may know of this host: what it can do, and the keys that check what it signs.
record DiscoveryRoutes(RestHost host) {

    private static final String CACHED = "public, max-age=300";

    List<Route> routes() {
        return List.of(
                Route.open("GET", "/.well-known/openwop", "discover", "What this host can do.")
                        .header("OpenWOP-Version", "The version that the caller speaks: 1.")
                        .header("If-None-Match", "The etag of the document that the caller has.")
                        .gives(200, "Discovery")
                        .gives(304, "")
                        .refuses(406)
                        .by(call -> cached(call, new Discovery(host).document(call.dialect()))),
                Route.open("GET", "/.well-known/jwks.json", "getKeys", "The keys that check this host's receipts.")
                        .header("If-None-Match", "The etag of the document that the caller has.")
                        .gives(200, "Jwks")
                        .gives(304, "")
                        .by(call -> cached(call, host.keys().get().toJwks())));
    }

    /// A document that changes rarely: who has it already is told so.
    static Answer cached(Call call, JsonObject document) {
        byte[] body = JsonWriter.compactBytes(document);
        String tag = "\"" + Digest.of(body).hex() + "\"";
        boolean known = call.header("If-None-Match")
                .filter(tags -> tags.equals("*") || tags.contains(tag))
                .isPresent();
        Answer.Document answer = known ? Answer.empty(304) : Answer.bytes("application/json", body);
        return answer.with("ETag", tag).with("Cache-Control", CACHED).with("Vary", ProtocolVersion.HEADER);
    }
}
