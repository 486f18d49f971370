package dev.waybill.doors.audit;

import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import java.time.Instant;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Something that somebody did or tried.
///
/// @param what `POST /v1/runs` over the network, `apikeys revoke key_1` at a terminal
/// @param status of the answer; 0 at a terminal
/// @param tenant null for whoever was not let in
/// @param principal the API key's id, the token's subject, the user of the machine; null for whoever was not let in
/// @param address where the request came from
public record AuditEntry(
        Instant at,
        String what,
        int status,
        @Nullable String tenant,
        @Nullable String principal,
        @Nullable String address) {

    /// Longer segments are tokens, and whoever reads the entry must not get one.
    private static final int LONGEST_NAME = 64;

    /// A request, without what is secret in its path.
    static String what(String method, String path) {
        return method + " "
                + Arrays.stream(path.split("/", -1))
                        .map(segment -> segment.length() > LONGEST_NAME ? "…" : segment)
                        .collect(Collectors.joining("/"));
    }

    public JsonObject toJson() {
        return JsonObject.of("at", at.toString())
                .with("what", what)
                .withIfPresent("status", status == 0 ? null : JsonNumber.of(status))
                .withIfPresent("tenant", tenant)
                .withIfPresent("principal", principal)
                .withIfPresent("address", address);
    }
}
